/**
 * A LabelSelector as text.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/helpers.go
 *             (LabelSelectorAsSelector, FormatLabelSelector), pkg/labels/selector.go (String)
 */
import { at, compareText, type Json, listAt, textAt } from '#base';

interface Requirement {
  readonly key: string;
  readonly text: string;
}

const OPERATORS: Readonly<Record<string, (key: string, values: string) => string>> = {
  In: (key, values) => `${key} in (${values})`,
  NotIn: (key, values) => `${key} notin (${values})`,
  Exists: (key) => key,
  DoesNotExist: (key) => `!${key}`,
};

/** `a=b,c in (d,e)`; "" for one that selects everything, undefined for one that is malformed. */
export function selectorText(selector: Json): string | undefined {
  const labels = Object.entries((at(selector, 'matchLabels') ?? {}) as Record<string, string>);
  const all: Requirement[] = labels.map(([key, value]) => ({ key, text: `${key}=${value}` }));
  for (const each of listAt(selector, 'matchExpressions')) {
    const key = textAt(each, 'key');
    const write = OPERATORS[textAt(each, 'operator')];
    if (!write) return undefined;
    const values = listAt(each, 'values').map(String).sort(compareText).join(',');
    all.push({ key, text: write(key, values) });
  }
  all.sort((a, b) => compareText(a.key, b.key) || compareText(a.text, b.text));
  return all.map(({ text }) => text).join(',');
}

/** Upstream: FormatLabelSelector. */
export function formatLabelSelector(selector: Json): string {
  const text = selectorText(selector);
  if (text === undefined) return '<error>';
  return text === '' ? '<none>' : text;
}
