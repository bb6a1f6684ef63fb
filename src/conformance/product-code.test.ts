/**
 * What the cases exercise is what runs: every function of the product that an adapter reaches is
 * also executed by a run of the library, or of a scenario with the requests that the library has no
 * step for. Counted by the engine's own coverage.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asTime, NO_DURATION, seconds } from '#base';
import { runProcedure } from '#kernel';
import { PROFILES, RpcRestClient } from '#kube';
import { LIBRARY } from '#library';
import { readScenario, type Scenario } from '#protocol';
import { compileScenario, Run, STEP_SCHEMAS } from '#session';
import { ADAPTERS } from './adapters';
import type { JsonObject } from './case';
import { runConformance } from './index';
import { runKinds } from './kinds-testing';
import { runKubeconfigs } from './kubeconfigs-testing';
import { runManagers } from './managers-testing';
import { runRequests } from './requests-testing';
import { runRetries } from './retries-testing';
import { runCase } from './run-case';
import { runServices } from './services-testing';
import { caseOf } from './testing';

interface Range {
  readonly startOffset: number;
  readonly count: number;
}
interface Script {
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly Range[];
  }[];
}

/** The engine's counters of functions that were called. */
class Coverage {
  readonly #session = new Session();

  constructor() {
    this.#session.connect();
    this.#ask('Profiler.enable');
    this.#ask('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  }

  /** Functions of the product called since the last time, by place. */
  take(): ReadonlyMap<string, string> {
    const { result } = this.#ask('Profiler.takePreciseCoverage') as { result: readonly Script[] };
    const called = new Map<string, string>();
    for (const { url, functions } of result) {
      const file = /\/src\/(kube\/.+)$/.exec(url)?.[1];
      if (file === undefined) continue;
      for (const { functionName, ranges } of functions) {
        const [{ startOffset, count }] = ranges;
        if (count > 0 && functionName !== '')
          called.set(`${url}:${startOffset}`, `${file} ${functionName}`);
      }
    }
    return called;
  }

  stop(): void {
    this.#session.disconnect();
  }

  #ask(method: string, params: object = {}): unknown {
    let answer: unknown;
    this.#session.post(method, params, (error, result) => {
      if (error) throw error;
      answer = result;
    });
    return answer;
  }
}

const folder = new URL('./cases/', import.meta.url);
const cases: readonly JsonObject[] = readdirSync(folder).flatMap((name) =>
  JSON.parse(readFileSync(new URL(name, folder), 'utf8')),
);

