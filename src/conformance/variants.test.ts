/**
 * Other cases of the given shapes; what is expected is worked out by hand from what upstream's
 * files say. Area lease-reconciler has a file of its own.
 */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from './case';
import { runConformance } from './index';
import { type CaseParts, caseOf } from './testing';

type Variant = Omit<CaseParts, 'area'>;

function passes(area: string) {
  return (variant: Variant): void => {
    const outcome = runConformance(caseOf({ ...variant, area }));
    expect(outcome).toMatchObject({ result: 'pass', got: variant.expected });
  };
}

const PORT = { name: 'web', port: 8443, protocol: 'TCP' };
const endpoints = (...subsets: readonly JsonObject[]): JsonObject => ({
  kind: 'Endpoints',
  metadata: { name: 'api', namespace: 'prod' },
  subsets,
});
const ready = (ip: string): JsonObject => ({ addresses: [ip], conditions: { ready: true } });
const slice = (list: readonly JsonObject[], more: JsonObject = {}): JsonObject => ({
  kind: 'EndpointSlice',
  metadata: {
    name: 'api',
    namespace: 'prod',
    labels: { 'kubernetes.io/service-name': 'api' },
  },
  addressType: 'IPv4',
  endpoints: list,
  ports: [PORT],
  ...more,
});
const one = (...ips: readonly string[]) => ({
  addresses: ips.map((ip) => ({ ip })),
  ports: [PORT],
});
const op = (name: string, object: JsonObject): JsonObject => ({
  op: name,
  namespace: 'prod',
  endpoints: object,
});

const ADAPTER: readonly Variant[] = [
  {
    title: 'finds nothing in another namespace',
    given: { objects: [endpoints(one('10.0.0.1'))] },
    when: { op: 'Get', namespace: 'test', name: 'api' },
    expected: {
      error: { reason: 'NotFound', code: 404, message: 'endpoints "api" not found' },
      result: null,
    },
  },
  {
    title: 'does not create twice',
    given: { objects: [endpoints(one('10.0.0.1'))] },
    when: op('Create', endpoints(one('10.0.0.2'))),
    expected: {
      error: { reason: 'AlreadyExists', code: 409, message: 'endpoints "api" already exists' },
      result: null,
      createRequests: [endpoints(one('10.0.0.2'))],
      storedEndpointSlice: null,
    },
  },
  {
    title: 'puts the addresses of one family into the slice, ready ones first',
    given: { objects: [] },
    when: op(
      'Create',
      endpoints({
        addresses: [{ ip: '2001:db8::1' }, { ip: '10.0.0.1', nodeName: 'n1' }],
        notReadyAddresses: [{ ip: '10.0.0.2' }, { ip: '2001:db8::2' }],
        ports: [PORT],
      }),
    ),
    expected: {
      storedEndpointSlice: slice([
        { ...ready('10.0.0.1'), nodeName: 'n1' },
        { addresses: ['10.0.0.2'], conditions: { ready: false } },
      ]),
    },
  },
  {
    title: 'makes a slice of IPv6 when all addresses are',
    given: { objects: [] },
    when: op('EnsureEndpointSliceFromEndpoints', endpoints(one('2001:db8::1', 'fd00::2'))),
    expected: {
      error: null,
      storedEndpointSlice: slice([ready('2001:db8::1'), ready('fd00::2')], {
        addressType: 'IPv6',
      }),
    },
  },
  {
    title: 'makes an empty slice of no subset',
    given: { objects: [] },
    when: op('EnsureEndpointSliceFromEndpoints', endpoints()),
    expected: { storedEndpointSlice: slice([], { ports: [] }) },
  },
  {
    title: 'looks at the first subset only, and not at appProtocol',
    given: { objects: [] },
    when: op(
      'Create',
      endpoints(
        { ...one('10.0.0.1'), ports: [{ ...PORT, appProtocol: 'https' }] },
        one('10.0.0.2'),
      ),
    ),
    expected: { storedEndpointSlice: slice([ready('10.0.0.1')]) },
  },
  {
    title: 'replaces a slice of another family',
    given: { objects: [endpoints(one('fd00::1')), slice([ready('10.0.0.1')])] },
    when: op('Update', endpoints(one('fd00::1'))),
    expected: {
      error: null,
      updateRequests: [endpoints(one('fd00::1'))],
      createRequests: [slice([ready('fd00::1')], { addressType: 'IPv6' })],
      deleteRequests: [{ kind: 'EndpointSlice', metadata: { namespace: 'prod', name: 'api' } }],
    },
  },
  {
    title: 'repairs the labels of a slice',
    given: {
      objects: [
        endpoints(one('10.0.0.1')),
        slice([ready('10.0.0.1')], {
          metadata: { name: 'api', namespace: 'prod', labels: { app: 'x' } },
        }),
      ],
    },
    when: op('Update', endpoints(one('10.0.0.1'))),
    expected: {
      updateRequests: [endpoints(one('10.0.0.1')), slice([ready('10.0.0.1')])],
    },
  },
  {
    title: 'takes a missing list for an empty one',
    given: {
      objects: [
        endpoints(),
        {
          kind: 'EndpointSlice',
          metadata: slice([]).metadata,
          addressType: 'IPv4',
        },
      ],
    },
    when: op('Update', endpoints()),
    expected: { updateRequests: [endpoints()], createRequests: [] },
  },
  {
    title: 'gives the Endpoints and the error of the slice',
    given: { objects: [], createEndpointSliceError: 'Forbidden' },
    when: op('Create', endpoints(one('10.0.0.1'))),
    expected: {
      error: {
        reason: 'Forbidden',
        code: 403,
        message: 'endpointslices.discovery.k8s.io "api" is forbidden: as the case says',
      },
      result: endpoints(one('10.0.0.1')),
    },
  },
  {
    title: 'takes a slice that another has made',
    given: { objects: [], createEndpointSliceError: 'AlreadyExists' },
    when: op('Create', endpoints(one('10.0.0.1'))),
    expected: { error: null, result: endpoints(one('10.0.0.1')) },
  },
];

