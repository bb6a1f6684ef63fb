/**
 * A made-up trace for the tests of the stage, written with the real recorder after the conventions
 * of src/docs/trace-conventions.md: as many processes as wanted, one server killed, one cut off.
 */
import { asTime } from '#base';
import type { Seq, TraceTable } from '#trace';
import { HOOKS } from './rehearsal-hooks';
import { RehearsalWire, type Request } from './rehearsal-wire';

export interface Cast {
  readonly servers: number;
  readonly managers?: number;
  readonly schedulers?: number;
  readonly nodes?: number;
}

const SECOND = 1_000_000;
const TTL = 15 * SECOND;
/** When the last server is killed; when the second is cut off from etcd, and how long; µs. */
export const KILL_AT = 40 * SECOND;
export const CUT_AT = 80 * SECOND;
export const CUT_FOR = 8 * SECOND;

export const serverName = (index: number): string => `kube-apiserver-${'abcde'[index]}`;
export const serverAddress = (index: number): string => `10.0.0.${11 + index}`;

/** Runs the made-up cluster. @returns its trace */
export function rehearse(cast: Cast, untilUs: number): TraceTable {
  return new Rehearsal(cast).run(untilUs);
}

class Rehearsal extends RehearsalWire {
  readonly #cast: Cast;
  #lease = 100;
  readonly #leases = new Map<string, { id: number; put: Seq }>();
  #listed: string[] = [];

  constructor(cast: Cast) {
    super();
    this.#cast = cast;
  }

