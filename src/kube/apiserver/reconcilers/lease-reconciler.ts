/**
 * Keeps the endpoints of the kubernetes Service equal to the master leases: each server renews its
 * own lease and writes down whom it finds alive.
 *
 * Upstream    kubernetes v1.27 pkg/controlplane/reconcilers/lease.go (leaseEndpointReconciler)
 * Acts as     lease-reconciler, lease-reconciler-removal
 * Wakes on    the kubernetes Service's loop; start and stop of the bootstrap controller
 * Reads       /registry/masterleases/ in etcd; Endpoints and EndpointSlice through the loopback
 *             client
 * Writes      its own master lease; Endpoints and EndpointSlice default/kubernetes
 * Simplified  nothing
 */
import type { HostedMachine, Procedure, Process } from '#kernel';
import { hostMachine, runProcedure } from '#kernel';
import type { Seq } from '#trace';
import type { Endpoints } from '../../api/objects';
import { type RestClient, reasonOf } from '../../client/rest-client';
import type { Switches } from '../../profile';
import type { MasterLeases } from '../storage/master-leases';
import { CallLock } from './call-lock';
import type { EndpointReconciler, ReconcileEnd, ReconcileTarget } from './endpoint-reconciler';
import { planEndpoints } from './endpoint-subsets';
import { EndpointsAdapter } from './endpoints-adapter';
import { leaseReconcilerMachine } from './lease-reconciler-machine';
import { failed, type Round, refused, resetReason, seen } from './lease-round';

/** Namespace of the kubernetes Service. Source: metav1.NamespaceDefault. */
const NAMESPACE = 'default';

export interface LeaseReconcilerParts {
  readonly process: Process;
  /** Path of the actor. */
  readonly actor: string;
  readonly client: RestClient;
  readonly leases: MasterLeases;
  readonly switches: Switches;
}

export class LeaseEndpointReconciler implements EndpointReconciler {
  readonly #parts: LeaseReconcilerParts;
  readonly #adapter: EndpointsAdapter;
  #stopped = false;
  readonly #lock = new CallLock();
  #lastReason = '';
  readonly #machines = new Map<string, [HostedMachine, (round: Round) => void]>();

  constructor(parts: LeaseReconcilerParts) {
    this.#parts = parts;
    this.#adapter = new EndpointsAdapter(parts.client);
  }

