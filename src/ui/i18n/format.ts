/**
 * Numbers and times as the page shows them; the same in both languages, so that columns stay put.
 */

/** Virtual time as `mm:ss.mmm`; minutes grow beyond 99 when they must. */
export function formatClock(us: number): string {
  const ms = Math.floor(Math.max(0, us) / 1_000);
  const minutes = Math.floor(ms / 60_000);
  return `${pad(minutes, 2)}:${pad(Math.floor(ms / 1_000) % 60, 2)}.${pad(ms % 1_000, 3)}`;
}

/** Virtual time as `mm:ss`, or with its fraction where it has one. */
export function formatEnd(us: number): string {
  const whole = formatClock(us);
  return whole.endsWith('.000') ? whole.slice(0, -4) : whole;
}

/**
 * A length of time in the unit a person would choose: `250 µs`, `3.2 ms`, `11.8 s`, `2 min 5 s`.
 */
export function formatSpan(us: number): string {
  const size = Math.abs(us);
  const sign = us < 0 ? '−' : '';
  if (size < 1_000) return `${sign}${Math.round(size)} µs`;
  if (size < 999_950) return `${sign}${trim(size / 1_000)} ms`;
  if (size < 119_950_000) return `${sign}${(size / 1_000_000).toFixed(1)} s`;
  const seconds = Math.round(size / 1_000_000);
  return `${sign}${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** A length of time in a sentence, whole seconds: `90 s`, `6 min 40 s`; `6 分 40 秒`. */
export function formatLength(us: number, language: 'en' | 'zh'): string {
  const all = Math.round(us / 1_000_000);
  const [minutes, seconds] = all < 120 ? [0, all] : [Math.floor(all / 60), all % 60];
  const [minute, second] = language === 'zh' ? ['分', '秒'] : ['min', 's'];
  const parts = [...(minutes > 0 ? [`${minutes} ${minute}`] : [])];
  if (seconds > 0 || minutes === 0) parts.push(`${seconds} ${second}`);
  return parts.join(' ');
}

/** A whole number with commas between thousands. */
export function formatCount(n: number): string {
  return String(Math.round(n)).replace(/\B(?=(\d{3})+$)/g, ',');
}

function pad(n: number, digits: number): string {
  return String(n).padStart(digits, '0');
}

function trim(n: number): string {
  return n.toFixed(1).replace(/\.0$/, '');
}
