/**
 * A strict reader of Chrome's JSON trace events for tests: what Perfetto's trace processor makes
 * of a file, in its tables of processes, threads, slices and flows. Whatever its importer would
 * count as a fault, or drop without a word, is a fault here. It shares nothing with the writer.
 *
 * Source: perfetto src/trace_processor/importers/json/json_trace_tokenizer.cc (events sorted by
 * time, those of an instant as in the file), json_trace_parser_impl.cc (what each phase does),
 * importers/common/slice_tracker.cc (the stack of a thread), flow_tracker.cc (what a flow is bound
 * to)
 * Only the phases B, E, i, s, f and M are read, since the file has no others.
 */

export interface ReadSlice {
  readonly thread: string;
  readonly name: string;
  readonly category: string;
  readonly ts: number;
  /** Undefined while it is open. */
  dur: number | undefined;
  readonly args: Readonly<Record<string, unknown>>;
}

export interface ReadTrace {
  readonly slices: readonly ReadSlice[];
  readonly flows: readonly { readonly from: ReadSlice; readonly to: ReadSlice }[];
  /** Names of processes, by pid. */
  readonly processes: ReadonlyMap<number, string>;
  /** Names of threads, by process and thread. */
  readonly threads: ReadonlyMap<string, string>;
  readonly faults: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

/** What an event of each phase must have, and may have. */
const FIELDS: Readonly<Record<string, readonly [must: string, may: string]>> = {
  B: ['pid tid ts name cat', 'args'],
  E: ['pid tid ts', 'name cat'],
  i: ['pid tid ts name cat s', 'args'],
  s: ['pid tid ts name cat id', ''],
  f: ['pid tid ts name cat id bp', ''],
  M: ['pid name args', 'tid'],
};
/** A number that the importer holds in 32 bits. */
const isId = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) < 2 ** 32;
const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  pid: isId,
  tid: isId,
  ts: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  name: (value) => typeof value === 'string' && value !== '',
  cat: (value) => typeof value === 'string' && value !== '',
  id: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  args: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  s: (value) => value === 't',
  bp: (value) => value === 'e',
};
const NAMES = ['process_name', 'process_sort_index', 'thread_name', 'thread_sort_index'];

export function readPerfetto(text: string): ReadTrace {
  const reader = new Reader();
  const file = JSON.parse(text) as Fields;
  // The unit is only found at the beginning of the file.
  if (!text.startsWith('{"displayTimeUnit":'))
    reader.fault('the file does not begin with its unit');
  if (file.displayTimeUnit !== 'ms') reader.fault('the unit is not ms');
  if (!Array.isArray(file.traceEvents)) return reader.done();
  const events = (file.traceEvents as Fields[]).filter((event) => reader.checks(event));
  const timed = events.filter(({ ph }) => ph !== 'M');
  for (const event of events) if (event.ph === 'M') reader.name(event);
  // A stable sort, as the importer's.
  for (const event of timed.toSorted((a, b) => Number(a.ts) - Number(b.ts))) reader.read(event);
  return reader.done();
}

class Reader {
  readonly #slices: ReadSlice[] = [];
  readonly #flows: { from: ReadSlice; to: ReadSlice }[] = [];
  readonly #processes = new Map<number, string>();
  readonly #threads = new Map<string, string>();
  readonly #faults: string[] = [];
  /** What is open on a thread, outermost first. An instant stays until something else begins. */
  readonly #stacks = new Map<string, ReadSlice[]>();
  readonly #flowStarts = new Map<string, ReadSlice>();
  /** Threads are known by their number alone; one that is of two processes would be mixed up. */
  readonly #pidOfTid = new Map<number, number>();

  fault(text: string): void {
    this.#faults.push(text);
  }

