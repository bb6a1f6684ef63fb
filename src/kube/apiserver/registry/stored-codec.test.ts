/** Objects that nobody has sent through an API server, as an API server reads them. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { KubeObject } from '../../api/objects';
import { JSON_PATCH, MERGE_PATCH } from '../../api/patch-body';
import { KIND_RULES } from '../kinds/rules';
import { storedCodec } from './stored-codec';
import { RestWorld } from './testing/rest-world';

const STORED_CODEC = storedCodec(KIND_RULES);
const NAMESPACED = 'namespaces/default';
const labels = { a: 'b' };
const container = { name: 'c', image: 'nginx' };
const stored = (apiVersion: string, kind: string, fields: object): KubeObject => ({
  ...{ apiVersion, kind, metadata: { name: 'x', namespace: 'default', uid: `u-${kind}` } },
  ...fields,
});
const DEPLOYMENT = stored('apps/v1', 'Deployment', {
  spec: {
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [container] } },
  },
});
const VALUES: Readonly<Record<string, KubeObject>> = {
  'deployments/default/x': DEPLOYMENT,
  'services/specs/default/x': stored('v1', 'Service', {
    spec: { clusterIP: '10.96.0.77', ports: [{ port: 80 }] },
  }),
  'pods/default/x': stored('v1', 'Pod', { spec: { containers: [container] } }),
  'secrets/default/x': stored('v1', 'Secret', {}),
  'services/endpoints/default/x': stored('v1', 'Endpoints', {
    subsets: [{ addresses: [{ ip: '10.0.0.1' }], ports: [{ port: 80 }] }],
  }),
};
const DEPLOYMENT_PATH = `/apis/apps/v1/${NAMESPACED}/deployments/x`;

let world: RestWorld;
beforeEach(() => {
  world = new RestWorld();
  for (const [place, value] of Object.entries(VALUES)) world.put(place, value);
  world.forSeconds(1);
});
const read = (path: string) => world.ask(`GET ${path}`).body;
const labelled = (path: string, contentType = MERGE_PATCH) =>
  world.ask(`PATCH ${path}`, { contentType, patch: { metadata: { labels: { x: 'y' } } } });

describe('a read', () => {
  const rollingUpdate = { maxUnavailable: '25%', maxSurge: '25%' };
  it.each<[path: string, fields: object]>([
    [
      DEPLOYMENT_PATH,
      {
        spec: {
          replicas: 1,
          strategy: { type: 'RollingUpdate', rollingUpdate },
          revisionHistoryLimit: 10,
          progressDeadlineSeconds: 600,
          template: { spec: { restartPolicy: 'Always', dnsPolicy: 'ClusterFirst' } },
        },
      },
    ],
    [
      `/api/v1/${NAMESPACED}/services/x`,
      {
        spec: {
          ...{ type: 'ClusterIP', sessionAffinity: 'None', internalTrafficPolicy: 'Cluster' },
          ports: [{ port: 80, protocol: 'TCP', targetPort: 80 }],
        },
      },
    ],
    [
      `/api/v1/${NAMESPACED}/pods/x`,
      { spec: { restartPolicy: 'Always', containers: [{ imagePullPolicy: 'Always' }] } },
    ],
    [`/api/v1/${NAMESPACED}/secrets/x`, { type: 'Opaque' }],
    [
      `/api/v1/${NAMESPACED}/endpoints/x`,
      { subsets: [{ ports: [{ port: 80, protocol: 'TCP' }] }] },
    ],
  ])('of %s gives what its version fills in', (path, fields) => {
    expect(read(path)).toMatchObject(fields);
    const all = read(`${path.slice(0, -2)}?resourceVersion=0`).items as readonly KubeObject[];
    expect(all.find(({ metadata }) => metadata.name === 'x')).toMatchObject(fields);
  });

  it('leaves what is stored as it was given', () => {
    read(DEPLOYMENT_PATH);
    expect(DEPLOYMENT.spec).not.toHaveProperty('replicas');
    expect(STORED_CODEC.decode(DEPLOYMENT)).not.toBe(DEPLOYMENT);
    expect(STORED_CODEC.decode(DEPLOYMENT)).toBe(STORED_CODEC.decode(DEPLOYMENT));
  });
});

describe('a write', () => {
  it.each(['pods', 'secrets', 'services'])('of a label is taken of %s', (resource) => {
    const { code, body } = labelled(`/api/v1/${NAMESPACED}/${resource}/x`);
    expect([body.message, code]).toEqual([undefined, 200]);
    expect(body.metadata.labels).toEqual({ x: 'y' });
  });

  it('counts no generation of what was only filled in', () => {
    const { metadata } = labelled(DEPLOYMENT_PATH).body;
    expect(metadata.generation).toBeUndefined();
  });

  it('that changes nothing keeps what was filled in, once', () => {
    const before = read(DEPLOYMENT_PATH).metadata.resourceVersion;
    const patch = [{ op: 'test', path: '/spec/replicas', value: 1 }];
    const body = { contentType: JSON_PATCH, patch };
    const first = world.ask(`PATCH ${DEPLOYMENT_PATH}`, body).body.metadata.resourceVersion;
    expect(Number(first)).toBeGreaterThan(Number(before));
    const second = world.ask(`PATCH ${DEPLOYMENT_PATH}`, body).body.metadata.resourceVersion;
    expect(second).toBe(first);
  });
});

it('takes what the server writes, what it does not know and what is no object as it is', () => {
  const written = structuredClone(DEPLOYMENT);
  STORED_CODEC.encoded(written);
  expect(STORED_CODEC.decode(written)).toBe(written);
  const other = stored('example.com/v1', 'Widget', {});
  expect(STORED_CODEC.decode(other)).toBe(other);
  for (const value of ['text', null, 5, []]) {
    expect(STORED_CODEC.decode(value as never)).toBe(value);
  }
});
