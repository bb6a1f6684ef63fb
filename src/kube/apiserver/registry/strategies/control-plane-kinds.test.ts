import { describe, expect, it } from 'vitest';
import type { ApiResource, KubeObject } from '../../../api/objects';
import {
  API_SERVICES,
  CLUSTER_ROLE_BINDINGS,
  CLUSTER_ROLES,
  CONFIG_MAPS,
  CRDS,
  FLOW_SCHEMAS,
  PRIORITY_CLASSES,
  PRIORITY_LEVELS,
  ROLE_BINDINGS,
  ROLES,
} from '../../../api/resources';
import { good, RestWorld, refusal } from '../testing/rest-world';

const RBAC = 'rbac.authorization.k8s.io';
const meta = (name: string, namespace?: string) => ({ metadata: { name, namespace } });
const inSystem = meta('x', 'kube-system');
const RULE = { verbs: ['get'], apiGroups: [''], resources: ['pods'] };
const REF = { apiGroup: RBAC, kind: 'ClusterRole', name: 'view' };
const QUEUE = { type: 'Queue', queuing: {} };

const apiService = (name: string, spec: object = {}): KubeObject => ({
  ...meta(name),
  spec: { group: 'a.io', version: 'v1', groupPriorityMinimum: 1, versionPriority: 1, ...spec },
});

const SCHEMA = { openAPIV3Schema: { type: 'object' } };
const crd = (name: string, spec: object = {}): KubeObject => ({
  ...meta(name),
  spec: {
    group: 'a.io',
    scope: 'Cluster',
    names: { plural: 'things', kind: 'Thing' },
    versions: [{ name: 'v1', served: true, storage: true, schema: SCHEMA }],
    ...spec,
  },
});

const schema = (spec: object = {}): KubeObject => ({
  ...meta('x'),
  spec: { priorityLevelConfiguration: { name: 'y' }, ...spec },
});

/** What storage makes of a new object. */
function created(of: ApiResource, object: KubeObject): KubeObject {
  const world = new RestWorld();
  return good(world.run(world.clientOf().create(of, object)));
}

describe('a new object', () => {
  it.each<[string, ApiResource, KubeObject, object]>([
    [
      'a binding names the group of its role and of users',
      CLUSTER_ROLE_BINDINGS,
      {
        ...meta('x'),
        roleRef: { kind: 'ClusterRole', name: 'view' },
        subjects: [
          { kind: 'User', name: 'u' },
          { kind: 'ServiceAccount', name: 's', namespace: 'n' },
        ],
      },
      {
        roleRef: REF,
        subjects: [
          { kind: 'User', name: 'u', apiGroup: RBAC },
          { kind: 'ServiceAccount', name: 's', namespace: 'n' },
        ],
      },
    ],
    [
      'a PriorityClass preempts',
      PRIORITY_CLASSES,
      { ...meta('x'), value: 5 },
      { value: 5, preemptionPolicy: 'PreemptLowerPriority' },
    ],
    [
      'a FlowSchema stands in the middle',
      FLOW_SCHEMAS.v1beta3,
      schema(),
      { spec: { priorityLevelConfiguration: { name: 'y' }, matchingPrecedence: 1_000 } },
    ],
    [
      'a priority level has queues',
      PRIORITY_LEVELS.v1beta3,
      { ...meta('x'), spec: { type: 'Limited', limited: { limitResponse: QUEUE } } },
      {
        spec: {
          type: 'Limited',
          limited: {
            nominalConcurrencyShares: 30,
            limitResponse: {
              type: 'Queue',
              queuing: { queues: 64, handSize: 8, queueLengthLimit: 50 },
            },
            lendablePercent: 0,
          },
        },
      },
    ],
    [
      'an APIService of this server is available',
      API_SERVICES,
      apiService('v1.a.io'),
      {
        status: {
          conditions: [
            {
              type: 'Available',
              status: 'True',
              lastTransitionTime: '2023-04-11T00:00:02Z',
              reason: 'Local',
              message: 'Local APIServices are always available',
            },
          ],
        },
      },
    ],
    [
      'an APIService elsewhere is not',
      API_SERVICES,
      apiService('v1.a.io', { service: { namespace: 'n', name: 's' } }),
      { status: {} },
    ],
    [
      'a definition has names',
      CRDS,
      crd('things.a.io'),
      {
        spec: expect.objectContaining({
          names: { plural: 'things', kind: 'Thing', singular: 'thing', listKind: 'ThingList' },
          conversion: { strategy: 'None' },
        }),
        status: { storedVersions: ['v1'] },
      },
    ],
  ])('%s', (_name, of, object, wanted) => {
    expect(created(of, object)).toMatchObject(wanted);
  });

  it.each([PRIORITY_CLASSES, FLOW_SCHEMAS.v1beta3, CRDS])('of $kind: generation 1', (of) => {
    const bodies = { [PRIORITY_CLASSES.kind]: { ...meta('x'), value: 1 }, FlowSchema: schema() };
    const object = bodies[of.kind] ?? crd('things.a.io');
    expect(created(of, object).metadata.generation).toBe(1);
  });
});

