/** Drives the runs of a repair case and gathers what they left. */
import type { Procedure } from '#kernel';
import type { RangeAllocation } from '#kube';
import { type Answer, Unsupported } from './adapter';
import { isObject, type Json } from './case';
import { ErrorFact, type Facts } from './facts';
import { Fields } from './read-fields';
import { ConflictFact, ItemsFact, WaitsFact } from './repair-facts';
import { type CountedRegistry, type RepairStand, serviceKeys } from './repair-stand';
import type { Rig } from './rig';

/** Addresses or ports, as cases write them. */
export interface ItemWords<T> {
  itemOf(text: string): T;
  /** Whether a stored object has the item. */
  has(object: RangeAllocation, item: T): boolean;
  free(object: RangeAllocation): number;
  /** Of a Service that has the item. */
  specWith(item: T): Json;
}

export interface RepairCaseParts<T extends string | number> {
  readonly rig: Rig;
  readonly stand: RepairStand<T>;
  readonly words: ItemWords<T>;
  readonly registries: readonly CountedRegistry[];
  /** Keys of the stored ranges, in the same order. */
  readonly keys: readonly string[];
  /** The server's own allocator takes an item. */
  readonly allocate: (item: T) => Procedure<unknown>;
  /** Items that are allocated at the start. */
  readonly allocated: readonly T[];
}

/** What is there after a step; undefined after one that is no run. */
interface AfterRun {
  readonly stored: readonly (RangeAllocation | undefined)[];
  readonly logs: readonly string[];
  readonly error: string | undefined;
  readonly counters: readonly (number | undefined)[];
}

const RUN = /^run(?: \([^)]*\))?$/;
const TAKES = /^allocator takes (\S+) again, no service is ever stored$/;
const APPEARS = /^service ([^/\s]+)\/(\S+) with (?:port )?(\S+) appears$/;
/** Each reads all that is stored. */
const MOST_RUNS = 1_000;
const ENTRY_DELETED = 'entry deleted';

export class RepairCase<T extends string | number> {
  readonly #parts: RepairCaseParts<T>;
  readonly #steps: (AfterRun | undefined)[] = [];

  constructor(parts: RepairCaseParts<T>) {
    this.#parts = parts;
  }

  answer(when: Json): Answer {
    for (const step of stepsOf(when)) this.#steps.push(this.#step(step));
    return { facts: this.#facts() };
  }

  #step(step: string): AfterRun | undefined {
    const { rig, stand, words, allocated, allocate } = this.#parts;
    if (RUN.test(step)) {
      const { logs, error } = stand.run();
      const counters = allocated.map((item) => stand.leakCounter(item));
      return { stored: this.#stored(), logs, error, counters };
    }
    const takes = TAKES.exec(step);
    const appears = APPEARS.exec(step);
    if (takes) rig.perform(allocate(words.itemOf(takes[1])));
    else if (appears) {
      const [, namespace, name, item] = appears;
      for (const { key, value } of serviceKeys(
        namespace,
        name,
        words.specWith(words.itemOf(item)),
      )) {
        rig.etcd.put(key, value);
      }
    } else throw new Unsupported(`when: ${JSON.stringify(step)} is not understood`);
    return undefined;
  }

  #stored(): readonly (RangeAllocation | undefined)[] {
    return this.#parts.keys.map(
      (key) => this.#parts.rig.stored(key) as RangeAllocation | undefined,
    );
  }

  #facts(): Facts {
    const { stand, registries } = this.#parts;
    const runs = this.#steps.filter((step) => step !== undefined);
    const last = runs[runs.length - 1];
    const writes = registries.map((registry) => registry.writes);
    const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
    const waits = stand.waits('conflictBackoff');
    return {
      error: this.#error(last.error),
      createOrUpdateCalls: sum(writes),
      createOrUpdateCallsPerFamily: writes.every((count) => count === writes[0])
        ? writes[0]
        : writes,
      getCalls: sum(registries.map(({ gets }) => gets)),
      retried: waits.length > 0,
      sleepsSeconds: new WaitsFact(waits),
      waitSeconds: sum(stand.waits('storePoll')),
      storedRange: last.stored[0]?.range,
      free: this.#free(last, 0),
      freeSecondary: this.#free(last, 1),
      has: new ItemsFact((item) => this.#has(last, item)),
      hasAfterEachRun: new ItemsFact((item) =>
        this.#steps.map((step) => step && this.#has(step, item)).map((value) => value ?? null),
      ),
      freeAfterEachRun: runs.map((run) => this.#free(run, 0)),
      logsAfterEachRun: runs.map(({ logs }) => logs),
      leakCounterAfterEachRun: runs.map((run) => onlyOne(run.counters) ?? ENTRY_DELETED),
      leakCounterAfterLastRun: onlyOne(last.counters) ?? ENTRY_DELETED,
      events: stand.events.map((event) => ({ ...event })),
    };
  }

  #error(text: string | undefined): ErrorFact {
    const conflict = this.#parts.registries.some(
      ({ refusal }) => refusal?.reason === 'Conflict' && refusal.message === text,
    );
    return conflict ? new ConflictFact(text) : new ErrorFact(text);
  }

  #free({ stored }: AfterRun, place: number): number | undefined {
    const object = stored[place];
    return object && this.#parts.words.free(object);
  }

  #has({ stored }: AfterRun, text: string): boolean {
    const { words } = this.#parts;
    const item = words.itemOf(text);
    return stored.some((object) => object !== undefined && words.has(object, item));
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

/** The counter of the one item that was allocated at the start. */
function onlyOne(counters: readonly (number | undefined)[]): number | undefined {
  return counters.length === 1 ? counters[0] : undefined;
}
