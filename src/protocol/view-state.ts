/**
 * What of the view a link carries: where the playhead stands, what is selected, what is seen of
 * time.
 */
import { asTime, type InputFault, parseGoDuration, type SimTime } from '#base';
import { readCondition } from './record-condition';
import { expected } from './wording';

export interface ViewState {
  readonly time?: SimTime;
  /** What is selected, in the page's own words. */
  readonly selection?: string;
  /** The visible part of time; both or none. */
  readonly from?: SimTime;
  readonly to?: SimTime;
  readonly language?: 'en' | 'zh';
  /** Lanes of the timeline that stay at the top, and those that were folded or unfolded by hand. */
  readonly pinned?: readonly string[];
  readonly folded?: readonly string[];
  /** Long idle stretches are folded. */
  readonly idle?: 'folded';
  /** A marked stretch of time; without an end it reaches to the playhead. */
  readonly area?: MarkedArea;
  /** Breakpoints of the person's own, as conditions over records. */
  readonly breakpoints?: readonly string[];
  /** The inspector tab that is open. */
  readonly tab?: string;
  /** The stop of the lesson that is open, from 1. */
  readonly stop?: number;
  /** Behaviour version of the engine with which the sender saw the run. */
  readonly behaviourVersion?: number;
  /** First 8 hex digits of the hash that the sender saw. */
  readonly traceHash?: string;
}

export interface MarkedArea {
  readonly start: SimTime;
  readonly end?: SimTime;
}

export interface ReadView {
  readonly view: ViewState;
  /** Parameters that could not be read; the others are in `view` all the same. */
  readonly faults: readonly InputFault[];
}

/** Longest description of a selection, characters. */
const SELECTION_MAX = 500;
/** Most lanes in a list, and the longest name of one, characters. */
const LANES_MAX = 50;
const LANE_MAX = 200;
/** Most breakpoints in a link. */
export const BREAKPOINTS_MAX = 20;
const CONTROL = /\p{Cc}/u;

interface Parameter<T> {
  readonly key: string;
  readonly what: string;
  /** @returns undefined when the text is not `what`. */
  readonly read: (text: string) => T | undefined;
  readonly print: (value: T) => string;
}

function readTime(text: string): SimTime | undefined {
  const time = parseGoDuration(text);
  return time === undefined || time < 0 ? undefined : asTime(time);
}

const printTime = (time: SimTime): string => `${time / 1_000_000}s`;
const asText = (text: string): string => text;
const matching = (form: RegExp) => (text: string) => (form.test(text) ? text : undefined);

const time = (key: string): Parameter<SimTime> => ({
  key,
  what: 'a Go duration such as 31.2s',
  read: readTime,
  print: printTime,
});

function readLanes(text: string): readonly string[] | undefined {
  const lanes = text.split(',');
  const good = lanes.every((lane) => lane !== '' && lane.length <= LANE_MAX && !CONTROL.test(lane));
  return good && lanes.length <= LANES_MAX ? lanes : undefined;
}

const lanes = (key: string): Parameter<readonly string[]> => ({
  key,
  what: `at most ${LANES_MAX} names of lanes with commas between them`,
  read: readLanes,
  print: (names) => names.join(','),
});

function readArea(text: string): MarkedArea | undefined {
  const ends = text.split('..');
  const start = readTime(ends[0]);
  if (ends.length !== 2 || start === undefined) return undefined;
  if (ends[1] === '') return { start };
  const end = readTime(ends[1]);
  return end === undefined ? undefined : { start, end };
}

/** Conditions may have commas in them, so each is coded once more. */
function readBreakpoints(text: string): readonly string[] | undefined {
  try {
    const conditions = text.split(',').map(decodeURIComponent);
    const good = conditions.every((one) => readCondition(one).ok);
    return good && conditions.length <= BREAKPOINTS_MAX ? conditions : undefined;
  } catch {
    // Coded by nobody: it is no condition either.
    return undefined;
  }
}

