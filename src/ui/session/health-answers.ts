/**
 * What is known of the health of API servers. A server asks etcd only when somebody asks it, so its
 * last answer says nothing of a time after etcd, or the way to it, has changed. Rows are taken in
 * once, as they arrive; every answer is for a seq.
 */
import type { SimTime } from '#base';
import {
  KIND_NUMBER,
  LAYOUT_OF,
  type RecordOf,
  type Seq,
  type TraceIndex,
  type TraceTable,
} from '#trace';
import { processOf } from '../selected';

export interface Moment {
  readonly seq: Seq;
  readonly t: SimTime;
}

/** Something changed that may change what etcd's check says; without `sides` for all servers. */
interface Change extends Moment {
  readonly sides: readonly string[] | undefined;
}

const STORE = 'etcd';
/** Steps of etcd that change how it answers. */
const ANSWERING = ['outage', 'latency'] as const;

/** A health endpoint, or its check of etcd alone. */
const ASKS_STORE = /^\/(readyz|livez|healthz)(\/etcd[^/?]*)?(\?(?!.*exclude=etcd).*)?$/;
const { request: REQUEST, response: RESPONSE, fault: FAULT, process: PROCESS } = KIND_NUMBER;
const WIDE = LAYOUT_OF.request.wideSlot;
const placeOf = (name: string): number =>
  LAYOUT_OF.request.fields.find((field) => field.name === name)?.place ?? 0;
const [NAME, SERVER] = [placeOf('name'), placeOf('server')];

export class HealthAnswers {
  readonly #table: TraceTable;
  /** Server that each health request under way is for, by the request's id. */
  readonly #underWay = new Map<number, string>();
  readonly #answers = new Map<string, Moment[]>();
  readonly #changes: Change[] = [];
  #next = 0;

  constructor(table: TraceTable) {
    this.#table = table;
  }

  update(): void {
    const { kind, length } = this.#table;
    for (; this.#next < length; this.#next += 1) this.#take(this.#next, kind[this.#next]);
  }

  /** The newest answer up to `seq` for which a server has asked etcd. */
  answered(server: string, seq: Seq): Moment | undefined {
    return this.#answers.get(server)?.findLast((answer) => answer.seq <= seq);
  }

  /** Since when the newest answer up to `seq` may be true no more: nobody has asked again. */
  outdated(server: string, seq: Seq): Moment | undefined {
    const answer = this.answered(server, seq);
    if (!answer) return undefined;
    return this.#changesFor(server).find((each) => each.seq > answer.seq && each.seq <= seq);
  }

  /** When the answer of a server goes out of date, and when it is known again; in order. */
  turns(server: string): readonly (Moment & { readonly known: boolean })[] {
    const answers = this.#answers.get(server) ?? [];
    const first = answers.at(0)?.seq ?? Number.POSITIVE_INFINITY;
    const changes = this.#changesFor(server).filter(({ seq }) => seq > first);
    if (changes.length === 0) return [];
    const all = [
      ...answers.map(({ seq, t }) => ({ seq, t, known: true })),
      ...changes.map(({ seq, t }) => ({ seq, t, known: false })),
    ].sort((a, b) => a.seq - b.seq);
    return all.filter(({ known }, place) => known !== (all[place - 1]?.known ?? true));
  }

  #changesFor(server: string): readonly Change[] {
    return this.#changes.filter(({ sides }) => sides === undefined || sides.includes(server));
  }

  #take(seq: Seq, kind: number): void {
    switch (kind) {
      case REQUEST:
        this.#takeRequest(seq);
        break;
      case RESPONSE:
        if (this.#underWay.size > 0) this.#takeResponse(seq);
        break;
      case FAULT:
        this.#takeFault(this.#table.record(seq) as RecordOf<'fault'>);
        break;
      case PROCESS: {
        const { t, name } = this.#table.record(seq) as RecordOf<'process'>;
        if (name === STORE) this.#changes.push({ seq, t, sides: undefined });
      }
    }
  }

  #takeRequest(seq: Seq): void {
    const { wides, slots, strings } = this.#table;
    const wide = wides[slots[WIDE][seq]];
    const name = strings[wide[NAME]];
    if (!ASKS_STORE.test(name)) return;
    this.#underWay.set(slots[0][seq], processOf(strings[wide[SERVER]]));
  }

  /** Code 0 is no answer at all. */
  #takeResponse(seq: Seq): void {
    const [ids, codes] = this.#table.slots;
    const server = this.#underWay.get(ids[seq]);
    if (server === undefined) return;
    this.#underWay.delete(ids[seq]);
    if (codes[seq] === 0) return;
    const answer = { seq, t: this.#table.timeOf(seq) };
    const answers = this.#answers.get(server);
    if (answers) answers.push(answer);
    else this.#answers.set(server, [answer]);
  }

  #takeFault({ seq, t, verb, step }: RecordOf<'fault'>): void {
    if (typeof step !== 'object' || step === null) return;
    const payload = ('undo' in step ? step.undo : step) as Readonly<Record<string, unknown>> | null;
    if (verb === 'etcd') {
      if (payload && ANSWERING.some((field) => field in payload)) {
        this.#changes.push({ seq, t, sides: undefined });
      }
    } else if (verb === 'partition' || verb === 'delay') {
      const sides = [payload?.between, payload?.and].flat().map(String);
      if (sides.includes(STORE)) this.#changes.push({ seq, t, sides });
    }
  }
}

const ANSWERS = new WeakMap<TraceIndex, HealthAnswers>();

/** Those of a trace, up to its newest row. */
export function healthAnswers(index: TraceIndex): HealthAnswers {
  let answers = ANSWERS.get(index);
  if (!answers) {
    answers = new HealthAnswers(index.table);
    ANSWERS.set(index, answers);
  }
  answers.update();
  return answers;
}
