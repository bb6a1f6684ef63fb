/**
 * The command line of kube-apiserver: which flags a profile has, and what they say.
 *
 * Upstream    kubernetes v1.25-v1.33 cmd/kube-apiserver/app/server.go (NewAPIServerCommand)
 * Simplified  Of the gates of --feature-gates only those of feature-gates.ts decide something.
 */
import { invariant } from '#base';
import { type FlagSpec, specsOf } from '../../component/flag-spec';
import { type FlagValue, quoted, setFlag } from '../../component/flag-values';
import { eachUse, FEATURE_GATES, type KnownGates, readGates } from '../../component/gate-flag';
import { parseFlags } from '../../component/pflag';
import { type Profile, switchesOf } from '../../profile';
import { MODELLED_FLAGS } from './modelled-flags';
import type { ApiServerOptions } from './options';
import { optionsOfFlags } from './options-of-flags';
import { OTHER_FLAGS } from './other-flags';

/** All flags, those that are read first. */
export const API_SERVER_FLAGS: readonly FlagSpec[] = [...MODELLED_FLAGS, ...OTHER_FLAGS];

const byProfile = new Map<Profile, readonly FlagSpec[]>();

/** The flags that a profile has. */
export function flagsOf(profile: Profile): readonly FlagSpec[] {
  let specs = byProfile.get(profile);
  if (!specs) {
    specs = specsOf(API_SERVER_FLAGS, profile);
    byProfile.set(profile, specs);
  }
  return specs;
}

/** What the profile makes of a flag's name, given with or without dashes in front. */
export function flagKnowledge(profile: Profile, flag: string): 'modelled' | 'known' | 'unknown' {
  const name = flag.replace(/^--?/, '').replaceAll('_', '-');
  const spec = flagsOf(profile).find((each) => each.name === name || each.shorthand === name);
  if (!spec) return 'unknown';
  return spec.modelled ? 'modelled' : 'known';
}

export type ParsedApiServerFlags =
  | {
      readonly ok: true;
      readonly options: ApiServerOptions;
      /** What the component prints about deprecated flags. */
      readonly warnings: readonly string[];
    }
  /** The component would print this and exit; the input is refused before the run. */
  | { readonly ok: false; readonly message: string };

/**
 * Reads the arguments of kube-apiserver (without the program's name), as the component does before
 * it does anything else. Checks that need more than one flag come in `completeAndValidate`.
 * @param known undefined where the names of gates are taken as they are.
 */
export function parseApiServerFlags(
  args: readonly string[],
  profile: Profile,
  known?: KnownGates,
): ParsedApiServerFlags {
  const gates = known?.(profile);
  const parsed = parseFlags(flagsOf(profile), args, eachUse(gates, profile));
  if (!parsed.ok) return { ok: false, message: parsed.message };
  if (parsed.help) return { ok: false, message: 'pflag: help requested' };
  if (parsed.args.length > 0) {
    const list = `[${parsed.args.map(quoted).join(' ')}]`;
    const message = `"kube-apiserver" does not take any arguments, got ${list}`;
    return { ok: false, message };
  }
  const read = readGates(parsed.values.get(FEATURE_GATES), gates, profile);
  if (!read.ok) return read;
  if (parsed.values.get('version') === true) {
    return { ok: false, message: `Kubernetes v${profile}: --version prints the version and exits` };
  }
  const given = new Map([...parsed.values, [FEATURE_GATES, read.value] as const]);
  const value = (name: string): FlagValue => given.get(name) ?? defaultOf(name);
  const options = optionsOfFlags(profile, switchesOf(profile), value);
  return { ok: true, options, warnings: parsed.warnings };
}

const defaults = new Map<string, FlagValue>();

function defaultOf(name: string): FlagValue {
  let value = defaults.get(name);
  if (value === undefined) {
    const spec = MODELLED_FLAGS.find((each) => each.name === name);
    invariant(spec, `a flag that is read, found ${name}`);
    value = spec.default === '' ? emptyOf(spec) : readDefault(spec);
    defaults.set(name, value);
  }
  return value;
}

function readDefault(spec: FlagSpec): FlagValue {
  const read = setFlag(spec.type, spec.default, undefined);
  invariant(read.ok, `the default of --${spec.name} can be read, found ${spec.default}`);
  return read.value;
}

function emptyOf(spec: FlagSpec): FlagValue {
  if (spec.type === 'strings' || spec.type === 'stringArray') return [];
  return spec.type === 'configurationMap' || spec.type.startsWith('map') ? new Map() : '';
}

/**
 * Flags that a control plane cannot do without and that no one wants to write into a scenario. They
 * are put in front of `args` where `args` does not name them; a real manifest needs none of them.
 */
const IMPLIED_FLAGS = [
  '--etcd-servers=https://etcd:2379',
  '--service-account-issuer=https://kubernetes.default.svc.cluster.local',
  '--service-account-key-file=/etc/kubernetes/pki/sa.pub',
  '--service-account-signing-key-file=/etc/kubernetes/pki/sa.key',
  '--authorization-mode=Node,RBAC',
];

/** `args` with the flags that kubeadm always writes, where they are missing. */
export function withImpliedFlags(args: readonly string[]): readonly string[] {
  const named = new Set(args.map((arg) => arg.replace(/=.*$/s, '').replaceAll('_', '-')));
  const missing = IMPLIED_FLAGS.filter((flag) => !named.has(flag.slice(0, flag.indexOf('='))));
  return [...missing, ...args];
}
