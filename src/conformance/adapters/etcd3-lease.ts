/** Area `etcd3-lease`: for how long, and for how many writes, one lease of etcd is shared. */
import { LEASE_REUSE_PERCENT, reuseDurationSeconds } from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import { Fields } from '../read-fields';
import { ETCD_PREFIX, Rig } from '../rig';

export const etcd3LeaseAdapter: AreaAdapter = {
  area: 'etcd3-lease',
  calls: { '{ttlSeconds}': reuse, sequence },
};

function reuse({ given, when }: Question): Answer {
  const inputs = new Fields(given, 'given').only('leaseReuseDurationSeconds', 'reusePercent');
  // Upstream has no flag for it either.
  if (Math.round(inputs.number('reusePercent') * 100) !== LEASE_REUSE_PERCENT) {
    throw new Unsupported(`given.reusePercent: it is ${LEASE_REUSE_PERCENT} of 100`);
  }
  const ttl = new Fields(when, 'when').only('ttlSeconds').count('ttlSeconds');
  const most = inputs.count('leaseReuseDurationSeconds');
  return { facts: { reuseSeconds: reuseDurationSeconds(ttl, most) } };
}

function sequence({ given, when, switches }: Question): Answer {
  const inputs = new Fields(given, 'given').only('reuseDurationSeconds', 'maxObjectCount');
  const rig = new Rig({ switches });
  const storage = rig.openStorage('storage', {
    leaseManager: {
      reuseSeconds: inputs.count('reuseDurationSeconds'),
      maxObjects: inputs.count('maxObjectCount'),
    },
  });
  const counts: number[] = [];
  const steps = new Fields(when, 'when').only('sequence').list('sequence');
  for (const [index, value] of steps.entries()) {
    const step = new Fields(value, `when.sequence[${index}]`).only('op', 'key', 'ttlSeconds');
    if (step.text('op') !== 'Create') throw new Unsupported(`op ${step.text('op')}`);
    const name = step.text('key');
    const object = { kind: 'Pod', metadata: { name } };
    const path = name.startsWith('/') ? name : `/${name}`;
    rig.perform(storage.create(ETCD_PREFIX + path, object, step.count('ttlSeconds')));
    counts.push(storage.leaseManager.attachedObjects);
  }
  return { facts: { attachedObjectCountAfterEach: counts } };
}
