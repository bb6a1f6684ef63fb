/** Other cases of the shapes of storage, of watch caches and of filters, worked out by hand. */
import { describe, expect, test } from 'vitest';
import { DEFAULT_PROFILE } from '#kube';
import type { JsonObject } from './case';
import { ClusterStand } from './cluster-stand';
import { runConformance } from './index';
import { type CaseParts, caseOf } from './testing';

type Variant = Omit<CaseParts, 'area'>;

const resultOf = (area: string, variant: Variant) => runConformance(caseOf({ ...variant, area }));

function passes(area: string) {
  return (variant: Variant): void => {
    expect(resultOf(area, variant)).toMatchObject({ result: 'pass', got: variant.expected });
  };
}

const SPACE = 'tests';
const key = (gvr: string, name: string, etcdKey: string, profile?: string): Variant => ({
  title: gvr,
  given: { gvr, namespace: SPACE, name },
  when: { op: 'create the object' },
  expected: { etcdKey: `/registry/${etcdKey}/${name}` },
  profile,
});
const signed = 'certificates.k8s.io/v1alpha1/clustertrustbundles';

describe('etcd-keys', () => {
  test.each([
    key('v1/services', 'web', `services/specs/${SPACE}`),
    key(
      'apiregistration.k8s.io/v1/apiservices',
      'v2.example.org',
      'apiregistration.k8s.io/apiservices',
    ),
    key(
      'apiextensions.k8s.io/v1/customresourcedefinitions',
      'lamps.example.org',
      'apiextensions.k8s.io/customresourcedefinitions',
    ),
    key('networking.k8s.io/v1alpha1/clustercidrs', 'pods', 'clustercidrs'),
    key('networking.k8s.io/v1alpha1/ipaddresses', '10.1.2.3', 'ipaddresses', '1.27'),
    key('networking.k8s.io/v1/servicecidrs', 'more', 'servicecidrs', '1.33'),
    key('resource.k8s.io/v1alpha2/resourceclaims', 'gpu', `resourceclaims/${SPACE}`, '1.27'),
    key('resource.k8s.io/v1alpha1/podschedulings', 'p', `podschedulings/${SPACE}`, '1.26'),
    key(
      'resource.k8s.io/v1alpha2/podschedulingcontexts',
      'p',
      `podschedulingcontexts/${SPACE}`,
      '1.28',
    ),
    key(signed, 'example.org:own:roots', 'clustertrustbundles', '1.27'),
    key(signed, 'roots', 'clustertrustbundles', '1.27'),
  ])('$title', passes('etcd-keys'));

  test('says which version of Kubernetes lacks the resource', () => {
    const gone = key('resource.k8s.io/v1alpha1/podschedulings', 'p', '', '1.27');
    expect(resultOf('etcd-keys', gone)).toMatchObject({
      result: 'unsupported',
      reason: 'given.gvr: 1.27 has no podschedulings in group "resource.k8s.io"',
    });
  });
});

const cachedDelete = (objects: readonly (string | JsonObject)[], more: JsonObject) => ({
  given: { objects },
  when: { op: 'Delete', cachedExisting: 'outdated copy', ...more },
});
const renames = 'GuaranteedUpdate; update function renames to other';

