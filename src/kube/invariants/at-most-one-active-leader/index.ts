/**
 * One lease has one leader that works. Nothing enforces it: the API server takes writes of a leader
 * that is none any more, and each elector counts time by its own clock.
 *
 * A leader works from the moment it has acquired the lease until its elector leaves or its process
 * ends; while its process is stopped (SIGSTOP) it does not. One that wakes and leaves in the same
 * instant did nothing, so that it leads again is told at the next record after that time.
 */
import { placeOf, type Seq, type TraceTable } from '#trace';
import type { InvariantDescriptor } from '../invariant-descriptor';

const MACHINE = placeOf('state', 'machine');
const TO = placeOf('state', 'to');
const LEASE = placeOf('lease', 'lease');
const NAME = placeOf('process', 'name');
const PHASE = placeOf('process', 'phase');
const REASON = placeOf('process', 'reason');
const ELECTOR = 'leader-elector';

/** Two that work at once, since one of them woke. */
interface Woken {
  readonly sentence: string;
  readonly since: number;
}

class Leaders {
  readonly #table: TraceTable;
  /** Lease of each elector, by its actor. */
  readonly #leases = new Map<string, string>();
  /** Actors of electors that lead. */
  readonly #leading = new Set<string>();
  readonly #stopped = new Set<string>();
  #woken: Woken | undefined;

  constructor(table: TraceTable) {
    this.#table = table;
  }

  /** What is to be said of one that woke, once time has passed. */
  ofWoken(now: number): string | undefined {
    const woken = this.#woken;
    if (!woken || woken.since === now) return undefined;
    this.#woken = undefined;
    return woken.sentence;
  }

  ofLease(seq: Seq): void {
    const actor = this.#table.actorOf(seq);
    if (!this.#leases.has(actor)) {
      this.#leases.set(actor, this.#table.valueAt(seq, LEASE) as string);
    }
  }

  ofState(seq: Seq): string | undefined {
    const actor = this.#table.actorOf(seq);
    const leads = (this.#table.valueAt(seq, TO) as string).startsWith('leading.');
    if (leads === this.#leading.has(actor)) return undefined;
    if (leads) this.#leading.add(actor);
    else this.#leading.delete(actor);
    const sentence = this.#two();
    if (sentence === undefined) this.#woken = undefined;
    return leads ? sentence : undefined;
  }

  ofProcess(seq: Seq): void {
    const name = this.#table.valueAt(seq, NAME) as string;
    if (this.#table.valueAt(seq, REASON) === 'SIGSTOP') this.#stopped.add(name);
    else this.#stopped.delete(name);
    if (this.#table.valueAt(seq, PHASE) === 'exited') {
      for (const actor of this.#leading) if (processOf(actor) === name) this.#leading.delete(actor);
    }
    const sentence = this.#two();
    if (sentence === undefined) this.#woken = undefined;
    else this.#woken ??= { sentence, since: this.#table.timeOf(seq) };
  }

  /** Who works by one lease now, where that are two. */
  #two(): string | undefined {
    const first = new Map<string, string>();
    for (const actor of this.#leading) {
      const process = processOf(actor);
      if (this.#stopped.has(process)) continue;
      const lease = this.#leases.get(actor) ?? actor;
      const other = first.get(lease);
      if (other !== undefined) return `${other} and ${process} both lead by ${lease}`;
      first.set(lease, process);
    }
    return undefined;
  }
}

const processOf = (actor: string): string => actor.slice(0, actor.indexOf('/'));

export const atMostOneActiveLeader: InvariantDescriptor = {
  name: 'at-most-one-active-leader',
  states: {
    en: 'No two processes lead by the same lease at the same time.',
    zh: '同一个租约在同一时间不会有两个进程都在领导。',
  },
  kinds: ['state', 'lease', 'process'],
  watch: (table) => {
    const leaders = new Leaders(table);
    return {
      look(seq) {
        const woken = leaders.ofWoken(table.timeOf(seq));
        const kind = table.kindOf(seq);
        if (kind === 'lease') leaders.ofLease(seq);
        else if (kind === 'process') leaders.ofProcess(seq);
        else if (table.valueAt(seq, MACHINE) === ELECTOR) return woken ?? leaders.ofState(seq);
        return woken;
      },
    };
  },
};
