/**
 * The endpoints of default/kubernetes never list a server whose master lease has been gone longer
 * than the bound: the round of any server that renews its own lease removes the address.
 *
 * The bound is two renewals of one server after the address lost its lease (or was listed without
 * one), at least one interval of 10 s apart. A server that cannot renew proves nothing, and up to
 * 1.27 the last server may leave its own address behind.
 */
import { seconds } from '#base';
import { placeOf } from '#trace';
import type { Endpoints } from '../../api/objects';
import type { InvariantDescriptor } from '../invariant-descriptor';

const OP = placeOf('etcd', 'op');
const KEY = placeOf('etcd', 'key');
const LEASES = '/masterleases/';
const ENDPOINTS = '/services/endpoints/default/kubernetes';
/** One round of the reconciler. Upstream: DefaultEndpointReconcilerInterval. */
const INTERVAL = seconds(10);

class LeaseWatch {
  /** Addresses with a lease, and since when each listed address has been without one. */
  readonly #leased = new Set<string>();
  readonly #renewals = new Map<string, number>();
  readonly #orphans = new Map<string, number>();
  #listed: readonly string[] = [];

  lease(ip: string, now: number): string | undefined {
    this.#leased.add(ip);
    this.#orphans.delete(ip);
    const previous = this.#renewals.get(ip);
    this.#renewals.set(ip, now);
    if (previous === undefined) return undefined;
    for (const [orphan, since] of this.#orphans) {
      const late = previous > since && now - since > INTERVAL;
      if (!late) continue;
      const gone = ((now - since) / 1_000_000).toFixed(3);
      return `${orphan} is listed ${gone} s after its lease, though ${ip} renewed twice`;
    }
    return undefined;
  }

  leaseGone(ip: string, now: number): void {
    this.#leased.delete(ip);
    this.#renewals.delete(ip);
    if (this.#listed.includes(ip)) this.#orphans.set(ip, now);
  }

  list(addresses: readonly string[], now: number): void {
    this.#listed = addresses;
    for (const orphan of this.#orphans.keys()) {
      if (!addresses.includes(orphan)) this.#orphans.delete(orphan);
    }
    for (const ip of addresses) {
      if (!this.#leased.has(ip) && !this.#orphans.has(ip)) this.#orphans.set(ip, now);
    }
  }
}

export const endpointsFollowLeases: InvariantDescriptor = {
  name: 'endpoints-follow-leases',
  states: {
    en: 'The kubernetes endpoints never list a server long after its master lease is gone.',
    zh: 'kubernetes endpoints 不会在某 server 的主节点租约消失很久之后仍列出它。',
  },
  kinds: ['etcd'],
  watch: (table) => {
    const watch = new LeaseWatch();
    return {
      look(seq) {
        const op = table.valueAt(seq, OP);
        if (op !== 'put' && op !== 'delete') return undefined;
        const key = table.valueAt(seq, KEY) as string;
        const t = table.timeOf(seq);
        const at = key.indexOf(LEASES);
        if (at >= 0) {
          const ip = key.slice(at + LEASES.length);
          if (op === 'put') return watch.lease(ip, t);
          watch.leaseGone(ip, t);
        } else if (key.endsWith(ENDPOINTS)) {
          const object = table.archive.bySeq(seq)?.object as Endpoints | undefined;
          const subsets = object?.subsets ?? [];
          watch.list(
            subsets.flatMap(({ addresses = [] }) => addresses.map(({ ip }) => ip)),
            t,
          );
        }
        return undefined;
      },
    };
  },
};
