/** Drives the runs of a repair case and gathers what they left. */
import type { Procedure } from '#kernel';
import { type AllocationError, etcdKeyOf, type RangeAllocation, SERVICES } from '#kube';
import { type Answer, Unsupported } from './adapter';
import { isObject, type Json } from './case';
import { ErrorFact, type Facts } from './facts';
import { Fields } from './read-fields';
import { ConflictFact, CountersFact, ENTRY_DELETED, ItemsFact, WaitsFact } from './repair-facts';
import type { CountedRegistry } from './repair-faults';
import { type RepairStand, serviceKeys, type Told } from './repair-stand';
import type { Rig } from './rig';

/** Addresses or ports, as cases write them. */
export interface ItemWords<T> {
  itemOf(text: string): T;
  /** Whether a stored object has the item; undefined where the object cannot be read. */
  has(object: RangeAllocation, item: T): boolean | undefined;
  free(object: RangeAllocation): number | undefined;
  /** Of a Service that has the items. */
  specWith(items: readonly T[]): Json;
}

/** The server's own allocator. */
export interface CaseAllocator<T> {
  take(item: T): Procedure<AllocationError | undefined>;
  release(item: T): Procedure<AllocationError | undefined>;
}

export interface RepairCaseParts<T extends string | number> {
  readonly rig: Rig;
  /** A loop of a new process. */
  readonly makeStand: (events: Told[]) => RepairStand<T>;
  readonly words: ItemWords<T>;
  readonly registries: readonly CountedRegistry[];
  /** Keys of the stored ranges, in the same order. */
  readonly keys: readonly string[];
  readonly allocator: CaseAllocator<T>;
  /** Items that are allocated at the start. */
  readonly allocated: readonly T[];
}

/** What is there after a step; undefined after one that is no run. */
interface AfterRun<T> {
  readonly stored: readonly (RangeAllocation | undefined)[];
  readonly logs: readonly string[];
  readonly error: string | undefined;
  readonly counters: ReadonlyMap<T, number>;
  readonly events: readonly Told[];
}

const RUN = /^run(?: \([^)]*\))?$/;
const TAKES = /^allocator takes (\S+?)(?: again)?(?:, no service is ever stored)?$/;
const RELEASES = /^allocator releases (\S+)$/;
const APPEARS = /^service ([^/\s]+)\/(\S+) with (?:ports? )?(\S+)(?: and (\S+))? appears$/;
const GONE = /^service ([^/\s]+)\/(\S+) (?:disappears|is deleted)$/;
const RESTARTS = /^(?:the )?process restarts$/;
/** Each reads all that is stored. */
const MOST_RUNS = 1_000;

export class RepairCase<T extends string | number> {
  readonly #parts: RepairCaseParts<T>;
  readonly #steps: (AfterRun<T> | undefined)[] = [];
  readonly #events: Told[] = [];
  #stand: RepairStand<T>;

  constructor(parts: RepairCaseParts<T>) {
    this.#parts = parts;
    this.#stand = parts.makeStand(this.#events);
  }

  answer(when: Json): Answer {
    for (const step of stepsOf(when)) this.#steps.push(this.#step(step));
    return { facts: this.#facts() };
  }

  #step(step: string): AfterRun<T> | undefined {
    const { rig, words, allocator } = this.#parts;
    if (RUN.test(step)) return this.#run();
    const takes = TAKES.exec(step);
    const releases = RELEASES.exec(step);
    const appears = APPEARS.exec(step);
    const gone = GONE.exec(step);
    if (takes) this.#must(step, rig.perform(allocator.take(words.itemOf(takes[1]))));
    else if (releases) this.#must(step, rig.perform(allocator.release(words.itemOf(releases[1]))));
    else if (appears) this.#store(appears);
    else if (gone) this.#remove(step, gone);
    else if (RESTARTS.test(step)) {
      this.#stand.stop();
      this.#stand = this.#parts.makeStand(this.#events);
    } else throw new Unsupported(`when: ${JSON.stringify(step)} is not understood`);
    return undefined;
  }

