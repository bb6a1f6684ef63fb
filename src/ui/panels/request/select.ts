/**
 * The way of one request, read from the trace: who sent what to whom, from the client to etcd and
 * back, and what came of it. Pure.
 */
import type { RecordOf, Seq, TraceIndex, TraceTable } from '#trace';
import { processOf } from '../../selected';

/** API group of the calls to the store; everything else is the Kubernetes API. */
const STORE_GROUP = 'etcdserverpb';
/** Causes walked to find the request that a record belongs to. */
const CAUSES_TO_REQUEST = 80;
/** Records looked at, backwards, for the latest request. */
const LOOK_BACK = 40_000;
/** Rows shown; a request that needs more says how many are left out. */
export const ROWS_MAX = 200;

type Request = RecordOf<'request'>;

export interface Row {
  readonly seq: Seq;
  readonly kind: 'request' | 'response' | 'decision' | 'log';
  /** Places in `lanes`; the same one twice for what happens inside. */
  readonly from: number;
  readonly to: number;
  /** Since the request was sent, µs. */
  readonly at: number;
  /** When it arrives, since the request was sent, µs; undefined where nothing travels. */
  readonly arrives: number | undefined;
  readonly lost: boolean;
  readonly failed: boolean;
  readonly text: string;
}

export interface RequestView {
  readonly request: Request;
  readonly response: RecordOf<'response'> | undefined;
  /** Paths of actors, from the client to the store. */
  readonly lanes: readonly string[];
  readonly rows: readonly Row[];
  readonly leftOut: number;
  /** Calls to etcd, and how long at least one of them was open, µs. */
  readonly storeCalls: number;
  readonly storeUs: number;
  /** Keys that it wrote, each with the revision. */
  readonly writes: readonly RecordOf<'etcd'>[];
  /** Watches of API servers that were told of these writes. */
  readonly told: number;
}

const isStoreCall = ({ group }: Request): boolean => group === STORE_GROUP;

/** The request of the Kubernetes API that a record belongs to, else the call to etcd. */
export function requestOf(table: TraceTable, seq: Seq): Seq | undefined {
  let store: Request | undefined;
  let at: Seq | undefined = seq;
  for (let i = 0; i < CAUSES_TO_REQUEST && at !== undefined; i += 1) {
    const request: Request | undefined = table.recordOf(at, 'request');
    if (request && !isStoreCall(request)) {
      // A call to etcd belongs to the request that its own process was answering.
      const within = store === undefined || processOf(request.server) === processOf(store.client);
      return within ? at : store?.seq;
    }
    store ??= request;
    at = table.causeOf(at);
  }
  return store?.seq;
}

/** The latest request of the API up to a time; of that process, as client or server, if given. */
export function latestRequest(
  table: TraceTable,
  time: number,
  process: string | undefined,
): Seq | undefined {
  const last = table.lastAt(time);
  for (let seq = last; seq >= 0 && seq > last - LOOK_BACK; seq -= 1) {
    const request = table.kindOf(seq) === 'request' ? table.recordOf(seq, 'request') : undefined;
    if (!request || isStoreCall(request)) continue;
    const mine = process === undefined || [request.client, request.server].includes(process);
    if (mine) return seq;
  }
  return undefined;
}

/** The request of the same client before or after. */
export function neighbour(index: TraceIndex, seq: Seq, direction: 1 | -1): Seq | undefined {
  const { table } = index;
  const rows = index.rowsOf(table.actorOf(seq));
  let place = rows.indexOf(seq) + direction;
  while (place >= 0 && place < rows.length) {
    if (table.kindOf(rows[place]) === 'request') return rows[place];
    place += direction;
  }
  return undefined;
}

/** What belongs to a request: everything that it caused, up to its answer and to what it wrote. */
function members(index: TraceIndex, first: Seq): readonly Seq[] {
  const { table } = index;
  const { id } = table.recordOf(first, 'request') as Request;
  const found: Seq[] = [];
  const open = [first];
  const seen = new Set(open);
  for (let seq = open.pop(); seq !== undefined; seq = open.pop()) {
    const kind = table.kindOf(seq);
    found.push(seq);
    if (kind === 'etcd') continue;
    const isAnswer = kind === 'response' && table.recordOf(seq, 'response')?.id === id;
    for (const effect of index.effectsOf(seq)) {
      const next = table.kindOf(effect);
      if (!SHOWN.has(next) || (isAnswer && next !== 'message') || seen.has(effect)) continue;
      seen.add(effect);
      open.push(effect);
    }
  }
  return found.sort((a, b) => a - b);
}

const SHOWN: ReadonlySet<string> = new Set([
  'request',
  'response',
  'message',
  'decision',
  'log',
  'etcd',
]);

const METHODS: Readonly<Record<string, string>> = {
  create: 'POST',
  update: 'PUT',
  list: 'GET',
  watch: 'GET',
};

