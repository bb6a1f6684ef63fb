/**
 * Keeps the stored range of addresses or ports equal to what the Services say, every 3 min.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/service/{ipallocator,portallocator}/controller/
 *             repair.go (RunUntil, runOnce); client-go util/retry (RetryOnConflict)
 * Acts as     ipallocator-repair-controller, portallocator-repair-controller
 * Wakes on    its start, then 3 min after the end of each run
 * Reads       the stored range straight from etcd, Services over loopback
 * Writes      the stored range straight into etcd; Events over loopback
 * Simplified  nothing
 */
import {
  after,
  invariant,
  micros,
  NO_DURATION,
  type SimDuration,
  type SimTime,
  seconds,
} from '#base';
import { type HostedMachine, hostMachine, runProcedure } from '#kernel';
import { jittered } from '../../client/backoff';
import { DEFAULT_BACKOFF } from '../../client/retry';
import { type RepairMachineEvent, repairMachine } from './repair-machine';
import type { RepairParts } from './repair-parts';
import { RepairPass, type StepEnd } from './repair-pass';

/** Poll of a store that does not answer. Upstream: PollUntilContextTimeout in doRunOnce. */
const STORE_POLL = seconds(1);
/** Longest time of polling. The same. */
const STORE_LIMIT = seconds(30);
/** Error of the poll when its time is over. Source: context.DeadlineExceeded. */
const DEADLINE_EXCEEDED = 'context deadline exceeded';
const US_A_MS = 1_000;

export class RepairLoop<T extends string | number> {
  readonly #parts: RepairParts<T>;
  readonly #onFirstSuccess: () => void;
  #machine: HostedMachine | undefined;
  #pass: RepairPass<T> | undefined;
  #run = 0;
  #try = 0;
  #succeeded = false;
  /** What ends the run. */
  #error = '';
  /** When the polling of the store began, and which tick of it comes next. */
  #polling: { readonly since: SimTime; tick: number } | undefined;

  constructor(parts: RepairParts<T>, onFirstSuccess: () => void) {
    this.#parts = parts;
    this.#onFirstSuccess = onFirstSuccess;
  }

  /** Upstream: RunUntil. */
  start(): void {
    invariant(!this.#machine, 'a repair loop starts once');
    const { process, actor, recorder } = this.#parts;
    recorder.startRecordingToSink();
    const effects = {
      readSnapshot: () => this.#readSnapshot(),
      listServices: () => this.#step((pass) => pass.listServices(), 'servicesListed'),
      rebuild: () => this.#step((pass) => pass.rebuild(), 'rebuilt'),
      checkLeaks: () => this.#checkLeaks(),
      save: () => this.#step((pass) => pass.save(), 'saved'),
      reportError: () => this.#reportError(),
      runSucceeded: () => this.#runSucceeded(),
      leave: () => recorder.shutdown(),
    };
    this.#machine = hostMachine(process, { actor, machine: repairMachine, effects });
  }

  /** No run follows; one in progress is finished. */
  stop(): void {
    this.#machine?.send({ type: 'stopAsked' });
  }

  #readSnapshot(): void {
    const { process, switches } = this.#parts;
    const polls = switches.repairSnapshotRetries;
    if (this.#polling && process.ownTime() >= after(this.#polling.since, STORE_LIMIT)) {
      this.#fail(`${this.#parts.subject.texts.refresh}: ${DEADLINE_EXCEEDED}`);
      return;
    }
    if (polls) this.#polling ??= { since: process.ownTime(), tick: 1 };
    runProcedure(this.#passInProgress().readSnapshot(), (end) => {
      if (polls && end.kind === 'failed' && end.store) this.#missed(end.error);
      else {
        this.#polling = undefined;
        this.#ended(end, 'snapshotRead');
      }
    });
  }

  /** The first error is logged and not the end, since 1.32. */
  #missed(error: string): void {
    const { errors, actor } = this.#parts;
    runProcedure(errors.handleError(actor, error), () => {
      this.#send({ type: 'snapshotMissed', waitMs: this.#untilNextPoll() / US_A_MS });
    });
  }

  /** A ticker goes on while a poll is under way; a tick that was missed comes at once. */
  #untilNextPoll(): number {
    const polling = this.#polling;
    invariant(polling, 'the store is being polled');
    const now = this.#parts.process.ownTime();
    const due = after(polling.since, micros(polling.tick * STORE_POLL));
    const passed = Math.floor((now - polling.since) / STORE_POLL);
    polling.tick = Math.max(polling.tick, passed) + 1;
    return Math.max(due - now, 0);
  }

  /** A pass is made for each try. */
  #passInProgress(): RepairPass<T> {
    if (this.#pass) return this.#pass;
    if (this.#try === 0) this.#run += 1;
    this.#try += 1;
    this.#pass = new RepairPass(this.#parts, this.#run, this.#try);
    return this.#pass;
  }

  #step(work: (pass: RepairPass<T>) => ReturnType<RepairPass<T>['save']>, done: DoneEvent): void {
    runProcedure(work(this.#passInProgress()), (end) => this.#ended(end, done));
  }

  #checkLeaks(): void {
    runProcedure(this.#passInProgress().checkLeaks(), () => this.#send({ type: 'leaksChecked' }));
  }

  #ended(end: StepEnd, done: DoneEvent): void {
    switch (end.kind) {
      case 'done':
        this.#send({ type: done });
        return;
      case 'failed':
        this.#fail(end.error);
        return;
      case 'conflict':
        this.#error = end.error;
        this.#pass = undefined;
        this.#send({ type: 'conflicted', waitMs: this.#conflictWaitMs() });
    }
  }

  /** Upstream: retry.DefaultBackoff: 10, 50, 250 ms, each up to a tenth longer. */
  #conflictWaitMs(): number {
    const { process, actor } = this.#parts;
    const { duration, factor = 1, jitter = 0 } = DEFAULT_BACKOFF;
    let wait: number = duration;
    for (let tries = 1; tries < this.#try; tries += 1) wait *= factor;
    const stream = process.random(`${actor}/retry`);
    return jittered(stream, wait as SimDuration, jitter) / US_A_MS;
  }

  #fail(error: string): void {
    this.#error = error;
    this.#send({ type: 'stepFailed' });
  }

  #reportError(): void {
    const { errors, actor } = this.#parts;
    this.#over();
    runProcedure(errors.handleError(actor, this.#error), () => {
      this.#send({ type: 'errorReported' });
    });
  }

  #runSucceeded(): void {
    this.#over();
    if (this.#succeeded) return;
    this.#succeeded = true;
    this.#onFirstSuccess();
  }

  #over(): void {
    this.#pass = undefined;
    this.#polling = undefined;
    this.#try = 0;
  }

  /** Events may come while the machine is being made, so they wait for a task of their own. */
  #send(event: RepairMachineEvent): void {
    if (this.#machine) this.#machine.send(event);
    else this.#parts.process.later(NO_DURATION, () => this.#machine?.send(event));
  }
}

type DoneEvent = 'snapshotRead' | 'servicesListed' | 'rebuilt' | 'saved';