  checks(event: Fields): boolean {
    const fields = FIELDS[String(event.ph)];
    const before = this.#faults.length;
    const where = JSON.stringify(event).slice(0, 120);
    if (!fields) this.fault(`unknown phase: ${where}`);
    else {
      const [must, may] = fields.map((words) => words.split(' '));
      for (const field of must) if (!(field in event)) this.fault(`no ${field}: ${where}`);
      for (const [field, value] of Object.entries(event)) {
        if (field === 'ph') continue;
        if (![...must, ...may].includes(field)) this.fault(`${field} is unknown: ${where}`);
        else if (!TYPES[field]?.(value)) this.fault(`${field} is of a wrong type: ${where}`);
      }
    }
    return this.#faults.length === before;
  }

  name({ pid, tid, name, args }: Fields): void {
    if (!NAMES.includes(String(name))) this.fault(`unknown metadata: ${name}`);
    const given = (args as Fields).name;
    if (name === 'process_name') this.#processes.set(Number(pid), String(given));
    if (name === 'thread_name') this.#threads.set(`${pid}/${tid}`, String(given));
  }

  read(event: Fields): void {
    const thread = `${event.pid}/${event.tid}`;
    if (!this.#threads.has(thread)) this.fault(`thread ${thread} has no name`);
    if (!this.#processes.has(Number(event.pid))) this.fault(`process ${event.pid} has no name`);
    const owner = this.#pidOfTid.get(Number(event.tid)) ?? Number(event.pid);
    this.#pidOfTid.set(Number(event.tid), owner);
    if (owner !== event.pid) this.fault(`thread ${event.tid} is of ${owner} and of ${event.pid}`);
    const stack = this.#stacks.get(thread) ?? [];
    this.#stacks.set(thread, stack);
    const ts = Number(event.ts);
    if (event.ph === 'B') this.#begin(event, thread, stack, undefined);
    else if (event.ph === 'i') this.#begin(event, thread, stack, 0);
    else if (event.ph === 'E') this.#end(event, stack, ts);
    else this.#flow(event, stack.at(-1));
  }

  #begin(event: Fields, thread: string, stack: ReadSlice[], dur: number | undefined): void {
    const ts = Number(event.ts);
    this.#close(stack, ts);
    const slice: ReadSlice = {
      thread,
      name: String(event.name),
      category: String(event.cat),
      ts,
      dur,
      args: (event.args ?? {}) as Fields,
    };
    stack.push(slice);
    this.#slices.push(slice);
  }

  /** Takes from the stack what is over. What lies on an open slice cannot be longer than it. */
  #close(stack: ReadSlice[], ts: number): void {
    for (let place = stack.length - 1; place >= 0; place -= 1) {
      const { dur, ts: begun } = stack[place];
      if (dur === undefined) continue;
      if (begun + dur <= ts) stack.splice(place, 1);
    }
  }

  #end({ name, cat, ...event }: Fields, stack: ReadSlice[], ts: number): void {
    this.#close(stack, ts);
    const slice = stack.findLast(
      (open) =>
        open.dur === undefined &&
        (name === undefined || open.name === name) &&
        (cat === undefined || open.category === cat),
    );
    if (!slice) {
      this.fault(`nothing to end: ${JSON.stringify({ ...event, name })}`);
      return;
    }
    if (slice !== stack.at(-1)) this.fault(`${slice.name} ends under ${stack.at(-1)?.name}`);
    slice.dur = ts - slice.ts;
    stack.splice(stack.indexOf(slice), 1);
  }

  #flow({ ph, id, cat, name }: Fields, top: ReadSlice | undefined): void {
    const key = `${cat} ${name} ${id}`;
    if (!top) {
      this.fault(`flow ${key} has no slice around it`);
      return;
    }
    const from = this.#flowStarts.get(key);
    if (ph === 's') {
      if (from) this.fault(`flow ${key} starts twice`);
      else this.#flowStarts.set(key, top);
    } else if (from) this.#flows.push({ from, to: top });
    else this.fault(`flow ${key} ends before it starts`);
  }

  done(): ReadTrace {
    for (const { name, dur, ts } of this.#slices) {
      if (dur === undefined) this.fault(`${name} of ${ts} has no end`);
    }
    return {
      slices: this.#slices,
      flows: this.#flows,
      processes: this.#processes,
      threads: this.#threads,
      faults: this.#faults,
    };
  }
}
