import type { SimDuration } from './sim-time';

/** Go's duration units, ns each (source: Go `time.ParseDuration`). */
const UNIT_NS: Readonly<Record<string, number>> = {
  ns: 1,
  us: 1_000,
  µs: 1_000,
  μs: 1_000,
  ms: 1_000_000,
  s: 1_000_000_000,
  m: 60_000_000_000,
  h: 3_600_000_000_000,
};

const TERM = /(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/y;
/** Beyond what Go can hold (2^63 - 1 ns) parsing fails; the nearest number here is 2^63. */
const MAX_NS = 0x8000_0000_0000_0000;

/**
 * Reads a Go duration such as `1h2m3.5s`, `-5ms` or `0`. Finer parts than a microsecond are
 * rounded.
 * @returns µs, or undefined when Go would refuse the text.
 */
export function parseGoDuration(text: string): SimDuration | undefined {
  const sign = text.startsWith('-') ? -1 : 1;
  const body = /^[+-]/.test(text) ? text.slice(1) : text;
  if (body === '0') return 0 as SimDuration;
  if (body === '') return undefined;
  let ns = 0;
  let position = 0;
  while (position < body.length) {
    TERM.lastIndex = position;
    const term = TERM.exec(body);
    if (!term) return undefined;
    ns += Number(term[1]) * UNIT_NS[term[2]];
    position = TERM.lastIndex;
  }
  if (ns > MAX_NS) return undefined;
  return (sign * Math.round(ns / 1_000)) as SimDuration;
}

/** Prints as Go's `Duration.String()` does: `1m30s`, `1.5s`, `250ms`, `0s`. */
export function formatGoDuration(duration: SimDuration): string {
  if (duration === 0) return '0s';
  const sign = duration < 0 ? '-' : '';
  const us = Math.abs(duration);
  if (us < 1_000) return `${sign}${us}µs`;
  if (us < 1_000_000) return `${sign}${us / 1_000}ms`;
  const hours = Math.floor(us / 3_600_000_000);
  const mins = Math.floor((us % 3_600_000_000) / 60_000_000);
  const secs = (us % 60_000_000) / 1_000_000;
  const tail = `${secs}s`;
  if (hours > 0) return `${sign}${hours}h${mins}m${tail}`;
  return mins > 0 ? `${sign}${mins}m${tail}` : `${sign}${tail}`;
}
