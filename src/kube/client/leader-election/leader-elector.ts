/**
 * Runs for a lock, and leads as long as it can renew it.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go
 * Acts as     leader-election
 * Wakes on    its own timers: 2 s to 4.4 s after a try to get the lock, 2 s after a renewal
 * Reads       the Lease
 * Writes      the Lease (create, update), Events
 * Simplified  no metrics; log lines of verbosity 4 and more are left out
 */
import { after, between, NO_DURATION, type SimDuration, type SimTime } from '#base';
import { type HostedMachine, hostMachine, type Process, runProcedure, type Timer } from '#kernel';
import { formatMicroTime } from '../../api/timestamps';
import type { Switches } from '../../profile';
import { jittered, WAIT_TIMEOUT } from '../backoff';
import type { RequestContext } from '../request-context';
import { type ElectorMachineEvent, leaderElectorMachine } from './elector-machine';
import { ObservedLock } from './observed-lock';
import type { ResourceLock } from './resource-lock';
import { LockTries } from './try-lock';

/** Longest addition to a wait for the lock, as a part of it. Upstream: JitterFactor. */
const JITTER_FACTOR = 1.2;
const US_PER_MS = 1_000;

export interface ElectorCallbacks {
  readonly onStartedLeading?: () => void;
  readonly onStoppedLeading?: () => void;
  readonly onNewLeader?: (identity: string) => void;
}

export interface ElectorConfig {
  readonly lock: ResourceLock | undefined;
  readonly leaseDuration: SimDuration;
  readonly renewDeadline: SimDuration;
  readonly retryPeriod: SimDuration;
  readonly callbacks: ElectorCallbacks;
  readonly releaseOnCancel: boolean;
  /** For texts. */
  readonly name: string;
}

export interface ElectorParts {
  readonly process: Process;
  /** Writes the machine's states and log lines. */
  readonly actor: string;
  readonly switches: Switches;
  /** Ends the requests of the lock's client; absent: they go on as long as they like. */
  readonly requests?: RequestContext;
  /** It runs as before 1.12. */
  readonly older?: boolean;
}

/** What the constructor refuses; undefined for nothing. Upstream: NewLeaderElector. */
export function electorError(config: ElectorConfig, switches: Switches): string | undefined {
  const { lock, leaseDuration, renewDeadline, retryPeriod, callbacks } = config;
  if (leaseDuration <= renewDeadline) return 'leaseDuration must be greater than renewDeadline';
  if (renewDeadline <= Math.floor(JITTER_FACTOR * retryPeriod)) {
    return 'renewDeadline must be greater than retryPeriod*JitterFactor';
  }
  if (leaseDuration < 1) return 'leaseDuration must be greater than zero';
  if (renewDeadline < 1) return 'renewDeadline must be greater than zero';
  if (retryPeriod < 1) return 'retryPeriod must be greater than zero';
  if (!callbacks.onStartedLeading) return 'OnStartedLeading callback must not be nil';
  if (!callbacks.onStoppedLeading) return 'OnStoppedLeading callback must not be nil';
  if (!lock) return 'Lock must not be nil.';
  if (switches.electorNeedsIdentity && lock.identity === '') return 'Lock identity is empty';
  return undefined;
}

/** Its configuration has been checked. */
export class LeaderElector {
  readonly observed: ObservedLock;
  readonly tries: LockTries;
  readonly #parts: ElectorParts;
  readonly #config: ElectorConfig;
  readonly #lock: ResourceLock;
  #reportedLeader = '';
  #machine: HostedMachine | undefined;
  #stopAsked = false;
  #deadline: Timer | undefined;
  /** When that is, by the process's own clock. */
  #deadlineAt: SimTime | undefined;
  /** The end of the first try of a round, from which its ticks count. */
  #ticksFrom: SimTime | undefined;

  constructor(parts: ElectorParts, config: ElectorConfig) {
    const { process, switches, older = false } = parts;
    this.#parts = parts;
    this.#config = config;
    this.#lock = config.lock as ResourceLock;
    const now = () => process.ownTime();
    this.observed = new ObservedLock(now);
    this.tries = new LockTries({
      lock: this.#lock,
      observed: this.observed,
      leaseDuration: config.leaseDuration,
      switches,
      emptyHolderHolds: older,
      now,
      timeOfDay: () => formatMicroTime(process.wallMs()),
      log: (level, message) => this.#log(level, message),
    });
  }

  get isLeader(): boolean {
    return this.tries.isLeader;
  }

  /** Starts to run for the lock. */
  run(): void {
    const { process, actor, older = false } = this.#parts;
    const effects = {
      tryAcquire: () => this.#soon(() => this.#tryAcquire()),
      startLeading: () => this.#startLeading(),
      beginRound: () => this.#beginRound(),
      tryRenew: () => this.#soon(() => this.#tryRenew()),
      endRound: () => this.#endRound(),
      renewalFailed: () => this.#renewalFailed(),
      leave: () => this.#soon(() => this.#leave()),
      stopLeading: () => this.#config.callbacks.onStoppedLeading?.(),
    };
    // Upstream's own two spaces.
    const gap = older ? '  ' : ' ';
    this.#log('info', `attempting to acquire leader lease${gap}${this.#lock.describe}...`);
    const retryPeriodMs = this.#config.retryPeriod / US_PER_MS;
    const input = { retryPeriodMs, waitsFirst: older };
    this.#machine = hostMachine(process, { actor, machine: leaderElectorMachine, effects, input });
  }

