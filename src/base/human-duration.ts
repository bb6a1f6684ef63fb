/**
 * How old something is, as the server and kubectl print it.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apimachinery/pkg/util/duration/duration.go
 *             (HumanDuration), pkg/printers/internalversion/printers.go (translateTimestampSince)
 */
import { parseTime } from './timestamps';

const MINUTE = 60;
const HOUR = 3_600;
const DAY_HOURS = 24;
const YEAR_DAYS = 365;

const two = (big: number, bigUnit: string, small: number, smallUnit: string): string =>
  small === 0 ? `${big}${bigUnit}` : `${big}${bigUnit}${small}${smallUnit}`;

/** `5s`, `3m20s`, `10m`, `7h5m`, `3d4h`, `2y11d`. */
export function humanDuration(ms: number): string {
  const seconds = Math.trunc(ms / 1_000);
  if (seconds < -1) return '<invalid>';
  if (seconds < 0) return '0s';
  if (seconds < 2 * MINUTE) return `${seconds}s`;
  const minutes = Math.floor(seconds / MINUTE);
  if (minutes < 10) return two(minutes, 'm', seconds % MINUTE, 's');
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.floor(seconds / HOUR);
  if (hours < 8) return two(hours, 'h', minutes % 60, 'm');
  if (hours < 2 * DAY_HOURS) return `${hours}h`;
  const days = Math.floor(hours / DAY_HOURS);
  if (hours < 8 * DAY_HOURS) return two(days, 'd', hours % DAY_HOURS, 'h');
  if (days < 2 * YEAR_DAYS) return `${days}d`;
  const years = Math.floor(days / YEAR_DAYS);
  if (days < 8 * YEAR_DAYS) return two(years, 'y', days % YEAR_DAYS, 'd');
  return `${years}y`;
}

/** The age of a timestamp at a time of day, ms since 1970. */
export function ageOf(timestamp: unknown, nowMs: number): string {
  const then = typeof timestamp === 'string' ? parseTime(timestamp) : undefined;
  return then === undefined ? '<unknown>' : humanDuration(nowMs - then);
}
