/** What answers warn of, over HTTP. */
import { describe, expect, it } from 'vitest';
import { resourceAt } from '../../api/resources';
import type { Profile } from '../../profile';
import { deprecationsOf } from './deprecations';
import { RestWorld } from './testing/rest-world';

const PODS = '/api/v1/namespaces/default/pods';
const SERVICES = '/api/v1/namespaces/default/services';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';

const container = { name: 'c', image: 'i:1' };
const podOf = (name: string, spec: object = {}, more: object = {}) => ({
  metadata: { name, ...more },
  spec: { containers: [container], ...spec },
});

describe('unknown fields', () => {
  const world = new RestWorld();
  const given = { ...podOf('a', { colour: 'red' }), extra: 1 };

  it('are warned of by default, and dropped', () => {
    const { code, warnings, body } = world.ask(`POST ${PODS}`, given);
    expect([code, warnings]).toEqual([
      201,
      ['unknown field "spec.colour"', 'unknown field "extra"'],
    ]);
    expect(body.spec).not.toHaveProperty('colour');
  });

  it('are warned of in an update and in a patch', () => {
    const patch = { metadata: { labels: { x: 'y' } }, spec: { colour: 'blue' } };
    const body = { contentType: 'application/merge-patch+json', patch };
    expect(world.ask(`PATCH ${PODS}/a`, body).warnings).toEqual(['unknown field "spec.colour"']);
    expect(world.ask(`PUT ${PODS}/a`, given).warnings).toContain('unknown field "spec.colour"');
  });

  it('are dropped in silence with Ignore, and refused with Strict', () => {
    const ask = (mode: string) => world.ask(`PUT ${PODS}/a?fieldValidation=${mode}`, given);
    expect(ask('Warn').warnings).toHaveLength(2);
    expect(ask('Ignore')).toMatchObject({ code: 200, warnings: [] });
    expect(ask('Strict')).toMatchObject({ code: 400, warnings: [] });
  });
});

describe('Pods', () => {
  const world = new RestWorld();
  const warningsOf = (spec: object, more: object = {}) =>
    world.ask(`POST ${PODS}?dryRun=All`, podOf('a', spec, more)).warnings;

  it.each<[string, object, string[]]>([
    [
      'environment twice',
      { containers: [{ ...container, env: [{ name: 'A' }, { name: 'A', value: '1' }] }] },
      ['spec.containers[0].env[1].name: duplicate name "A"'],
    ],
    [
      'ports twice',
      {
        containers: [
          { ...container, ports: [{ containerPort: 80 }, { containerPort: 80, hostPort: 8_080 }] },
          { ...container, name: 'd', ports: [{ containerPort: 80 }] },
        ],
      },
      [
        'spec.containers[0].ports[1]: overlapping port definition with spec.containers[0].ports[0]',
        'spec.containers[1].ports[0]: duplicate port definition with spec.containers[0].ports[0]',
        'spec.containers[1].ports[0]: overlapping port definition with spec.containers[0].ports[1]',
      ],
    ],
    [
      'labels of Nodes that have others in their place',
      { nodeSelector: { 'beta.kubernetes.io/os': 'linux' } },
      [
        'spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use ' +
          '"kubernetes.io/os" instead',
      ],
    ],
    [
      'half a byte',
      { containers: [{ ...container, resources: { limits: { memory: '100m' } } }] },
      [
        'spec.containers[0].resources.limits[memory]: fractional byte value "100m" is invalid, ' +
          'must be an integer',
        'spec.containers[0].resources.requests[memory]: fractional byte value "100m" is ' +
          'invalid, must be an integer',
      ],
    ],
    [
      'secrets and hosts twice',
      {
        imagePullSecrets: [{ name: 's' }, { name: 's' }, {}],
        hostAliases: [{ ip: '1.1.1.1' }, { ip: '1.1.1.1' }],
      },
      [
        'spec.hostAliases[1].ip: duplicate ip "1.1.1.1"',
        'spec.imagePullSecrets[1].name: duplicate name "s"',
        'spec.imagePullSecrets[2].name: invalid empty name ""',
      ],
    ],
    [
      'volumes that are gone',
      { volumes: [{ name: 'v', gitRepo: { repository: 'r' } }] },
      ['spec.volumes[0].gitRepo: deprecated in v1.11'],
    ],
  ])('%s', (_title, spec, expected) => {
    expect(warningsOf(spec)).toEqual(expected);
  });

  it('of annotations without effect, and of a name that is no label', () => {
    const annotations = { 'scheduler.alpha.kubernetes.io/critical-pod': '' };
    expect(warningsOf({}, { annotations, name: 'a.b' })).toEqual([
      expect.stringMatching(
        /^metadata.name: this is used in the Pod's hostname, .*; a DNS label is recommended: \[a/,
      ),
      'metadata.annotations[scheduler.alpha.kubernetes.io/critical-pod]: non-functional in ' +
        'v1.16+; use the "priorityClassName" field instead',
    ]);
  });

  it('are warned of in templates, once they change', () => {
    const labels = { app: 'a' };
    const env = [{ name: 'A' }, { name: 'A' }];
    const spec = { containers: [{ ...container, env }] };
    const deployment = (replicas: number) => ({
      metadata: { name: 'd' },
      spec: {
        ...{ replicas, selector: { matchLabels: labels } },
        template: { metadata: { labels }, spec },
      },
    });
    const text = 'spec.template.spec.containers[0].env[1].name: duplicate name "A"';
    expect(world.ask(`POST ${DEPLOYMENTS}`, deployment(1)).warnings).toEqual([text]);
    expect(world.ask(`PUT ${DEPLOYMENTS}/d`, deployment(1)).warnings).toEqual([]);
    expect(world.ask(`PUT ${DEPLOYMENTS}/d`, deployment(2)).warnings).toEqual([text]);
  });

  it('that are refused are warned of in nothing', () => {
    const env = [{ name: 'A' }, { name: 'A' }];
    const { code, warnings } = world.ask(`POST ${PODS}`, {
      ...podOf('b'),
      spec: { containers: [{ name: 'c', env }] },
    });
    expect([code, warnings]).toEqual([422, []]);
  });
});

