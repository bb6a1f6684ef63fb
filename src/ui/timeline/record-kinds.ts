/** How much a record of each kind matters to the eye, and which colour it has. */
import { KIND_NUMBER, RECORD_KINDS, type RecordKind, type Seq, type TraceTable } from '#trace';

/** `lane`: the colour of the lane's component. */
export type MarkColour = 'lane' | 'lease' | 'fault' | 'good' | 'node' | 'text' | 'queue' | 'event';

interface MarkStyle {
  /**
   * Which of several records in one place gives the mark its colour: the highest. From `NOTABLE` on
   * a record also shows on the folded lane above it; below `QUIET` it is drawn faintly.
   */
  readonly rank: number;
  readonly colour: MarkColour;
}

export const NOTABLE = 10;
export const QUIET = 4;

const STYLES: Readonly<Record<RecordKind, MarkStyle>> = {
  timer: { rank: 1, colour: 'lane' },
  message: { rank: 1, colour: 'lane' },
  connection: { rank: 2, colour: 'lane' },
  watch: { rank: 3, colour: 'lane' },
  delta: { rank: 3, colour: 'lane' },
  state: { rank: 4, colour: 'lane' },
  queue: { rank: 4, colour: 'queue' },
  request: { rank: 5, colour: 'lane' },
  response: { rank: 6, colour: 'lane' },
  etcd: { rank: 7, colour: 'lane' },
  log: { rank: 7, colour: 'node' },
  decision: { rank: 8, colour: 'text' },
  hook: { rank: 10, colour: 'good' },
  process: { rank: 9, colour: 'lane' },
  health: { rank: 10, colour: 'good' },
  repair: { rank: 11, colour: 'good' },
  endpoints: { rank: 12, colour: 'good' },
  event: { rank: 13, colour: 'event' },
  lease: { rank: 14, colour: 'lease' },
  expect: { rank: 15, colour: 'good' },
  invariant: { rank: 15, colour: 'good' },
  fault: { rank: 16, colour: 'fault' },
};

/** A step of the scenario that breaks nothing: a note, a start, an apply. */
const STEP: MarkStyle = { rank: 10, colour: 'text' };
/** What went wrong: a failed hook, a missed expectation, a broken invariant. */
const FAILURE: MarkStyle = { rank: 15, colour: 'fault' };

/** A hook that has only begun, a check that does not pass yet: on the way, not wrong. */
const BEGUN: MarkStyle = { rank: 5, colour: 'lane' };

/** A server that answers with an error, or not at all; a probe before it is ready looks so too. */
const ERROR: MarkStyle = { rank: 9, colour: 'text' };

/** The end of a fault, as its step said or because somebody healed it. */
const HEALED: MarkStyle = { rank: 10, colour: 'good' };

const ALL_STYLES = [
  ...RECORD_KINDS.map((kind) => STYLES[kind]),
  ...[STEP, FAILURE, BEGUN, ERROR, HEALED],
];
const STEP_NUMBER = RECORD_KINDS.length;
const FAILURE_NUMBER = RECORD_KINDS.length + 1;
const BEGUN_NUMBER = RECORD_KINDS.length + 2;
const ERROR_NUMBER = RECORD_KINDS.length + 3;
export const HEALED_NUMBER = RECORD_KINDS.length + 4;

/** Rank by number of the mark. */
export const RANK_OF = Uint8Array.from(ALL_STYLES, ({ rank }) => rank);
/** Colours by number of the mark. */
export const COLOUR_OF: readonly MarkColour[] = ALL_STYLES.map(({ colour }) => colour);

const FAULTS: ReadonlySet<string> = new Set([
  ...['kill', 'terminate', 'pause', 'restart', 'partition', 'delay', 'clock', 'etcd', 'hook'],
  ...['put', 'drop', 'node'],
]);
/** From here on a response says that the server failed; 0 is no answer at all. */
const SERVER_ERROR = 500;
const BAD_HEALTH = 400;

/** Number of the mark that a record makes: its kind's, or one that says how it went. */
export function markOf({ kind, slots, strings }: TraceTable, seq: Seq): number {
  const number = kind[seq];
  switch (number) {
    case KIND_NUMBER.fault:
      if (strings[slots[2][seq]].startsWith('{"undo":')) return HEALED_NUMBER;
      return FAULTS.has(strings[slots[0][seq]]) ? number : STEP_NUMBER;
    case KIND_NUMBER.expect:
    case KIND_NUMBER.invariant:
      return slots[1][seq] === 1 ? number : FAILURE_NUMBER;
    case KIND_NUMBER.hook: {
      const phase = strings[slots[3][seq]];
      return phase === 'failed' ? FAILURE_NUMBER : phase === 'started' ? BEGUN_NUMBER : number;
    }
    case KIND_NUMBER.health:
      return slots[2][seq] >= BAD_HEALTH ? BEGUN_NUMBER : number;
    case KIND_NUMBER.response: {
      const code = slots[1][seq];
      return code >= SERVER_ERROR || code === 0 ? ERROR_NUMBER : number;
    }
    default:
      return number;
  }
}

/** Whether a row of this kind shows as a bar and not as a mark. */
export const isBarRow = (kind: number): boolean =>
  kind === KIND_NUMBER.state || kind === KIND_NUMBER.process;

/**
 * How a row looks, in one byte that is worked out once: the number of its mark, or from
 * `STATE_LOOK` on the tag of the state that it began, or `BAR_LOOK` for other rows shown as bars.
 */
export const STATE_LOOK = 128;
export const BAR_LOOK = 255;
