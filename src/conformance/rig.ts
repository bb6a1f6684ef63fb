/**
 * A small cluster for one case: etcd, and the process of an API server that the calls of the case
 * run in. Time passes as it does in a run; nothing else is going on.
 */
import { asTime, invariant, micros, millis, NO_DURATION, type SimDuration, seconds } from '#base';
import {
  Network,
  type Procedure,
  type Process,
  type RandomStream,
  runProcedure,
  Simulation,
} from '#kernel';
import {
  type AllocatorParts,
  admissionChain,
  DEFAULT_PROFILE,
  Etcd,
  Etcd3Store,
  type Etcd3StoreOptions,
  EtcdClient,
  type InitialKey,
  KIND_RULES,
  makeServiceAllocators,
  NAMESPACES,
  type RestClient,
  RestHandler,
  RpcRestClient,
  type Switches,
} from '#kube';
import type { RevisionRow } from '#trace';
import { bareClient } from './bare-client';

const ETCD = 'etcd';
const SERVER = 'kube-apiserver';
/** Value of --etcd-prefix. Source: its default. */
export const ETCD_PREFIX = '/registry';
/** No case depends on what is drawn, or on the time of day. */
const SEED = 1;
const EPOCH_MS = 0;
const MAX_RECORDS = 1_000_000;
const ETCD_LATENCY = { min: millis(1), max: millis(1) };
const LATENCY = { min: micros(200), max: micros(200) };
/** Until etcd and the server run. */
const START = millis(1);
/** Longest wait for one call. */
const PATIENCE = seconds(300);
/** Flags of a server. Source: their defaults. */
const EVENT_TTL_SECONDS = 3_600;
const REQUEST_TIMEOUT = seconds(60);
const MIN_REQUEST_TIMEOUT_SECONDS = 1_800;

/** Of subresources that no case asks for. */
const SUBRESOURCES = { issuers: [], audiences: [], gate: () => true };

/** Flags about Services. Source: their defaults. */
const SERVICE_OPTIONS = {
  etcdPrefix: ETCD_PREFIX,
  primaryServiceRange: '10.0.0.0/24',
  secondaryServiceRange: undefined,
  serviceNodePortRange: { base: 30_000, size: 2_768 },
  profile: DEFAULT_PROFILE,
  featureGates: new Map<string, boolean>(),
};

/** A stream of draws where there is no cluster. */
export function drawing(): RandomStream {
  const sim = new Simulation({ seed: SEED, epochMs: EPOCH_MS, maxRecords: MAX_RECORDS });
  return sim.random('case');
}

export interface RigOptions {
  readonly switches: Switches;
  /** What etcd holds at the start. */
  readonly initial?: readonly InitialKey[];
  /** The time of day at the start, ms since 1970. */
  readonly epochMs?: number;
  /** Flags about Services that are not their defaults. */
  readonly services?: Partial<AllocatorParts['options']>;
}

export class Rig {
  readonly sim: Simulation;
  readonly etcd: Etcd;
  readonly process: Process;
  readonly switches: Switches;
  readonly #services: Partial<AllocatorParts['options']>;

  constructor({ switches, initial = [], epochMs = EPOCH_MS, services = {} }: RigOptions) {
    this.switches = switches;
    this.#services = services;
    this.sim = new Simulation({ seed: SEED, epochMs, maxRecords: MAX_RECORDS });
    const network = new Network(this.sim, { latency: LATENCY, lossPerMillion: 0 });
    this.etcd = new Etcd(network, { name: ETCD, requestLatency: ETCD_LATENCY, initial });
    const startDelay = { min: NO_DURATION, max: NO_DURATION };
    this.process = network.addProcess({ name: SERVER, startDelay, boot: () => ({}) });
    this.etcd.process.start();
    this.process.start();
    this.advance(START);
  }

  actor(name: string): string {
    return `${SERVER}/${name}`;
  }

  /** One more client of etcd, with the storage over it. */
  openStorage(name: string, options: Partial<Etcd3StoreOptions> = {}): Etcd3Store {
    const client = this.openClient(name);
    return new Etcd3Store(this.process, { client, switches: this.switches, ...options });
  }

  /** One more client of etcd. */
  openClient(name: string): EtcdClient {
    return new EtcdClient(this.process, { server: ETCD, actor: this.actor(name) });
  }

  /** The REST API of the server, through its loopback client. */
  loopback(): RestClient {
    return this.serve().client;
  }

  /** The REST API of the server, and what stands behind it. */
  serve() {
    const { process } = this;
    const actor = this.actor('apiserver');
    const storage = this.openStorage('storage');
    const user = 'system:apiserver';
    const client = new RpcRestClient({ process, actor, server: SERVER, user, userAgent: SERVER });
    const namespaces = { hasSynced: true, get: () => undefined };
    const admission = admissionChain({ process, actor, namespaces, client, disabled: [] });
    const options = { ...SERVICE_OPTIONS, ...this.#services };
    const { switches } = this;
    const allocators = makeServiceAllocators({ process, actor, storage, switches, options });
    const handler = new RestHandler({
      process,
      actor,
      storage,
      etcdPrefix: ETCD_PREFIX,
      eventTtlSeconds: EVENT_TTL_SECONDS,
      kindRules: KIND_RULES,
      requestTimeout: REQUEST_TIMEOUT,
      minRequestTimeout: MIN_REQUEST_TIMEOUT_SECONDS,
      admission,
      subresources: { loopback: client, ...SUBRESOURCES },
      allocators,
    });
    process.listener = (call) => handler.handle(call);
    handler.caches.start(() => true);
    return { client, handler, allocators };
  }

  /** A client with no REST API between it and storage. */
  bare(): RestClient {
    return bareClient(this.openStorage('storage'));
  }

  advance(length: SimDuration): void {
    this.sim.advance(asTime(this.sim.now + length));
  }

  /** Starts something and lets time pass until it is done. */
  wait<T>(start: (done: (value: T) => void) => void): T {
    const results: T[] = [];
    const until = asTime(this.sim.now + PATIENCE);
    start((value) => results.push(value));
    while (results.length === 0 && !this.sim.advance(until, 1));
    invariant(results.length > 0, `the call was answered within ${PATIENCE} µs`);
    return results[0];
  }

  perform<T>(procedure: Procedure<T>): T {
    return this.wait((done) => runProcedure(procedure, done));
  }

  /** Every revision of every key, oldest first. */
  get revisions(): readonly RevisionRow[] {
    return this.sim.recorder.table.archive.rows;
  }

  /** Lines of the log from a record on. */
  logsSince(seq: number, level: string): readonly string[] {
    const { table } = this.sim.recorder;
    const lines: string[] = [];
    for (let at = seq; at < table.length; at += 1) {
      const record = table.recordOf(at, 'log');
      if (record?.level === level) lines.push(record.message);
    }
    return lines;
  }

  /** What etcd holds under a key; undefined for nothing. */
  stored(key: string): unknown {
    return this.sim.recorder.table.archive.history(key).at(-1)?.object;
  }
}

/** A namespace as it is stored. */
export const storedNamespace = (name: string): InitialKey => ({
  key: `${ETCD_PREFIX}/${NAMESPACES.resource}/${name}`,
  value: {
    apiVersion: 'v1',
    kind: NAMESPACES.kind,
    metadata: { name, labels: { 'kubernetes.io/metadata.name': name } },
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Active' },
  },
});
