/**
 * Times as Go reads them from text and prints them: which texts metav1.Time and MicroTime take, the
 * words for those that they do not, and the form in which they write them again.
 *
 * Upstream    Go time (Parse, ParseError, Time.String), kubernetes v1.27
 *             staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/time.go, micro_time.go
 */
import { formatMicroTime, formatTime, parseTime } from '#base';

export type TimeForm = 'time' | 'microTime';

/** Source: time.RFC3339, and RFC3339Micro of micro_time.go. */
const LAYOUTS: Readonly<Record<TimeForm, string>> = {
  time: '2006-01-02T15:04:05Z07:00',
  microTime: '2006-01-02T15:04:05.000000Z07:00',
};
/** What nearly every text is: the form in which it is written again. */
const WRITTEN: Readonly<Record<TimeForm, RegExp>> = {
  time: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  microTime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/,
};

/** What a part of the layout is read with, and the largest value of a number. */
interface Chunk {
  readonly layout: string;
  readonly read: RegExp;
  readonly name?: string;
  readonly from?: number;
  readonly to?: number;
}

const FRACTION = '(?:[.,]\\d+)?';
const text = (layout: string): Chunk => ({ layout, read: new RegExp(`^${layout}`) });
const SECONDS: Chunk = { layout: '05', read: /^\d\d/, name: 'second', to: 59 };
const ANY_FRACTION: Chunk = { layout: '05', read: new RegExp(`^${FRACTION}`) };
const SIX_DIGITS: Chunk = { layout: '.000000', read: /^[.,]\d{6}/ };
const ZONE: Chunk = { layout: 'Z07:00', read: /^(?:Z|[+-]\d\d:\d\d)/ };
const UP_TO_SECONDS: readonly Chunk[] = [
  { layout: '2006', read: /^\d{4}/ },
  text('-'),
  { layout: '01', read: /^\d\d/, name: 'month', from: 1, to: 12 },
  text('-'),
  { layout: '02', read: /^\d\d/ },
  text('T'),
  { layout: '15', read: /^\d\d?/, name: 'hour', to: 23 },
  text(':'),
  { layout: '04', read: /^\d\d/, name: 'minute', to: 59 },
  text(':'),
  SECONDS,
];
const CHUNKS: Readonly<Record<TimeForm, readonly Chunk[]>> = {
  time: [...UP_TO_SECONDS, ANY_FRACTION, ZONE],
  microTime: [...UP_TO_SECONDS, SIX_DIGITS, ZONE],
};

const OFFSET = 'time zone offset';

type Parsed =
  | { readonly ok: true; readonly ms: number }
  | { readonly ok: false; readonly message: string };

/** Upstream: time.Parse. */
function parse(value: string, form: TimeForm): Parsed {
  const quoted = JSON.stringify(value);
  const failed = (message: string): Parsed => ({ ok: false, message });
  let rest = value;
  let written = '';
  for (const { layout, read, name, from = 0, to = 99 } of CHUNKS[form]) {
    const [found] = read.exec(rest) ?? [];
    if (found === undefined) {
      const as = `${JSON.stringify(LAYOUTS[form])}: cannot parse ${JSON.stringify(rest)}`;
      return failed(`parsing time ${quoted} as ${as} as ${JSON.stringify(layout)}`);
    }
    rest = rest.slice(found.length);
    const wrong = name !== undefined && (Number(found) < from || Number(found) > to);
    if (wrong) return failed(`parsing time ${quoted}: ${name} out of range`);
    written += layout === '15' ? found.padStart(2, '0') : found.replace(',', '.');
  }
  if (rest !== '') return failed(`parsing time ${quoted}: extra text: ${JSON.stringify(rest)}`);
  const [, hours, minutes] = /[+-](\d\d):(\d\d)$/.exec(written) ?? [];
  if (Number(hours) > 24) return failed(`parsing time ${quoted}: ${OFFSET} hour out of range`);
  if (Number(minutes) > 60) return failed(`parsing time ${quoted}: ${OFFSET} minute out of range`);
  const ms = parseTime(written.replace(/(\.\d{9})\d+/, '$1'));
  return ms === undefined ? failed(`parsing time ${quoted}: day out of range`) : { ok: true, ms };
}

/** Why the text is no time, in Go's words; undefined when it is one. */
export function timeError(value: string, form: TimeForm): string | undefined {
  const parsed = parse(value, form);
  return parsed.ok ? undefined : parsed.message;
}

/** Whether a time is written again as it is. */
export const isWrittenTime = (value: string, form: TimeForm): boolean => WRITTEN[form].test(value);

/** The time as it is written again: in UTC, to the second or the microsecond. */
export function writtenTime(value: string, form: TimeForm): string {
  if (isWrittenTime(value, form)) return value;
  const parsed = parse(value, form);
  if (!parsed.ok) return value;
  return form === 'time' ? formatTime(parsed.ms) : formatMicroTime(parsed.ms);
}

/** As Go prints the time; what is not given is the zero time. Upstream: Time.String. */
export function goTime(value: string | undefined): string {
  const ms = parseTime(value ?? '');
  if (ms === undefined) return '0001-01-01 00:00:00 +0000 UTC';
  const [date, time] = formatMicroTime(ms).split(/[TZ]/);
  return `${date} ${time.replace(/\.?0+$/, '')} +0000 UTC`;
}
