/**
 * A lock of two objects, for moving from Endpoints or ConfigMaps to Leases.
 *
 * Upstream    kubernetes v1.25 staging/src/k8s.io/client-go/tools/leaderelection/resourcelock/
 *             multilock.go
 */
import type { Procedure } from '#kernel';
import type { ElectionRecord } from './election-record';
import type { Found, ResourceLock, Written } from './resource-lock';

/** Holder of a lock whose objects contradict each other. Source: UnknownLeader. */
const UNKNOWN_LEADER = 'leaderelection.k8s.io/unknown';

export class MultiLock implements ResourceLock {
  readonly #primary: ResourceLock;
  readonly #secondary: ResourceLock;

  constructor(primary: ResourceLock, secondary: ResourceLock) {
    this.#primary = primary;
    this.#secondary = secondary;
  }

  get identity(): string {
    return this.#primary.identity;
  }

  get describe(): string {
    return this.#primary.describe;
  }

  *get(): Procedure<Found> {
    const primary = yield* this.#primary.get();
    if (!primary.ok) return primary;
    const secondary = yield* this.#secondary.get();
    if (!secondary.ok) {
      // An older candidate that knows the first object only holds the lock.
      const older = primary.record.holderIdentity !== this.identity;
      return secondary.notFound && older ? primary : secondary;
    }
    const raw = [...primary.raw, ...secondary.raw];
    const { record } = primary;
    if (record.holderIdentity === secondary.record.holderIdentity) return { ok: true, record, raw };
    return { ok: true, record: { ...record, holderIdentity: UNKNOWN_LEADER }, raw };
  }

  *create(record: ElectionRecord): Procedure<Written> {
    const first = yield* this.#primary.create(record);
    if (!first.ok && !first.exists) return first;
    return yield* this.#secondary.create(record);
  }

  *update(record: ElectionRecord): Procedure<Written> {
    const first = yield* this.#primary.update(record);
    if (!first.ok) return first;
    const found = yield* this.#secondary.get();
    if (!found.ok && found.notFound) return yield* this.#secondary.create(record);
    return yield* this.#secondary.update(record);
  }

  recordEvent(words: string): void {
    this.#primary.recordEvent(words);
  }
}
