/**
 * Area `graceful-termination`: a server with one request in flight is told to stop, and clients
 * with old and new connections go on asking. The signals, the filters, the drain and the end of the
 * listener are the product's; the blocked handler and the pre-shutdown hook are the case's.
 */
import { type SimDuration, seconds } from '#base';
import { type Process, runProcedure } from '#kernel';
import { NAMESPACES, type RestResult, RpcRestClient, type RunnableHook, SIGNAL_NAMES } from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import { EndFact, ends } from '../end-fact';
import type { Fact, Facts } from '../facts';
import { Fields } from '../read-fields';
import { ServerRig } from '../server-rig';

export const gracefulTerminationAdapter: AreaAdapter = {
  area: 'graceful-termination',
  calls: {
    sequence: (question) => {
      const steps = new Fields(question.when, 'when').only('sequence').texts('sequence');
      return new Stand(question).drive(steps);
    },
    'close stopCh': (question) => {
      new Fields(question.when, 'when').only('op');
      return new Stand(question).drive(['close stopCh', 'wait for Run to return']);
    },
  },
};

/** Long enough for a request, and for what it sets going. */
const MOMENT = seconds(0.05);
/** --shutdown-delay-duration, where a case waits for its end. */
const DELAY_SECONDS = 2;
/** Longest wait for anything. */
const PATIENCE_SECONDS = 120;
const ECHO = '/echo';
const BLOCKED = '/blocked';

interface Pending {
  result: RestResult<unknown> | undefined;
}

class Stand {
  readonly #rig: ServerRig;
  readonly #process: Process;
  readonly #reused: RpcRestClient;
  readonly #signals: string[] = [];
  readonly #facts: Record<string, Fact> = {};
  readonly #hookRequests: Pending[] = [];
  #releaseHook: () => void = () => {};
  #releaseRequest: () => void = () => {};
  #inFlight: Pending = { result: undefined };
  #clients = 0;

