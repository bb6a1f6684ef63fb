/**
 * The changes that `label` and `annotate` ask for.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/label/label.go,
 *             cmd/annotate/annotate.go, cmd/util/helpers.go (GetResourcesAndPairs, ParsePairs)
 */
import { failing } from './refusal';

export interface MapChanges {
  readonly set: Readonly<Record<string, string>>;
  readonly remove: readonly string[];
}

const isPair = (word: string): boolean =>
  (word.includes('=') && !word.startsWith('=')) || (word.endsWith('-') && word !== '-');

/** Parts resources from changes. Upstream: GetResourcesAndPairs. */
export function resourcesAndPairs(
  args: readonly string[],
  what: 'label' | 'annotation',
): readonly [resources: readonly string[], pairs: readonly string[]] {
  const first = args.findIndex(isPair);
  if (first === -1) return [args, []];
  const pairs = args.slice(first);
  const late = pairs.find((word) => !isPair(word));
  if (late !== undefined) {
    throw failing(`all resources must be specified before ${what} changes: ${late}`);
  }
  return [args.slice(0, first), pairs];
}

const VALUE = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/;
const VALUE_MAX = 63;
const VALUE_WORDS =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', " +
  "and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or " +
  "'12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

function valueFaults(value: string): readonly string[] {
  return [
    ...(value.length > VALUE_MAX ? [`must be no more than ${VALUE_MAX} characters`] : []),
    ...(VALUE.test(value) ? [] : [VALUE_WORDS]),
  ];
}

/** Upstream: label.go parseLabels. */
export function parseLabels(pairs: readonly string[]): MapChanges {
  const set = new Map<string, string>();
  const remove: string[] = [];
  for (const pair of pairs) {
    if (!pair.includes('=')) {
      remove.push(pair.slice(0, -1));
      continue;
    }
    const parts = pair.split('=');
    if (parts.length !== 2) throw failing(`invalid label spec: ${pair}`);
    const faults = valueFaults(parts[1]);
    if (faults.length > 0) {
      throw failing(`invalid label value: ${JSON.stringify(pair)}: ${faults.join(';')}`);
    }
    set.set(parts[0], parts[1]);
  }
  if (remove.some((key) => set.has(key))) {
    throw failing('can not both modify and remove a label in the same command');
  }
  return { set: Object.fromEntries(set), remove };
}

/** Upstream: annotate.go parseAnnotations, validateAnnotations. */
export function parseAnnotations(pairs: readonly string[]): MapChanges {
  const set = new Map<string, string>();
  const remove: string[] = [];
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    if (equals > 0) set.set(pair.slice(0, equals), pair.slice(equals + 1));
    else remove.push(pair.slice(0, -1));
  }
  const both = remove.filter((key) => set.has(key));
  if (both.length > 0) {
    const list = both.join(', ');
    throw failing(
      `can not both modify and remove the following annotation(s) in the same command: ${list}`,
    );
  }
  return { set: Object.fromEntries(set), remove };
}