  run(untilUs: number): TraceTable {
    this.recorder.write(
      'fault',
      'scenario',
      null,
      note('Three servers start.', '三个 server 启动。'),
    );
    this.#startProcess('etcd', 0);
    for (let i = 0; i < this.#cast.servers; i += 1) this.#startServer(i);
    this.#startClients('kube-controller-manager', this.#cast.managers ?? 0, 2 * SECOND);
    this.#startClients('kube-scheduler', this.#cast.schedulers ?? 0, 2 * SECOND);
    this.#startClients('node', this.#cast.nodes ?? 0, 10 * SECOND);
    this.at(20 * SECOND, () => this.#get('kubectl', serverName(0)));
    if (this.#cast.servers > 1) this.at(KILL_AT, () => this.#kill());
    if (this.#cast.servers > 2) this.at(CUT_AT, () => this.#cut());
    this.play(untilUs);
    return this.recorder.table;
  }

  #startProcess(name: string, at: number): void {
    const phase = (phase: string, reason: string) => () =>
      this.recorder.write('process', name, null, { name, phase, exitCode: null, reason });
    this.at(at, phase('starting', 'exec'));
    this.at(at + (name === 'etcd' ? 1 : 800_000), phase('running', 'first instruction'));
  }

  #startServer(index: number): void {
    const name = serverName(index);
    const at = 200_000 + index * 350_000;
    this.#startProcess(name, at);
    const up = at + 850_000;
    this.at(up, () => {
      this.connect(name, 'etcd');
      this.#health(name, 500);
    });
    let last = up;
    HOOKS.forEach((hook, place) => {
      const done = up + 40_000 + this.draw(20_000, place % 6 === 4 ? 2_600_000 : 400_000);
      this.at(up + place, () => this.#hook(name, hook, 'started'));
      this.at(done, () => this.#hook(name, hook, 'succeeded'));
      last = Math.max(last, done);
    });
    this.at(last + 2_000, () => this.#health(name, 200));
    const first = last + 120_000;
    for (let round = 0; round < 30; round += 1) {
      this.at(first + round * 10 * SECOND, () => this.#reconcile(index));
    }
  }

  #startClients(prefix: string, count: number, period: number): void {
    for (let i = 0; i < count; i += 1) {
      const name = `${prefix}-${count > 5 ? i : 'abcde'[i]}`;
      const server = serverName(i % this.#cast.servers);
      this.#startProcess(name, 3 * SECOND + i * 90_000);
      this.at(4 * SECOND + i * 90_000, () => this.connect(name, server));
      for (let round = 1; round < 120; round += 1) {
        this.at(4 * SECOND + i * 90_000 + round * period, () => this.#renew(name, server));
      }
    }
  }

  #health(server: string, code: number): void {
    const fields = { server, endpoint: 'readyz', code, failing: [] };
    this.recorder.write('health', `${server}/health`, null, fields);
  }

  #hook(server: string, name: string, phase: string): void {
    if (this.dead.has(server)) return;
    this.recorder.write('hook', `${server}/hooks/${name}`, null, {
      server,
      name,
      type: 'post-start',
      phase,
    });
  }

  override isCut(client: string, server: string): boolean {
    const cut = this.now >= CUT_AT && this.now < CUT_AT + CUT_FOR;
    return cut && this.#cast.servers > 2 && client === serverName(1) && server === 'etcd';
  }

  #reconcile(index: number): void {
    const name = serverName(index);
    if (this.dead.has(name)) return;
    const ip = serverAddress(index);
    const key = `/registry/masterleases/${ip}`;
    const rpc = (verb: string, resource: string, target: string): Request => ({
      verb,
      group: 'etcdserverpb',
      resource,
      name: target,
    });
    let leaseId = 0;
    this.call(name, 'etcd', rpc('grant', 'lease', ''), (seq) => {
      leaseId = this.#grant(seq);
      return 200;
    });
    this.at(this.now + 4_000, () =>
      this.call(name, 'etcd', rpc('txn', 'kv', key), (seq) => {
        const put = this.#put(seq, { key, lease: leaseId, object: { ip } });
        this.#leases.set(ip, { id: leaseId, put });
        return 200;
      }),
    );
    const list = '/registry/masterleases/';
    this.at(this.now + 8_000, () => this.call(name, 'etcd', rpc('range', 'kv', list), () => 200));
    this.at(this.now + 12_000, () => this.#writeEndpoints(name));
  }

  #grant(cause: Seq): number {
    this.#lease += 1;
    const lease = this.#lease;
    const op = { op: 'lease-grant', key: '', revision: this.revision, lease };
    const granted = this.recorder.write('etcd', 'etcd', cause, op);
    const firesAt = asTime(this.now + TTL);
    const timer = { name: `lease ${lease}`, phase: 'armed', firesAt };
    const armed = this.recorder.write('timer', 'etcd/lessor', granted, timer);
    this.at(firesAt + 300_000, () => this.#expire(lease, armed));
    return lease;
  }

  #expire(lease: number, armed: Seq): void {
    const gone = [...this.#leases].find(([, entry]) => entry.id === lease);
    if (!gone) return;
    const [ip] = gone;
    this.#leases.delete(ip);
    const op = { op: 'lease-expire', key: '', revision: this.revision, lease };
    const expired = this.recorder.write('etcd', 'etcd/lessor', armed, op);
    this.revision += 1;
    const key = `/registry/masterleases/${ip}`;
    const fields = { op: 'delete', key, revision: this.revision, lease: 0 };
    this.recorder.writeRevision('etcd', expired, fields, undefined);
  }

  #put(cause: Seq, put: { key: string; lease: number; object: unknown }): Seq {
    this.revision += 1;
    const { key, lease, object } = put;
    const fields = { op: 'put', key, revision: this.revision, lease };
    const seq = this.recorder.writeRevision('etcd', cause, fields, object);
    for (let i = 0; i < this.#cast.servers; i += 1) this.#watch(serverName(i), seq);
    return seq;
  }

  #watch(server: string, cause: Seq): void {
    if (this.dead.has(server) || this.isCut(server, 'etcd')) return;
    const what = { resource: 'endpoints', namespace: 'default', name: 'kubernetes' };
    const fields = { id: 1, type: 'MODIFIED', resourceVersion: this.revision, ...what };
    const seq = this.recorder.write('watch', 'etcd', cause, fields);
    this.message('etcd', server, { of: seq, lost: false });
  }

  #writeEndpoints(server: string): void {
    const wanted = [...this.#leases.keys()].sort();
    if (wanted.join() === this.#listed.join()) return;
    const key = '/registry/services/endpoints/default/kubernetes';
    const request = { verb: 'txn', group: 'etcdserverpb', resource: 'kv', name: key };
    this.call(server, 'etcd', request, (seq) => {
      const addresses = wanted.map((ip) => ({ ip }));
      this.#put(seq, { key, lease: 0, object: { subsets: [{ addresses }] } });
      this.#listed = wanted;
      return 200;
    });
  }

  #renew(client: string, server: string): void {
    if (this.dead.has(server)) return;
    const request = {
      verb: 'update',
      group: 'coordination.k8s.io',
      resource: 'leases',
      name: client,
    };
    this.call(client, server, request, () => (this.draw(0, 20) === 0 ? 409 : 200));
  }

  #get(client: string, server: string): void {
    this.connect(client, server);
    const request = { verb: 'get', group: '', resource: 'endpoints', name: 'kubernetes' };
    this.call(client, server, request, () => 200);
  }

  #kill(): void {
    const name = serverName(this.#cast.servers - 1);
    const kill = { verb: 'kill', target: name, step: name };
    const fault = this.recorder.write('fault', 'scenario', null, kill);
    this.recorder.write(
      'fault',
      'scenario',
      null,
      note(
        'The server is dead, but its lease still runs in etcd. Its address stays until the lease ' +
          'is over and another server looks.',
        'server 已经停了，但它的租约还在 etcd 里走。地址要等租约到期、别的 server 检查之后才消失。',
      ),
    );
    this.dead.add(name);
    const exit = { name, phase: 'exited', exitCode: 137, reason: 'SIGKILL' };
    this.recorder.write('process', name, fault, exit);
  }

  #cut(): void {
    const step = { between: [serverName(1)], and: ['etcd'] };
    const fields = { verb: 'partition', target: '', step };
    const cut = this.recorder.write('fault', 'scenario', null, fields);
    const timer = { name: 'undo partition', phase: 'armed', firesAt: asTime(CUT_AT + CUT_FOR) };
    const armed = this.recorder.write('timer', 'scenario', cut, timer);
    this.at(CUT_AT + CUT_FOR, () =>
      this.recorder.write('fault', 'scenario', armed, { ...fields, step: { undo: step } }),
    );
  }
}

function note(en: string, zh: string) {
  return { verb: 'note', target: '', step: { en, zh } };
}
