/**
 * One try of a repair run, step by step: read the stored ranges, list the Services, rebuild the
 * ranges from them, look for leaks, save.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/service/{ipallocator,portallocator}/controller/
 *             repair.go (doRunOnce, checkLeaked, saveSnapShot)
 * Simplified  both families are always handled in the order of their ranges; upstream's is that of
 *             a Go map
 */
import { invariant } from '#base';
import type { Procedure } from '#kernel';
import type { Service } from '../../api/objects';
import { apiVersionOf, SERVICES } from '../../api/resources';
import { errorText } from '../../client/rest-client';
import type { RangeAllocation } from '../allocators/range-allocation';
import { leakStep } from './leaks';
import type { RepairParts } from './repair-parts';
import { type ClaimEntry, RepairRecords } from './repair-records';
import type { Claim, RangeInMemory, RepairedRange } from './repair-subject';
import { isInUse, type Verdict, verdictOf } from './verdict';

/** How a step ended; an error ends the run unless it is a conflict. */
export type StepEnd =
  | { readonly kind: 'done' }
  /** `store`: the stored range could not be read. */
  | { readonly kind: 'failed'; readonly error: string; readonly store: boolean }
  | { readonly kind: 'conflict'; readonly error: string };

const DONE: StepEnd = { kind: 'done' };
const failed = (error: string, store = false): StepEnd => ({ kind: 'failed', error, store });

/** One range in this try. */
interface RangeInPass<T> {
  readonly range: RepairedRange<T>;
  /** As it was read, with the configured range where nothing was stored. */
  object: RangeAllocation | undefined;
  /** What is left over of the stored range. */
  stored: RangeInMemory<T> | undefined;
  rebuilt: RangeInMemory<T>;
}

export class RepairPass<T extends string | number> {
  readonly #parts: RepairParts<T>;
  readonly #records: RepairRecords<T>;
  readonly #ranges: readonly RangeInPass<T>[];
  #services: readonly Service[] = [];

