/** One server with one request in flight, which the steps of a case stop and ask. */
import { type SimDuration, seconds } from '#base';
import { runProcedure } from '#kernel';
import { NAMESPACES, type RestResult, type RunnableHook, SIGNAL_NAMES } from '#kube';
import { type Question, Unsupported } from './adapter';
import { EndFact } from './end-fact';
import { ErrorFact, type Fact, type Facts } from './facts';
import { Fields } from './read-fields';
import { ItemsFact } from './repair-facts';
import { ServerRig } from './server-rig';
import { MOMENT, type Pending, TerminationClients } from './termination-clients';
import {
  type HookPlan,
  hookPlan,
  type RequestPlan,
  requestPlan,
  secondsOf,
  signalOf,
  terminationFlags,
} from './termination-words';

/** Longest wait for anything. */
const PATIENCE_SECONDS = 120;
const SECOND_US = 1_000_000;
const ECHO = '/echo';
const BLOCKED = '/blocked';
const INPUTS = [
  ...['shutdownSendRetryAfter', 'inFlightRequest', 'preShutdownHook', 'shutdownTimeout'],
  ...['shutdownDelayDuration'],
];

/** Names of facts that cases have for requests before and after signals. */
const BEFORE: Readonly<Record<string, string>> = {
  AfterShutdownDelayDuration: 'requestsBeforeDelayElapsed',
};
const AFTER: Readonly<Record<string, string>> = {
  NotAcceptingNewRequest: 'requestsAfterNotAccepting',
};

export class TerminationStand {
  readonly #rig: ServerRig;
  readonly #clients: TerminationClients;
  readonly #signals: string[] = [];
  readonly #firedAt = new Map<string, number>();
  readonly #facts: Record<string, Fact> = {};
  readonly #answers: Fact[] = [];
  readonly #hookRequests: Pending[] = [];
  readonly #hook: HookPlan | undefined;
  #releaseHook: (() => void) | undefined;
  #releaseRequest: (() => void) | undefined;
  #inFlight: Pending = { result: undefined };
  #stoppedAt: number | undefined;
  #returnedAt: number | undefined;

  constructor(question: Question) {
    const given = new Fields(question.given, 'given').only(...INPUTS);
    this.#hook = hookPlan(given);
    const request = requestPlan(given);
    this.#rig = new ServerRig(question, { flags: terminationFlags(given, this.#hook) });
    this.#clients = new TerminationClients(this.#rig.rig);
    this.#install();
    this.#clients.get(this.#clients.reused, ECHO);
    this.#wait(MOMENT);
    if (request) this.#begin(request);
  }