  reconcileEndpoints(
    target: ReconcileTarget,
    reconcilePorts: boolean,
    done: (end: ReconcileEnd) => void,
  ): void {
    this.#lock.lock(() => {
      if (this.#stopped) {
        this.#decide('ReconcileEndpoints', 'none', 'ReconcilingStopped');
        this.#lock.unlock();
        done({ ok: true });
        return;
      }
      const finished = (end: ReconcileEnd) => {
        this.#lock.unlock();
        done(end);
      };
      this.#begin({ target, reconcilePorts, removal: false, done: finished });
    });
  }

  /** Up to 1.27 this does not take the lock, so it may run beside a reconcile. */
  removeEndpoints(target: ReconcileTarget, done: (end: ReconcileEnd) => void): void {
    if (!this.#parts.switches.lastServerErasesEndpoints) {
      this.#begin({ target, reconcilePorts: true, removal: true, done });
      return;
    }
    this.#lock.lock(() => {
      const finished = (end: ReconcileEnd) => {
        this.#lock.unlock();
        done(end);
      };
      this.#begin({ target, reconcilePorts: true, removal: true, done: finished });
    });
  }

  /** Up to 1.27 this waits for the lock; from 1.28 on it sets a flag at once. */
  stopReconciling(done: () => void): void {
    if (this.#parts.switches.lastServerErasesEndpoints) {
      this.#stopped = true;
      done();
      return;
    }
    this.#lock.lock(() => {
      this.#stopped = true;
      this.#lock.unlock();
      done();
    });
  }

  destroy(): void {
    this.#parts.leases.destroy();
  }

  #begin(call: Pick<Round, 'target' | 'reconcilePorts' | 'removal' | 'done'>): void {
    const { target, reconcilePorts, removal, done } = call;
    const round: Round = {
      target,
      reconcilePorts,
      removal,
      done,
      found: undefined,
      create: false,
      leaseIPs: [],
      plan: undefined,
      gone: [],
      failure: undefined,
    };
    const [machine, take] = this.#machineFor(removal);
    take(round);
    machine.send({ type: removal ? 'removalAsked' : 'reconcileAsked' });
  }

  /** Reconciles and removals may overlap, so each has a machine of its own. */
  #machineFor(removal: boolean): [HostedMachine, (round: Round) => void] {
    const { process, actor } = this.#parts;
    const path = removal ? `${actor}-removal` : actor;
    const known = this.#machines.get(path);
    if (known) return known;
    let round: Round | undefined;
    const current = () => round as Round;
    const effects = {
      renewLease: () => this.#run(machine, this.#renewLease(current())),
      removeLease: () => this.#run(machine, this.#removeLease(current())),
      readEndpoints: () => this.#run(machine, this.#readEndpoints(current())),
      listLeases: () => this.#run(machine, this.#listLeases(current())),
      writeEndpoints: () => {
        const onWritten = () => machine.send({ type: 'endpointsWritten' });
        this.#run(machine, this.#writeEndpoints(current(), onWritten));
      },
      ensureSlice: () => this.#run(machine, this.#ensureSlice(current())),
      finish: () => current().done({ ok: true }),
      giveUp: () => {
        const { failure, done } = current();
        done(failure ?? { ok: true });
      },
    };
    const machine = hostMachine(process, { actor: path, machine: leaseReconcilerMachine, effects });
    const entry: [HostedMachine, (round: Round) => void] = [
      machine,
      (next) => {
        round = next;
      },
    ];
    this.#machines.set(path, entry);
    return entry;
  }

  #run(machine: HostedMachine, procedure: Procedure<string>): void {
    runProcedure(procedure, (type) => machine.send({ type }));
  }

  *#renewLease(round: Round): Procedure<string> {
    const result = yield* this.#parts.leases.updateLease(round.target.ip);
    if (!result.ok) return failed(round, result.failure);
    this.#lease(round, 'renewed');
    return 'stepDone';
  }

  *#removeLease(round: Round): Procedure<string> {
    const result = yield* this.#parts.leases.removeLease(round.target.ip);
    if (!result.ok) return failed(round, result.failure);
    this.#lease(round, 'released');
    return 'stepDone';
  }

  *#readEndpoints(round: Round): Procedure<string> {
    const { service } = round.target;
    const found = yield* this.#adapter.get(NAMESPACE, service);
    if (found.ok) round.found = found.object as Endpoints;
    else if (reasonOf(found) !== 'NotFound') return refused(round, found);
    else if (this.#erases) {
      this.#decide('doReconcile', 'none', 'EndpointsMissing');
      return 'leftAlone';
    } else round.create = true;
    return 'stepDone';
  }

  *#listLeases(round: Round): Procedure<string> {
    const { leases, switches } = this.#parts;
    const listed = yield* leases.listLeases();
    if (!listed.ok) return failed(round, listed.failure);
    round.leaseIPs = listed.value;
    if (listed.value.length === 0 && !this.#erases) {
      const text = switches.lastServerErasesEndpoints
        ? 'no API server IP addresses were listed in storage, ' +
          'refusing to erase all endpoints for the kubernetes Service'
        : 'no master IPs were listed in storage, ' +
          'refusing to erase all endpoints for the kubernetes service';
      round.failure = { ok: false, text, storageNotFound: false };
      this.#decide('doReconcile', 'none', 'NoLeasesListed', round);
      return 'stepFailed';
    }
    return this.#planRound(round);
  }

  /** Stopped, it may leave the endpoints empty, and makes none. */
  get #erases(): boolean {
    return this.#parts.switches.lastServerErasesEndpoints && this.#stopped;
  }

  #planRound(round: Round): string {
    const { service, ports } = round.target;
    const { reconcilePorts, leaseIPs, create } = round;
    const endpoints: Endpoints = round.found ?? {
      apiVersion: 'v1',
      kind: 'Endpoints',
      metadata: { namespace: NAMESPACE, name: service },
    };
    const plan = planEndpoints({ endpoints, leaseIPs, ports, reconcilePorts });
    const { formatCorrect, ipsCorrect, portsCorrect, skipMirrorChanged } = plan;
    round.plan = plan;
    const action = plan.kind === 'none' ? 'none' : create ? 'create' : 'update';
    const addresses = (endpoints.subsets?.[0]?.addresses ?? []).map(({ ip }) => ip);
    const { process, actor } = this.#parts;
    round.gone = this.#goneLeases(addresses.filter((ip) => !leaseIPs.includes(ip)));
    // Not a spread, which is slow with further fields behind it.
    const fields = {
      formatCorrect,
      ipsCorrect,
      portsCorrect,
      skipMirrorChanged,
      action,
      addresses,
      leases: leaseIPs,
    };
    process.sim.writeAlso('endpoints', actor, fields, round.gone);
    if (plan.kind === 'none') {
      this.#decide('doReconcile', 'none', plan.reason, round);
      return 'nothingPlanned';
    }
    this.#decide('doReconcile', action, resetReason(round, plan), round);
    if (plan.resets) {
      const list = `[${leaseIPs.join(' ')}]`;
      const text = `Resetting endpoints for master service "${service}" to ${list}`;
      process.log(actor, 'warning', text);
    }
    return 'writePlanned';
  }

  *#writeEndpoints(round: Round, onWritten: () => void): Procedure<string> {
    const { plan, create } = round;
    if (plan?.kind !== 'write') return 'leftAlone';
    const adapter = this.#adapter;
    const { endpoints } = plan;
    const { failure } = yield* create
      ? adapter.create(endpoints, onWritten)
      : adapter.update(endpoints, onWritten);
    if (!failure) return 'stepDone';
    // Another server was first: as good as done.
    const lost = create && reasonOf(failure) === 'AlreadyExists';
    return lost ? 'leftAlone' : refused(round, failure);
  }

  *#ensureSlice(round: Round): Procedure<string> {
    const failure = yield* this.#adapter.ensureEndpointSliceFromEndpoints(round.found as Endpoints);
    return failure ? refused(round, failure) : 'stepDone';
  }

  #lease({ target }: Round, phase: 'renewed' | 'released'): void {
    const { process, actor } = this.#parts;
    const lease = `masterleases/${target.ip}`;
    process.write('lease', actor, { lease, holder: process.name, phase });
  }

  /** Writes the decision; an idle one only when its reason differs from the last. */
  #decide(name: string, outcome: string, reason: string, round?: Round): void {
    const last = `${name}|${outcome}|${reason}`;
    const isNew = last !== this.#lastReason;
    this.#lastReason = last;
    if (outcome === 'none' && !isNew) return;
    const { process, actor } = this.#parts;
    const saw = round ? seen(round) : [];
    const fields = { name, outcome, reason, saw };
    // What the decision leads to names it.
    process.sim.cause = process.sim.writeAlso('decision', actor, fields, round?.gone ?? []);
  }

  /** For the trace only: the records that took the leases of listed addresses away. */
  #goneLeases(addresses: readonly string[]): readonly Seq[] {
    const { process, leases } = this.#parts;
    const { table } = process.sim.recorder;
    return addresses.flatMap((ip) => {
      const row = table.archive.at(leases.keyOf(ip), table.length);
      return row && row.object === undefined ? [row.seq] : [];
    });
  }
}
