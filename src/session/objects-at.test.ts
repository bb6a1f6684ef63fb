import { describe, expect, it } from 'vitest';
import { asTime, seconds } from '#base';
import { objectsAt } from './objects-at';
import { apiServers, recordsOf, runOf, scenarioOf } from './testing';

const run = runOf(
  scenarioOf({
    seed: 3,
    until: '40s',
    etcdData: [
      { key: '/registry/masterleases/10.0.0.99', value: { subsets: [] }, ttl: '30s' },
      { key: '/registry/some/text', value: 'only text' },
    ],
    apiServers: apiServers(2),
  }),
);

describe('what is stored at a time', () => {
  it('gives a lease exactly the rest of its time to live', () => {
    for (const second of [1, 5.25, 12, 20, 29, 39.999]) {
      const time = asTime(seconds(second));
      const grants = recordsOf(run.table, 'etcd').filter(({ op, t }) => {
        return op === 'lease-grant' && t <= time;
      });
      for (const { key, lease, ttlRemaining } of objectsAt(run.table, time).etcd) {
        const granted = grants.find((grant) => grant.lease === lease);
        const ttl = key.endsWith('.99') ? 30 : 15;
        const left = granted ? ttl - (time - granted.t) / 1_000_000 : undefined;
        if (granted) expect(ttlRemaining, key).toBeCloseTo(left ?? 0, 6);
        else expect(lease === 0 ? ttlRemaining : null, key).toBeNull();
      }
    }
  });

  it('lists the objects of the API, and every key', () => {
    const { objects, etcd } = objectsAt(run.table, asTime(seconds(39)));
    const named = objects as readonly { kind: string; metadata: { name: string } }[];
    const ofHooks =
      /^(APIService|ConfigMap|FlowSchema|PriorityLevelConfiguration|(Cluster)?Role(Binding)?)$/;
    expect(named.filter(({ kind }) => kind === 'PriorityLevelConfiguration')).toHaveLength(8);
    const others = named.filter(({ kind }) => !ofHooks.test(kind));
    const kinds = others.map(({ kind, metadata }) => {
      return `${kind} ${metadata.name.replace(/^apiserver-.*/, 'apiserver-...')}`;
    });
    expect(kinds).toEqual([
      'EndpointSlice kubernetes',
      'Lease apiserver-...',
      'Lease apiserver-...',
      'Namespace default',
      'Namespace kube-node-lease',
      'Namespace kube-public',
      'Namespace kube-system',
      'PriorityClass system-cluster-critical',
      'PriorityClass system-node-critical',
      'Endpoints kubernetes',
      'Service kubernetes',
    ]);
    const keys = etcd.map(({ key }) => key).filter((key) => /masterleases|some/.test(key));
    expect(keys).toEqual([
      '/registry/masterleases/10.0.0.11',
      '/registry/masterleases/10.0.0.12',
      '/registry/some/text',
    ]);
  });
});
