/** For tests: etcd, API servers of nothing but their REST API, and a client, in one simulation. */
import { asTime, NO_DURATION, seconds } from '#base';
import {
  Network,
  type Procedure,
  type Process,
  perform,
  type Reply,
  RpcClient,
  runProcedure,
  Simulation,
} from '#kernel';
import { deepFreeze } from '../../../api/equality';
import type { KubeObject, Status } from '../../../api/objects';
import { requestInfo } from '../../../api/request-path';
import { NAMESPACES } from '../../../api/resources';
import { type RestResult, RpcRestClient, SharedInformerFactory } from '../../../client';
import { HTTP2_DIAL } from '../../../client/transport';
import { Etcd } from '../../../etcd';
import { switchesOf } from '../../../profile';
import { admissionChain } from '../../admission';
import { NO_ALLOCATION } from '../../allocators/range-allocation';
import { makeServiceAllocators } from '../../allocators/service-allocators';
import { KIND_RULES } from '../../kinds/rules';
import { EtcdClient } from '../../storage/etcd-client';
import { Etcd3Store } from '../../storage/etcd3-store';
import { RestHandler } from '../rest-handler';
import type { RestHandlerOptions } from '../rest-handler-options';
import { storedCodec } from '../stored-codec';

/** 2023-04-11T00:00:00Z, ms. */
const EPOCH_MS = 1_681_171_200_000;
/** Small enough to be filled. */
export const SERVICE_RANGE = '10.96.0.0/24';
const NODE_PORTS = '30000-32767';
/** Flags and gates of subresources, as a server has them by default. */
const ISSUERS = ['https://kubernetes.default.svc.cluster.local'];
const SUBRESOURCES = { issuers: ISSUERS, audiences: ISSUERS, gate: () => true };
const NONE = { min: NO_DURATION, max: NO_DURATION };
const LATENCY = { min: seconds(0.0002), max: seconds(0.0008) };

/** An object or a Status, as it is answered. */
export type Body = KubeObject & Partial<Status> & Readonly<Record<string, unknown>>;

export class RestWorld {
  readonly sim: Simulation;
  readonly network: Network;
  readonly etcd: Etcd;
  readonly servers: readonly Process[];
  readonly client: Process;

  /** @param options of its servers. */
  constructor(seed = 1, serverCount = 1, options: Partial<RestHandlerOptions> = {}) {
    this.sim = new Simulation({ seed, epochMs: EPOCH_MS, maxRecords: 2_000_000 });
    this.network = new Network(this.sim, { latency: LATENCY, lossPerMillion: 0 });
    const requestLatency = { min: seconds(0.001), max: seconds(0.004) };
    this.etcd = new Etcd(this.network, { name: 'etcd', requestLatency, initial: [] });
    const names = ['server-a', 'server-b', 'server-c'].slice(0, serverCount);
    this.servers = names.map((name) =>
      this.network.addProcess({
        name,
        startDelay: NONE,
        boot: (process) => bootServer(process, options),
      }),
    );
    const boot = () => ({});
    this.client = this.network.addProcess({ name: 'client', startDelay: NONE, boot });
    for (const process of [this.etcd.process, ...this.servers, this.client]) {
      this.sim.schedule(this.sim.now, () => process.start());
    }
    this.forSeconds(1);
    for (const name of ['default', 'kube-system']) {
      this.put(`namespaces/${name}`, activeNamespace(name));
    }
    // As the first pass of the repair loops leaves them.
    this.put('ranges/serviceips', { ...NO_ALLOCATION, range: SERVICE_RANGE });
    this.put('ranges/servicenodeports', { ...NO_ALLOCATION, range: NODE_PORTS });
    this.forSeconds(1);
  }

  /** Writes a value straight into etcd. */
  put(place: string, value: unknown): void {
    const refused = this.etcd.put(`/registry/${place}`, value);
    if (refused !== undefined) throw new Error(refused);
  }

  forSeconds(length: number): void {
    this.sim.advance(asTime(this.sim.now + seconds(length)));
  }