describe('etcd3-store', () => {
  test.each<Variant>([
    {
      title: 'a delete looks again where the old copy does not meet the precondition',
      ...cachedDelete(['x updated to uid U after the cached copy was taken'], {
        preconditions: { uid: 'U' },
      }),
      expected: { error: null, getAfter: 'NotFound' },
    },
    {
      title: 'and where it is refused',
      ...cachedDelete(['x updated once after the cached copy was taken'], {
        validation: 'fails with "too old" for the outdated object',
      }),
      expected: { error: null, validationCalls: 2, getAfter: 'NotFound' },
    },
    {
      title: 'a validation in other words',
      ...cachedDelete(['x changed with uid U after the cached copy was taken'], {
        validation: 'accepts only the updated object',
      }),
      expected: { error: null, validationCalls: 2 },
    },
    {
      title: 'a precondition of a version',
      given: { objects: [{ name: 'x', uid: 'U' }] },
      when: { op: 'Delete', preconditions: { resourceVersion: '12345' } },
      expected: { error: 'invalid object (precondition failed)', getAfter: 'found' },
    },
    {
      title: 'an object with a version is not created',
      given: { objects: [] },
      when: { op: 'Create', key: 'x', resourceVersion: '7' },
      expected: { error: 'resourceVersion should not be set on objects to be created' },
    },
    {
      title: 'a version that is no number',
      given: { x: { createdAt: 'made' } },
      when: { op: 'Get', key: 'x', ignoreNotFound: false, resourceVersion: 'z' },
      expected: {
        error:
          'invalid resource version: resourceVersion: Invalid value: "z": ' +
          'strconv.ParseUint: parsing "z": invalid syntax',
      },
    },
    {
      title: 'an update by a copy that is current',
      given: { stored: 'x', cachedExisting: 'x (current)' },
      when: { op: renames },
      expected: { error: null, name: 'other', updateFunctionCalls: 1 },
    },
    {
      title: 'a TTL for what had none',
      given: { objects: ['x'] },
      when: {
        sequence: [
          { op: 'GuaranteedUpdate', key: '/x', ignoreNotFound: false, ttlSeconds: 2 },
          { op: 'Watch', from: 'rv of the update' },
        ],
      },
      expected: { watchEvents: ['DELETED'] },
    },
    {
      title: 'the root as a prefix',
      given: { configuredPrefix: 'a/..' },
      when: { op: 'newStore' },
      expected: { effectivePrefix: '/' },
    },
  ])('$title', passes('etcd3-store'));
});

const letters = ['a', 'b', 'c'].map((name) => ({ key: `/${name}`, name }));

describe('etcd3-list', () => {
  test.each<Variant>([
    {
      title: 'one page where lists have none',
      given: { keys: letters, pagingEnabled: false },
      when: { op: 'GetList', prefix: '/', limit: 1 },
      expected: { keys: ['/a', '/b', '/c'], continueReturned: false, remainingItemCount: null },
    },
    {
      title: 'a prefix without its slash',
      given: {
        keys: [
          { key: '/ab/1', name: 'a' },
          { key: '/abc', name: 'b' },
        ],
      },
      when: { op: 'GetList', prefix: '/ab' },
      expected: { keys: ['/ab/1'] },
    },
    {
      title: 'a token that is none',
      given: { keys: letters },
      when: { op: 'GetList', prefix: '/', continue: 'nonsense' },
      expected: { error: 'any error (the request is rejected)' },
    },
    {
      title: 'a page goes on as things were',
      given: { keys: letters },
      when: {
        sequence: [
          { op: 'GetList', prefix: '/', limit: 1 },
          { op: 'delete /b' },
          { op: 'GetList', limit: 0, continue: 'token of step 1' },
          { op: 'GetList', prefix: '/' },
        ],
      },
      expected: { pages: [['/a'], null, ['/b', '/c'], ['/a', '/c']] },
    },
  ])('$title', passes('etcd3-list'));

  test('a server whose gate is off answers whole lists', () => {
    const asked = '/api/v1/namespaces?limit=1';
    const pages = [[], ['--feature-gates=APIListChunking=false']].map((flags) => {
      const { body } = new ClusterStand(DEFAULT_PROFILE, flags).ask('GET', asked);
      const { items, metadata } = body as { items: readonly unknown[]; metadata: JsonObject };
      return [items.length > 1, metadata.continue !== undefined];
    });
    expect(pages).toEqual([
      [false, true],
      [true, false],
    ]);
  });
});

const READS_FAIL = { cacheReady: true, backingStorage: 'every read fails' };

describe('watch-cache', () => {
  test.each<Variant>([
    {
      title: 'a list without a limit at any version',
      given: READS_FAIL,
      when: { op: 'GetList recursive', resourceVersion: '1' },
      expected: { servedFrom: 'cache', error: null },
    },
    {
      title: 'a list with another limit at a version',
      given: READS_FAIL,
      when: { op: 'GetList non recursive limit=3', resourceVersion: '1' },
      expected: { servedFrom: 'storage', error: 'dummy error' },
    },
    {
      title: 'a cache that is not filled yet',
      given: { ...READS_FAIL, cacheReady: false },
      when: { op: 'Get', resourceVersion: '0' },
      expected: { servedFrom: 'storage', error: 'dummy error' },
    },
    {
      title: 'other versions of a watch',
      given: { object: 'bar at 30' },
      when: { op: 'watch from 34, then updates 31..36' },
      expected: { firstEventRV: 35 },
    },
    {
      title: 'other versions of a notification',
      given: { bookmarkFrequencySeconds: 2, cacheRV: 70 },
      when: { op: 'storage progress notification to 90 while a watch from 70 is open' },
      expected: { bookmarkRV: 90 },
    },
    {
      title: 'a read of one that waits in vain',
      given: { currentRV: 0, blockTimeoutSeconds: 3 },
      when: {
        ...{ op: 'WaitUntilFreshAndGet', resourceVersion: 5, key: 'prefix/ns/x' },
        clockAdvanced: 3,
      },
      expected: { error: { reason: 'Timeout', code: 504, cause: 'ResourceVersionTooLarge' } },
    },
  ])('$title', passes('watch-cache'));
});