describe('a refused object', () => {
  it.each<[ApiResource, KubeObject, string]>([
    [
      ROLES,
      { ...inSystem, rules: [{ ...RULE, nonResourceURLs: ['/a'] }] },
      '[rules[0].nonResourceURLs: Invalid value: []string{"/a"}: namespaced rules cannot apply ' +
        'to non-resource URLs, rules[0].nonResourceURLs: Invalid value: []string{"/a"}: rules ' +
        'cannot apply to both regular resources and non-resource URLs]',
    ],
    [
      CLUSTER_ROLES,
      { ...meta('x'), rules: [{ verbs: [] }] },
      '[rules[0].verbs: Required value: verbs must contain at least one value, rules[0].' +
        'apiGroups: Required value: resource rules must supply at least one api group, rules[0].' +
        'resources: Required value: resource rules must supply at least one resource]',
    ],
    [
      CLUSTER_ROLE_BINDINGS,
      { ...meta('x'), roleRef: { kind: 'Role', name: 'y' } },
      'roleRef.kind: Unsupported value: "Role": supported values: "ClusterRole"',
    ],
    [
      CLUSTER_ROLE_BINDINGS,
      { ...meta('x'), roleRef: REF, subjects: [{ kind: 'ServiceAccount', name: 'y' }] },
      'subjects[0].namespace: Required value',
    ],
    [
      CLUSTER_ROLE_BINDINGS,
      { ...meta('x'), subjects: [{ name: 'y' }] },
      '[roleRef.kind: Unsupported value: "": supported values: "ClusterRole", roleRef.name: ' +
        'Required value, subjects[0].kind: Unsupported value: "": supported values: ' +
        '"ServiceAccount", "User", "Group"]',
    ],
    [
      PRIORITY_CLASSES,
      { ...meta('system-mine'), value: 1 },
      "metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for " +
        'system use only. error: system-mine is not a known system priority class',
    ],
    [
      PRIORITY_CLASSES,
      { ...meta('x'), value: 1_000_000_001 },
      'value: Forbidden: maximum allowed value of a user defined priority is 1000000000',
    ],
    [
      CONFIG_MAPS,
      { ...inSystem, data: { '..a': 'b' } },
      'data[..a]: Invalid value: "..a": must not start with \'..\'',
    ],
    [
      FLOW_SCHEMAS.v1beta3,
      schema({ matchingPrecedence: 1 }),
      "spec.matchingPrecedence: Invalid value: 1: only the schema named 'exempt' may have " +
        'matchingPrecedence 1',
    ],
    [
      PRIORITY_LEVELS.v1beta3,
      { ...meta('x'), spec: { type: 'Exempt' } },
      'spec.type: Invalid value: "Exempt": type must be \'Exempt\' if and only if name is ' +
        "'exempt'",
    ],
    [
      API_SERVICES,
      apiService('x'),
      'metadata.name: Invalid value: "x": must be `spec.version+"."+spec.group`: "v1.a.io"',
    ],
    [
      CRDS,
      crd('x.a.io', { versions: [] }),
      '[metadata.name: Invalid value: "x.a.io": must be spec.names.plural+"."+spec.group, ' +
        'spec.versions: Invalid value: []apiextensions.CustomResourceDefinitionVersion{}: must ' +
        'have exactly one version marked as storage version]',
    ],
    [
      CRDS,
      crd('things.a.io', { versions: [{ name: 'v1', served: true, storage: true }] }),
      'spec.versions[0].schema.openAPIV3Schema: Required value: schemas are required',
    ],
    [
      CRDS,
      crd('things.a', { group: 'a', preserveUnknownFields: true }),
      '[spec.group: Invalid value: "a": should be a domain with at least one dot, ' +
        'spec.preserveUnknownFields: Invalid value: true: cannot set to true, set ' +
        'x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead]',
    ],
  ])('%o', (of, object, text) => {
    const world = new RestWorld();
    const { message } = refusal(world.run(world.clientOf().create(of, object)));
    expect(message?.slice(message.indexOf('is invalid: ') + 'is invalid: '.length)).toBe(text);
  });
});

