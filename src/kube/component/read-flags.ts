/**
 * The command line of a component, read as the component does before it does anything else.
 *
 * Upstream    kubernetes v1.25-v1.33 cmd/kube-{controller-manager,scheduler}/app (the command)
 */
import { invariant } from '#base';
import { type Profile, profileWithin } from '../profile';
import type { FlagSpec } from './flag-spec';
import { type FlagValue, quoted, setFlag } from './flag-values';
import { parseFlags } from './pflag';

export type FlagReader = (name: string) => FlagValue;

export type ReadFlags =
  | { readonly ok: true; readonly value: FlagReader }
  | { readonly ok: false; readonly message: string };

export function readFlags(
  command: string,
  flags: readonly FlagSpec[],
  args: readonly string[],
  profile: Profile,
): ReadFlags {
  const specs = flags.filter(({ since, until }) => profileWithin(profile, since, until));
  const parsed = parseFlags(specs, args);
  if (!parsed.ok) return parsed;
  if (parsed.help) return { ok: false, message: 'pflag: help requested' };
  if (parsed.args.length > 0) {
    const list = `[${parsed.args.map(quoted).join(' ')}]`;
    return { ok: false, message: `${quoted(command)} does not take any arguments, got ${list}` };
  }
  if (parsed.values.get('version') === true) {
    return { ok: false, message: `Kubernetes v${profile}: --version prints the version and exits` };
  }
  const value = (name: string): FlagValue => parsed.values.get(name) ?? defaultOf(specs, name);
  return { ok: true, value };
}

function defaultOf(specs: readonly FlagSpec[], name: string): FlagValue {
  const spec = specs.find((each) => each.name === name);
  invariant(spec, `a flag that is read, found ${name}`);
  const read = setFlag(spec.type, spec.default, undefined);
  invariant(read.ok, `the default of --${name} can be read, found ${spec.default}`);
  return read.value;
}
