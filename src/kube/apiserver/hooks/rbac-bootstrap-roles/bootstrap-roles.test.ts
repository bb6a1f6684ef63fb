import { describe, expect, test } from 'vitest';
import type { KubeObject } from '../../../api/objects';
import type { BindingObject, RoleObject } from '../../registry/strategies/rbac';
import { ServerWorld } from '../../testing/server-world';
import { AUTOUPDATE, bootstrapPolicy } from './policy';
import { missingRules, planBinding, planRole } from './reconcile';

const HOOK = 'rbac/bootstrap-roles';
const GROUP = 'rbac.authorization.k8s.io';
const RBAC = ['--authorization-mode=RBAC'];
const keysOf = (world: ServerWorld) =>
  world
    .of('etcd')
    .filter(({ op, key }) => op === 'put' && /\/(cluster)?role(binding)?s\//.test(String(key)))
    .map(({ key }) => String(key));
const done =
  (world: ServerWorld, server = 'server-a') =>
  () =>
    world
      .of('hook', `${server}/hooks/${HOOK}`)
      .some(({ phase, name }) => name === HOOK && phase === 'succeeded');

function get(world: ServerWorld, resource: string, name: string): KubeObject {
  const path = `/apis/${GROUP}/v1/${resource}/${name}`;
  const [code, body] = world.answerOf(path, { group: GROUP, version: 'v1', resource, name });
  expect(code).toBe(200);
  return body as KubeObject;
}
const META = {
  labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults' },
  annotations: { [AUTOUPDATE]: 'true' },
};
const policy = bootstrapPolicy('1.27');
const total = Object.values(policy).reduce((sum, list) => sum + list.length, 0);

describe('the bootstrap policy', () => {
  test('stands field for field', () => {
    const world = new ServerWorld({ flags: [RBAC] }).start();
    world.until(done(world));
    expect(keysOf(world)).toHaveLength(total);
    const edit = get(world, 'clusterroles', 'edit') as RoleObject;
    expect(edit.metadata).toMatchObject({
      annotations: META.annotations,
      labels: { ...META.labels, 'rbac.authorization.k8s.io/aggregate-to-admin': 'true' },
    });
    expect(edit.aggregationRule).toEqual({
      clusterRoleSelectors: [
        { matchLabels: { 'rbac.authorization.k8s.io/aggregate-to-edit': 'true' } },
      ],
    });
    expect(get(world, 'clusterroles', 'system:controller:ttl-controller')).toMatchObject({
      metadata: META,
      rules: [
        { verbs: ['list', 'patch', 'update', 'watch'], apiGroups: [''], resources: ['nodes'] },
        {
          verbs: ['create', 'patch', 'update'],
          apiGroups: ['', 'events.k8s.io'],
          resources: ['events'],
        },
      ],
    });
    expect(get(world, 'clusterrolebindings', 'system:controller:ttl-controller')).toMatchObject({
      roleRef: { apiGroup: GROUP, kind: 'ClusterRole', name: 'system:controller:ttl-controller' },
      subjects: [{ kind: 'ServiceAccount', name: 'ttl-controller', namespace: 'kube-system' }],
    });
  });

  test('is written once by two servers, and not by a third', () => {
    const world = new ServerWorld({ flags: [RBAC, RBAC, RBAC] });
    world.do(() => world.servers[0].start());
    world.do(() => world.servers[1].start());
    world.until(() => done(world)() && done(world, 'server-b')());
    world.do(() => world.servers[2].start());
    world.until(done(world, 'server-c'));
    expect(keysOf(world)).toHaveLength(total);
  });

  test('a missing rule is put back at the next start, unless the object forbids it', () => {
    const world = new ServerWorld({ flags: [RBAC, RBAC] });
    world.do(() => world.servers[0].start());
    world.until(done(world));
    const put = (name: string, autoupdate: string) => {
      const found = get(world, 'clusterroles', name) as RoleObject;
      const { resourceVersion: _, ...metadata } = found.metadata;
      const annotations = { [AUTOUPDATE]: autoupdate };
      const object = { ...found, metadata: { ...metadata, annotations }, rules: [] };
      world.do(() => world.etcd.put(`/registry/clusterroles/${name}`, object, 0));
    };
    put('system:kube-dns', 'true');
    put('system:heapster', 'false');
    world.do(() => world.servers[1].start());
    world.until(done(world, 'server-b'));
    const rulesOf = (name: string) => (get(world, 'clusterroles', name) as RoleObject).rules ?? [];
    expect(rulesOf('system:kube-dns')).toHaveLength(4);
    expect(rulesOf('system:heapster')).toEqual([]);
  });

  test('is not there without RBAC', () => {
    const world = new ServerWorld({ flags: [['--authorization-mode=AlwaysAllow']] }).start();
    world.forSeconds(10);
    expect(keysOf(world)).toEqual([]);
  });

  test('later versions add roles', () => {
    const names = (profile: '1.27' | '1.33') =>
      new Set(bootstrapPolicy(profile).clusterRoles.map(({ metadata }) => metadata.name));
    const older = names('1.27');
    expect([...names('1.33')].filter((name) => !older.has(name))).toEqual([
      'system:controller:service-cidrs-controller',
      'system:controller:validatingadmissionpolicy-status-controller',
      'system:controller:legacy-service-account-token-cleaner',
      'system:controller:selinux-warning-controller',
    ]);
  });

  const CONTROLLER = 'system:controller:';
  const WATCHES = '-:get,list,watch:nodes';
  test.each([
    ['1.25', 'system:kube-scheduler', '-:create:endpoints', true],
    ['1.27', 'system:kube-scheduler', '-:create:endpoints', true],
    ['1.29', 'system:kube-scheduler', '-:create:endpoints', false],
    ['1.25', 'system:basic-user', 'authentication.k8s.io:create:selfsubjectreviews', false],
    ['1.27', 'system:basic-user', 'authentication.k8s.io:create:selfsubjectreviews', true],
    ['1.25', 'system:kubelet-api-admin', '-:*:nodes/configz,nodes/healthz,nodes/pods', false],
    ['1.33', 'system:kubelet-api-admin', '-:*:nodes/configz,nodes/healthz,nodes/pods', true],
    ['1.29', 'system:node-proxier', 'networking.k8s.io:list,watch:servicecidrs', false],
    ['1.33', 'system:node-proxier', 'networking.k8s.io:list,watch:servicecidrs', true],
    ['1.27', `${CONTROLLER}pod-garbage-collector`, WATCHES, false],
    ['1.33', `${CONTROLLER}pod-garbage-collector`, WATCHES, true],
    ['1.25', `${CONTROLLER}pod-garbage-collector`, '-:patch:pods/status', false],
    ['1.27', `${CONTROLLER}pod-garbage-collector`, '-:patch:pods/status', true],
    ['1.29', `${CONTROLLER}persistent-volume-binder`, '-:get:secrets', true],
    ['1.33', `${CONTROLLER}persistent-volume-binder`, '-:get:secrets', false],
    [
      '1.25',
      `${CONTROLLER}statefulset-controller`,
      '-:delete,update:persistentvolumeclaims',
      false,
    ],
    ['1.27', `${CONTROLLER}statefulset-controller`, '-:delete,update:persistentvolumeclaims', true],
  ] as const)('%s: %s and the rule %s: %s', (profile, name, rule, there) => {
    const { clusterRoles } = bootstrapPolicy(profile);
    const found = clusterRoles.find(({ metadata }) => metadata.name === name);
    const rules = (found?.rules ?? []).map(({ apiGroups, verbs, resources }) => {
      const groups = (apiGroups ?? []).map((group) => group || '-');
      return [groups, verbs, resources].join(':');
    });
    expect(rules.includes(rule)).toBe(there);
  });

  test('editors may use Leases in every version', () => {
    for (const profile of ['1.25', '1.27', '1.29', '1.33'] as const) {
      const { clusterRoles } = bootstrapPolicy(profile);
      const edit = clusterRoles.find(({ metadata }) =>
        /aggregate-to-edit/.test(metadata.name ?? ''),
      );
      expect(edit?.rules?.at(-1)?.resources).toEqual(['leases']);
    }
  });

  test('what a cluster from before aggregation has is carried over', () => {
    const world = new ServerWorld({ flags: [RBAC] });
    const rules = [{ verbs: ['get'], apiGroups: ['mine'], resources: ['things'] }];
    const kind = { apiVersion: `${GROUP}/v1`, kind: 'ClusterRole' };
    const own = { ...kind, metadata: { name: 'edit', uid: 'u' }, rules };
    world.do(() => world.etcd.put('/registry/clusterroles/edit', own, 0));
    const [binding] = bootstrapPolicy('1.27').clusterRoleBindings.filter(
      ({ metadata }) => metadata.name === 'system:discovery',
    );
    const subjects = [{ kind: 'User', apiGroup: GROUP, name: 'me' }];
    const old = { ...binding, metadata: { name: 'system:discovery', uid: 'v' }, subjects };
    world.do(() => world.etcd.put('/registry/clusterrolebindings/system:discovery', old, 0));
    world.start().until(done(world));
    const moved = get(world, 'clusterroles', 'system:aggregate-to-edit') as RoleObject;
    expect(moved.rules?.[0]).toEqual(rules[0]);
    const split = get(world, 'clusterrolebindings', 'system:public-info-viewer') as BindingObject;
    expect(split.subjects?.[0]).toEqual(subjects[0]);
    expect(split.subjects).toHaveLength(3);
  });
});

describe('reconciliation', () => {
  const rule = { verbs: ['get', 'list'], apiGroups: [''], resources: ['pods'] };
  test.each([
    ['the same', [rule], 0],
    ['nothing', [], 2],
    ['a part', [{ ...rule, verbs: ['get'] }], 1],
    ['everything', [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }], 0],
    ['only one name', [{ ...rule, resourceNames: ['a'] }], 2],
  ])('who owns %s lacks %#', (_name, owned, missing) => {
    expect(missingRules(owned, [rule])).toHaveLength(missing);
  });

  test('extra rules, labels and subjects stay', () => {
    const [role] = policy.clusterRoles;
    const extra = { ...role, rules: [...(role.rules ?? []), rule] };
    expect(planRole(extra, role)).toEqual({ operation: 'none' });
    const [binding] = policy.clusterRoleBindings;
    const more = { kind: 'User', apiGroup: GROUP, name: 'me' };
    const wider: BindingObject = { ...binding, subjects: [...(binding.subjects ?? []), more] };
    expect(planBinding(wider, binding)).toEqual({ operation: 'none' });
    const other = { ...binding, roleRef: { ...binding.roleRef, name: 'view' } };
    expect(planBinding(other, binding)).toMatchObject({ operation: 'recreate' });
  });
});