  #install(): void {
    const { server, signals } = this.#rig;
    const ok = { status: 200, contentType: '', body: 'ok' };
    server.handle(ECHO, (_query, reply) => reply(ok));
    server.handle('/', (_query, reply) => reply(ok));
    server.handle(BLOCKED, (_query, reply) => {
      this.#releaseRequest = () => reply(ok);
    });
    this.#rig.serveResource = (call) => {
      const created = { code: 201, reason: '', resourceVersion: 1, body: call.body };
      this.#releaseRequest = () => {
        call.reply(this.#rig.rig.actor('apiserver'), created);
      };
    };
    if (this.#hook) server.addPreShutdownHook('test', this.#runnable(this.#hook));
    for (const name of SIGNAL_NAMES) {
      signals.on(name, () => {
        this.#signals.push(name);
        this.#firedAt.set(name, this.#now);
      });
    }
    this.#rig.prepareRun();
    this.#rig.serve();
    // No path is installed later.
    signals.fire('MuxAndDiscoveryComplete');
    this.#wait(MOMENT);
  }

  #runnable(plan: HookPlan): RunnableHook {
    return { name: 'test', type: 'pre-shutdown', run: (_hook, done) => this.#run(plan, done) };
  }

  #run(plan: HookPlan, done: (error?: string) => void): void {
    const { process } = this.#rig.rig;
    switch (plan.kind) {
      case 'blocked': {
        const { path } = plan;
        this.#releaseHook = () => (path === undefined ? done() : this.#send(path, 1, done));
        return;
      }
      case 'asks':
        this.#rig.signals.on(plan.signal, () => this.#send(ECHO, plan.requests, done));
        return;
      case 'takes':
        process.later(plan.length, () => done());
        return;
      case 'ends':
        done(plan.error);
        return;
      case 'never':
    }
  }

  /** The hook's requests, through the loopback client, one second apart. */
  #send(path: string, left: number, done: () => void): void {
    const pending: Pending = { result: undefined };
    this.#hookRequests.push(pending);
    runProcedure(this.#rig.loopback.raw(path), (result) => {
      pending.result = result;
      if (left <= 1) done();
      else this.#rig.rig.process.later(seconds(1), () => this.#send(path, left - 1, done));
    });
  }

  /** A request whose handler goes on until it is released, or for so long. */
  #begin(plan: RequestPlan): void {
    const client = this.#clients.fresh();
    if (plan.kind === 'open body') {
      const pending: Pending = { result: undefined };
      const body = { metadata: { name: 'test' } };
      runProcedure(client.create(NAMESPACES, body), (result) => {
        pending.result = result;
      });
      this.#inFlight = pending;
    } else this.#inFlight = this.#clients.get(client, BLOCKED);
    this.#wait(MOMENT);
    if (plan.kind !== 'sleeps') return;
    const release = this.#releaseRequest;
    this.#releaseRequest = undefined;
    if (release) this.#rig.rig.process.later(plan.length, release);
  }

  /** The stop channel closes, at the first signal; at a second one nothing is waited for. */
  stop(step: string): void {
    const signal = step.startsWith('SIG');
    const again = this.#stoppedAt !== undefined;
    if (again && !signal) throw new Unsupported(`step ${step}: it has been stopped before`);
    if (again) this.again(step);
    else {
      this.#stoppedAt = this.#now;
      this.#rig.closeStopChannel();
      this.#wait(MOMENT);
    }
  }

  again(step: string): void {
    if (this.#stoppedAt === undefined) throw new Unsupported(`step ${step}: there was no first`);
    this.#rig.signalAgain();
    this.#wait(MOMENT);
  }

  ask(fact: string | undefined, path = ECHO, client = this.#clients.fresh()): void {
    const end = new EndFact(this.#clients.ask(client, path));
    this.#answers.push(end);
    if (fact !== undefined) this.#facts[fact] = end;
  }

  askReused(fact: string): void {
    this.ask(fact, ECHO, this.#clients.reused);
  }

  /** Requests over a new and an old connection, on that side of a signal. */
  askBoth(side: string, name: string, step: string): void {
    const signal = signalOf(name);
    if (!signal) throw new Unsupported(`step ${step}: no signal ${name}`);
    if (side === 'after') {
      this.waitFor(name, step);
      this.#wait(MOMENT);
    } else if (this.#rig.signals.fired(signal)) {
      throw new Unsupported(`step ${step}: it has been fired`);
    }
    const fact = this.#clients.both(ECHO);
    const own = side === 'after' ? `requestsAfter${name}` : `requestsBefore${name}`;
    this.#facts[own] = fact;
    this.#facts[(side === 'after' ? AFTER : BEFORE)[name] ?? own] = fact;
  }

  waitFor(name: string, step: string): void {
    const signal = signalOf(name);
    if (!signal) throw new Unsupported(`step ${step}: no signal ${name}`);
    this.#until(() => this.#rig.signals.fired(signal));
  }

  releaseHook(step: string): void {
    this.#until(() => this.#rig.signals.fired('AfterShutdownDelayDuration'));
    if (!this.#releaseHook) throw new Unsupported(`step ${step}: no hook is blocked`);
    this.#facts.requestsAfterDelayBeforePreShutdownHookDone = this.#clients.both(ECHO);
    this.#releaseHook();
    this.#releaseHook = undefined;
  }

  poll(): void {
    let last: RestResult<unknown> | undefined;
    this.#until(() => {
      last = this.#clients.ask(this.#clients.fresh(), '/');
      return last !== undefined && !last.ok;
    });
    this.#facts.newRequests = new EndFact(last);
  }

  release(step: string): void {
    if (!this.#releaseRequest) throw new Unsupported(`step ${step}: no request is blocked`);
    const before = this.#rig.audit.events;
    this.#releaseRequest();
    this.#releaseRequest = undefined;
    this.#wait(MOMENT);
    this.#facts.inFlightRequestAudited = this.#rig.audit.events === before + 1;
  }

  pass(text: string): void {
    this.#wait(secondsOf(text));
  }

  get #over(): boolean {
    const over = this.#rig.exitCode !== undefined;
    if (over) this.#returnedAt ??= this.#now;
    return over;
  }

  /** While nobody stops the server it goes on. */
  untilOver(): void {
    if (this.#stoppedAt !== undefined) this.#until(() => this.#over);
  }

  /** What is known at the end. */
  facts(): Facts {
    this.untilOver();
    // What was sent before is on its way.
    this.#wait(MOMENT);
    const asked = new Set<string>(SIGNAL_NAMES.slice(2));
    const { audit, returned, exitCode, runError } = this.#rig;
    const since = (at: number | undefined) =>
      at === undefined ? null : Math.round((at - (this.#stoppedAt ?? 0)) / SECOND_US);
    return {
      ...this.#facts,
      answers: this.#answers,
      inFlightRequest: new EndFact(this.#inFlight.result),
      pendingRequest: new EndFact(this.#inFlight.result),
      preShutdownHookRequest: new EndFact(this.#hookRequests[0]?.result),
      hookRequests: this.#hookRequests.map(({ result }) => new EndFact(result)),
      auditBackendShutdown: !audit.open,
      signalOrder: this.#signals.filter((name) => asked.has(name)),
      signalSeconds: new ItemsFact((name) => since(this.#firedAt.get(name))),
      stoppedChClosed: returned,
      runReturnsAfterHook: returned && this.#hookRequests.length > 0,
      tearDown: this.#over ? 'returns' : 'hangs',
      exitCode,
      error: new ErrorFact(runError),
      secondsUntilReturn: since(this.#returnedAt),
    };
  }

  get #now(): number {
    return this.#rig.rig.sim.now;
  }

  #wait(length: SimDuration): void {
    this.#rig.rig.advance(length);
  }

  #until(holds: () => boolean): void {
    const end = this.#now + seconds(PATIENCE_SECONDS);
    while (!holds() && this.#now < end) this.#wait(MOMENT);
  }
}
