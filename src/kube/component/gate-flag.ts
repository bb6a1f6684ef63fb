/**
 * The flag --feature-gates: when it is looked at, and how components are named in it.
 *
 * Upstream    k8s.io/component-base v0.25-v0.33 featuregate/feature_gate.go (Set); from v0.31 on
 *             the registry of component globals (Set), cli/flag
 *             colon_separated_multimap_string_string.go
 */
import { type Profile, profileWithin } from '../profile';
import { type FlagValue, setFlag } from './flag-values';

export const FEATURE_GATES = 'feature-gates';

/** Names of gates and their booleans as text. */
export type Gates = ReadonlyMap<string, string>;

/** The gates of one version. It weighs something, so that it is loaded where gates are given. */
export interface GateList {
  /** Why they are refused; undefined where they are not. */
  fault(given: Gates): string | undefined;
  /** They, and what those that stand for all of a stage turn on or off. */
  expanded(given: Gates): Gates;
}
export type KnownGates = (profile: Profile) => GateList;

/** The texts were checked to be booleans. */
export const gateOn = (text: string): boolean => /^[tT1]/.test(text);

/** Source: NewAggregate; several errors stand in brackets. */
export const aggregateText = (errors: readonly string[]): string =>
  errors.length > 1 ? `[${errors.join(', ')}]` : errors.join('');

/** Whether the gates are looked at after all flags, and are told by component. */
const byComponent = (profile: Profile): boolean => profileWithin(profile, '1.31');

export type ReadGates =
  | { readonly ok: true; readonly value: FlagValue }
  | { readonly ok: false; readonly message: string };

/** Looks at one use of the flag. @returns what is wrong with it. */
export const eachUse = (list: GateList | undefined, profile: Profile) =>
  list === undefined || byComponent(profile)
    ? undefined
    : (name: string, value: FlagValue): string | undefined =>
        name === FEATURE_GATES ? list.fault(value as Gates) : undefined;

/** After all flags were read. @param value of the flag; undefined where it was not given. */
export function readGates(
  value: FlagValue | undefined,
  list: GateList | undefined,
  profile: Profile,
): ReadGates {
  if (value === undefined) return { ok: true, value: new Map() };
  const read = byComponent(profile) ? pairsOf(value as readonly string[]) : value;
  if (typeof read === 'string') return { ok: false, message: read };
  const gates = read as Gates;
  if (!list) return { ok: true, value: gates };
  const fault = byComponent(profile) ? list.fault(gates) : undefined;
  if (fault !== undefined) return { ok: false, message: fault };
  return { ok: true, value: list.expanded(gates) };
}

/** The component that is meant where none is named. */
const DEFAULT_COMPONENT = 'kube';

/** @returns what is wrong with the entries where something is. */
function pairsOf(entries: readonly string[]): Gates | string {
  const parts = entries.map((entry) => {
    const colon = entry.indexOf(':');
    if (colon === -1) return { component: '', pair: entry };
    return { component: entry.slice(0, colon).trim(), pair: entry.slice(colon + 1).trim() };
  });
  const components = new Set(parts.map(({ component }) => component));
  if (components.has('') && components.has(DEFAULT_COMPONENT)) {
    return (
      'set kube feature gates with default empty prefix or kube: prefix consistently, ' +
      'do not mix use'
    );
  }
  const other = [...components].find((name) => name !== '' && name !== DEFAULT_COMPONENT);
  if (other !== undefined) return `component not registered: ${other}`;
  const joined = setFlag('mapStringBool', parts.map(({ pair }) => pair).join(','), undefined);
  return joined.ok ? (joined.value as Gates) : joined.error;
}