describe('an update', () => {
  const world = new RestWorld();
  const client = world.clientOf();
  /** Creates the object, changes it, and says what the server says. */
  function changed(of: ApiResource, object: KubeObject, change: object): string | undefined {
    const made = good(world.run(client.create(of, object)));
    const { message = '' } = refusal(world.run(client.update(of, { ...made, ...change })));
    return message.slice(message.indexOf('is invalid: ') + 'is invalid: '.length);
  }

  it('cannot give a binding another role', () => {
    const other = { roleRef: { ...REF, name: 'edit' } };
    expect(changed(ROLE_BINDINGS, { ...inSystem, roleRef: REF }, other)).toBe(
      'roleRef: Invalid value: rbac.RoleRef{APIGroup:"rbac.authorization.k8s.io", ' +
        'Kind:"ClusterRole", Name:"edit"}: cannot change roleRef',
    );
  });

  it('cannot take the role of a binding away', () => {
    const bare = { ...meta('y', 'kube-system'), roleRef: REF };
    expect(changed(ROLE_BINDINGS, bare, { roleRef: undefined })).toContain(
      'roleRef: Invalid value: rbac.RoleRef{APIGroup:"rbac.authorization.k8s.io", Kind:"", ' +
        'Name:""}: cannot change roleRef',
    );
  });

  it('cannot change the value of a PriorityClass', () => {
    expect(changed(PRIORITY_CLASSES, { ...meta('x'), value: 5 }, { value: 6 })).toBe(
      'Value: Forbidden: may not be changed in an update.',
    );
  });

  it('cannot change a ConfigMap that is immutable', () => {
    const object = { ...inSystem, immutable: true, data: { a: '1' } };
    expect(changed(CONFIG_MAPS, object, { data: {} })).toBe(
      'data: Forbidden: field is immutable when `immutable` is set',
    );
  });

  it('of a spec is a new generation and keeps the status', () => {
    const made = good(world.run(client.create(CRDS, crd('things.a.io'))));
    const next = { ...made, spec: { ...(made.spec as object), scope: 'Namespaced' }, status: {} };
    const updated = good(world.run(client.update(CRDS, next)));
    expect(updated.metadata.generation).toBe(2);
    expect(updated.status).toEqual({ storedVersions: ['v1'] });
  });

  it('of the status changes nothing else', () => {
    const made = good(world.run(client.create(API_SERVICES, apiService('v1.a.io'))));
    const conditions = [{ type: 'Available', status: 'False' }];
    const next = { ...apiService('v1.a.io', { versionPriority: 9 }), status: { conditions } };
    const { resourceVersion } = made.metadata;
    const body = { ...next, metadata: { ...next.metadata, resourceVersion } };
    const updated = good(world.run(client.updateSubresource(API_SERVICES, body, 'status')));
    expect(updated).toMatchObject({ spec: made.spec, status: { conditions } });
  });
});

describe('flow control', () => {
  it('is one object in every version', () => {
    const world = new RestWorld();
    const client = world.clientOf();
    const spec = { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } };
    const limited = { ...spec.limited, assuredConcurrencyShares: 7 };
    const object = { ...meta('x'), spec: { ...spec, limited } };
    good(world.run(client.create(PRIORITY_LEVELS.v1beta2, object)));
    for (const [version, name] of [
      ['v1beta2', 'assuredConcurrencyShares'],
      ['v1beta3', 'nominalConcurrencyShares'],
      ['v1', 'nominalConcurrencyShares'],
    ] as const) {
      const read = good(world.run(client.get(PRIORITY_LEVELS[version], '', 'x')));
      expect(read.apiVersion).toBe(`flowcontrol.apiserver.k8s.io/${version}`);
      expect((read.spec as { limited: object }).limited).toMatchObject({ [name]: 7 });
    }
  });
});
