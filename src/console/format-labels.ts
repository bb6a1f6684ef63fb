/**
 * Labels as text.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apimachinery/pkg/labels/labels.go (FormatLabels)
 */
import { compareText } from '#base';

/** `a=b,c=d` in order of key; `<none>` without any. */
export function formatLabels(labels: unknown): string {
  const entries = Object.entries((labels ?? {}) as Readonly<Record<string, string>>);
  if (entries.length === 0) return '<none>';
  entries.sort(([a], [b]) => compareText(a, b));
  return entries.map(([key, value]) => `${key}=${value}`).join(',');
}