  /** @param run which run of the loop it belongs to, from 1, and which try of that. */
  constructor(parts: RepairParts<T>, run: number, tries: number) {
    this.#parts = parts;
    this.#records = new RepairRecords(parts, run, tries);
    this.#ranges = parts.subject.ranges.map((range) => ({
      range,
      object: undefined,
      stored: undefined,
      rebuilt: range.empty(),
    }));
  }

  /** Reads what is stored; a range that was read is not read again. */
  *readSnapshot(): Procedure<StepEnd> {
    const { texts } = this.#parts.subject;
    for (const each of this.#ranges) {
      if (each.object) continue;
      const read = yield* each.range.registry.get();
      if (!read.ok) return failed(`${texts.refresh}: ${read.status.message}`, true);
      const { allocation } = read;
      const range = allocation.range || each.range.spec;
      each.object = { ...allocation, range };
      this.#records.snapshot(each.range, allocation);
    }
    return this.#takeStored();
  }

  #takeStored(): StepEnd {
    for (const each of this.#ranges) {
      const stored = each.range.fromSnapshot(objectOf(each));
      if (typeof stored === 'string') return failed(each.range.unreadable(stored));
      each.stored = stored;
    }
    return DONE;
  }

  /** A quorum read: no version is asked for. */
  *listServices(): Procedure<StepEnd> {
    const { client, subject } = this.#parts;
    const listed = yield* client.list(SERVICES, '');
    if (!listed.ok) return failed(`${subject.texts.list}: ${errorText(listed)}`);
    const of = { kind: SERVICES.kind, apiVersion: apiVersionOf(SERVICES) };
    this.#services = listed.object.items.map((item) => ({ ...item, ...of }) as Service);
    return DONE;
  }

  *rebuild(): Procedure<StepEnd> {
    const entries: ClaimEntry<T>[] = [];
    let end = DONE;
    for (const service of this.#services) {
      for (const claim of this.#parts.subject.claimsOf(service)) {
        if (end.kind === 'done') end = yield* this.#judge(service, claim, entries);
      }
    }
    this.#ranges.forEach(({ range, rebuilt, object }, index) => {
      const own = entries.filter((entry) => (entry.claim.range ?? 0) === index);
      this.#records.rebuilt(range, own, rebuilt.snapshot(object as RangeAllocation));
    });
    return end;
  }

  *#judge(service: Service, claim: Claim<T>, entries: ClaimEntry<T>[]): Procedure<StepEnd> {
    const { subject, recorder, errors, actor, process } = this.#parts;
    const { verdict, cause } = this.#claim(claim);
    const complaint = subject.complaintOf(service, claim, verdict, cause);
    entries.push({ service, claim, verdict, reason: complaint?.event.reason });
    if (!complaint) return DONE;
    const { event, log, error } = complaint;
    const of = claim.range === undefined ? undefined : this.#ranges[claim.range];
    const stored = of && { range: of.range, object: objectOf(of) };
    const decided = this.#records.verdict(service, verdict, event.note, stored);
    process.sim.onBehalfOf(decided, () => recorder.eventf(service, { type: 'Warning', ...event }));
    if (log !== undefined) yield* errors.handleError(actor, log);
    return error === undefined ? DONE : failed(error);
  }

  /** Puts the claim into the rebuilt range, and takes it out of what is left of the stored one. */
  #claim({ item, range: place, verdict: known = 'unknown-error' }: Claim<T>) {
    if (place === undefined) return { verdict: known, cause: undefined };
    const { range, rebuilt, stored } = this.#ranges[place];
    const cause = rebuilt.allocate(item);
    const verdict: Verdict = verdictOf(cause, stored?.has(item) ?? false);
    if (verdict === 'valid') stored?.release(item);
    if (isInUse(verdict)) range.leaks.delete(item);
    return { verdict, cause };
  }

  *checkLeaks(): Procedure<void> {
    for (const each of this.#ranges) {
      const { stored } = each;
      invariant(stored, 'the stored range is there when leaks are looked for');
      for (const item of stored.items()) yield* this.#checkLeak(each, item);
    }
  }

  *#checkLeak({ range, rebuilt }: RangeInPass<T>, item: T): Procedure<void> {
    const { errors, actor, subject } = this.#parts;
    const name = subject.leakName(item);
    const before = range.leaks.get(item);
    const { outcome, counter } = leakStep(before);
    if (outcome === 'flagged') {
      yield* errors.handleError(actor, `${name} may have leaked: flagging for later clean up`);
    }
    range.leaks.set(item, counter);
    const cause = outcome === 'freed' ? undefined : rebuilt.allocate(item);
    this.#records.leak(range, { item, outcome, counter, before, error: cause?.message });
    if (cause) {
      const text = `${name} may have leaked, but can not be allocated: ${cause.message}`;
      yield* errors.handleError(actor, text);
    } else if (outcome === 'freed') {
      yield* errors.handleError(actor, `${name} appears to have leaked: cleaning up`);
    }
  }

  *save(): Procedure<StepEnd> {
    const { texts } = this.#parts.subject;
    for (const each of this.#ranges) {
      const { range, rebuilt } = each;
      const read = objectOf(each);
      const object = rebuilt.snapshot(read);
      this.#records.saving(range, read, object);
      const written = yield* range.registry.createOrUpdate(object);
      if (written.ok) {
        this.#records.saved(range, object, written.resourceVersion);
        continue;
      }
      const { message = '', reason } = written.status;
      if (reason !== 'Conflict') return failed(`${texts.persist}: ${message}`);
      this.#records.conflict(range, object, message);
      return { kind: 'conflict', error: message };
    }
    return DONE;
  }
}

function objectOf<T>({ object }: RangeInPass<T>): RangeAllocation {
  invariant(object, 'the stored range has been read');
  return object;
}