/** Reached by cases and by no run, and why. */
const NOT_IN_RUNS: Readonly<Record<string, string>> = {
  'kube/api/equality.ts isNothing': 'for values that are not equal though they are as many',
  'kube/client/handler-registration.ts get resyncPeriod': 'for the cases',
  'kube/client/rest-caller.ts stopEmpty': 'no run leaves a watch that is over before it began',
  'kube/api/status.ts newAlreadyExists': 'for the refusal that a case injects',
  'kube/api/field-error.ts notFoundValue': 'no field of the model names what is looked up',
  'kube/api/status.ts newGenerateNameConflict': 'for a name that is drawn twice',
  'kube/api/status.ts newServerTimeout': 'for storage that cannot be reached',
  'kube/api/status.ts newUnauthorized': 'every client of a run has a name',
  'kube/api/status.ts suggestsClientDelay': 'no client of the model waits as it is told',
  'kube/apiserver/allocators/backing.ts allocateNext': 'no range in memory is drawn from',
  'kube/apiserver/allocators/ip-allocator.ts get free': 'for the cases',
  'kube/apiserver/allocators/ip-allocator.ts get used': 'for the cases',
  'kube/apiserver/allocators/ip-allocator.ts release': 'nothing is released in a dry run',
  'kube/apiserver/allocators/port-allocator.ts get free': 'for the cases',
  'kube/apiserver/allocators/port-allocator.ts get used': 'for the cases',
  'kube/apiserver/audit-backend.ts get events': 'for the cases',
  'kube/apiserver/audit-backend.ts get open': 'for the cases',
  'kube/apiserver/chain/generic-api-server.ts listedPaths': 'for the index of paths',
  'kube/apiserver/chain/generic-api-server.ts quoted': 'for hooks that cannot be added',
  'kube/component/healthz.ts checkerNames': 'for a log line of verbosity 5',
  'kube/component/healthz.ts pathsOf': 'for the index of paths',
  'kube/apiserver/health/request-total.ts values': 'for /metrics',
  'kube/apiserver/request-chain.ts tooMany': 'for requests beyond a limit',
  'kube/apiserver/request-chain.ts isExempt': 'for requests that come while a server drains',
  'kube/apiserver/allocators/ip-range.ts contains': 'for the cases',
  'kube/apiserver/repair/repair-pass.ts failed': 'for faults that a case injects',
  'kube/apiserver/storage/etcd3-store.ts get leaseManager': 'for the cases',
  'kube/apiserver/storage/etcd3-store.ts count': 'for a metric',
  'kube/apiserver/storage/storage-errors.ts failed': 'for preconditions that do not hold',
  'kube/api/status.ts newTooLargeResourceVersion': 'for a version that has not come',
  'kube/apiserver/watch-cache/bookmark-buckets.ts get size': 'for the cases',
  'kube/apiserver/watch-cache/cache-watcher.ts #wants': 'watches of runs name a version',
  'kube/apiserver/watch-cache/event-window.ts get startIndex': 'for the cases',
  'kube/apiserver/watch-cache/event-window.ts get endIndex': 'for the cases',
  'kube/apiserver/watch-cache/watch-cache.ts waitUntilFreshAndGet': 'no get names a version',
  'kube/apiserver/storage/lease-manager.ts get attachedObjects': 'for the cases',
  'kube/etcd/etcd-process.ts get revision': 'for the cases',
  'kube/etcd/etcd-operations.ts put': 'for ranges that a case stores',
  'kube/etcd/etcd-process.ts put': 'the same',
  'kube/client/discovery.ts #tolerates': 'every server of a run has the core group',
  'kube/client/discovery.ts isNotFound': 'the same',
  'kube/client/memory-discovery.ts get fresh': 'for the cases',
  'kube/client/memory-discovery.ts invalidate': 'a line of the console asks once',
  'kube/client/url-backoff.ts get now': 'no client that backs off by host is refused in a run',
  'kube/client/expected-type.ts gvkText': 'no component of a run caches custom resources',
  'kube/client/processor-listener.ts determineNextResync':
    'few runs last until a resync of a controller manager',
  'kube/client/processor-listener.ts get resyncPeriod': 'for the cases',
  'kube/client/processor-listener.ts setResyncPeriod':
    'for handlers that were there before one that asks for less',
  'kube/client/processor-listener.ts shouldResync': 'no run lasts until a resync',
  'kube/client/reflector.ts #onResync': 'the same',
  'kube/client/reflector.ts get lastSyncResourceVersion': 'for the cases',
  'kube/client/reflector.ts get lastWatchError': 'for the cases',
  'kube/client/broadcaster.ts get closed': 'for the cases',
  'kube/client/lease-controller.ts get latestLease': 'for the cases',
  'kube/client/reflector-errors.ts isVersionUnavailable': 'no list of a run asks for what is gone',
  'kube/client/shared-informer.ts get resyncCheckPeriod': 'for the cases',
  'kube/client/shared-informer.ts resync': 'no run lasts until a resync',
  'kube/client/shared-informer.ts shouldResync': 'the same',
  'kube/controllers/namespace/namespace-conditions.ts get found': 'for the cases',
  'kube/client/store.ts get size': 'for the cases',
  'kube/client/delta-fifo.ts Tombstone': 'no list of a run lacks what its cache has',
  'kube/client/delta-fifo.ts <instance_members_initializer>': 'the same',
  'kube/client/delta-fifo.ts dedupe': 'deltas are taken in as they come, so there is one a key',
  'kube/client/delta-fifo.ts newest': 'the same',
  'kube/client/delta-fifo.ts list': 'for the cases',
  'kube/client/delta-fifo.ts addIfNotPresent': 'nothing that was taken in is put back',
  'kube/client/delta-fifo.ts resync': 'no informer of the model resyncs',
  'kube/client/item-backoff.ts reset': 'a container is never forgotten',
  'kube/client/item-backoff.ts gc': 'the same',
  'kube/client/item-backoff.ts has': 'the same',
  'kube/client/item-backoff.ts isInBackOffSinceUpdate': 'for images',
  'kube/client/keyed-queue.ts clearQueue': 'for a queue of newest states',
  'kube/client/keyed-queue.ts close': 'the queue of an informer ends with its process',
  'kube/client/keyed-queue.ts get keys': 'for the cases',
  'kube/client/keyed-queue.ts get size': 'for the cases',
  'kube/client/keyed-queue.ts get': 'for the cases',
  'kube/client/queue-metrics.ts get sumSeconds': 'for /metrics',
  'kube/client/queue-metrics.ts inSeconds': 'for /metrics',
  'kube/client/queue-metrics.ts updateUnfinishedWork': 'for /metrics',
  'kube/client/kubeconfig/client-config.ts namespace': 'components name their namespaces',
  'kube/client/kubeconfig/config-file.ts encodeConfig': 'no component writes its file',
  'kube/client/kubeconfig/loading-rules.ts deduplicate': 'components have one file, from a flag',
  'kube/client/kubeconfig/loading-rules.ts defaultLoadingRules': 'the same',
  'kube/client/queue.ts get len': 'for /metrics',
  'kube/client/queue.ts shutDownWithDrain': 'for controllers of Jobs, which are not modelled',
  'kube/client/rate-limiters.ts ItemFastSlowRateLimiter': 'no queue of the model has this limiter',
  'kube/client/rate-limiters.ts WithMaxWaitRateLimiter': 'no queue of the model has this limiter',
  'kube/client/rate-limiters.ts <instance_members_initializer>': 'the same',
  'kube/client/rate-limiters.ts when': 'the same',
  'kube/client/rate-limiters.ts forget': 'the same',
  'kube/client/rate-limiters.ts numRequeues': 'the same',
  'kube/client/store.ts #index':
    'no cache of a run is asked for one namespace or by an index of its own',
  'kube/client/store.ts byIndex': 'the same',
  'kube/client/store.ts index': 'the same',
  'kube/client/store.ts indexKeys': 'the same',
  'kube/client/store.ts indexValues': 'the same',
  'kube/client/store.ts keysOf': 'the same',
  'kube/client/store.ts values': 'the same',
  'kube/client/store.ts valuesOf': 'the same',
  'kube/client/store.ts replace': 'informers take changes one by one',
  'kube/client/token-bucket.ts tryAccept': 'whoever comes to a bucket waits',
  'kube/client/token-bucket.ts reserveWithin': 'the same',
  'kube/client/token-bucket.ts accept': 'for a limiter that lets nobody through',
  'kube/client/token-bucket.ts stop': 'the same',
  'kube/client/token-bucket.ts <instance_members_initializer>': 'the same',
  'kube/client/token-bucket.ts reserve': 'for a limiter that lets everybody through',
  'kube/client/throttled-logger.ts attemptToLog': 'no client of a run waits for itself so long',
  'kube/api/error-types.ts isErrorKind': 'for reasons that nobody knows',
  'kube/client/event-correlator.ts aggregateMessage': 'no run has ten Events that are alike',
  'kube/client/event-correlator.ts #combined': 'the same',
  'kube/client/core-event-recorder.ts #sleep': 'no run cuts off who records Events of this group',
  'kube/client/core-event-recorder.ts #error': 'the same',
  'kube/client/core-event-recorder.ts placeOf': 'the same',
  'kube/client/leader-election/try-lock.ts coordinatedRenew': 'its gate is off in every profile',
  // A round of the product never repairs the Service; upstream has this for its tests.
  'kube/apiserver/hooks/bootstrap-controller/master-service.ts getMasterServiceUpdateIfNeeded':
    'reconcile is always false',
  'kube/apiserver/hooks/bootstrap-controller/master-service.ts samePorts': 'the same',
  'kube/apiserver/hooks/bootstrap-controller/master-service.ts samePort': 'the same',
};

