/**
 * Shares etcd leases between writes with a TTL, so that many Events need few leases.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/storage/etcd3/lease_manager.go
 */
import { NO_DURATION, type SimTime, seconds } from '#base';
import { type Procedure, type Process, perform } from '#kernel';
import type { EtcdClient, EtcdReply } from './etcd-client';

/**
 * Longest time a lease is shared, seconds. Source: lease_manager.go
 * defaultLeaseReuseDurationSeconds.
 */
const LEASE_REUSE_SECONDS = 60;
/**
 * Share of the TTL for which a lease is shared, per cent. Source:
 * leaseManager.leaseReuseDurationPercent.
 */
export const LEASE_REUSE_PERCENT = 5;
/** Most objects on one lease. Source: defaultLeaseMaxObjectCount. */
const LEASE_MAX_OBJECTS = 1_000;

export interface LeaseManagerOptions {
  readonly reuseSeconds: number;
  readonly maxObjects: number;
}

export const DEFAULT_LEASE_MANAGER: LeaseManagerOptions = {
  reuseSeconds: LEASE_REUSE_SECONDS,
  maxObjects: LEASE_MAX_OBJECTS,
};

/** For how long a lease of this TTL is shared, seconds. Upstream: getReuseDurationSecondsLocked. */
export function reuseDurationSeconds(ttlSeconds: number, reuseSeconds: number): number {
  return Math.min(reuseSeconds, Math.floor((LEASE_REUSE_PERCENT * ttlSeconds) / 100));
}

export class LeaseManager {
  readonly #process: Process;
  readonly #client: EtcdClient;
  readonly #options: LeaseManagerOptions;
  #leaseId = 0;
  #expiresAt = 0;
  #attached = 0;
  #locked = false;
  readonly #waiting: (() => void)[] = [];

  constructor(process: Process, client: EtcdClient, options = DEFAULT_LEASE_MANAGER) {
    this.#process = process;
    this.#client = client;
    this.#options = options;
  }

  /** Writes counted on the lease in use, whether they succeeded or not. */
  get attachedObjects(): number {
    return this.#attached;
  }

  /** The lease for a write with this TTL; one at a time. */
  *getLease(ttlSeconds: number): Procedure<EtcdReply<number>> {
    yield* this.#lock();
    const reply = yield* this.#getLeaseLocked(ttlSeconds);
    this.#unlock();
    return reply;
  }

  *#getLeaseLocked(ttlSeconds: number): Procedure<EtcdReply<number>> {
    const { reuseSeconds, maxObjects } = this.#options;
    const now: SimTime = this.#process.ownTime();
    const reuse = reuseDurationSeconds(ttlSeconds, reuseSeconds);
    const valid = now + seconds(ttlSeconds) < this.#expiresAt;
    const sufficient = now + seconds(ttlSeconds + reuse) > this.#expiresAt;
    this.#attached += 1;
    if (valid && sufficient && this.#attached <= maxObjects) {
      return { ok: true, body: this.#leaseId, seq: this.#process.sim.cause ?? 0 };
    }
    const asked = ttlSeconds + reuse;
    const reply = yield* this.#client.grant({ ttlSeconds: asked });
    if (!reply.ok) return reply;
    this.#leaseId = reply.body.id;
    this.#expiresAt = now + seconds(asked);
    this.#attached = 1;
    return { ok: true, body: this.#leaseId, seq: reply.seq };
  }

  *#lock(): Procedure<void> {
    if (this.#locked) yield* perform<void>((resume) => this.#waiting.push(() => resume()));
    this.#locked = true;
  }

  /** The next in line goes on at this instant, in a task of its own; the lock stays held. */
  #unlock(): void {
    const next = this.#waiting.shift();
    if (next) this.#process.later(NO_DURATION, next);
    else this.#locked = false;
  }
}
