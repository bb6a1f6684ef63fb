/** What the names of leases and of their holders say. Pure. */
import type { LeaseTrack } from '#trace';
import type { TimelineWords } from './texts';

/** What client-go puts behind the host's name: a uid, so that each life is a holder of its own. */
const UID = /_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Leases by which one process says that it is there. */
const IDENTITIES = /^kube-system\/(kube-)?apiserver-|^kube-node-lease\//;

/** The process behind a holder's identity. */
export const holderProcess = (holder: string): string => holder.replace(UID, '');

/**
 * A lease that tells something: a master lease, or one for which there are elections, also where a
 * single process stands in them. The identity of an API server is a lease too, but nobody else ever
 * holds it.
 */
export function isContested({ name, master, holds }: LeaseTrack): boolean {
  if (master) return true;
  const [first, ...others] = holds;
  if (first === undefined) return false;
  const changed = others.some(
    ({ holder }) => holderProcess(holder) !== holderProcess(first.holder),
  );
  return changed || !IDENTITIES.test(name);
}

/** What the lane of a lease is called: after the kind of object that it is. */
export function leaseTitle(t: TimelineWords, { name, lock = 'leases' }: LeaseTrack): string {
  return t(`lock-${lock}`, { name: name.slice(name.lastIndexOf('/') + 1) });
}
