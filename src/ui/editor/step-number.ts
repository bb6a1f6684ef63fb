/** Making a number of a text larger or smaller: counts, shares, Go durations and sizes. */

const UNIT = '(?:ns|us|µs|ms|s|m|h|Ki|Mi|Gi)';
/** Not behind a word, a sign or a single point; the two points of a range are no such thing. */
const BEGIN = '(?<!\\w|[^.]\\.|-)';
const DURATION = `(?:\\d+(?:\\.\\d+)?${UNIT})+(?!\\w)`;
const PLAIN = '\\d+(?:\\.\\d+)?(?!\\w|\\.\\d|-|:)';
/** A number that is no part of a name, an address or a longer duration. */
const NUMBER = new RegExp(`${BEGIN}${DURATION}|${BEGIN}${PLAIN}`, 'g');

export interface NumberPlace {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The number that touches a column of a line. */
export function numberAt(line: string, column: number): NumberPlace | undefined {
  for (const match of line.matchAll(NUMBER)) {
    const to = match.index + match[0].length;
    if (match.index <= column && column <= to) return { from: match.index, to, text: match[0] };
  }
  return undefined;
}

/**
 * The number some steps further. A step is one in the second digit, or in the last one behind the
 * point; of a duration with several units the last one moves. Never below zero.
 */
export function stepNumber(text: string, steps: number): string {
  const parts = /^(.*?)(\d+(?:\.(\d+))?)(\D*)$/.exec(text);
  if (!parts) return text;
  const [, head, digits, fraction = '', unit] = parts;
  const scale = 10 ** fraction.length;
  const whole = Math.round(Number(digits) * scale);
  const size = fraction === '' ? 10 ** Math.max(0, digits.length - 2) : 1;
  const next = Math.max(0, whole + steps * size) / scale;
  return `${head}${next.toFixed(fraction.length)}${unit}`;
}
