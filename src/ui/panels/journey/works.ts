/** What work queues made of a change: keys that were added, and what the workers did. Pure. */
import type { Seq, TraceIndex, TraceTable } from '#trace';
import { processOf } from '../../selected';
import type { Hop, HopKind, Pending } from './hops';

/** One key in one work queue. */
export interface Work {
  readonly controller: string;
  readonly actor: string;
  readonly key: string;
  readonly hops: readonly Hop[];
  readonly pending: Pending | undefined;
}

/** How often a key that comes again is followed. */
const ROUNDS_MAX = 5;
/** Records that are looked through for the requests of one turn. */
const TURN_MAX = 2_000;
/** Requests of one turn that are shown, the first and the last of them. */
const SHOWN = { first: 3, last: 3 } as const;

/** The keys that handlers added because of a delta, whose cause is an event or a list. */
export function worksOf(index: TraceIndex, delta: Seq, cause: Seq): readonly Work[] {
  const { table } = index;
  const process = processOf(table.actorOf(delta));
  const ofList = table.kindOf(cause) === 'response';
  return index
    .effectsOf(cause)
    .filter((seq) => seq > delta && ['add', 'requeue', 'wait'].includes(opOf(table, seq)))
    .filter((seq) => processOf(table.actorOf(seq)) === process)
    .filter((seq) => !ofList || isAbout(table, seq, delta))
    .map((seq) => follow(index, seq));
}

const opOf = (table: TraceTable, seq: Seq): string =>
  table.kindOf(seq) === 'queue' ? table.text(seq, 'op') : '';

/** One list tells of many objects: of its keys those of this one count, and its namespace. */
function isAbout(table: TraceTable, seq: Seq, delta: Seq): boolean {
  const [key, namespace, name] = [
    table.text(seq, 'key'),
    table.text(delta, 'namespace'),
    table.text(delta, 'name'),
  ];
  return key === (namespace === '' ? name : `${namespace}/${name}`) || key === namespace;
}

function follow(index: TraceIndex, entry: Seq): Work {
  const { table } = index;
  const way = new Way(index);
  let at: Seq | undefined = entry;
  for (let round = 0; round < ROUNDS_MAX && at !== undefined; round += 1) at = way.take(at);
  return {
    controller: table.text(entry, 'controller'),
    actor: table.actorOf(entry),
    key: table.text(entry, 'key'),
    hops: way.hops,
    pending: way.pending,
  };
}

class Way {
  readonly hops: Hop[] = [];
  pending: Pending | undefined;
  readonly #index: TraceIndex;

  constructor(index: TraceIndex) {
    this.#index = index;
  }

  /** @returns the record with which the key comes again. */
  take(entry: Seq): Seq | undefined {
    const { table } = this.#index;
    return opOf(table, entry) === 'add' ? this.#takeAdd(entry) : this.#takeWait('later', entry);
  }

  #takeAdd(add: Seq): Seq | undefined {
    const { table } = this.#index;
    this.#push('add', add);
    const get = this.#effect(add, 'get');
    if (get === undefined) return this.#end({ kind: 'queued', since: table.timeOf(add) });
    this.#push('get', get);
    const { requests, again } = turnOf(this.#index, get);
    this.#pushRequests(requests);
    const failed = again === undefined ? undefined : this.#takeWait('failed', again);
    const done = this.#effect(get, 'done');
    if (done === undefined) return this.#end({ kind: 'working', since: table.timeOf(get) });
    this.#push('done', done);
    this.hops.sort((a, b) => a.at - b.at || a.seq - b.seq);
    return failed;
  }

  /** A key that waits: the timer of it adds it. */
  #takeWait(kind: HopKind, seq: Seq): Seq | undefined {
    const { table } = this.#index;
    const delay = table.recordOf(seq, 'queue')?.delay ?? 0;
    this.#push(kind, seq, { delay });
    const name = `${table.text(seq, 'controller')}/${table.text(seq, 'key')}`;
    const cause = table.causeOf(seq);
    const beside = cause === undefined ? [] : this.#index.effectsOf(cause);
    const timer = beside.find(
      (effect) =>
        effect > seq && table.kindOf(effect) === 'timer' && table.text(effect, 'name') === name,
    );
    const add = timer === undefined ? undefined : this.#effect(timer, 'add');
    if (add !== undefined) return add;
    const since = table.timeOf(seq);
    return this.#end({ kind: 'waiting', since, at: since + delay });
  }

  #pushRequests(requests: readonly Seq[]): void {
    const { first, last } = SHOWN;
    const many = requests.length > first + last + 1;
    const left = requests.length - first - last;
    for (const [place, seq] of requests.entries()) {
      if (many && place === first) this.#push('more', seq, { count: left });
      else if (!many || place < first || place >= requests.length - last) this.#ask(seq);
    }
  }

  #ask(seq: Seq): void {
    const record = this.#index.table.recordOf(seq, 'request');
    if (!record) return;
    const { verb, resource, subresource, namespace, name } = record;
    const path = [resource, subresource].filter(Boolean).join('/');
    const object = [namespace, name].filter(Boolean).join('/');
    this.#push('request', seq, { what: [verb, path, object].filter(Boolean).join(' ') });
  }

  #effect(seq: Seq, op: string): Seq | undefined {
    const { table } = this.#index;
    return this.#index.effectsOf(seq).find((effect) => opOf(table, effect) === op);
  }

  #push(kind: HopKind, seq: Seq, more: Partial<Hop> = {}): void {
    const { table } = this.#index;
    this.hops.push({ kind, seq, at: table.timeOf(seq), actor: table.actorOf(seq), ...more });
  }

  #end(pending: Pending): undefined {
    this.pending = pending;
  }
}

/** One turn of a worker: its requests, and the word that the key comes again. */
function turnOf(index: TraceIndex, get: Seq) {
  const { table } = index;
  const process = processOf(table.actorOf(get));
  const requests: Seq[] = [];
  let again: Seq | undefined;
  const open: Seq[] = [get];
  for (let place = 0; place < open.length && place < TURN_MAX; place += 1) {
    for (const effect of index.effectsOf(open[place])) {
      const kind = table.kindOf(effect);
      const own = processOf(table.actorOf(effect)) === process;
      if (kind === 'request' && own) requests.push(effect);
      const op = own ? opOf(table, effect) : '';
      if (op === 'requeue' || op === 'wait') again ??= effect;
      if (kind === 'response' || (own && (kind === 'request' || isPause(table, effect, get)))) {
        open.push(effect);
      }
    }
  }
  return { requests, again };
}

/** A timer within a turn: one that is not of the key that comes again. */
const isPause = (table: TraceTable, seq: Seq, get: Seq): boolean =>
  table.kindOf(seq) === 'timer' &&
  table.text(seq, 'name') !== `${table.text(get, 'controller')}/${table.text(get, 'key')}`;
