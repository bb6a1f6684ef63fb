import { describe, expect, it } from 'vitest';
import { asTime, seconds } from '#base';
import { checkScenario, type ScenarioSpec } from '#protocol';
import { STEP_SCHEMAS } from './catalogue';
import { compileScenario } from './compile-scenario';
import { objectsAt } from './objects-at';
import { apiServers, recordsOf, runOf, scenarioOf } from './testing';

const spec = (more: object): ScenarioSpec =>
  ({ seed: 3, until: '12s', apiServers: apiServers(1), ...more }) as ScenarioSpec;

function faultsOf(more: object): readonly string[] {
  const checked = checkScenario(scenarioOf(spec(more)), { steps: STEP_SCHEMAS });
  const compiled = checked.ok ? compileScenario(checked.value) : checked;
  return compiled.ok ? [] : compiled.faults.map(({ path, reason }) => `${path}: ${reason}`);
}

const ENDPOINTS = '/registry/services/endpoints/default/kubernetes';

describe('what no API server could have stored', () => {
  it('is refused, with the words of Go', () => {
    const value = { subsets: [{ addresses: 'none' }] };
    const object = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'a', labels: ['x'] } };
    expect(
      faultsOf({
        objects: [object],
        etcdData: [{ key: '/registry/masterleases/10.0.0.9', value: { subsets: 'x' } }],
        timeline: [
          { at: '1s', put: { key: ENDPOINTS, value } },
          { at: '2s', put: { key: ENDPOINTS, value: { apiVersion: 'v1', kind: 'Service' } } },
        ],
      }),
    ).toEqual([
      'spec.timeline[0].put.value: json: cannot unmarshal string into Go struct field ' +
        'EndpointSubset.subsets.addresses of type []v1.EndpointAddress',
      'spec.timeline[1].put.value: expected Endpoints of v1, found Service of v1',
      'spec.objects[0]: json: cannot unmarshal array into Go struct field ' +
        'ObjectMeta.metadata.labels of type map[string]string',
      'spec.etcdData[0].value: json: cannot unmarshal string into Go struct field ' +
        'Endpoints.subsets of type []v1.EndpointSubset',
    ]);
    expect(faultsOf({ etcdData: [{ key: '/registry/anything/else', value: [1] }] })).toEqual([]);
  });

  it('is refused by the server with 400 where a client sends it', () => {
    const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 's' }, spec: 'x' };
    const { table } = runOf(scenarioOf(spec({ timeline: [{ at: '9s', create: service }] })));
    const said = recordsOf(table, 'log').filter(({ actor }) => actor === 'kubectl');
    expect(said.map(({ message }) => message)).toEqual([
      'Error from server (BadRequest): error when creating "STDIN": Service in version "v1" ' +
        'cannot be handled as a Service: json: cannot unmarshal string into Go struct field ' +
        'Service.spec of type v1.ServiceSpec',
    ]);
  });
});

describe('a number that an int32 cannot hold', () => {
  const LARGE = 3_000_000_000;
  const deployment = {
    ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd', namespace: 'default' } },
    spec: { replicas: LARGE },
  };
  const lease = {
    ...{ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' },
    ...{ metadata: { name: 'l', namespace: 'default' }, spec: { leaseTransitions: LARGE } },
  };
  const words = (field: string) =>
    `json: cannot unmarshal number ${LARGE} into Go struct field ${field} of type int32`;
  const REPLICAS = words('DeploymentSpec.spec.replicas');
  const TRANSITIONS = words('LeaseSpec.spec.leaseTransitions');

  it('is refused in a scenario: as an object, as data of etcd, as a value that is put', () => {
    const key = '/registry/leases/default/l';
    expect(
      faultsOf({
        objects: [deployment],
        etcdData: [{ key, value: lease }],
        timeline: [{ at: '1s', put: { key, value: lease } }],
      }),
    ).toEqual([
      `spec.timeline[0].put.value: ${TRANSITIONS}`,
      `spec.objects[0]: ${REPLICAS}`,
      `spec.etcdData[0].value: ${TRANSITIONS}`,
    ]);
  });

  it('is refused by the server, whether created or applied', () => {
    const timeline = [
      { at: '9s', create: deployment },
      { at: '10s', apply: lease },
      { at: '11s', create: { ...deployment, spec: { replicas: -2_147_483_649 } } },
    ];
    const { table } = runOf(scenarioOf(spec({ timeline })));
    const said = recordsOf(table, 'log').filter(({ actor }) => actor === 'kubectl');
    const texts = said.map(({ message }) => message.replace(/^.*handled as a \w+: /, ''));
    expect(texts).toEqual([REPLICAS, TRANSITIONS, REPLICAS.replace(`${LARGE}`, '-2147483649')]);
  });
});

describe('what is stored before the start', () => {
  const run = runOf(
    scenarioOf(
      spec({
        epoch: '2024-02-29T12:00:00Z',
        objects: [
          { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'plain' } },
          {
            apiVersion: 'v1',
            kind: 'Namespace',
            metadata: { name: 'own', uid: 'u', creationTimestamp: '2020-01-01T00:00:00Z' },
            status: { phase: 'Terminating' },
          },
          { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' }, data: { a: null } },
          {
            ...{ apiVersion: 'v1', kind: 'Endpoints', metadata: { name: 'e' } },
            subsets: [{ addresses: [{}, null], ports: [null] }],
          },
        ],
        etcdData: [{ key: '/registry/configmaps/x/raw', value: { data: { b: 'c' } } }],
      }),
    ),
  );
  const { objects } = objectsAt(run.table, asTime(seconds(0)));
  const named = (name: string) =>
    objects.find((object) => (object as { metadata: { name: string } }).metadata.name === name);

  it('is as an API server would have stored it', () => {
    expect(named('plain')).toEqual({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: {
        name: 'plain',
        uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        resourceVersion: '2',
        creationTimestamp: '2024-02-29T12:00:00Z',
        labels: { 'kubernetes.io/metadata.name': 'plain' },
      },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Active' },
    });
    expect(named('c')).toMatchObject({ metadata: { namespace: 'default' }, data: { a: '' } });
    expect(named('e')).toMatchObject({
      subsets: [{ addresses: [{ ip: '' }, { ip: '' }], ports: [{ port: 0 }] }],
    });
    expect(named('raw')).toMatchObject({ kind: 'ConfigMap', metadata: { namespace: 'x' } });
  });

  it('keeps what it says of itself', () => {
    expect(named('own')).toMatchObject({
      metadata: { uid: 'u', creationTimestamp: '2020-01-01T00:00:00Z' },
      status: { phase: 'Terminating' },
    });
  });
});
