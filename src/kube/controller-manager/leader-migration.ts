/**
 * Under which lease a controller runs while cloud controllers move to another manager.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/controller-manager/pkg/leadermigration
 *             (migrator.go, filter.go, config/default.go)
 */

/** Source: NonMigrated, Migrated, Unowned. */
export type MigrationResult = 'unowned' | 'non-migrated' | 'migrated';

export interface LeaderMigration {
  /** Name of the second lease. */
  readonly leaderName: string;
  /** Kind of its lock. */
  readonly resourceLock: string;
  /** Component that runs each of the controllers; `*` for any that has won the lease. */
  readonly components: ReadonlyMap<string, string>;
}

/** Source: DefaultLeaderMigrationConfiguration. */
export const DEFAULT_LEADER_MIGRATION: LeaderMigration = {
  leaderName: 'cloud-provider-extraction-migration',
  resourceLock: 'leases',
  components: new Map([
    ['route', '*'],
    ['service', '*'],
    ['cloud-node-lifecycle', '*'],
  ]),
};

/** A controller may be called by more than one name: its own and its alias. */
export function filterOfMigration(
  { components }: LeaderMigration,
  component: string,
): (...names: readonly (string | undefined)[]) => MigrationResult {
  return (...names) => {
    for (const name of names) {
      const owner = name === undefined ? undefined : components.get(name);
      if (owner === undefined) continue;
      return owner === component || owner === '*' ? 'migrated' : 'unowned';
    }
    return 'non-migrated';
  };
}
