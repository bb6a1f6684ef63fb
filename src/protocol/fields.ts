/**
 * Checked kinds of fields: what a person may write in one, and the words when it is something else.
 */
import { parseGoDuration } from '#base';
import { z } from './schema-kit';
import { expected, quote } from './wording';

/** What an editor shows about a field. */
export interface FieldNotes {
  readonly description: string;
  readonly pattern?: string;
  readonly examples?: readonly unknown[];
}

/** A text for which `holds`; `what` completes "expected ...". */
export function textField(
  what: string,
  holds: (text: string) => boolean,
  notes: FieldNotes,
): z.ZodMiniType<string> {
  const words = { error: (issue: { input?: unknown }) => expected(what, issue.input) };
  return z.string(words).check(z.refine(holds, words), z.meta({ ...notes }));
}

const DURATION_PATTERN = '([0-9]+\\.?[0-9]*|\\.[0-9]+)(ns|us|µs|ms|s|m|h)';

/** A length or instant of virtual time as Go writes it; never negative. */
export function durationField(description: string, example = '30s'): z.ZodMiniType<string> {
  return textField(`a Go duration such as ${example}, not below zero`, isDuration, {
    description,
    pattern: `^\\+?(0|(${DURATION_PATTERN})+)$`,
    examples: [example],
  });
}

/** A duration that is more than nothing. */
export function positiveDurationField(description: string, example = '30s'): z.ZodMiniType<string> {
  const holds = (text: string) => isDuration(text) && Number(parseGoDuration(text)) > 0;
  return textField(`a Go duration above zero such as ${example}`, holds, {
    description,
    pattern: `^\\+?(${DURATION_PATTERN})+$`,
    examples: [example],
  });
}

/** One duration, or a range `a..b` from which the seed draws. */
export function durationRangeField(description: string, example: string): z.ZodMiniType<string> {
  const what = `a Go duration or a range with its smaller end first, such as ${example}`;
  return textField(what, isDurationRange, {
    description,
    pattern: `^(0|(${DURATION_PATTERN})+)(\\.\\.(0|(${DURATION_PATTERN})+))?$`,
    examples: [example],
  });
}

export function isDuration(text: string): boolean {
  const duration = parseGoDuration(text);
  return duration !== undefined && duration >= 0;
}

function isDurationRange(text: string): boolean {
  const ends = text.split('..');
  if (ends.length > 2 || !ends.every(isDuration)) return false;
  return Number(parseGoDuration(ends[0])) <= Number(parseGoDuration(ends[ends.length - 1]));
}

/** A name that Kubernetes would accept as a DNS label (RFC 1123). */
export const DNS_LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

export function nameField(description: string, example: string): z.ZodMiniType<string> {
  const what =
    'a name of at most 63 lower-case letters, digits and "-", ' +
    'with a letter or digit at both ends';
  return textField(what, (text) => DNS_LABEL.test(text), {
    description,
    pattern: DNS_LABEL.source,
    examples: [example],
  });
}

/** A text that is not empty. */
export function wordsField(description: string, example: string): z.ZodMiniType<string> {
  return textField(`a text such as ${quote(example)}`, (text) => text !== '', {
    description,
    examples: [example],
  });
}

const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(\.\d+)?([Zz]|[+-](\d\d):(\d\d))$/;

function daysInMonth(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}

/** Whether a text is a date and time of RFC 3339 that exists in the calendar. */
export function isRfc3339(text: string): boolean {
  const parts = RFC3339.exec(text);
  if (parts === null) return false;
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number);
  const dayExists = day >= 1 && day <= daysInMonth(year, month);
  const zoneExists = Number(parts[9] ?? 0) <= 23 && Number(parts[10] ?? 0) <= 59;
  return dayExists && hour <= 23 && minute <= 59 && second <= 59 && zoneExists;
}

const QUANTITY = /^\+?([0-9]+\.?[0-9]*|\.[0-9]+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]+)?$/;

/** Whether a value is a Kubernetes quantity above zero: a number, or a text such as `2Gi`. */
export function isQuantity(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && value > 0;
  return typeof value === 'string' && QUANTITY.test(value) && /[1-9]/.test(value.split(/[eE]/)[0]);
}

export function quantityField(
  description: string,
  example: string,
): z.ZodMiniType<string | number> {
  return z
    .custom<string | number>(isQuantity, {
      error: (issue) => expected(`a quantity above zero such as ${example}`, issue.input),
    })
    .check(z.meta({ description, type: ['string', 'integer'], examples: [example] }));
}

/** A whole number from `from` to `to`. */
export function wholeNumberField(
  description: string,
  from: number,
  to: number,
): z.ZodMiniType<number> {
  const what = `a whole number from ${from} to ${to}`;
  const words = { error: (issue: { input?: unknown }) => expected(what, issue.input) };
  return z.int(words).check(z.minimum(from, words), z.maximum(to, words), z.meta({ description }));
}

/** A mapping with any fields. */
export function mappingField(
  description: string,
): z.ZodMiniType<Readonly<Record<string, unknown>>> {
  return z.record(z.string(), z.unknown()).check(z.meta({ description }));
}

/** Environment variables by name. */
export function envField(description: string): z.ZodMiniType<Readonly<Record<string, string>>> {
  const error = (issue: { input?: unknown }) => expected('a text', issue.input);
  return z.record(z.string(), z.string({ error })).check(z.meta({ description }));
}

/** Texts of files by absolute path. */
export function filesField(description: string): z.ZodMiniType<Readonly<Record<string, string>>> {
  const error = (issue: { input?: unknown }) => expected('the text of a file', issue.input);
  const path = textField('an absolute path such as /etc/kubernetes/file.yaml', isFilePath, {
    description: 'Absolute path of a file.',
    pattern: FILE_PATH.source,
  });
  return z.record(path, z.string({ error })).check(z.meta({ description }));
}

const FILE_PATH = /^(\/(?!\.\.?(\/|$))[^/]+)+$/;
const isFilePath = (text: string): boolean => FILE_PATH.test(text);

/** A text in English and Chinese; one plain text stands for both. */
export function localTextField(
  description: string,
): z.ZodMiniType<string | { readonly en: string; readonly zh: string }> {
  const both = z.strictObject({
    en: wordsField('In English.', 'The server stops'),
    zh: wordsField('In Chinese.', 'server 停止'),
  });
  return z
    .union([wordsField('One text for both languages.', '...'), both])
    .check(z.meta({ description }));
}