const fault = (type: string, message: string): Variant => ({
  title: type,
  given: { kind: 'Lamp', name: 'l', fieldErrors: [{ type, field: 'spec.bulb' }] },
  when: { op: 'NewInvalid' },
  expected: { code: 422, message: `Lamp "l" is invalid: spec.bulb: ${message}` },
});

describe('status', () => {
  test.each<Variant>([
    {
      title: 'a conflict',
      given: { error: 'Conflict' },
      when: { op: 'ErrorToAPIStatus' },
      expected: {
        ...{ status: 'Failure', code: 409, reason: 'Conflict' },
        message: 'Operation cannot be fulfilled on foos "bar": failure',
        details: { name: 'bar', kind: 'foos' },
      },
    },
    ...[3, 0].map((seconds) => ({
      title: `too many requests, ${seconds} s`,
      given: { error: `NewTooManyRequests ${seconds}` },
      when: { op: 'SuggestsClientDelay' },
      expected: { seconds, suggested: seconds > 0 },
    })),
    fault('Required', 'Required value'),
    fault('Forbidden', 'Forbidden'),
  ])('$title', passes('status'));
});

describe('filters', () => {
  test.each<Variant>([
    {
      title: 'a signal that has not come',
      given: { notAcceptingSignal: 'open', waitGroupIsWaiting: false },
      when: { request: 'POST /api/v1/namespaces', userAgent: 'x' },
      expected: { status: 200, handlerCalls: 1, headers: { Connection: '', 'Retry-After': '' } },
    },
    {
      title: 'one that has',
      given: { notAcceptingSignal: 'closed', waitGroupIsWaiting: false },
      when: { request: 'GET /apis', userAgent: 'x kube-apiserver/' },
      expected: {
        status: 429,
        handlerCalls: 0,
        headers: { Connection: 'close', 'Retry-After': '5' },
      },
    },
    {
      title: 'logs of a Pod are read for long, and not counted',
      given: { maxRequestsInflight: 1, maxMutatingRequestsInflight: 1 },
      when: {
        sequence: [
          { request: 'GET /api/v1/namespaces/a/pods/b/log', count: 3, hangs: true },
          { request: 'GET /api/v1/namespaces/a/pods/b', hangs: true },
          { request: 'GET /api/v1/namespaces/a/pods/b' },
        ],
      },
      expected: { statuses: ['200 later', '200 later', 429] },
    },
  ])('$title', passes('filters'));
});

describe('service-ips', () => {
  test.each<Variant>([
    {
      title: 'a list that is null is empty, before as after',
      given: {
        before: { spec: { clusterIP: '', clusterIPs: null } },
        after: { spec: { clusterIP: '10.9.0.1', clusterIPs: null } },
      },
      when: { op: 'normalizeClusterIPs' },
      expected: { clusterIP: '10.9.0.1', clusterIPs: ['10.9.0.1'] },
    },
  ])('$title', passes('service-ips'));

  test('says in other words what is held', () => {
    const spec = {
      ...{ type: 'NodePort', externalTrafficPolicy: 'Cluster', internalTrafficPolicy: 'Cluster' },
      ...{ sessionAffinity: 'None', ports: [{ port: 80, targetPort: 80, protocol: 'TCP' }] },
    };
    const outcome = resultOf('service-ips', {
      given: {
        ...{ clusterCIDRs: { IPv4: '10.0.0.0/16' }, clusterFamilies: ['IPv4'] },
        nodePortRange: '30000-32767',
      },
      when: {
        sequence: [{ op: 'create', service: { metadata: { name: 'a' }, spec } }, { op: 'delete' }],
      },
      expected: {
        afterCreate: 'clusterIPs and nodePort allocated',
        afterDelete: 'everything is released',
      },
    });
    expect(outcome).toMatchObject({ result: 'pass' });
  });
});