test.each(ADAPTER)('endpoints-adapter $title', passes('endpoints-adapter'));

const HTTPS = { name: 'https', port: 443, protocol: 'TCP', targetPort: 6443 };
const call = (more: JsonObject = {}): JsonObject => ({
  op: 'CreateOrUpdateMasterServiceIfNeeded',
  namespace: 'default',
  service: 'kubernetes',
  serviceIP: '10.96.0.1',
  servicePorts: [HTTPS],
  serviceType: 'ClusterIP',
  reconcile: true,
  ...more,
});
const SPEC = {
  ports: [HTTPS],
  selector: null,
  clusterIP: '10.96.0.1',
  sessionAffinity: 'None',
  type: 'ClusterIP',
};
const service = (spec: JsonObject): JsonObject => ({
  kind: 'Service',
  metadata: { namespace: 'default', name: 'kubernetes' },
  spec,
});
const ofSpec = { compared: 'spec only' };

const SERVICES: readonly Variant[] = [
  {
    title: 'makes a NodePort Service of two ports',
    given: {},
    when: call({
      serviceType: 'NodePort',
      servicePorts: [
        { ...HTTPS, nodePort: 30443 },
        { ...HTTPS, name: 'b', port: 444 },
      ],
    }),
    expected: {
      creates: [
        service({
          ...SPEC,
          ipFamilyPolicy: 'SingleStack',
          ports: [
            { ...HTTPS, nodePort: 30443 },
            { ...HTTPS, name: 'b', port: 444 },
          ],
          type: 'NodePort',
        }),
      ],
    },
  },
  {
    title: 'repairs a node port',
    given: { services: [service({ ...SPEC, ports: [{ ...HTTPS, nodePort: 30000 }] })] },
    when: call({ servicePorts: [{ ...HTTPS, nodePort: 30001 }] }),
    expected: { updates: [service({ ...SPEC, ports: [{ ...HTTPS, nodePort: 30001 }] })] },
  },
  {
    title: 'repairs the order of ports',
    given: { services: [service({ ...SPEC, ports: [{ ...HTTPS, name: 'b' }, HTTPS] })] },
    when: call({ servicePorts: [HTTPS, { ...HTTPS, name: 'b' }] }),
    expected: { updates: [service({ ...SPEC, ports: [HTTPS, { ...HTTPS, name: 'b' }] })] },
  },
  {
    title: 'repairs a name, a protocol and a target port by name',
    given: {
      services: [service({ ...SPEC, ports: [{ ...HTTPS, targetPort: 'https', protocol: 'UDP' }] })],
    },
    when: call(),
    expected: { updates: [service(SPEC)] },
  },
  {
    title: 'leaves a cluster IP and an affinity alone',
    given: {
      services: [service({ ...SPEC, clusterIP: '10.96.0.9', sessionAffinity: 'ClientIP' })],
    },
    when: call(),
    expected: { creates: [], updates: [] },
  },
  {
    title: 'does not look into another namespace',
    given: {
      services: [{ ...service(SPEC), metadata: { namespace: 'test', name: 'kubernetes' } }],
    },
    when: call({ reconcile: false }),
    expected: { creates: [service({ ...SPEC, ipFamilyPolicy: 'SingleStack' })], updates: [] },
  },
  {
    title: 'makes it after any error of the read',
    given: {
      services: [service(SPEC)],
      getServiceError: 'InternalError',
      createServiceError: 'Forbidden',
    },
    when: call({ reconcile: false }),
    expected: {
      error: {
        reason: 'Forbidden',
        message: 'services "kubernetes" is forbidden: as the case says',
      },
      updates: [],
    },
  },
  {
    title: 'returns the refusal of a repair',
    given: { services: [service({ ...SPEC, type: 'NodePort' })], updateServiceError: 'Conflict' },
    when: call(),
    expected: { error: { reason: 'Conflict', code: 409 }, updates: [service(SPEC)] },
  },
];