  clientOf(server = 'server-a', user = 'kubernetes-admin'): RpcRestClient {
    const process = this.client;
    return new RpcRestClient({ process, actor: 'client', server, user, userAgent: 'test' });
  }

  /** One HTTP request, such as `POST /api/v1/...`, and its answer. */
  ask(request: string, body?: unknown, user = 'kubernetes-admin') {
    const [method, url] = request.split(' ');
    const { isResourceRequest: _, ...info } = requestInfo(url, method);
    const fields = { ...info, query: url.split('?')[1] ?? '', user, userAgent: 'test' };
    const rpc = new RpcClient(this.client, 'client', 'server-a', HTTP2_DIAL);
    const reply = this.run(
      (function* () {
        return yield* perform<Reply>((resume) => rpc.call({ fields, body }, resume));
      })(),
    );
    if (!reply.ok) throw new Error(reply.reason);
    return { code: reply.code, body: reply.body as Body, warnings: reply.warnings ?? [] };
  }

  /** Runs a procedure of the client to its end. */
  run<T>(procedure: Procedure<T>): T {
    let result: { readonly value: T } | undefined;
    this.sim.schedule(this.sim.now, () => {
      // Whoever changes an object that others share is caught.
      runProcedure(procedure, (value) => {
        result = { value: deepFreeze(value) };
      });
    });
    for (let second = 0; second < 120 && !result; second += 1) this.forSeconds(1);
    if (!result) throw new Error(`the procedure ends within 120 s of ${this.sim.now} µs`);
    return result.value;
  }

  records() {
    const { recorder } = this.sim;
    return Array.from({ length: recorder.length }, (_, seq) => recorder.table.record(seq));
  }
}

export const activeNamespace = (name: string): KubeObject => ({
  kind: 'Namespace',
  apiVersion: 'v1',
  metadata: {
    name,
    uid: `uid-of-${name}`,
    creationTimestamp: '2023-04-11T00:00:00Z',
    labels: { 'kubernetes.io/metadata.name': name },
  },
  spec: { finalizers: ['kubernetes'] },
  status: { phase: 'Active' },
});

function bootServer(process: Process, options: Partial<RestHandlerOptions>) {
  const client = new EtcdClient(process, { server: 'etcd', actor: `${process.name}/etcd-client` });
  const storage = new Etcd3Store(process, {
    client,
    switches: switchesOf('1.27'),
    codec: storedCodec(KIND_RULES),
  });
  const loopback = new RpcRestClient({
    process,
    actor: `${process.name}/loopback`,
    server: process.name,
    user: 'system:apiserver',
    userAgent: 'test',
  });
  const actor = `${process.name}/apiserver`;
  const informers = new SharedInformerFactory({
    process,
    actor: `${process.name}/informers`,
    client: loopback,
  });
  const namespaces = informers.informerFor(NAMESPACES);
  const admission = admissionChain({ process, actor, namespaces, client: loopback, disabled: [] });
  const handler = new RestHandler({
    process,
    actor,
    storage,
    etcdPrefix: '/registry',
    eventTtlSeconds: 3_600,
    kindRules: KIND_RULES,
    requestTimeout: seconds(60),
    minRequestTimeout: 1_800,
    admission,
    subresources: { loopback: loopback, ...SUBRESOURCES },
    allocators: makeServiceAllocators({
      process,
      actor,
      storage,
      switches: switchesOf('1.27'),
      options: {
        etcdPrefix: '/registry',
        primaryServiceRange: SERVICE_RANGE,
        secondaryServiceRange: undefined,
        serviceNodePortRange: { base: 30_000, size: 2_768 },
        profile: '1.27',
        featureGates: new Map(),
      },
    }),
    ...options,
  });
  process.listener = (call) => handler.handle(call);
  handler.caches.start(() => true);
  informers.start();
  return {};
}

/** The object of a result that must be good. */
export function good<T>(result: RestResult<T>): T {
  if (result.ok) return result.object;
  throw new Error(result.status?.message ?? result.transport);
}

/** The refusal of a result that must be one. */
export function refusal(result: RestResult<unknown>): Status {
  if (!result.ok && result.status) return result.status;
  throw new Error(`a refusal, not ${JSON.stringify(result)}`);
}
