/**
 * Polls a condition by a ticker: at each tick an attempt, and one more when the time is over,
 * unless a context is what ends it.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apimachinery/pkg/util/wait/poll.go (Poll,
 *             PollImmediateUntilWithContext, poller, waitForWithContext)
 * Simplified  a tick and the end at the same instant: the end is seen (upstream: either)
 */
import { after, type SimDuration, type SimTime } from '#base';
import { type HostedMachine, hostMachine, type Procedure } from '#kernel';
import type { ServerContext } from '../server-context';
import { type PollMachineEvent, pollMachine } from './poll-machine';

/** Error of a poll whose time is over. Source: wait.ErrWaitTimeout. */
export const WAIT_TIMEOUT = 'timed out waiting for the condition';
const US_A_MS = 1_000;

/** How an attempt ended: with success, with "once more", or with an error that ends the poll. */
export type PollAttempt =
  | { readonly end: 'done' }
  | { readonly end: 'again' }
  | { readonly end: 'error'; readonly error: string };

export const DONE: PollAttempt = { end: 'done' };
export const AGAIN: PollAttempt = { end: 'again' };

export interface PollOptions {
  readonly server: ServerContext;
  /** The actor of the machine and of the requests' causes. */
  readonly actor: string;
  readonly interval: SimDuration;
  /** Undefined: until the server stops. */
  readonly limit: SimDuration | undefined;
  /** The first attempt is made at once, and not after one interval. */
  readonly immediate: boolean;
  /** The limit is that of a context, so that no attempt is made at the end. */
  readonly byContext?: boolean;
  readonly attempt: () => Procedure<PollAttempt>;
  /** Called once: with the error, or without. Never after a stop. */
  readonly done: (error?: string) => void;
}

export class Poll {
  readonly #options: PollOptions;
  readonly #since: SimTime;
  #machine: HostedMachine | undefined;
  #last = false;
  #error: string | undefined;

  constructor(options: PollOptions) {
    this.#options = options;
    this.#since = options.server.process.ownTime();
  }

  start(): this {
    const { server, actor, interval, immediate, done } = this.#options;
    const effects = {
      attempt: () => this.#attempt(),
      succeed: () => done(),
      fail: () => done(this.#error ?? WAIT_TIMEOUT),
    };
    const input = { firstMs: immediate ? 0 : interval / US_A_MS };
    const options = { actor, machine: pollMachine, effects, input };
    this.#machine = hostMachine(server.process, options);
    server.stop.onClose(() => this.#send({ type: 'stopAsked' }));
    return this;
  }

  #attempt(): void {
    const { server, attempt, byContext } = this.#options;
    if (this.#last && byContext) {
      this.#send({ type: 'attemptFailed' });
      return;
    }
    server.run(attempt(), (result) => {
      if (result.end === 'done') this.#send({ type: 'attemptSucceeded' });
      else if (result.end === 'again' && !this.#last) this.#again();
      else {
        if (result.end === 'error') this.#error = result.error;
        this.#send({ type: 'attemptFailed' });
      }
    });
  }

  /** A tick that came while the attempt went on is lost. */
  #again(): void {
    const { server, interval, limit } = this.#options;
    const now = server.process.ownTime();
    const passed = now - this.#since;
    const nextTick = interval - (passed % interval);
    const left = limit === undefined ? Number.POSITIVE_INFINITY : after(this.#since, limit) - now;
    this.#last = left <= nextTick;
    const wait = Math.max(0, Math.min(nextTick, left));
    this.#send({ type: 'retry', waitMs: wait / US_A_MS });
  }

  #send(event: PollMachineEvent): void {
    this.#machine?.send(event);
  }
}
