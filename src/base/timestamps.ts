/** Times as Kubernetes' JSON writes them, from ms since 1970. UTC only. */

const DAY_MS = 86_400_000;
/** Days from 0000-03-01 to 1970-01-01 in the proleptic Gregorian calendar. */
const EPOCH_DAYS = 719_468;
/** Days of 400 years. */
const ERA_DAYS = 146_097;

const two = (n: number): string => (n < 10 ? `0${n}` : `${n}`);

/** `2006-01-02` of a day counted from 1970-01-01. Source: Howard Hinnant, civil_from_days. */
function civilDate(day: number): string {
  const z = day + EPOCH_DAYS;
  const era = Math.floor(z / ERA_DAYS);
  const doe = z - era * ERA_DAYS;
  const yoe = Math.floor(
    (doe - Math.floor(doe / 1_460) + Math.floor(doe / 36_524) - Math.floor(doe / 146_096)) / 365,
  );
  const doy = doe - (365 * yoe + Math.floor(yoe / 4) - Math.floor(yoe / 100));
  const mp = Math.floor((5 * doy + 2) / 153);
  const dayOfMonth = doy - Math.floor((153 * mp + 2) / 5) + 1;
  const month = mp < 10 ? mp + 3 : mp - 9;
  const year = yoe + era * 400 + (month <= 2 ? 1 : 0);
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(dayOfMonth)}`;
}

/** Days from 1970-01-01 to a date. Source: the same, days_from_civil. */
function dayOf(year: number, month: number, dayOfMonth: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yoe = y - era * 400;
  const doy = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + dayOfMonth - 1;
  const doe = yoe * 365 + Math.floor(yoe / 4) - Math.floor(yoe / 100) + doy;
  return era * ERA_DAYS + doe - EPOCH_DAYS;
}

function dateAndTime(second: number): string {
  const day = Math.floor(second / 86_400);
  const rest = second - day * 86_400;
  const hours = Math.floor(rest / 3_600);
  const mins = Math.floor((rest % 3_600) / 60);
  return `${civilDate(day)}T${two(hours)}:${two(mins)}:${two(rest % 60)}`;
}

/** metav1.Time: whole seconds, cut. `2023-04-11T00:00:00Z`. */
export const formatTime = (ms: number): string => `${dateAndTime(Math.floor(ms / 1_000))}Z`;

/** The second written last, which most times that follow lie in. */
let lastSecond = Number.NaN;
let lastText = '';

/** metav1.MicroTime: always six digits. `2023-04-11T00:00:00.000000Z`. */
export function formatMicroTime(ms: number): string {
  const us = Math.round(ms * 1_000);
  const second = Math.floor(us / 1_000_000);
  const rest = String(us - second * 1_000_000).padStart(6, '0');
  if (second !== lastSecond) {
    lastText = dateAndTime(second);
    lastSecond = second;
  }
  return `${lastText}.${rest}Z`;
}

const TIME =
  /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:Z|([+-])(\d\d):(\d\d))$/;

/** Reads an RFC 3339 time. @returns ms since 1970, or undefined when it is none. */
export function parseTime(text: string): number | undefined {
  const parts = TIME.exec(text);
  if (!parts) return undefined;
  const [year, month, day, hours, mins, secs] = parts.slice(1, 7).map(Number);
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  if (hours > 23 || mins > 59 || secs > 59) return undefined;
  if (civilDate(dayOf(year, month, day)) !== text.slice(0, 10)) return undefined;
  const us = Number((parts[7] ?? '').padEnd(6, '0').slice(0, 6));
  const zone = parts[8] ? (Number(parts[9]) * 60 + Number(parts[10])) * 60_000 : 0;
  const shift = parts[8] === '-' ? zone : -zone;
  const time = ((hours * 60 + mins) * 60 + secs) * 1_000;
  return dayOf(year, month, day) * DAY_MS + time + us / 1_000 + shift;
}
