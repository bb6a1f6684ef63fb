/**
 * What is wrong with a schedule, in the words of the parser.
 *
 * Upstream    robfig/cron v3.0.1 parser.go (ParseStandard, getRange, parseDescriptor),
 *             kubernetes v1.27 pkg/apis/batch/validation/validation.go (validateScheduleFormat,
 *             validateTimeZone)
 * Simplified  a time zone is known by its form: no list of zones is at hand
 */
import { parseGoDuration } from '#base';
import { type FieldError, invalid, required } from '../../../api/field-error';

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const DAYS = 'sun mon tue wed thu fri sat'.split(' ');

interface Bounds {
  readonly min: number;
  readonly max: number;
  /** The first one stands for `min`. */
  readonly names: readonly string[];
}

/** Minute, hour, day of the month, month, day of the week. */
const FIELDS: readonly Bounds[] = [
  { min: 0, max: 59, names: [] },
  { min: 0, max: 23, names: [] },
  { min: 1, max: 31, names: [] },
  { min: 1, max: 12, names: MONTHS },
  { min: 0, max: 6, names: DAYS },
];
const DESCRIPTORS: ReadonlySet<string> = new Set([
  ...['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly'],
]);
const EVERY = '@every ';

/** A number, or why it is none. */
function numberOf(text: string, { min, names }: Bounds): number | string {
  const at = names.indexOf(text.toLowerCase());
  if (at >= 0) return at + min;
  const digits = /^[+-]?\d+$/.test(text);
  if (!digits)
    return `failed to parse int from ${text}: strconv.Atoi: parsing "${text}": invalid syntax`;
  const value = Number(text);
  return value < 0 ? `negative number (${value}) not allowed: ${text}` : value;
}

/** Upstream: getRange. */
function rangeError(expression: string, bounds: Bounds): string | undefined {
  const [range, ...steps] = expression.split('/');
  const [low, ...highs] = range.split('-');
  let [start, end] = [bounds.min, bounds.max];
  if (low !== '*' && low !== '?') {
    const first = numberOf(low, bounds);
    if (typeof first === 'string') return first;
    if (highs.length > 1) return `too many hyphens: ${expression}`;
    const last = highs.length === 1 ? numberOf(highs[0], bounds) : first;
    if (typeof last === 'string') return last;
    [start, end] = [first, last];
  }
  if (steps.length > 1) return `too many slashes: ${expression}`;
  const step = steps.length === 1 ? numberOf(steps[0], { ...bounds, names: [] }) : 1;
  if (typeof step === 'string') return step;
  if (steps.length === 1 && highs.length === 0) end = bounds.max;
  const { min, max } = bounds;
  if (start < min) return `beginning of range (${start}) below minimum (${min}): ${expression}`;
  if (end > max) return `end of range (${end}) above maximum (${max}): ${expression}`;
  if (start > end)
    return `beginning of range (${start}) beyond end of range (${end}): ${expression}`;
  return step === 0 ? `step of range should be a positive number: ${expression}` : undefined;
}

/** Upstream: cron.ParseStandard. @returns its error, if there is one. */
export function scheduleFault(given: string): string | undefined {
  const zoned = /^(?:CRON_)?TZ=\S*\s+(.*)$/.exec(given);
  const spec = zoned ? zoned[1] : given;
  if (spec.startsWith('@')) {
    if (DESCRIPTORS.has(spec)) return undefined;
    if (!spec.startsWith(EVERY)) return `unrecognized descriptor: ${spec}`;
    const length = spec.slice(EVERY.length);
    if (parseGoDuration(length) !== undefined) return undefined;
    return `failed to parse duration ${spec}: time: invalid duration "${length}"`;
  }
  const fields = spec
    .trim()
    .split(/\s+/)
    .filter((field) => field !== '');
  if (fields.length !== FIELDS.length) {
    const found = `found ${fields.length}: [${fields.join(' ')}]`;
    return `expected exactly ${FIELDS.length} fields, ${found}`;
  }
  for (const [index, field] of fields.entries()) {
    for (const part of field.split(',').filter((each) => each !== '')) {
      const fault = rangeError(part, FIELDS[index]);
      if (fault !== undefined) return fault;
    }
  }
  return undefined;
}

const ZONE = /^[A-Za-z0-9._+-]+(?:\/[A-Za-z0-9._+-]+)*$/;
const EXPLICIT =
  'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones';

/** Upstream: validateTimeZone. */
export function zoneErrors(zone: unknown, path: string): FieldError[] {
  if (typeof zone !== 'string') return [];
  if (zone === '') return [invalid(path, zone, 'timeZone must be nil or non-empty string')];
  if (zone.toLowerCase() === 'local') return [invalid(path, zone, EXPLICIT)];
  return ZONE.test(zone) ? [] : [invalid(path, zone, `unknown time zone ${zone}`)];
}

/** @param isNew whether the CronJob is created: an older one may keep the zone in its schedule. */
export function scheduleErrors(schedule: unknown, timeZone: unknown, isNew: boolean): FieldError[] {
  const path = 'spec.schedule';
  if (typeof schedule !== 'string' || schedule === '') return [required(path, '')];
  const fault = scheduleFault(schedule);
  const errors = fault === undefined ? [] : [invalid(path, schedule, fault)];
  if (schedule.includes('TZ')) {
    const both = 'cannot use both timeZone field and TZ or CRON_TZ in schedule';
    const instead = 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead';
    if (typeof timeZone === 'string') errors.push(invalid(path, schedule, both));
    else if (isNew) errors.push(invalid(path, schedule, instead));
  }
  return errors;
}
