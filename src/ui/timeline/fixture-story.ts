/** The made-up story that fixtures tell: who does what when. */
import { asTime, seconds } from '#base';
import { Recorder, type Seq } from '#trace';

const HOOKS = [
  'generic-apiserver-start-informers',
  'priority-and-fairness-config-consumer',
  'max-in-flight-filter',
  'storage-object-count-tracker-hook',
  'start-apiextensions-informers',
  'start-apiextensions-controllers',
  'crd-informer-synced',
  'bootstrap-controller',
  'rbac/bootstrap-roles',
  'scheduling/bootstrap-system-priority-classes',
  'priority-and-fairness-config-producer',
  'start-system-namespaces-controller',
  'start-cluster-authentication-info-controller',
  'start-kube-aggregator-informers',
  'apiservice-registration-controller',
  'apiservice-status-available-controller',
  'kube-apiserver-autoregistration',
  'autoregister-completion',
];
/** Upstream: the endpoint reconciler's interval and its lease's time to live, s. */
const RECONCILE_EVERY = 10;
const LEASE_TTL = 15;
/** The lessor looks for expired leases this often, s. Upstream: 500 ms. */
const LESSOR_SCAN = 0.5;
/** A small generator of whole numbers; the same seed gives the same trace. */
function chance(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 0x1_0000_0000;
  };
}

interface Task {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

/** Writes one world's story, in order of time. */
export class Story {
  readonly recorder: Recorder;
  readonly #random: () => number;
  readonly #alive = new Map<string, number>();
  #tasks: Task[] = [];
  #order = 0;
  #now = 0;
  #id = 0;
  #etcdLease = 7_000;
  #revision = 1_800;
  #leaseOf = new Map<string, number>();

