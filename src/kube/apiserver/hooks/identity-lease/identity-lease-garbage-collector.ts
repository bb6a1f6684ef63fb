/**
 * Removes identity Leases that have expired.
 *
 * Upstream    kubernetes v1.27 pkg/controlplane/controller/apiserverleasegc/gc_controller.go
 * Wakes on    its own timer, once an hour
 * Reads       Leases with its label: a list at each round, and each one again before it is deleted
 * Writes      Leases (delete)
 * Simplified  lists at each round instead of keeping an informer
 */
import { minutes } from '#base';
import type { Procedure } from '#kernel';
import type { KubeObject } from '../../../api/objects';
import { LEASES } from '../../../api/resources';
import { parseTime } from '../../../api/timestamps';
import { errorText, reasonOf } from '../../../client/rest-client';
import type { ServerContext } from '../../server-context';

/** From one round to the next. Upstream: IdentityLeaseGCPeriod, 3600 s. */
const GC_PERIOD = minutes(60);
const NAMESPACE = 'kube-system';
const SECOND_MS = 1_000;

export interface CollectorOptions {
  readonly server: ServerContext;
  readonly actor: string;
  /** `key=value` of the Leases it looks after. */
  readonly label: string;
}

/** Whether a Lease has not been renewed for longer than its own duration. */
export function isLeaseExpired(lease: KubeObject, wallMs: number): boolean {
  const spec = (lease.spec ?? {}) as { renewTime?: string; leaseDurationSeconds?: number };
  const renewed = spec.renewTime === undefined ? undefined : parseTime(spec.renewTime);
  // Leases created by the apiserver lease controller have both fields.
  if (renewed === undefined || spec.leaseDurationSeconds === undefined) return true;
  return renewed + spec.leaseDurationSeconds * SECOND_MS < wallMs;
}

export class IdentityLeaseGarbageCollector {
  readonly #options: CollectorOptions;
  #stopped = false;

  constructor(options: CollectorOptions) {
    this.#options = options;
  }

  start(): void {
    const { server, actor } = this.#options;
    server.process.log(actor, 'info', 'Starting apiserver lease garbage collector');
    server.stop.onClose(() => {
      this.#stopped = true;
    });
    this.#round();
  }

  #round(): void {
    const { server, actor } = this.#options;
    server.run(this.gc(), () => {
      if (this.#stopped) return;
      server.process.timer(actor, 'gc-period', GC_PERIOD, () => {
        if (!this.#stopped) this.#round();
      });
    });
  }

  /** One round: looks, looks again at each expired one, deletes. */
  *gc(): Procedure<void> {
    const { server, label } = this.#options;
    const listed = yield* server.loopback.list(LEASES, NAMESPACE, { labelSelector: label });
    if (!listed.ok) {
      this.#log(`Error while listing apiserver leases: ${errorText(listed)}`);
      return;
    }
    for (const lease of listed.object.items) yield* this.#collect(lease);
  }

  *#collect(lease: KubeObject): Procedure<void> {
    const { server } = this.#options;
    const { name = '' } = lease.metadata;
    if (!isLeaseExpired(lease, server.process.wallMs())) return;
    const latest = yield* server.loopback.get(LEASES, NAMESPACE, name);
    if (!latest.ok) {
      if (reasonOf(latest) !== 'NotFound') this.#log(`Error getting lease: ${errorText(latest)}`);
      return;
    }
    if (!isLeaseExpired(latest.object, server.process.wallMs())) return;
    const deleted = yield* server.loopback.delete(LEASES, NAMESPACE, name);
    if (deleted.ok || reasonOf(deleted) === 'NotFound') return;
    this.#log(`Error deleting lease: ${errorText(deleted)}`);
  }

  #log(message: string): void {
    const { server, actor } = this.#options;
    server.process.log(actor, 'error', message);
  }
}