/** The parameters in the order in which they are printed. */
const PARAMETERS: { readonly [K in keyof ViewState]-?: Parameter<NonNullable<ViewState[K]>> } = {
  time: time('t'),
  selection: {
    key: 'sel',
    what: `a text of at most ${SELECTION_MAX} characters`,
    read: (text) =>
      text !== '' && text.length <= SELECTION_MAX && !CONTROL.test(text) ? text : undefined,
    print: asText,
  },
  from: time('from'),
  to: time('to'),
  language: {
    key: 'lang',
    what: 'en or zh',
    read: (text) => (text === 'en' || text === 'zh' ? text : undefined),
    print: asText,
  },
  pinned: lanes('pin'),
  folded: lanes('fold'),
  idle: {
    key: 'idle',
    what: 'folded',
    read: (text) => (text === 'folded' ? text : undefined),
    print: asText,
  },
  area: {
    key: 'area',
    what: 'a stretch such as 31.2s..40s',
    read: readArea,
    print: ({ start, end }) => `${printTime(start)}..${end === undefined ? '' : printTime(end)}`,
  },
  breakpoints: {
    key: 'stops-at',
    what: `at most ${BREAKPOINTS_MAX} conditions such as code%20%3D%20409 with commas between them`,
    read: readBreakpoints,
    print: (conditions) => conditions.map(encodeURIComponent).join(','),
  },
  tab: {
    key: 'tab',
    what: 'the name of a tab',
    read: matching(/^[a-z][a-z-]{0,31}$/),
    print: asText,
  },
  stop: {
    key: 'stop',
    what: 'the number of a stop such as 3',
    read: (text) => (/^[1-9]\d{0,3}$/.test(text) ? Number(text) : undefined),
    print: String,
  },
  behaviourVersion: {
    key: 'v',
    what: 'a behaviour version such as 1',
    read: (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined),
    print: String,
  },
  traceHash: {
    key: 'h',
    what: 'the first 8 hex digits of a hash',
    read: matching(/^[0-9a-f]{8}$/),
    print: asText,
  },
};

type ViewField = keyof ViewState;
const FIELDS = Object.keys(PARAMETERS) as readonly ViewField[];

/**
 * The table's entry with its types forgotten; each field is read and printed by its own entry only.
 */
function parameterOf(field: ViewField): Parameter<unknown> {
  return PARAMETERS[field] as Parameter<unknown>;
}

/** Prints `t=31.2s&sel=...`, or nothing for an empty view. */
export function printView(view: ViewState): string {
  const query = new URLSearchParams();
  for (const field of FIELDS) {
    const value = view[field];
    if (value !== undefined) query.set(parameterOf(field).key, parameterOf(field).print(value));
  }
  return query.toString();
}

/** Reads what `printView` prints. Unknown parameters are ignored: a later version may have more. */
export function readView(text: string): ReadView {
  const query = new URLSearchParams(text);
  const faults: InputFault[] = [];
  const view: Partial<Record<ViewField, unknown>> = {};
  for (const field of FIELDS) {
    const { key, what, read } = parameterOf(field);
    const given = query.get(key);
    if (given === null) continue;
    const value = read(given);
    if (value !== undefined) view[field] = value;
    else faults.push({ path: `link.${key}`, reason: expected(what, given) });
  }
  const { from, to } = view as ViewState;
  if (from === undefined && to === undefined) return { view: view as ViewState, faults };
  if (from !== undefined && to !== undefined && from < to)
    return { view: view as ViewState, faults };
  const reason = 'from and to go together, from before to; both are ignored';
  const rest = { ...view, from: undefined, to: undefined };
  return { view: withoutGaps(rest), faults: [...faults, { path: 'link.from', reason }] };
}

/** Leaves out fields that are there but undefined, so that equal views have equal fields. */
function withoutGaps(view: Partial<Record<ViewField, unknown>>): ViewState {
  return Object.fromEntries(Object.entries(view).filter(([, value]) => value !== undefined));
}