/** Files of which runs reach nothing, and why. */
const FILES_NOT_IN_RUNS: Readonly<Record<string, string>> = {
  'kube/client/fifo.ts': 'no component that is modelled has a queue of newest states',
  'kube/client/parallelize.ts': 'for the scheduling of Pods, which is not modelled',
};

const isKnown = (name: string): boolean =>
  name in NOT_IN_RUNS || name.split(' ')[0] in FILES_NOT_IN_RUNS;

function runOf(scenario: Scenario): Run {
  const compiled = compileScenario(scenario);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults));
  return new Run(compiled.value);
}

function libraryScenarios(): readonly Scenario[] {
  return LIBRARY.map(({ text }) => {
    const read = readScenario(text, { steps: STEP_SCHEMAS });
    if (!read.ok) throw new Error(JSON.stringify(read.faults));
    return read.value;
  });
}

/** The library's scenarios, in the profile that they name and in the newest. */
function runLibrary(): void {
  for (const scenario of libraryScenarios()) {
    runOf(scenario).advance();
    const spec = { ...scenario.spec, kubernetes: PROFILES[PROFILES.length - 1] };
    runOf({ ...scenario, spec }).advance();
  }
}

/** What no step of a scenario can ask for yet: health by check and by query, of patient servers. */
function runHealthRequests(): void {
  const scenario = libraryScenarios()[1];
  const servers = (scenario.spec.apiServers ?? []).map((server) => ({
    ...server,
    flags: [...(server.flags ?? []), '--livez-grace-period=10s'],
  }));
  const run = runOf({ ...scenario, spec: { ...scenario.spec, apiServers: servers } });
  const { network, sim } = run.cluster;
  const startDelay = { min: NO_DURATION, max: NO_DURATION };
  const curl = network.addProcess({ name: 'curl', startDelay, boot: () => ({}) });
  sim.planStep(asTime(seconds(20)), () => curl.start());
  sim.planStep(asTime(seconds(21)), () => {
    const options = { process: curl, actor: 'curl', user: 'curl', userAgent: 'curl' };
    const client = new RpcRestClient({ ...options, server: servers[0].name });
    for (const path of ['/livez?verbose', '/healthz/ping', '/readyz?exclude=a%2Fb']) {
      runProcedure(client.raw(path), (answer) => expect(answer.ok).toBe(true));
    }
  });
  run.advance();
}