describe('Services', () => {
  const world = new RestWorld();
  const warningsOf = (spec: object, annotations: object = {}) => {
    const body = { metadata: { name: 's', annotations }, spec };
    return world.ask(`POST ${SERVICES}?dryRun=All`, body).warnings;
  };

  it('are warned of what is ignored, old, or written in another form', () => {
    const ports = [{ port: 80 }];
    expect(warningsOf({ ports, externalName: 'x.y' })).toEqual([
      'spec.externalName is ignored when spec.type is not "ExternalName"',
    ]);
    const name = { type: 'ExternalName', externalName: 'x.y', externalIPs: ['1.2.3.4'] };
    expect(warningsOf(name)).toEqual([
      'spec.externalIPs is ignored when spec.type is "ExternalName"',
    ]);
    expect(warningsOf({ ports, externalIPs: ['2001:db8:0:0::1'] })).toEqual([
      'spec.externalIPs[0]: IPv6 address "2001:db8:0:0::1" is not in RFC 5952 canonical format ' +
        '("2001:db8::1"), which may cause controller apply-loops',
    ]);
    expect(warningsOf({ ports }, { 'service.kubernetes.io/topology-aware-hints': 'auto' })).toEqual(
      [
        'annotation service.kubernetes.io/topology-aware-hints is deprecated, please use ' +
          'service.kubernetes.io/topology-mode instead',
      ],
    );
  });
});

describe('versions that will go', () => {
  const said = (profile: Profile, group: string, version: string, resource: string) => {
    const of = resourceAt(group, version, resource);
    return of && deprecationsOf(profile)(of);
  };
  const flow = 'flowcontrol.apiserver.k8s.io';
  const VAP = 'validatingadmissionpolicies';

  it('are told by profile', () => {
    expect(said('1.26', flow, 'v1beta2', 'flowschemas')).toBe(
      `${flow}/v1beta2 FlowSchema is deprecated in v1.26+, unavailable in v1.29+; use ` +
        `${flow}/v1beta3 FlowSchema`,
    );
    expect(said('1.31', 'admissionregistration.k8s.io', 'v1beta1', VAP)).toBe(
      'admissionregistration.k8s.io/v1beta1 ValidatingAdmissionPolicy is deprecated in v1.31+, ' +
        'unavailable in v1.34+',
    );
    expect(said('1.30', 'admissionregistration.k8s.io', 'v1beta1', VAP)).toBeUndefined();
    expect(said('1.25', flow, 'v1beta2', 'flowschemas')).toBeUndefined();
    expect(said('1.32', '', 'v1', 'endpoints')).toBeUndefined();
    expect(said('1.33', '', 'v1', 'endpoints')).toBe(
      'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice',
    );
  });

  it('are told with every answer', () => {
    const world = new RestWorld(1, 1, { deprecation: deprecationsOf('1.33') });
    const place = '/api/v1/namespaces/default/endpoints';
    const text = 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice';
    expect(world.ask(`GET ${place}`).warnings).toEqual([text]);
    expect(world.ask(`GET ${place}/none`)).toMatchObject({ code: 404, warnings: [text] });
    expect(world.ask(`GET ${SERVICES}`).warnings).toEqual([]);
  });
});