  constructor(question: Question) {
    const given = new Fields(question.given, 'given').only(
      ...['shutdownSendRetryAfter', 'inFlightRequest', 'preShutdownHook', 'shutdownTimeout'],
    );
    const hook = given.text('preShutdownHook', '');
    this.#rig = new ServerRig(question, {
      flags: [
        `--shutdown-send-retry-after=${given.flag('shutdownSendRetryAfter', false)}`,
        `--request-timeout=${given.count('shutdownTimeout', 60)}s`,
        `--shutdown-delay-duration=${hook === '' ? 0 : DELAY_SECONDS}s`,
      ],
    });
    const { network } = this.#rig.rig.process;
    const startDelay = { min: 0 as SimDuration, max: 0 as SimDuration };
    this.#process = network.addProcess({ name: 'client', startDelay, boot: () => ({}) });
    this.#process.start();
    this.#install(hook);
    this.#reused = this.#client();
    this.#get(this.#reused, ECHO);
    this.#wait(MOMENT);
    if (given.has('inFlightRequest')) this.#begin(given.text('inFlightRequest'));
  }

  drive(steps: readonly string[]): Answer {
    for (const step of steps) this.#step(step);
    return { facts: this.#all() };
  }

  #install(hook: string): void {
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
    if (hook !== '') server.addPreShutdownHook('test', this.#hook(hook));
    for (const name of SIGNAL_NAMES) signals.on(name, () => this.#signals.push(name));
    this.#rig.prepareRun();
    this.#rig.serve();
    this.#wait(MOMENT);
  }

  /** `blocked until released, then sends GET PATH`, or after a signal, so many a second. */
  #hook(words: string): RunnableHook {
    const path = /^blocked until released, then sends GET (\S+)$/.exec(words)?.[1];
    const [, signal, count] =
      /^waits for (\w+), then sends (\d+) requests one second apart$/.exec(words) ?? [];
    const name = SIGNAL_NAMES.find((each) => each === signal);
    if (path === undefined && name === undefined) {
      throw new Unsupported(`given.preShutdownHook: ${words} is not understood`);
    }
    return {
      name: 'test',
      type: 'pre-shutdown',
      run: (_hook, done) => {
        if (path !== undefined) this.#releaseHook = () => this.#send(path, 1, done);
        else if (name) this.#rig.signals.on(name, () => this.#send(ECHO, Number(count), done));
      },
    };
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
  #begin(words: string): void {
    const sleeps = /^handler sleeps (\d+) s$/.exec(words)?.[1];
    const open = /^POST \/api\/v1\/namespaces whose body is still open$/.test(words);
    if (sleeps === undefined && !open && words !== 'one request blocked in its handler') {
      throw new Unsupported(`given.inFlightRequest: ${words} is not understood`);
    }
    const client = this.#client();
    if (open) {
      const pending: Pending = { result: undefined };
      const body = { metadata: { name: 'test' } };
      runProcedure(client.create(NAMESPACES, body), (result) => {
        pending.result = result;
      });
      this.#inFlight = pending;
    } else this.#inFlight = this.#get(client, BLOCKED);
    this.#wait(MOMENT);
    if (sleeps === undefined) return;
    const release = this.#releaseRequest;
    this.#rig.rig.process.later(seconds(Number(sleeps)), release);
  }

  #step(step: string): void {
    const { signals } = this.#rig;
    const later = /^after ([\d.]+) s a new request$/.exec(step)?.[1];
    if (later !== undefined) {
      this.#wait(seconds(Number(later)));
      this.#facts.newRequest = new EndFact(this.#ask(this.#client()));
      return;
    }
    switch (step) {
      case 'request in flight':
        return;
      case 'close stopCh':
      case 'tear down server in background':
        this.#rig.closeStopChannel();
        this.#wait(MOMENT);
        return;
      case 'GET /readyz':
        this.#facts.readyzAfterShutdownInitiated = new EndFact(
          this.#ask(this.#client(), '/readyz'),
        );
        return;
      case 'new and reused connection requests before AfterShutdownDelayDuration':
        this.#facts.requestsBeforeDelayElapsed = this.#both();
        return;
      case 'release pre-shutdown hook':
        this.#until(() => signals.fired('AfterShutdownDelayDuration'));
        this.#facts.requestsAfterDelayBeforePreShutdownHookDone = this.#both();
        this.#releaseHook();
        return;
      case 'new and reused connection requests after NotAcceptingNewRequest':
        this.#until(() => signals.fired('NotAcceptingNewRequest'));
        this.#wait(MOMENT);
        this.#facts.requestsAfterNotAccepting = this.#both();
        return;
      case 'poll GET / until it fails':
        this.#poll();
        return;
      case 'release in-flight request':
      case 'finish the body':
        this.#release();
        return;
      case 'wait for Run to return':
        this.#until(() => this.#rig.returned);
        return;
      default:
        throw new Unsupported(`step ${step}: not understood`);
    }
  }

  #poll(): void {
    let last: RestResult<unknown> | undefined;
    this.#until(() => {
      last = this.#ask(this.#client(), '/');
      return last !== undefined && !last.ok;
    });
    this.#facts.newRequests = new EndFact(last);
  }

  #release(): void {
    const before = this.#rig.audit.events;
    this.#releaseRequest();
    this.#wait(MOMENT);
    this.#facts.inFlightRequestAudited = this.#rig.audit.events === before + 1;
  }

  #all(): Facts {
    this.#until(() => this.#rig.returned);
    // What was sent before is on its way.
    this.#wait(MOMENT);
    const asked = new Set<string>(SIGNAL_NAMES.slice(2));
    const { audit } = this.#rig;
    return {
      ...this.#facts,
      inFlightRequest: new EndFact(this.#inFlight.result),
      pendingRequest: new EndFact(this.#inFlight.result),
      preShutdownHookRequest: new EndFact(this.#hookRequests[0]?.result),
      hookRequests: this.#hookRequests.map(({ result }) => new EndFact(result)),
      auditBackendShutdown: !audit.open,
      signalOrder: this.#signals.filter((name) => asked.has(name)),
      stoppedChClosed: this.#rig.returned,
      runReturnsAfterHook: this.#rig.returned && this.#hookRequests.length > 0,
      tearDown: this.#rig.returned ? 'returns' : 'hangs',
    };
  }

  /** Ends of one request over a new connection and one over an old. */
  #both(): Fact {
    return ends([this.#ask(this.#client()), this.#ask(this.#reused)]);
  }

  #client(): RpcRestClient {
    const { process } = this.#rig.rig;
    this.#clients += 1;
    const actor = `client/${this.#clients}`;
    const options = { process: this.#process, actor, user: 'client', userAgent: 'client' };
    return new RpcRestClient({ ...options, server: process.name });
  }

  #get(client: RpcRestClient, path: string): Pending {
    const pending: Pending = { result: undefined };
    runProcedure(client.raw(path), (result) => {
      pending.result = result;
    });
    return pending;
  }

  #ask(client: RpcRestClient, path = ECHO): RestResult<unknown> | undefined {
    const pending = this.#get(client, path);
    this.#wait(MOMENT);
    return pending.result;
  }

  #wait(length: SimDuration): void {
    this.#rig.rig.advance(length);
  }

  #until(holds: () => boolean): void {
    const { sim } = this.#rig.rig;
    const end = sim.now + seconds(PATIENCE_SECONDS);
    while (!holds() && sim.now < end) this.#wait(MOMENT);
  }
}
