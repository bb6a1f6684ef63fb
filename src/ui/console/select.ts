/** The console at the playhead: lines of the run and of the page, in the order of typing. */
import type { SimTime } from '#base';
import type { ConsoleEntry, Retry } from './console-log';
import type { LocalEntry } from './memory';
import { type OutputText, outputOf, type PrintContext } from './print-entry';

export interface ShownEntry {
  readonly key: string;
  readonly t: SimTime;
  readonly line: string;
  /** Whom it asked, where that is known. */
  readonly server: string | undefined;
  readonly output: readonly OutputText[];
  /** The line's step; undefined where the page answered. */
  readonly step: number | undefined;
  /** It is not over at the playhead. */
  readonly running: boolean;
  readonly watches: boolean;
  /** It has said what it did, and goes on: `delete` until the objects are gone. */
  readonly waits: boolean;
  /** The person left the watch, so nothing more of it is shown. */
  readonly left: boolean;
  /** What it was answered last, after which it asks again. */
  readonly retry: Retry | undefined;
  /** It has asked again since, and waits for that answer. */
  readonly asked: boolean;
  /** How many answers of that kind there were. */
  readonly retries: number;
  /** When it will be over, where the trace knows. */
  readonly end: SimTime | undefined;
}

export interface ConsoleView {
  readonly entries: readonly ConsoleEntry[];
  readonly locals: readonly LocalEntry[];
  readonly cleared: ReadonlySet<string>;
  readonly left: ReadonlyMap<string, SimTime>;
}

/** Output by what it was made of; a line's text is made once for each piece that is added. */
export type OutputCache = Map<string, readonly OutputText[]>;

export function selectConsole(
  { entries, locals, cleared, left }: ConsoleView,
  time: SimTime,
  context: PrintContext,
  cache: OutputCache,
): readonly ShownEntry[] {
  const passed = entries.filter(({ t }) => t <= time);
  const shown: ShownEntry[] = [];
  const placed = locals
    .filter(({ t }) => t <= time)
    .map((local) => ({ local, place: placeAmong(passed, local) }))
    .sort((a, b) => a.local.t - b.local.t);
  const addLocals = (place: number) => {
    for (const each of placed) {
      if (each.place !== place) continue;
      shown.push({ ...each.local, step: undefined, ...OVER });
    }
  };
  addLocals(0);
  passed.forEach((entry, index) => {
    shown.push(shownOf(entry, { time, leftAt: left.get(entry.key) }, context, cache));
    addLocals(index + 1);
  });
  return shown.filter(({ key }) => !cleared.has(key));
}

/**
 * How many lines of the run stand before one that the page answered: all of earlier times, and of
 * its own time those that stood there when it was typed.
 */
function placeAmong(passed: readonly ConsoleEntry[], { t, after }: LocalEntry): number {
  const earlier = passed.filter((entry) => entry.t < t).length;
  const upTo = passed.filter((entry) => entry.t <= t).length;
  return Math.max(earlier, Math.min(after, upTo));
}

const OVER = {
  running: false,
  watches: false,
  waits: false,
  left: false,
  retry: undefined,
  asked: false,
  retries: 0,
  end: undefined,
} as const;

interface Looked {
  readonly time: SimTime;
  readonly leftAt: SimTime | undefined;
}

function shownOf(
  entry: ConsoleEntry,
  { time: now, leftAt }: Looked,
  context: PrintContext,
  cache: OutputCache,
): ShownEntry {
  const { key, t, line, server, step, end } = entry;
  const left = leftAt !== undefined && leftAt <= now && (end === undefined || end > leftAt);
  const time = left ? leftAt : now;
  const count = entry.pieces.filter((piece) => piece.t <= time).length;
  const cacheKey = `${step}/${entry.pieces.length}/${count}`;
  let output = cache.get(cacheKey);
  if (!output) {
    output = outputOf(entry, time, context);
    cache.set(cacheKey, output);
  }
  const running = !left && (end === undefined || end > time);
  const watches = entry.pieces.some(
    (piece) => piece.kind === 'objects' && piece.what.startsWith('watch'),
  );
  const waits = running && !watches && count > 0;
  const retries = running ? entry.retries.filter((each) => each.t <= time) : [];
  const retry = retries.at(-1);
  const asked = retry !== undefined && retry.again <= time;
  const again = { retry, asked, retries: retries.length };
  return { key, t, line, server, output, step, running, watches, waits, left, ...again, end };
}
