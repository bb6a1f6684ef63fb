/**
 * A whole cluster for one case: etcd, an API server with all its APIs on, and a client of it. What
 * a case does to it, any client could.
 */
import { asTime, invariant, millis, NO_DURATION, type SimDuration, seconds } from '#base';
import { type Procedure, type Process, type Reply, RpcClient, runProcedure } from '#kernel';
import { KIND_RULES, type Profile, RpcRestClient, requestInfo } from '#kube';
import { compileScenario, Run } from '#session';
import { Unsupported } from './adapter';

const SERVER = 'kube-apiserver-a';
const CLIENT = 'client';
const FLAGS = ['--advertise-address=10.0.0.11', '--runtime-config=api/all=true'];
/** When all hooks are done. */
const READY = seconds(30);
/** Until the client runs. */
const MOMENT = millis(1);
/** Longest wait for a call. */
const PATIENCE = seconds(60);
const UNTIL = '10m';
/** Between two looks. */
const STEP = seconds(1);
const DIAL = { dialTimeout: PATIENCE, keepaliveIdle: PATIENCE, keepaliveTimeout: PATIENCE };

/** A server of a case. */
export interface StandServer {
  readonly name: string;
  readonly flags: readonly string[];
  /** Absent: with the cluster. */
  readonly startAt?: 'never';
}

export class ClusterStand {
  readonly run: Run;
  readonly client: RpcRestClient;
  readonly #process: Process;

  /** @param servers in the place of the one with these flags. */
  constructor(profile: Profile, flags: readonly string[] = [], servers?: readonly StandServer[]) {
    const apiServers = servers ?? [{ name: SERVER, flags: [...FLAGS, ...flags] }];
    const compiled = compileScenario({
      apiVersion: 'kube-orrery/v1',
      kind: 'Scenario',
      metadata: { name: 'case' },
      spec: { kubernetes: profile, until: UNTIL, apiServers },
    });
    if (!compiled.ok) throw new Unsupported(compiled.faults.map(({ reason }) => reason).join());
    // The document names nothing of what the client will send.
    const hookBodies = { ...compiled.value.hookBodies, kindRules: KIND_RULES };
    this.run = new Run({ ...compiled.value, hookBodies });
    const { network, sim } = this.run.cluster;
    const startDelay = { min: NO_DURATION, max: NO_DURATION };
    const process = network.addProcess({ name: CLIENT, startDelay, boot: () => ({}) });
    sim.planStep(sim.now, () => process.start());
    this.#process = process;
    this.client = this.clientOf(apiServers[0].name);
    this.advance(servers ? MOMENT : READY);
  }

  clientOf(server: string): RpcRestClient {
    const told = { actor: CLIENT, user: 'kubernetes-admin', userAgent: CLIENT };
    return new RpcRestClient({ process: this.#process, server, ...told });
  }

  /** A step of the timeline, now. */
  step(step: Readonly<Record<string, unknown>>): void {
    this.run.append({ at: `${this.run.now}us`, ...step });
  }

  advance(length: SimDuration): void {
    const { sim } = this.run.cluster;
    sim.advance(asTime(sim.now + length));
  }

  /** Carries out what the client does. */
  perform<T>(procedure: Procedure<T>): T {
    const { sim } = this.run.cluster;
    const results: T[] = [];
    sim.schedule(sim.now, () => runProcedure(procedure, (value) => results.push(value)));
    const end = sim.now + PATIENCE;
    while (results.length === 0 && sim.now < end) this.advance(STEP);
    invariant(results.length > 0, `the call was answered within ${PATIENCE} µs`);
    return results[0];
  }

  /** What nobody in particular is answered. */
  ask(method: string, url: string): { readonly code: number; readonly body: unknown } {
    const { isResourceRequest: _, ...info } = requestInfo(url, method);
    const query = url.split('?')[1] ?? '';
    const fields = { ...info, query, user: '', userAgent: CLIENT };
    const rpc = new RpcClient(this.#process, CLIENT, SERVER, DIAL);
    const answers: Reply[] = [];
    const { sim } = this.run.cluster;
    sim.schedule(sim.now, () => {
      rpc.call({ fields, body: undefined }, (reply) => answers.push(reply));
    });
    this.advance(PATIENCE);
    const [answer] = answers;
    invariant(answer?.ok, 'the server answers');
    return answer;
  }

  /** The keys that were written for the first time from a record on. */
  keysSince(seq: number): readonly string[] {
    const { rows } = this.run.table.archive;
    const later = rows.filter((row) => row.seq >= seq && row.object !== undefined);
    return later.map(({ key }) => key);
  }
}