test.each(SERVICES)('bootstrap-service $title', ({ expected, ...variant }) => {
  const compared = { ...expected, ...ofSpec };
  const item = caseOf({ ...variant, area: 'bootstrap-service', expected: compared });
  expect(runConformance(item)).toMatchObject({ result: 'pass', got: expected });
});

const sync = { op: 'sync' };
const NAMESPACES: readonly Variant[] = [
  {
    title: 'creates in its own order',
    given: { namespacesInLister: ['default', 'kube-public'] },
    when: sync,
    expected: { creates: ['kube-system', 'kube-node-lease'], createCount: 2 },
  },
  {
    title: 'creates one',
    given: { namespacesInLister: ['kube-system', 'kube-public', 'default', 'kube-systems'] },
    when: sync,
    expected: { creates: ['kube-node-lease'], createCount: 1 },
    profile: '1.33',
  },
  {
    title: 'takes one that is there already',
    given: { namespacesInLister: [], createNamespaceError: 'AlreadyExists' },
    when: sync,
    expected: { createCount: 4, errors: [] },
  },
  {
    title: 'goes on after a refusal',
    given: { namespacesInLister: [], createNamespaceError: { 'kube-public': 'Forbidden' } },
    when: sync,
    expected: {
      creates: ['kube-system', 'kube-public', 'kube-node-lease', 'default'],
      errors: [
        'unable to create required kubernetes system Namespace kube-public: ' +
          'namespaces "kube-public" is forbidden: as the case says',
      ],
    },
  },
];
test.each(NAMESPACES)('system-namespaces $title', passes('system-namespaces'));

test('system-namespaces before 1.27 is a task of the bootstrap controller, for three', () => {
  const given = {
    namespacesInLister: ['kube-public'],
    createNamespaceError: { 'kube-system': 'Forbidden' },
  };
  const expected = {
    creates: ['kube-system', 'kube-node-lease'],
    createCount: 2,
    errors: [
      'unable to create required kubernetes system namespace kube-system: ' +
        'namespaces "kube-system" is forbidden: as the case says',
    ],
  };
  const item = caseOf({ area: 'system-namespaces', given, when: sync, expected, profile: '1.26' });
  expect(runConformance(item)).toMatchObject({ result: 'pass', got: expected });
});

const TEXT = 'text/plain; charset=utf-8';
const get = (path: string, checks: readonly string[], request: string) => ({
  given: { path, checks },
  when: { request: `GET ${request}` },
});
const bad = 'etcd (error "down (for now)")';

describe('hooks', () => {
  const delegate = { healthzChecks: ['ping', 'log'], postStartHooks: [], mux: { '/foo': 403 } };
  const wrapping = { healthzChecks: ['ping', 'log'], postStartHooks: [], mux: { '/bar': 401 } };
  const given = { delegate, wrapping, priorityAndFairness: false, livezGracePeriod: 0 };
  const nobody = { status: 404, body: '404 page not found\n' };
  test.each<Variant>([
    {
      title: 'a path that no server of the chain has',
      given,
      when: { request: 'GET /baz' },
      expected: nobody,
    },
    {
      title: 'the check of a hook that is not there',
      given: { hook: 'a returned nil' },
      when: { request: 'GET /readyz/poststarthook/b' },
      expected: nobody,
    },
  ])('$title', passes('hooks'));
});

