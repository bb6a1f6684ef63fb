/**
 * Keeps the endpoints of the kubernetes Service by counting: each server puts its own address in,
 * and takes others out while there are more than there should be. Nobody notices a dead server.
 *
 * Upstream    kubernetes v1.27 pkg/controlplane/reconcilers/instancecount.go
 *             (masterCountEndpointReconciler)
 * Acts as     master-count-reconciler
 * Wakes on    the kubernetes Service's loop; start and stop of the bootstrap controller
 * Reads       Endpoints and EndpointSlice through the loopback client
 * Writes      Endpoints and EndpointSlice default/kubernetes
 * Simplified  its warnings print the addresses and not the whole object
 */
import {
  type HostedMachine,
  hostMachine,
  type Procedure,
  type Process,
  runProcedure,
} from '#kernel';
import type { Endpoints, KubeObject } from '../../api/objects';
import { errorText, type RestClient, type RestResult, reasonOf } from '../../client/rest-client';
import { DEFAULT_BACKOFF, isConflict, onError } from '../../client/retry';
import { CallLock } from './call-lock';
import type {
  EndpointReconciler,
  FailedReconcile,
  ReconcileEnd,
  ReconcileTarget,
} from './endpoint-reconciler';
import { EndpointsAdapter, type EndpointsWritten } from './endpoints-adapter';
import { type MasterCountPlan, planReconcile, planRemoval } from './master-count-plan';
import { masterCountReconcilerMachine } from './master-count-reconciler-machine';

/** Namespace of the kubernetes Service. Source: metav1.NamespaceDefault. */
const NAMESPACE = 'default';

export interface MasterCountReconcilerParts {
  readonly process: Process;
  /** Path of the actor. */
  readonly actor: string;
  readonly client: RestClient;
  /** --apiserver-count. */
  readonly masterCount: number;
}

/** One call in progress. */
interface Call {
  readonly target: ReconcileTarget;
  readonly reconcilePorts: boolean;
  readonly done: (end: ReconcileEnd) => void;
  endpoints: Endpoints | undefined;
  plan: MasterCountPlan | undefined;
  failure: FailedReconcile | undefined;
}

export class MasterCountEndpointReconciler implements EndpointReconciler {
  readonly #parts: MasterCountReconcilerParts;
  readonly #adapter: EndpointsAdapter;
  readonly #lock = new CallLock();
  #machine: HostedMachine | undefined;
  #call: Call | undefined;
  #stopped = false;
  #lastReason = '';

  constructor(parts: MasterCountReconcilerParts) {
    this.#parts = parts;
    this.#adapter = new EndpointsAdapter(parts.client);
  }

