/**
 * `--sort-by`.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/get/sorter.go (TableSorter,
 *             isLess), github.com/fvbommel/sortorder (NaturalLess)
 * Simplified  of equals the first one stays first, where Go's order is not defined
 */
import { compareText } from '#base';
import { evaluate, PathFault, type PathNode, relaxedPath } from '#console';
import type { KubeObject } from '../api/objects';

/** A field's path, and how errors call it. */
export interface SortField {
  readonly path: readonly PathNode[];
  readonly text: string;
}

const BAD_PATH =
  "unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{name1.name2}' or " +
  "'{.name1.name2}'";

/** @returns the field, or why the text is none. */
export function sortFieldOf(text: string): SortField | string {
  try {
    const path = relaxedPath(text);
    if (!path) return BAD_PATH;
    const bare = text.replace(/^\{?\.?/, '').replace(/\}$/, '');
    return { path, text: `{.${bare}}` };
  } catch (fault) {
    if (fault instanceof PathFault) return `sorting error: ${fault.message}`;
    throw fault;
  }
}

const KI = 1_024;
const SUFFIXES: Readonly<Record<string, number>> = {
  ...{ n: 1e-9, u: 1e-6, m: 1e-3, '': 1, k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15, E: 1e18 },
  ...{ Ki: KI, Mi: KI * KI, Gi: KI * KI * KI, Ti: KI * KI * KI * KI },
  ...{ Pi: KI * KI * KI * KI * KI, Ei: KI * KI * KI * KI * KI * KI },
};

/** A quantity as a number; undefined for other text. */
function quantityOf(text: string): number | undefined {
  const [, digits, suffix = ''] = /^([+-]?\d+(?:\.\d*)?)([A-Za-z]*)$/.exec(text) ?? [];
  return digits === undefined || SUFFIXES[suffix] === undefined
    ? undefined
    : Number(digits) * SUFFIXES[suffix];
}

/** Text with its numbers as numbers: `a2` before `a10`. */
export function compareNatural(a: string, b: string): number {
  const [x, y] = [a, b].map((text) => text.match(/\d+|\D+/g) ?? []);
  for (let at = 0; at < Math.min(x.length, y.length); at += 1) {
    const numbers = /^\d/.test(x[at]) && /^\d/.test(y[at]);
    const order = numbers
      ? Number(x[at]) - Number(y[at]) || x[at].length - y[at].length
      : compareText(x[at], y[at]);
    if (order !== 0) return order;
  }
  return x.length - y.length;
}

function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  const [x, y] = [a, b].map((value) =>
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  );
  const [p, q] = [quantityOf(x), quantityOf(y)];
  return p !== undefined && q !== undefined ? p - q : compareNatural(x, y);
}

/** What cannot be looked up there is not there. Upstream: findJSONPathResults' callers. */
function valueAt(path: SortField['path'], object: KubeObject | undefined): unknown {
  try {
    return evaluate(path, object)[0];
  } catch (fault) {
    if (fault instanceof PathFault) return undefined;
    throw fault;
  }
}

/** Sorts what has an object; those without the field come first. @returns why it cannot. */
export function sortedBy<T>(
  items: readonly T[],
  objectOf: (item: T) => KubeObject | undefined,
  { path, text }: SortField,
): readonly T[] | string {
  const keyed = items.map((item) => ({ item, value: valueAt(path, objectOf(item)) }));
  if (keyed.length > 0 && keyed.every(({ value }) => value === undefined)) {
    return `couldn't find any field with path ${JSON.stringify(text)} in the list of objects`;
  }
  return keyed
    .sort((a, b) => {
      if (a.value === undefined || b.value === undefined) {
        return Number(a.value !== undefined) - Number(b.value !== undefined);
      }
      return compareValues(a.value, b.value);
    })
    .map(({ item }) => item);
}