/** Servers whose flags the component refuses when it starts, and one whose hook fails. */
function runRefusals(): void {
  const scenario = libraryScenarios()[1];
  const ranges = ['10.0.0.0/33', '10.0.0.0/16,11.0.0.0/16', 'fd00::/108,10.96.0.0/12', ''];
  const apiServers = ranges.map((range, index) => ({
    name: `kube-apiserver-${'wxyz'[index]}`,
    flags:
      range === ''
        ? ['--advertise-address=10.0.0.11', '--service-cluster-ip-range=10.96.0.0/12']
        : [`--service-cluster-ip-range=${range}`, '--kubernetes-service-node-port=1'],
  }));
  const hook = { process: 'kube-apiserver-z', name: 'crd-informer-synced', fail: 'no' };
  const timeline = [{ at: '0s', hook }] as never[];
  runOf({ ...scenario, spec: { until: '5s', apiServers, timeline } }).advance();
}

/**
 * Services past the API that clash, lie outside, are none and leak, under two servers; addresses
 * kept in bitmaps and as objects.
 */
function runRepairs(): void {
  const service = (name: string, spec: object) => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace: 'default', uid: `uid-${name}` },
    spec,
  });
  const at = (clusterIP: string, nodePort: number) => ({
    type: 'NodePort',
    clusterIP,
    clusterIPs: [clusterIP],
    ports: [{ port: 80, protocol: 'TCP', nodePort }],
  });
  const objects = [
    service('a', at('10.96.0.20', 30_020)),
    service('b', at('10.96.0.20', 30_020)),
    service('c', at('10.99.0.1', 29_000)),
    service('d', at('none of these', 30_021)),
    service('e', at('fd00::1', 30_022)),
    service('f', at('10.96.0.30', 30_030)),
  ];
  const apiServers = ['11', '12'].map((last, index) => ({
    name: `kube-apiserver-${'ab'[index]}`,
    flags: [`--advertise-address=10.0.0.${last}`, '--service-cluster-ip-range=10.96.0.0/24'],
  }));
  const drop = { key: '/registry/services/specs/default/f' };
  const timeline = [
    { at: '30s', drop },
    { at: '175s', etcd: { outage: true }, for: '90s' },
    { at: '900s', partition: { between: ['kube-apiserver-b'], and: ['etcd'] }, for: '400s' },
  ] as never[];
  const spec = { until: '2400s', seed: 4, apiServers, objects, timeline };
  const { metadata, apiVersion, kind } = libraryScenarios()[0];
  runOf({ apiVersion, kind, metadata, spec }).advance();
  const newest = { ...spec, kubernetes: PROFILES[PROFILES.length - 1] };
  runOf({ apiVersion, kind, metadata, spec: newest }).advance();
}