  reconcileEndpoints(
    target: ReconcileTarget,
    reconcilePorts: boolean,
    done: (end: ReconcileEnd) => void,
  ): void {
    this.#lock.lock(() => {
      if (!this.#stopped) {
        this.#begin('reconcileAsked', { target, reconcilePorts, done });
        return;
      }
      this.#decide('ReconcileEndpoints', 'none', 'ReconcilingStopped', undefined);
      this.#lock.unlock();
      done({ ok: true });
    });
  }

  removeEndpoints(target: ReconcileTarget, done: (end: ReconcileEnd) => void): void {
    this.#lock.lock(() => this.#begin('removalAsked', { target, reconcilePorts: false, done }));
  }

  stopReconciling(done: () => void): void {
    this.#lock.lock(() => {
      this.#stopped = true;
      this.#lock.unlock();
      done();
    });
  }

  /** It has no storage of its own. */
  destroy(): void {}

  #begin(type: string, call: Pick<Call, 'target' | 'reconcilePorts' | 'done'>): void {
    this.#call = { ...call, endpoints: undefined, plan: undefined, failure: undefined };
    this.#machine ??= this.#host();
    this.#machine.send({ type });
  }

  #host(): HostedMachine {
    const { process, actor } = this.#parts;
    const call = () => this.#call as Call;
    const machine: HostedMachine = hostMachine(process, {
      actor,
      machine: masterCountReconcilerMachine,
      effects: {
        readEndpoints: () => run(this.#readEndpoints(call())),
        readForRemoval: () => run(this.#readForRemoval(call())),
        writeEndpoints: () => run(this.#write(call())),
        writeRemoval: () => run(this.#remove(call())),
        ensureSlice: () => run(this.#ensureSlice(call())),
        finish: () => this.#end({ ok: true }),
        giveUp: () => this.#end(call().failure ?? { ok: true }),
      },
    });
    const run = (procedure: Procedure<string>): void =>
      runProcedure(procedure, (type) => machine.send({ type }));
    return machine;
  }

  #end(end: ReconcileEnd): void {
    const { done } = this.#call as Call;
    this.#lock.unlock();
    done(end);
  }

  *#readEndpoints(call: Call): Procedure<string> {
    const { target, reconcilePorts } = call;
    const found = yield* this.#adapter.get(NAMESPACE, target.service);
    const missing = reasonOf(found) === 'NotFound';
    // After any other error it goes on as if there were an object without content.
    const endpoints: Endpoints = found.ok
      ? (found.object as Endpoints)
      : {
          apiVersion: 'v1',
          kind: 'Endpoints',
          metadata: { namespace: NAMESPACE, name: target.service },
        };
    const { ip, ports } = target;
    const { masterCount } = this.#parts;
    const plan = planReconcile({ endpoints, missing, ip, ports, masterCount, reconcilePorts });
    call.plan = plan;
    call.endpoints = plan.endpoints;
    this.#record(plan, endpoints);
    const saw = found.ok ? endpoints : undefined;
    this.#decide('ReconcileEndpoints', plan.action, plan.reason, saw);
    if (plan.action === 'none') return 'nothingPlanned';
    if (plan.action === 'update') {
      const name = `Resetting endpoints for master service "${target.service}"`;
      this.#parts.process.log(this.#parts.actor, 'warning', `${name} to ${listOf(plan.endpoints)}`);
    }
    return 'writePlanned';
  }

  *#write(call: Call): Procedure<string> {
    const endpoints = call.endpoints as Endpoints;
    const onWritten = () => this.#machine?.send({ type: 'endpointsWritten' });
    return ended(
      call,
      yield* call.plan?.action === 'create'
        ? this.#adapter.create(endpoints, onWritten)
        : this.#adapter.update(endpoints, onWritten),
    );
  }

  *#readForRemoval(call: Call): Procedure<string> {
    const { service, ip } = call.target;
    const found = yield* this.#adapter.get(NAMESPACE, service);
    if (!found.ok) {
      if (reasonOf(found) !== 'NotFound') return refused(call, found);
      this.#decide('RemoveEndpoints', 'none', 'EndpointsMissing', undefined);
      return 'leftAlone';
    }
    const endpoints = found.object as Endpoints;
    call.endpoints = planRemoval(endpoints, ip);
    const reason = call.endpoints ? 'ServerLeaves' : 'NoSubsets';
    this.#decide('RemoveEndpoints', call.endpoints ? 'update' : 'none', reason, endpoints);
    return call.endpoints ? 'writePlanned' : 'leftAlone';
  }

  /** Sends the same object again after a conflict, so it conflicts until the tries are used up. */
  *#remove(call: Call): Procedure<string> {
    const { process, actor } = this.#parts;
    const endpoints = call.endpoints as Endpoints;
    const onWritten = () => this.#machine?.send({ type: 'endpointsWritten' });
    const retrier = { process, actor, backoff: DEFAULT_BACKOFF, retriable: isConflict };
    const result = yield* onError(retrier, () => this.#update(endpoints, onWritten));
    return result.ok ? 'stepDone' : refused(call, result);
  }

  *#update(endpoints: Endpoints, onWritten: () => void): Procedure<RestResult<KubeObject>> {
    const { endpoints: written, failure } = yield* this.#adapter.update(endpoints, onWritten);
    return failure ?? written;
  }

  *#ensureSlice(call: Call): Procedure<string> {
    const endpoints = call.endpoints as Endpoints;
    const failure = yield* this.#adapter.ensureEndpointSliceFromEndpoints(endpoints);
    return failure ? refused(call, failure) : 'stepDone';
  }

  #record(plan: MasterCountPlan, read: Endpoints): void {
    const { formatCorrect, ipsCorrect, portsCorrect, skipMirrorChanged, action } = plan;
    const addresses = (read.subsets?.[0]?.addresses ?? []).map(({ ip }) => ip);
    const checks = { formatCorrect, ipsCorrect, portsCorrect, skipMirrorChanged };
    const { process, actor } = this.#parts;
    process.write('endpoints', actor, { ...checks, action, addresses, leases: [] });
  }

  /** Writes the decision; an idle one only when its reason differs from the last. */
  #decide(name: string, outcome: string, reason: string, read: Endpoints | undefined): void {
    const last = `${name}|${outcome}|${reason}`;
    const isNew = last !== this.#lastReason;
    this.#lastReason = last;
    if (outcome === 'none' && !isNew) return;
    const { process, actor } = this.#parts;
    process.write('decision', actor, { name, outcome, reason, saw: read ? [seen(read)] : [] });
  }
}

function ended(call: Call, { failure }: EndpointsWritten): string {
  return failure ? refused(call, failure) : 'stepDone';
}

/** The API has failed the call. */
function refused(call: Call, result: RestResult<unknown>): string {
  const { status } = result.ok ? {} : result;
  call.failure = { ok: false, text: errorText(result), storageNotFound: false, status };
  return 'stepFailed';
}

function seen({ metadata }: Endpoints): unknown {
  const { namespace, name, resourceVersion } = metadata;
  return { kind: 'Endpoints', namespace, name, resourceVersion };
}

const listOf = ({ subsets = [] }: Endpoints): string =>
  `[${(subsets[0]?.addresses ?? []).map(({ ip }) => ip).join(' ')}]`;
