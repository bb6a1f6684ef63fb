/**
 * The command line of a component, read as the component does before it does anything else.
 *
 * Upstream    kubernetes v1.25-v1.33 cmd/kube-{controller-manager,scheduler}/app (the command)
 */
import { invariant } from '#base';
import { type Profile, profileWithin } from '../profile';
import type { Configured } from './config-fields';
import { type FlagSpec, presetOf } from './flag-spec';
import { type FlagValue, quoted } from './flag-values';
import { eachUse, FEATURE_GATES, type KnownGates, readGates } from './gate-flag';
import { parseFlags } from './pflag';

export type FlagReader = (name: string) => FlagValue;

export type ReadFlags =
  | { readonly ok: true; readonly value: FlagReader }
  | { readonly ok: false; readonly message: string };

interface ReadableFlags {
  readonly command: string;
  readonly flags: readonly FlagSpec[];
  /** Counts for flags that are not given. */
  readonly configured?: Configured;
  /** Flags that do not count where there is a configuration. */
  readonly overruled?: readonly string[];
}

export function readFlags(
  { command, flags, configured, overruled = [] }: ReadableFlags,
  args: readonly string[],
  profile: Profile,
  known: KnownGates | undefined,
): ReadFlags {
  const gates = known?.(profile);
  const specs = flags.filter(({ since, until }) => profileWithin(profile, since, until));
  const parsed = parseFlags(specs, args, eachUse(gates, profile));
  if (!parsed.ok) return parsed;
  if (parsed.help) return { ok: false, message: 'pflag: help requested' };
  if (parsed.args.length > 0) {
    const list = `[${parsed.args.map(quoted).join(' ')}]`;
    return { ok: false, message: `${quoted(command)} does not take any arguments, got ${list}` };
  }
  const read = readGates(parsed.values.get(FEATURE_GATES), gates, profile);
  if (!read.ok) return read;
  if (parsed.values.get('version') === true) {
    return { ok: false, message: `Kubernetes v${profile}: --version prints the version and exits` };
  }
  const given = new Map([...parsed.values, [FEATURE_GATES, read.value] as const]);
  if (configured) for (const name of overruled) given.delete(name);
  const value = (name: string): FlagValue =>
    given.get(name) ?? configured?.flags.get(name) ?? defaultOf(specs, name);
  return { ok: true, value };
}

function defaultOf(specs: readonly FlagSpec[], name: string): FlagValue {
  const spec = specs.find((each) => each.name === name);
  invariant(spec, `a flag that is read, found ${name}`);
  const preset = presetOf(spec.type, spec.default);
  invariant(preset !== undefined, `the default of --${name} can be read, found ${spec.default}`);
  return preset;
}