/** `POST namespaces before`, `txn put /registry/namespaces/before`. */
function askText(request: Request): string {
  const { verb, resource, subresource, namespace, name, query } = request;
  if (isStoreCall(request)) return [verb, query, name || resource].filter(Boolean).join(' ');
  const what = subresource === '' ? resource : `${resource}/${subresource}`;
  const whose = [namespace, name].filter(Boolean).join('/');
  const asked = query === '' ? '' : `?${query}`;
  const method = METHODS[verb] ?? verb.toUpperCase();
  return [method, what, whose].filter(Boolean).join(' ') + asked;
}

function answerText({ code, reason, resourceVersion }: RecordOf<'response'>): string {
  const version = resourceVersion ? `rv ${resourceVersion}` : '';
  return [code === 0 ? '' : String(code), reason, version].filter(Boolean).join(' ');
}

class Builder {
  readonly lanes: string[] = [];
  readonly rows: Row[] = [];
  readonly #table: TraceTable;
  readonly #messages = new Map<Seq, RecordOf<'message'>>();
  readonly #requests = new Map<number, Request>();
  readonly #start: number;

  constructor(table: TraceTable, all: readonly Seq[]) {
    this.#table = table;
    this.#start = table.timeOf(all[0]);
    for (const seq of all) {
      const message = table.recordOf(seq, 'message');
      if (message) this.#messages.set(message.of, message);
    }
  }

  add(seq: Seq): void {
    const record = this.#table.record(seq);
    if (record.kind === 'request') this.#ask(record);
    else if (record.kind === 'response') this.#answer(record);
    else if (record.kind === 'decision') {
      const text = [record.name, record.outcome, record.reason].filter(Boolean).join(' · ');
      this.#inside(seq, record.actor, 'decision', text);
    } else if (record.kind === 'log') this.#inside(seq, record.actor, 'log', record.message);
  }

  #lane(actor: string): number {
    const place = this.lanes.indexOf(actor);
    return place >= 0 ? place : this.lanes.push(actor) - 1;
  }

  #ask(request: Request): void {
    this.#requests.set(request.id, request);
    const from = this.#lane(request.actor);
    const { server } = request;
    const to = this.#lane(isStoreCall(request) ? server : `${server}/apiserver`);
    this.#row(request.seq, { kind: 'request', from, to, text: askText(request), failed: false });
  }

  #answer(response: RecordOf<'response'>): void {
    const request = this.#requests.get(response.id);
    if (!request) return;
    const from = this.#lane(isStoreCall(request) ? request.server : `${request.server}/apiserver`);
    const to = this.#lane(request.actor);
    const failed = response.code === 0 || response.code >= 300;
    this.#row(response.seq, { kind: 'response', from, to, text: answerText(response), failed });
  }

  #inside(seq: Seq, actor: string, kind: 'decision' | 'log', text: string): void {
    const place = this.#lane(actor);
    this.#row(seq, { kind, from: place, to: place, text, failed: false });
  }

  #row(seq: Seq, row: Pick<Row, 'kind' | 'from' | 'to' | 'text' | 'failed'>): void {
    const message = this.#messages.get(seq);
    const arrives = message && !message.lost ? message.arrivesAt - this.#start : undefined;
    const at = this.#table.timeOf(seq) - this.#start;
    this.rows.push({ ...row, seq, at, arrives, lost: message?.lost ?? false });
  }
}

/** @param seq a request */
export function selectRequest(index: TraceIndex, seq: Seq): RequestView {
  const { table } = index;
  const request = table.recordOf(seq, 'request') as Request;
  const all = members(index, seq);
  const builder = new Builder(table, all);
  for (const member of all) builder.add(member);
  const responses = all.flatMap((member) => table.recordOf(member, 'response') ?? []);
  const asked = all.flatMap((member) => table.recordOf(member, 'request') ?? []);
  const calls = asked.filter((each) => isStoreCall(each) && each.seq !== seq);
  const writes = all.flatMap((member) => table.recordOf(member, 'etcd') ?? []);
  return {
    request,
    response: responses.find(({ id }) => id === request.id),
    lanes: builder.lanes,
    rows: builder.rows.slice(0, ROWS_MAX),
    leftOut: Math.max(0, builder.rows.length - ROWS_MAX),
    storeCalls: calls.length,
    storeUs: openTime(calls, responses),
    writes,
    told: writes.reduce((sum, write) => sum + toldOf(index, write), 0),
  };
}

/** How long at least one of the calls was open, µs. */
function openTime(calls: readonly Request[], answers: readonly RecordOf<'response'>[]): number {
  let total = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { id, t } of calls) {
    const end = answers.find((answer) => answer.id === id)?.t ?? t;
    total += Math.max(0, end - Math.max(t, until));
    until = Math.max(until, end);
  }
  return total;
}

function toldOf(index: TraceIndex, { seq, actor }: RecordOf<'etcd'>): number {
  const { table } = index;
  return index
    .effectsOf(seq)
    .filter((effect) => table.kindOf(effect) === 'watch' && table.actorOf(effect) !== actor).length;
}
