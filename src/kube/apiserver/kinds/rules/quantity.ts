/**
 * Quantities as numbers, to compare them.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go
 */

const SUFFIXES: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 1_024,
  Mi: 1_048_576,
  Gi: 1_073_741_824,
  Ti: 1_099_511_627_776,
  Pi: 1_125_899_906_842_624,
  Ei: 1_024 * 1_125_899_906_842_624,
};

/** 0 for what is no quantity; the decoder refuses that before. */
export function quantityValue(quantity: unknown): number {
  if (typeof quantity === 'number') return quantity;
  const [, digits, suffix = ''] =
    /^([+-]?[\d.]+(?:[eE][+-]?\d+)?)([a-zA-Z]*)$/.exec(String(quantity)) ?? [];
  return digits === undefined ? 0 : Number(digits) * (SUFFIXES[suffix] ?? 0);
}
