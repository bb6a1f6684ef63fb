/** Lengths beside each other, told apart: with as many digits as their distance needs. */
import type { Distribution } from '#protocol';
import { formatSpan } from '../i18n';

const US_PER_SECOND = 1_000_000;
const MOST_DIGITS = 6;

/** @returns a function that writes a length, µs, of a distribution whose bins are that fine. */
export function lengthTextOf({ histogram, longest }: Distribution): (us: number) => string {
  const step = histogram[0].to - histogram[0].from;
  if (longest.us < US_PER_SECOND || step <= 0) return formatSpan;
  const digits = Math.ceil(-Math.log10(step / US_PER_SECOND));
  const shown = Math.min(MOST_DIGITS, Math.max(1, digits));
  return (us) => `${(us / US_PER_SECOND).toFixed(shown)} s`;
}
