/**
 * What the console remembers beside the run: lines that only the page answered, what was cleared,
 * the history of lines (kept by the browser), the server that lines go to.
 */
import type { SimTime } from '#base';
import { recall, remember } from '../storage';
import type { Orrery } from '../stores';
import type { OutputText } from './print-entry';

/** A line that became no step. */
export interface LocalEntry {
  readonly key: string;
  readonly t: SimTime;
  /** How many lines of the run stood before it. */
  readonly after: number;
  readonly line: string;
  /** That lines went to; undefined for the first. */
  readonly server: string | undefined;
  readonly output: readonly OutputText[];
}

export interface ConsoleMemory {
  locals: readonly LocalEntry[];
  /** How many lines the page has answered, for their keys. */
  said: number;
  /** Keys of lines that were cleared from the screen. */
  cleared: ReadonlySet<string>;
  /** When the person left a line that watches, by its key. The run's client goes on watching. */
  left: ReadonlyMap<string, SimTime>;
  history: readonly string[];
  /** "" for the first. */
  server: string;
  /** The manifest that was sent last, for one who mends what a server has refused. */
  manifest: string;
}

const HISTORY_KEY = 'console-history';
const HISTORY_MAX = 200;

/** One for each page's state, so that two pages side by side do not mix. */
const memories = new WeakMap<Orrery, ConsoleMemory>();

export function memoryOf(orrery: Orrery): ConsoleMemory {
  let memory = memories.get(orrery);
  if (!memory) {
    const history = readHistory();
    memory = {
      locals: [],
      said: 0,
      cleared: new Set(),
      left: new Map(),
      history,
      server: '',
      manifest: '',
    };
    memories.set(orrery, memory);
    forgetWithItsRun(orrery, memory);
  }
  return memory;
}

/**
 * What the page answered belongs to the run it was typed in, and to those that acts made of it.
 * When another scenario, or the same from its start, comes onto the screen, only history stays.
 */
function forgetWithItsRun({ session }: Orrery, memory: ConsoleMemory): void {
  let name = session.getState().scenario?.metadata.name;
  session.subscribe((state, before) => {
    if (state.runId === before.runId) return;
    const { scenario, undo, redo } = state;
    const afresh = undo.length + redo.length === 0;
    if (!afresh && scenario?.metadata.name === name) return;
    name = scenario?.metadata.name;
    memory.locals = [];
    memory.cleared = new Set();
    memory.left = new Map();
  });
}

function readHistory(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(recall(HISTORY_KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((line) => typeof line === 'string') : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/** Adds a line to the history unless it is the last one already. */
export function addToHistory(memory: ConsoleMemory, line: string): void {
  if (memory.history.at(-1) === line) return;
  memory.history = [...memory.history, line].slice(-HISTORY_MAX);
  remember(HISTORY_KEY, JSON.stringify(memory.history));
}
