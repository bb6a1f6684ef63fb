/**
 * A range of ports as text: `30000-32767`, `30000+2767`, or one port.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apimachinery/pkg/util/net/port_range.go
 *             (PortRange.Set)
 */
/** A range of ports: `base` is the first of `size`. Upstream: net.PortRange. */
export interface PortRange {
  readonly base: number;
  readonly size: number;
}

/** Highest port. */
const MAX_PORT = 65_535;

/** @returns the range, or why the text is none. */
export function parsePortRange(given: string): PortRange | string {
  const text = given.trim();
  if (text === '') return { base: 0, size: 0 };
  const hyphen = text.indexOf('-');
  const plus = text.indexOf('+');
  if (hyphen !== -1 && plus !== -1) return `unable to parse port range: ${text}`;
  const cut = Math.max(hyphen, plus);
  const low = atoi(cut === -1 ? text : text.slice(0, cut));
  const second = cut === -1 ? low : atoi(text.slice(cut + 1));
  if (typeof low === 'string') return low;
  if (typeof second === 'string') return second;
  const high = plus === -1 ? second : low + second;
  if (low > MAX_PORT || high > MAX_PORT) {
    return `the port range cannot be greater than 65535: ${text}`;
  }
  if (high < low) return `end port cannot be less than start port: ${text}`;
  return { base: low, size: 1 + high - low };
}

/** Source: Go strconv.Atoi. */
function atoi(text: string): number | string {
  if (/^[+-]?\d+$/.test(text)) return Number(text);
  return `strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`;
}