describe('healthz', () => {
  test.each<Variant>([
    {
      title: 'warns of exclusions that match nothing',
      ...get('/livez', ['ping (ok)', 'log (ok)'], '/livez?verbose&exclude=b&exclude=a&exclude=log'),
      expected: {
        status: 200,
        contentType: TEXT,
        body:
          '[+]ping ok\n[+]log excluded: ok\n' +
          'warn: some health checks cannot be excluded: no matches for "a","b"\n' +
          'livez check passed\n',
      },
    },
    {
      title: 'reads exclusions from an escaped query',
      given: { url: '/readyz?exclude=post%2Fa&verbose&exclude=b+c&exclude=post/a' },
      when: { op: 'excludedChecks' },
      expected: { set: ['post/a', 'b c'] },
    },
    {
      title: 'says what fails, without the reasons',
      ...get('/readyz', ['ping', bad, 'poststarthook/a (error "not finished")'], '/readyz'),
      expected: {
        status: 500,
        body:
          '[+]ping ok\n[-]etcd failed: reason withheld\n' +
          '[-]poststarthook/a failed: reason withheld\nreadyz check failed\n',
      },
    },
    {
      title: 'says the reason of one check',
      ...get('/healthz', [bad], '/healthz/etcd'),
      expected: { status: 500, body: 'internal server error: down (for now)\n' },
    },
    {
      title: 'installs ping where no check is given',
      given: { path: '/healthz' },
      when: { request: 'GET /healthz/ping' },
      expected: { status: 200, body: 'ok' },
    },
    {
      title: 'counts by endpoint and code',
      given: { handlers: ['/healthz', '/livez', '/readyz'], checks: [bad] },
      when: { requests: ['GET /livez', 'GET /livez?verbose', 'GET /livez/etcd', 'GET /healthz'] },
      expected: {
        statuses: [500, 500, 500, 500],
        'metric apiserver_request_total': [['/livez', 2] as const, ['/healthz', 1] as const].map(
          ([subresource, value]) => ({
            ...{ code: '500', component: '', dry_run: '', group: '', resource: '', scope: '' },
            ...{ subresource, verb: 'GET', version: '', value },
          }),
        ),
      },
    },
    {
      title: 'lists informers that have not synced',
      given: { informers: { 'v1.Pod': false, 'v1.Node': true, 'v1.Secret': false } },
      when: { op: 'check informer-sync' },
      expected: { error: '2 informers not started yet: [v1.Pod v1.Secret]' },
    },
    {
      title: 'keeps quiet until after the grace period, not at its end',
      given: { check: 'poststarthook/a not finished', graceSeconds: 2.5, clockStart: 100 },
      when: {
        sequence: [{ at: 100 }, { at: 102.5 }, { at: 102.501 }, { at: 103, hookDone: true }],
      },
      expected: { errors: [null, null, 'not finished', null] },
    },
    {
      title: 'has no grace period of 0 s',
      given: { check: 'poststarthook', graceSeconds: 0, clockStart: 5 },
      when: { sequence: [{ at: 5 }, { at: 6 }, { at: 5.5, hookDone: true }] },
      expected: { errors: [null, 'not finished', null] },
    },
    {
      title: 'tells once that it has been ready, and of /readyz only',
      given: { check: 'fails until a channel is closed' },
      when: {
        sequence: ['GET /readyz', 'close channel', 'GET /livez', 'GET /readyz', 'GET /readyz'],
      },
      expected: { statuses: [500, 200, 200, 200], hasBeenReadyCalls: [0, 0, 1, 1] },
    },
    {
      title: 'answers 404 where nothing is installed',
      ...get('/healthz', ['ping'], '/readyz'),
      expected: {
        status: 404,
        contentType: 'text/plain; charset=utf-8',
        body: '404 page not found\n',
      },
    },
    {
      title: 'answers 404 for a check that is not there',
      ...get('/healthz', ['ping'], '/healthz/pong'),
      expected: { status: 404, body: '404 page not found\n' },
    },
    {
      title: 'counts no request to a path that is not its own',
      given: { path: '/healthz', checks: [] },
      when: { requests: ['GET /healthz', 'GET /nothing'] },
      expected: { statuses: [200, 404] },
    },
  ])('$title', passes('healthz'));

  test.each([
    ['a check in other words', get('/healthz', ['ping (maybe)'], '/healthz')],
    ['another method', { given: { path: '/healthz' }, when: { request: 'POST /healthz' } }],
  ])('does not guess at %s', (title, shape) => {
    const item = caseOf({ title, area: 'healthz', ...shape, expected: { status: 200 } });
    const outcome = runConformance(item);
    expect(outcome).toMatchObject({ result: 'unsupported' });
  });
});
