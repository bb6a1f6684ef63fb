/**
 * One check of etcd: a client of its own that reads the key `<prefix>/health`, which need not
 * exist.
 *
 * Upstream    kubernetes v1.27
 *             staging/src/k8s.io/apiserver/pkg/storage/storagebackend/factory/etcd3.go
 *             (newETCD3Check); the limit of its requests came with pull request 112046
 */
import { type SimDuration, type SimTime, seconds } from '#base';
import { type Process, runProcedure } from '#kernel';
import { blockUntilConnected } from '../etcd-dial';
import type { EtcdClient, EtcdReply } from '../storage/etcd-client';

/** Wait before the next attempt to make a client. Upstream: newETCD3Check's poll. */
const RECONNECT = seconds(1);
const NOT_ESTABLISHED = 'etcd client connection not yet established';
const SHUTTING_DOWN = 'server is shutting down';
const TIMED_OUT = 'context deadline exceeded';

export interface EtcdProberOptions {
  readonly process: Process;
  readonly client: EtcdClient;
  /** Key that is read. */
  readonly key: string;
  /** Longest wait for an answer; half of it must pass between two requests. */
  readonly timeout: SimDuration;
  /** The answer of the check has changed without a request. */
  readonly changed: () => void;
}

export class EtcdProber {
  readonly #options: EtcdProberOptions;
  #clientError: string | undefined = NOT_ESTABLISHED;
  #lastError: string | undefined = NOT_ESTABLISHED;
  #lastAskedAt: SimTime | undefined;
  #stopped = false;

  constructor(options: EtcdProberOptions) {
    this.#options = options;
    this.#connect();
  }

  /** What is known without asking. */
  get error(): string | undefined {
    return this.#clientError ?? this.#lastError;
  }

  /** Asks etcd, unless it was asked a moment ago; then the last answer counts. */
  probe(done: () => void): void {
    const { process, timeout } = this.#options;
    const now = process.ownTime();
    const soon = this.#lastAskedAt !== undefined && now - this.#lastAskedAt < timeout / 2;
    if (this.#clientError !== undefined || soon) {
      done();
      return;
    }
    this.#lastAskedAt = now;
    this.#ask((error) => {
      // An answer that came late does not replace one that was asked for later.
      if (this.#lastAskedAt === now) this.#lastError = error;
      done();
    });
  }

  /** In-flight requests have drained: the client is closed. */
  stop(): void {
    this.#stopped = true;
    if (this.#clientError === undefined) {
      this.#options.client.close();
      this.#clientError = SHUTTING_DOWN;
    }
  }

  #ask(done: (error: string | undefined) => void): void {
    const { process, client, key, timeout } = this.#options;
    let over = false;
    const end = (error: string | undefined): void => {
      if (over) return;
      over = true;
      process.sim.cancel(deadline);
      done(error === undefined ? undefined : `error getting data from etcd: ${error}`);
    };
    const deadline = process.later(timeout, () => end(TIMED_OUT));
    const answered = (reply: EtcdReply<unknown>) => end(reply.ok ? undefined : reply.error);
    runProcedure(client.range({ key }), answered);
  }

  #connect(): void {
    const { process, client, changed } = this.#options;
    blockUntilConnected(process, client, (error) => {
      if (this.#stopped) return;
      this.#clientError = error;
      if (error === undefined) this.#lastError = undefined;
      else process.later(RECONNECT, () => this.#connect());
      changed();
    });
  }
}
