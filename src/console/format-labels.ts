/**
 * Labels as text.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apimachinery/pkg/labels/labels.go (FormatLabels),
 *             pkg/apis/meta/v1/helpers.go (LabelSelectorAsSelector)
 */
import { at, compareText, isMap, type Json, listAt, textAt } from '#base';

/** `a=b,c=d` in order of key; `<none>` without any. */
export function formatLabels(labels: unknown): string {
  const entries = Object.entries((labels ?? {}) as Readonly<Record<string, string>>);
  if (entries.length === 0) return '<none>';
  entries.sort(([a], [b]) => compareText(a, b));
  return entries.map(([key, value]) => `${key}=${value}`).join(',');
}

/** A selector of a workload as a query has it: `a=b,c in (d,e)`; "" for all. */
export function formatSelector(selector: Json): string {
  const labels = at(selector, 'matchLabels');
  const own = isMap(labels) && Object.keys(labels).length > 0 ? [formatLabels(labels)] : [];
  const more = listAt(selector, 'matchExpressions').map((each) => {
    const [key, operator] = [textAt(each, 'key'), textAt(each, 'operator')];
    if (operator === 'Exists') return key;
    if (operator === 'DoesNotExist') return `!${key}`;
    const word = operator === 'In' ? 'in' : 'notin';
    return `${key} ${word} (${[...listAt(each, 'values')].sort().join(',')})`;
  });
  return [...own, ...more].join(',');
}
