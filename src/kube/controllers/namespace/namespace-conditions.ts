/**
 * What the status of a namespace says about its deletion.
 *
 * Upstream    kubernetes v1.27 pkg/controller/namespace/deletion/status_condition_utils.go
 */
import { compareText } from '#base';

export interface NamespaceCondition {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime?: string;
  readonly reason?: string;
  readonly message?: string;
}

/** In the order in which they are written. `True` means that something is in the way. */
const OK_CONDITIONS = [
  {
    type: 'NamespaceDeletionDiscoveryFailure',
    reason: 'ResourcesDiscovered',
    message: 'All resources successfully discovered',
  },
  {
    type: 'NamespaceDeletionGroupVersionParsingFailure',
    reason: 'ParsedGroupVersions',
    message: 'All legacy kube types successfully parsed',
  },
  {
    type: 'NamespaceDeletionContentFailure',
    reason: 'ContentDeleted',
    message: 'All content successfully deleted, may be waiting on finalization',
  },
  {
    type: 'NamespaceContentRemaining',
    reason: 'ContentRemoved',
    message: 'All content successfully removed',
  },
  {
    type: 'NamespaceFinalizersRemaining',
    reason: 'ContentHasNoFinalizers',
    message: 'All content-preserving finalizers finished',
  },
] as const;

type ConditionType = (typeof OK_CONDITIONS)[number]['type'];

/** Objects that are left, by `resource.group`, and those that have a finalizer, by finalizer. */
export interface ContentTotals {
  readonly remaining: ReadonlyMap<string, number>;
  readonly finalizers: ReadonlyMap<string, number>;
}

/** Upstream: namespaceConditionUpdater. */
export class NamespaceConditionUpdater {
  readonly #found: NamespaceCondition[] = [];
  readonly #deleteErrors: string[] = [];
  readonly #now: string;

  /** @param now time of every change of a status */
  constructor(now: string) {
    this.#now = now;
  }

  /** Upstream: newConditions. */
  get found(): readonly NamespaceCondition[] {
    return this.#found;
  }

  /**
   * @param failures how many groups failed; 0 where nothing was discovered. Upstream:
   * ProcessDiscoverResourcesErr.
   */
  processDiscoverResourcesError(failures: number, error: string): void {
    const some = `Discovery failed for some groups, ${failures} failing: ${error}`;
    const message = failures > 0 ? some : error;
    this.#add('NamespaceDeletionDiscoveryFailure', 'DiscoveryFailed', message);
  }

  /** Upstream: ProcessDeleteContentErr. */
  processDeleteContentError(error: string): void {
    this.#deleteErrors.push(error);
  }

  /** Upstream: ProcessContentTotals. */
  processContentTotals({ remaining, finalizers }: ContentTotals): void {
    const lines = (totals: ReadonlyMap<string, number>, line: (n: number, of: string) => string) =>
      [...totals]
        .filter(([, n]) => n > 0)
        .map(([of, n]) => line(n, of))
        .toSorted(compareText);
    if (remaining.size > 0) {
      const left = lines(remaining, (n, of) => `${of} has ${n} resource instances`);
      const message = `Some resources are remaining: ${left.join(', ')}`;
      this.#add('NamespaceContentRemaining', 'SomeResourcesRemain', message);
    }
    if (finalizers.size > 0) {
      const left = lines(finalizers, (n, of) => `${of} in ${n} resource instances`);
      const what = 'Some content in the namespace has finalizers remaining';
      const message = `${what}: ${left.join(', ')}`;
      this.#add('NamespaceFinalizersRemaining', 'SomeFinalizersRemain', message);
    }
  }

  /** @returns the conditions with what was found; undefined when nothing changed. */
  update(before: readonly NamespaceCondition[]): readonly NamespaceCondition[] | undefined {
    if (this.#deleteErrors.length > 0) {
      const errors = this.#deleteErrors.splice(0).toSorted(compareText);
      const what = `Failed to delete all resource types, ${errors.length} remaining`;
      const message = `${what}: ${errors.join(', ')}`;
      this.#add('NamespaceDeletionContentFailure', 'ContentDeletionFailed', message);
    }
    return updateConditions(before, this.#found, this.#now);
  }

  #add(type: ConditionType, reason: string, message: string): void {
    const lastTransitionTime = this.#now;
    this.#found.push({ type, status: 'True', lastTransitionTime, reason, message });
  }
}

/**
 * Conditions that are not found are said to be well; those that are there keep their places.
 * @returns undefined when nothing changed
 */
export function updateConditions(
  before: readonly NamespaceCondition[],
  found: readonly NamespaceCondition[],
  now: string,
): readonly NamespaceCondition[] | undefined {
  const conditions = [...before];
  let changed = false;
  for (const ok of OK_CONDITIONS) {
    const { type, reason, message } = ok;
    const wanted = found.find((each) => each.type === type) ?? {
      ...{ type, status: 'False', lastTransitionTime: now, reason, message },
    };
    const at = conditions.findIndex((each) => each.type === type);
    if (at < 0) {
      conditions.push(wanted);
      changed = true;
    } else if (differs(conditions[at], wanted)) {
      conditions[at] = updated(conditions[at], wanted, now);
      changed = true;
    }
  }
  return changed ? conditions : undefined;
}

const differs = (old: NamespaceCondition, wanted: NamespaceCondition): boolean =>
  old.status !== wanted.status || old.reason !== wanted.reason || old.message !== wanted.message;

const updated = (
  old: NamespaceCondition,
  { type, status, reason, message }: NamespaceCondition,
  now: string,
): NamespaceCondition => {
  const at = old.status === status ? old.lastTransitionTime : now;
  const time = at === undefined ? {} : { lastTransitionTime: at };
  return { type, status, ...time, reason, message };
};