/**
 * Candidates for leases of one and of two objects, that are killed, asked to stop, cut off, and
 * meet a lease that somebody has edited; with flags that make no election.
 */
function runElections(): void {
  const { metadata, apiVersion, kind } = libraryScenarios()[0];
  const apiServers = [{ name: 'kube-apiserver-a', flags: ['--advertise-address=10.0.0.11'] }];
  const manager = (letter: string, ...flags: readonly string[]) => ({
    name: `kube-controller-manager-${letter}`,
    flags: [...flags],
  });
  const schedulers = ['a', 'b'].map((letter) => ({ name: `kube-scheduler-${letter}` }));
  const patch = {
    ...{ kind: 'Lease', namespace: 'kube-system', name: 'kube-scheduler', type: 'merge' },
    patch: { spec: { holderIdentity: 'somebody' } },
  };
  const timeline = [
    { at: '30s', kill: 'kube-controller-manager-a' },
    { at: '60s', terminate: 'kube-scheduler-a' },
    { at: '70s', start: 'kube-scheduler-a' },
    { at: '80s', patch },
    {
      at: '120s',
      partition: { between: ['kube-controller-manager-b'], and: ['kube-apiserver-a'] },
    },
  ] as never[];
  const lock = (type: string) => `--leader-elect-resource-lock=${type}`;
  const kinds = [lock('leases'), lock('endpointsleases'), lock('configmapsleases'), lock('none')];
  for (const [index, kubernetes] of ['1.25', '1.26', '1.26', '1.26', '1.33'].entries()) {
    const flag = kinds[index % kinds.length];
    const controllerManagers = [
      ...[manager('a', flag), manager('b', flag)],
      manager('c', '--leader-elect-lease-duration=1s'),
    ];
    const spec = {
      until: '150s',
      kubernetes,
      apiServers,
      controllerManagers,
      schedulers,
      timeline,
    };
    runOf({ apiVersion, kind, metadata, spec }).advance();
  }
}

describe('what an area reaches', () => {
  const coverage = new Coverage();
  let inRuns: ReadonlyMap<string, string> = new Map();
  beforeAll(() => {
    coverage.take();
    runLibrary();
    runHealthRequests();
    runRefusals();
    runServices();
    runKinds();
    runRequests();
    runRepairs();
    runElections();
    runManagers();
    runRetries();
    runKubeconfigs();
    inRuns = coverage.take();
  }, 300_000);
  afterAll(() => coverage.stop());

  test.each(ADAPTERS.map(({ area }) => area))('%s is in a run', (area) => {
    coverage.take();
    for (const item of cases) if (item.area === area) runConformance(item);
    const byCases = coverage.take();
    expect(byCases.size).toBeGreaterThan(0);
    const only = [...byCases].filter(([place]) => !inRuns.has(place)).map(([, name]) => name);
    expect(only.filter((name) => !isKnown(name))).toEqual([]);
  });
});

describe('adapters', () => {
  const sources = ['', 'adapters/'].flatMap((place) => {
    const here = new URL(place, new URL('./', import.meta.url));
    return readdirSync(here)
      .filter((name) => /(?<!test|testing)\.ts$/.test(name))
      .map((name) => [place + name, readFileSync(new URL(name, here), 'utf8')] as const);
  });

  test('name no case', () => {
    for (const [name, text] of sources) {
      const named = cases.filter(({ id }) => new RegExp(`(?<![\\w-])${id}(?![\\w-])`).test(text));
      expect([name, named.map(({ id }) => id)]).toEqual([name, []]);
    }
  });

  test('are handed nothing but given, when and the profile', () => {
    const seen = new Set<string>();
    const spy = {
      area: 'spy',
      calls: {
        look: (question: object) => {
          for (const key of Object.keys(question)) seen.add(key);
          return { facts: {} };
        },
      },
    };
    runCase(caseOf({ area: 'spy', when: { op: 'look' }, expected: {} }), [spy]);
    expect([...seen].sort()).toEqual(['given', 'profile', 'switches', 'when']);
  });
});