  constructor(seed: number) {
    this.#random = chance(seed);
    this.recorder = new Recorder(() => asTime(Math.round(seconds(this.#now))));
  }

  after(delay: number, run: () => void): void {
    const task = { at: this.#now + delay, order: this.#order++, run };
    let low = 0;
    let high = this.#tasks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#tasks[middle].at > task.at) low = middle + 1;
      else high = middle;
    }
    this.#tasks.splice(low, 0, task);
  }

  run(until: number, enough: () => boolean): void {
    while (this.#tasks.length > 0 && !enough()) {
      const task = this.#tasks.pop() as Task;
      if (task.at > until) return;
      this.#now = task.at;
      task.run();
    }
  }

  /** A delay between two bounds, s. */
  between(low: number, high: number): number {
    return low + this.#random() * (high - low);
  }

  phase(name: string, phase: string, cause: Seq | null, reason = ''): Seq {
    const exitCode = phase === 'exited' ? (reason === 'SIGKILL' ? 137 : 0) : null;
    return this.recorder.write('process', name, cause, { name, phase, exitCode, reason });
  }

  state(actor: string, to: string, cause: Seq | null): Seq {
    const machine = actor.slice(actor.lastIndexOf('/') + 1);
    return this.recorder.write('state', actor, cause, { machine, from: '', to, event: 'go' });
  }

  message(from: string, to: string, of: Seq): void {
    const now = seconds(this.#now);
    const arrivesAt = now + Math.round(this.between(200, 800));
    const fields = { of, sentAt: now, arrivesAt, from, to, lost: false };
    this.recorder.write('message', from, of, fields);
  }

  /** A request and, a little later, its answer; `then` gets the answer. */
  call(client: string, server: string, name: string, then: (answer: Seq) => void): void {
    this.#id += 1;
    const id = this.#id;
    const owner = client.split('/')[0];
    const toEtcd = server === 'etcd';
    const cause = this.recorder.length - 1;
    const request = this.recorder.write('request', client, cause < 0 ? null : cause, {
      id,
      client: owner,
      server,
      verb: toEtcd ? 'txn' : 'get',
      group: toEtcd ? 'etcdserverpb' : '',
      version: toEtcd ? 'v3' : 'v1',
      resource: toEtcd ? 'kv' : 'endpoints',
      subresource: '',
      namespace: toEtcd ? '' : 'default',
      name,
      query: '',
      user: 'system:apiserver',
      userAgent: 'kube-apiserver',
    });
    this.message(owner, server, request);
    this.after(this.between(0.001, 0.004), () => {
      const code = 200;
      const actor = toEtcd ? 'etcd' : `${server}/apiserver`;
      const fields = { id, code, reason: '', resourceVersion: this.#revision };
      const answer = this.recorder.write('response', actor, request, fields);
      this.message(server, owner, answer);
      then(answer);
    });
  }

  /** One pass of the lease endpoint reconciler: grant, put, list, decide. */
  reconcile(server: string, place: number): void {
    const actor = `${server}/lease-reconciler`;
    const life = this.#alive.get(server);
    const ip = `10.0.0.${11 + place}`;
    const key = `/registry/masterleases/${ip}`;
    const armed = this.recorder.length - 1;
    this.state(actor, 'updatingLease', armed);
    this.call(`${server}/etcd-client`, 'etcd', key, (answer) => {
      if (this.#alive.get(server) !== life) return;
      this.#putLease(key, answer);
      this.state(actor, 'listingLeases', answer);
      const lease = { lease: `masterleases/${ip}`, holder: server, phase: 'renewed' };
      this.recorder.write('lease', actor, answer, lease);
      this.call(`${server}/etcd-client`, 'etcd', '/registry/masterleases/', (listed) => {
        this.state(actor, 'comparing', listed);
        this.#decide(actor, listed);
        this.state(actor, 'waiting', listed);
      });
    });
    this.after(RECONCILE_EVERY, () => {
      if (this.#alive.get(server) === life) this.reconcile(server, place);
    });
  }

  #putLease(key: string, answer: Seq): void {
    this.#etcdLease += 1;
    this.#revision += 1;
    const lease = this.#etcdLease;
    const firesAt = seconds(this.#now + LEASE_TTL);
    const request = this.recorder.table.cause[answer];
    const timer = { name: `lease ${lease}`, phase: 'armed', firesAt };
    this.recorder.write('timer', 'etcd/lessor', request, timer);
    const fields = { op: 'put', key, revision: this.#revision, lease };
    this.recorder.writeRevision('etcd', request, fields, { revision: this.#revision });
    this.#leaseOf.set(key, lease);
    this.after(LEASE_TTL + this.between(0, LESSOR_SCAN), () => {
      const expiry = { op: 'lease-expire', key: '', revision: this.#revision, lease };
      const seq = this.recorder.write('etcd', 'etcd/lessor', answer, expiry);
      if (this.#leaseOf.get(key) !== lease) return;
      this.#revision += 1;
      const gone = { op: 'delete', key, revision: this.#revision, lease };
      this.recorder.writeRevision('etcd', seq, gone, undefined);
    });
  }

  #decide(actor: string, cause: Seq): void {
    this.recorder.write('endpoints', actor, cause, {
      formatCorrect: true,
      ipsCorrect: true,
      portsCorrect: true,
      skipMirrorChanged: false,
      action: 'none',
      addresses: [],
      leases: [],
    });
  }

  startServer(server: string, place: number, cause: Seq | null): void {
    const started = this.phase(server, 'starting', cause);
    const life = (this.#alive.get(server) ?? 0) + 1;
    this.#alive.set(server, life);
    const lifecycle = `${server}/lifecycle`;
    this.after(this.between(0.4, 1.5), () => {
      const running = this.phase(server, 'running', started);
      this.state(lifecycle, 'startingHooks', running);
      for (const [index, hook] of HOOKS.entries()) this.#hook(server, hook, index);
      this.state(`${server}/bootstrap-controller`, 'waitingForReadyz', running);
      this.state(`${server}/lease-reconciler`, 'waiting', running);
      this.after(this.between(3, 4), () => this.#ready(server, place, running));
    });
  }

  #ready(server: string, place: number, cause: Seq): void {
    const fields = { server, endpoint: 'readyz', code: 200, failing: [] };
    const health = this.recorder.write('health', `${server}/health`, cause, fields);
    this.state(`${server}/lifecycle`, 'serving', health);
    this.state(`${server}/bootstrap-controller`, 'running', health);
    this.reconcile(server, place);
  }

  #hook(server: string, name: string, index: number): void {
    const actor = `${server}/hooks/${name}`;
    const fields = { server, name, type: 'post-start', phase: 'started' };
    const started = this.recorder.write('hook', actor, this.recorder.length - 1, fields);
    this.state(actor, 'running', started);
    this.after(this.between(0.05, 0.3) + index * 0.12, () => {
      const phase = { ...fields, phase: 'succeeded' };
      const done = this.recorder.write('hook', actor, started, phase);
      this.state(actor, 'done', done);
    });
  }

  kill(server: string): Seq {
    const step = { at: '42s', kill: server };
    const cause = this.recorder.write('fault', 'scenario', null, {
      verb: 'kill',
      target: server,
      step,
    });
    this.#alive.set(server, (this.#alive.get(server) ?? 0) + 1);
    return this.phase(server, 'exited', cause, 'SIGKILL');
  }

  isAlive(server: string): boolean {
    return (this.#alive.get(server) ?? 0) % 2 === 1;
  }
}
