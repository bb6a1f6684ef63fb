/** The shape of a row of the flag tables, and which rows a profile has. */
import { type Profile, profileWithin } from '../profile';
import { type FlagType, type FlagValue, setFlag } from './flag-values';
import type { FlagDefinition } from './pflag';

export interface FlagSpec extends FlagDefinition {
  readonly name: string;
  readonly type: FlagType;
  /** As the component's help prints it; "" for none. */
  readonly default: string;
  readonly since?: Profile;
  readonly until?: Profile;
  /** Something here reads it. The others are taken and have no effect. */
  readonly modelled: boolean;
}

type Extra = Omit<Partial<FlagSpec>, 'name' | 'type' | 'default' | 'modelled'>;

/** A flag that something here reads. */
export const read = (
  name: string,
  type: FlagType,
  byDefault: string,
  extra: Extra = {},
): FlagSpec => ({ name, type, default: byDefault, modelled: true, ...extra });

/** Flags of one type without effect here; `name` or `name=default`. */
export function taken(type: FlagType, names: string, extra: Extra = {}): FlagSpec[] {
  return names.split(' ').map((each) => {
    const equals = each.indexOf('=');
    const name = equals === -1 ? each : each.slice(0, equals);
    const byDefault = equals === -1 ? '' : each.slice(equals + 1);
    return { name, type, default: byDefault, modelled: false, ...extra };
  });
}

/** Go's zero value as text, which help does not print. */
const ZEROS: Readonly<Partial<Record<FlagType, string>>> = {
  ...{ bool: 'false', int: '0', int32: '0', uint: '0', float: '0', float32: '0' },
  duration: '0s',
};

/** Value of a flag that nobody gives; undefined where its default cannot be read. */
export function presetOf(type: FlagType, text: string): FlagValue | undefined {
  const read = setFlag(type, text === '' ? (ZEROS[type] ?? '') : text, undefined);
  return read.ok ? read.value : undefined;
}

export const specsOf = (specs: readonly FlagSpec[], profile: Profile): readonly FlagSpec[] =>
  specs.filter(({ since, until }) => profileWithin(profile, since, until));
