/**
 * Which controllers there are in a profile, what they are called, and which of them are wanted.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/controller-manager/app/helper.go
 *             (IsControllerEnabled), cmd/kube-controller-manager/app/options/generic.go (Validate)
 */
import { quoted } from '../component/flag-values';
import { type Profile, profileWithin, switchesOf } from '../profile';
import { CONTROLLER_ROWS, type ControllerRow, GATES_ON_SINCE } from './controller-table';

export interface KnownController {
  /** As --controllers, records and log lines call it. */
  readonly name: string;
  /** A name that is taken for it as well. */
  readonly alias: string | undefined;
  readonly row: ControllerRow;
  /** Its feature gates are on. */
  readonly gated: boolean;
}

export type FeatureGates = ReadonlyMap<string, boolean>;

/** Whether a gate is on: as given, or by its default in this version. */
export function gateOn(profile: Profile, given: FeatureGates, gate: string): boolean {
  const since = GATES_ON_SINCE[gate];
  return given.get(gate) ?? (since !== undefined && profileWithin(profile, since));
}

/** The token controller stands first; the others stand in the order of the table. */
export function knownControllers(
  profile: Profile,
  gates: FeatureGates,
): readonly KnownController[] {
  const { controllersRenamed, managerDescriptors } = switchesOf(profile);
  return CONTROLLER_ROWS.flatMap((row) => {
    if (!profileWithin(profile, row.since)) return [];
    const gated = row.gates.every((gate) => gateOn(profile, gates, gate));
    if (!gated && !managerDescriptors) return [];
    const { name, before } = row;
    return controllersRenamed || before === undefined
      ? [{ name, alias: before, row, gated }]
      : [{ name: before, alias: undefined, row, gated }];
  });
}

/** The first entry that names it decides; else `*`, for those that are not off by themselves. */
export function isControllerEnabled(
  name: string,
  disabledByDefault: ReadonlySet<string>,
  controllers: readonly string[],
): boolean {
  for (const entry of controllers) {
    if (entry === name) return true;
    if (entry === `-${name}`) return false;
  }
  return controllers.includes('*') && !disabledByDefault.has(name);
}

/** The entries of --controllers by canonical name, and what the command says of unknown ones. */
export function readControllers(
  entries: readonly string[],
  known: readonly KnownController[],
): { readonly entries: readonly string[]; readonly errors: readonly string[] } {
  const errors: string[] = [];
  const byName = new Map(
    known.flatMap(({ name, alias = name }) => [
      [name, name],
      [alias, name],
    ]),
  );
  const read = entries.map((entry) => {
    if (entry === '*') return entry;
    const off = entry.startsWith('-');
    const asked = off ? entry.slice(1) : entry;
    const name = byName.get(asked);
    if (name === undefined) errors.push(`${quoted(asked)} is not in the list of known controllers`);
    return `${off ? '-' : ''}${name}`;
  });
  return { entries: read, errors };
}