  /** The context of the election has ended. */
  cancel(): void {
    if (this.#stopAsked) return;
    this.#stopAsked = true;
    this.#parts.requests?.cancel();
    this.#send({ type: 'stopAsked' });
  }

  /** Why a leader is not well; undefined when it is. Upstream: Check. */
  check(tolerance: SimDuration): string | undefined {
    if (!this.isLeader) return undefined;
    const { leaseDuration, name } = this.#config;
    const since = between(this.observed.time, this.#parts.process.ownTime());
    if (since <= leaseDuration + tolerance) return undefined;
    return `failed election to renew leadership on lease ${name}`;
  }

  /** Upstream: maybeReportTransition. */
  reportTransition(): void {
    const { holder } = this.observed;
    if (holder === this.#reportedLeader) return;
    this.#reportedLeader = holder;
    if (!this.isLeader) this.#note('observed', holder);
    const { onNewLeader } = this.#config.callbacks;
    if (onNewLeader) this.#parts.process.later(NO_DURATION, () => onNewLeader(holder));
  }

  #tryAcquire(): void {
    runProcedure(this.tries.acquireOrRenew(), (acquired) => {
      this.reportTransition();
      if (acquired) this.#acquired();
      else if (this.#stopAsked) this.#send({ type: 'gaveUp' });
      else this.#send({ type: 'notAcquired', waitMs: this.#acquireWaitMs() });
    });
  }

  #acquireWaitMs(): number {
    const stream = this.#parts.process.random('leader-election');
    return jittered(stream, this.#config.retryPeriod, JITTER_FACTOR) / US_PER_MS;
  }

  #acquired(): void {
    this.#note('acquired', this.#lock.identity);
    this.#lock.recordEvent('became leader');
    this.#log('info', `successfully acquired lease ${this.#lock.describe}`);
    this.#send({ type: 'acquired' });
  }

  #startLeading(): void {
    this.#soon(() => this.#config.callbacks.onStartedLeading?.());
  }

  #beginRound(): void {
    const { process, actor, requests, older } = this.#parts;
    const { renewDeadline } = this.#config;
    this.#ticksFrom = older ? process.ownTime() : undefined;
    this.#deadline = process.timer(actor, 'renew deadline', renewDeadline, () => {
      this.#send({ type: 'deadlinePassed' });
    });
    this.#deadlineAt = after(process.ownTime(), renewDeadline);
    requests?.expireAt(this.#deadlineAt);
  }

  #endRound(): void {
    this.#deadline?.cancel();
    this.#parts.requests?.expireAt(undefined);
  }

  #tryRenew(): void {
    runProcedure(this.tries.acquireOrRenew(), (renewed) => {
      if (renewed) this.#renewed();
      else this.#notRenewed();
    });
  }

  #renewed(): void {
    this.reportTransition();
    this.#note('renewed', this.#lock.identity);
    this.#send({ type: 'renewed' });
    if (this.#stopAsked) this.#send({ type: 'stopAsked' });
  }

  /** The next try is at the next tick; one that passed meanwhile is lost. */
  #notRenewed(): void {
    const now = this.#parts.process.ownTime();
    this.#note('renew-failed', this.#lock.identity);
    this.#ticksFrom ??= now;
    const over = this.#deadlineAt !== undefined && now >= this.#deadlineAt;
    if (over || this.#stopAsked) {
      this.#send({ type: 'roundFailed' });
      return;
    }
    const { retryPeriod } = this.#config;
    const waited = between(this.#ticksFrom, now) % retryPeriod;
    this.#send({ type: 'notRenewed', waitMs: (retryPeriod - waited) / US_PER_MS });
  }

  #renewalFailed(): void {
    const { switches } = this.#parts;
    this.reportTransition();
    this.#note('lost', this.#lock.identity);
    if (!switches.electorAlwaysSaysStopped) this.#lock.recordEvent('stopped leading');
    const ended = this.#stopAsked ? 'context canceled' : 'context deadline exceeded';
    const why = switches.electorPollsByContext ? ended : WAIT_TIMEOUT;
    this.#log('info', `failed to renew lease ${this.#lock.describe}: ${why}`);
  }

  #leave(): void {
    const { switches, requests } = this.#parts;
    const held = this.isLeader;
    const left = () => {
      if (switches.electorAlwaysSaysStopped) this.#lock.recordEvent('stopped leading');
      this.#send({ type: 'left' });
    };
    if (!this.#config.releaseOnCancel) {
      left();
      return;
    }
    requests?.clear();
    runProcedure(this.tries.release(), (released) => {
      if (held && released) this.#note('released', this.#lock.identity);
      left();
    });
  }

  #note(
    phase: 'acquired' | 'renewed' | 'renew-failed' | 'lost' | 'released' | 'observed',
    holder: string,
  ): void {
    const { process, actor } = this.#parts;
    process.write('lease', actor, { lease: this.#lock.describe, holder, phase });
  }

  /** In a task of its own, so that an answer never comes while the machine takes its step. */
  #soon(run: () => void): void {
    this.#parts.process.later(NO_DURATION, run);
  }

  #send(event: ElectorMachineEvent): void {
    this.#machine?.send(event);
  }

  #log(level: 'info' | 'error', message: string): void {
    this.#parts.process.log(this.#parts.actor, level, message);
  }
}
