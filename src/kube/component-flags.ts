/** What the programs of the control plane make of a single flag, by the name of the program. */
import { flagKnowledge, flagRefusal } from './apiserver/options';
import { readConfig } from './component/config-reading';
import { specsOf } from './component/flag-spec';
import { knownGates } from './component/known-gates';
import { COMPONENTS } from './components';
import type { Profile } from './profile';

const KINDS = Object.values(COMPONENTS);
const kindOf = (command: string) => KINDS.find((kind) => kind.command === command);

/** What the profile makes of a flag's name; of a program that is no component, kube-apiserver's. */
export function componentFlagKnowledge(
  profile: Profile,
  flag: string,
  command: string,
): ReturnType<typeof flagKnowledge> {
  const kind = kindOf(command);
  if (!kind) return flagKnowledge(profile, flag);
  const specs = specsOf(kind.flags, profile);
  const spec = specs.find(({ name, shorthand }) => name === flag || shorthand === flag);
  if (!spec) return 'unknown';
  return spec.modelled ? 'modelled' : 'known';
}

/**
 * Why the program would refuse this one flag, `--name=value`, among sound ones; undefined when it
 * would not. What only several flags together make wrong is not found.
 */
export function componentFlagRefusal(
  profile: Profile,
  flag: string,
  command: string,
): string | undefined {
  const kind = kindOf(command);
  if (!kind) return flagRefusal(profile, flag, knownGates);
  const parsed = kind.parse({ args: [flag], profile, gates: knownGates });
  if (!parsed.ok) return parsed.message;
  return parsed.fault === '' ? undefined : parsed.fault;
}

/** Why the program would refuse a configuration; undefined when it would not, and of others. */
export function componentConfigRefusal(
  profile: Profile,
  config: Readonly<Record<string, unknown>>,
  command: string,
): string | undefined {
  const kind = kindOf(command);
  if (!kind) return undefined;
  const read = readConfig(kind.config, config, profile);
  if (!read.ok) return `${read.faults[0].path}: ${read.faults[0].reason}`;
  const parsed = kind.parse({ args: [], profile, gates: knownGates, configured: read.value });
  if (!parsed.ok) return parsed.message;
  return parsed.fault === '' ? undefined : parsed.fault;
}