  #must(step: string, error: AllocationError | undefined): void {
    if (error) throw new Unsupported(`when: ${JSON.stringify(step)} fails: ${error.message}`);
  }

  #run(): AfterRun<T> {
    const begun = this.#events.length;
    const { logs, error } = this.#stand.run();
    const { leakCounters } = this.#stand;
    const events = this.#events.slice(begun);
    return { stored: this.#stored(), logs, error, counters: leakCounters, events };
  }

  #store([, namespace, name, ...items]: RegExpExecArray): void {
    const { rig, words } = this.#parts;
    const named = items.filter((item) => item !== undefined).map((item) => words.itemOf(item));
    for (const { key, value } of serviceKeys(namespace, name, words.specWith(named))) {
      rig.etcd.put(key, value);
    }
  }

  #remove(step: string, [, namespace, name]: RegExpExecArray): void {
    const { rig } = this.#parts;
    const key = etcdKeyOf(SERVICES, namespace, name);
    if (rig.stored(key) === undefined) {
      throw new Unsupported(`when: ${JSON.stringify(step)}: there is no such Service`);
    }
    rig.etcd.drop(key);
  }

  #stored(): readonly (RangeAllocation | undefined)[] {
    return this.#parts.keys.map(
      (key) => this.#parts.rig.stored(key) as RangeAllocation | undefined,
    );
  }

  #facts(): Facts {
    const { registries } = this.#parts;
    const runs = this.#steps.filter((step) => step !== undefined);
    const last = runs[runs.length - 1];
    const writes = registries.map((registry) => registry.writes);
    const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
    const waits = this.#stand.waits('conflictBackoff');
    return {
      error: this.#error(last.error),
      errorAfterEachRun: runs.map(({ error }) => this.#error(error)),
      createOrUpdateCalls: sum(writes),
      createOrUpdateCallsPerFamily: writes.every((count) => count === writes[0])
        ? writes[0]
        : writes,
      getCalls: sum(registries.map(({ gets }) => gets)),
      retried: waits.length > 0,
      sleepsSeconds: new WaitsFact(waits),
      waitSeconds: sum(this.#stand.waits('storePoll')),
      storedRange: last.stored[0]?.range,
      storedRangeSecondary: last.stored[1]?.range,
      free: this.#free(last, 0),
      freeSecondary: this.#free(last, 1),
      has: new ItemsFact((item) => this.#has(last, item)),
      hasAfterEachRun: new ItemsFact((item) =>
        this.#steps.map((step) => step && this.#has(step, item)).map((value) => value ?? null),
      ),
      freeAfterEachRun: runs.map((run) => this.#free(run, 0)),
      freeSecondaryAfterEachRun: runs.map((run) => this.#free(run, 1)),
      logs: runs.flatMap(({ logs }) => logs),
      logsAfterEachRun: runs.map(({ logs }) => logs),
      leakCounterAfterEachRun: this.#counters(runs, (each) => each),
      leakCounterAfterLastRun: this.#counters(runs, (each) => each[each.length - 1]),
      events: this.#events.map((event) => ({ ...event })),
      eventsAfterEachRun: runs.map(({ events }) => events.map((event) => ({ ...event }))),
    };
  }

  /** Of the item that was allocated at the start, or of each item that the case names. */
  #counters(runs: readonly AfterRun<T>[], pick: (each: readonly Json[]) => Json): CountersFact {
    const { words, allocated } = this.#parts;
    const of = (item: T) => pick(runs.map(({ counters }) => counters.get(item) ?? ENTRY_DELETED));
    const only = allocated.length === 1 ? of(allocated[0]) : undefined;
    return new CountersFact(only, (text) => of(words.itemOf(text)));
  }

  #error(text: string | undefined): ErrorFact {
    const conflict = this.#parts.registries.some(
      ({ refusal }) => refusal?.reason === 'Conflict' && refusal.message === text,
    );
    return conflict ? new ConflictFact(text) : new ErrorFact(text);
  }

  #free({ stored }: AfterRun<T>, place: number): number | undefined {
    const object = stored[place];
    return object && this.#parts.words.free(object);
  }

  #has({ stored }: AfterRun<T>, text: string): boolean {
    const { words } = this.#parts;
    const item = words.itemOf(text);
    return stored.some((object) => object !== undefined && words.has(object, item) === true);
  }
}

/** `runs: 3`, or sentences. */
function stepsOf(when: Json): readonly string[] {
  if (isObject(when) && when.runs !== undefined) {
    const runs = new Fields(when, 'when').only('runs').count('runs', undefined, MOST_RUNS);
    if (runs < 1) throw new Unsupported('when.runs: expected 1 or more');
    return Array.from({ length: runs }, () => 'run');
  }
  const steps = new Fields(when, 'when').only('sequence').texts('sequence');
  if (!steps.some((step) => RUN.test(step))) throw new Unsupported('when.sequence: no run');
  return steps;
}
