/**
 * What a person chose, in a few small stores without a DOM. Trace data and everything derived from
 * it live outside (trace/). Each `createOrrery()` is a whole page's worth of state, so two can
 * stand side by side.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type InputFault, type SimTime, TIME_ZERO } from '#base';
import type { Catalogue, Opened, RunSummary, Scenario } from '#protocol';
import { TraceIndex, TraceStore } from '#trace';
import { type LessonState, NO_LESSON } from '../lessons/lesson-state';

/** `stopped`: a person ended the run before its time; what is there of it stays. */
export type SessionStatus =
  | 'empty'
  | 'loading'
  | 'running'
  | 'done'
  | 'stopped'
  | 'refused'
  | 'crashed';

/** What can be done to a process; each act becomes a step of the timeline at the playhead. */
export type ActVerb = 'kill' | 'terminate' | 'start' | 'pause' | 'resume' | 'restart';

/**
 * Acting on the run. An act cuts later steps (after asking when it matters), appends its own and
 * runs the scenario again; the picture changes once the new run has reached the playhead.
 */
export interface Acts {
  act(verb: ActVerb, process: string): void;
  /** Sets a note at the playhead; nothing is cut, since it changes nothing. */
  note(text: string): void;
  /** A step of any other verb: the verb with its value, and `for` where what it does ends. */
  add(step: Readonly<Record<string, unknown>>): void;
  /** Ends what the steps at these places of the timeline began and what still lasts. */
  heal(places: readonly number[]): void;
  /** Takes the last act back. Does nothing when there is none. */
  undo(): void;
  /** Does again what was taken back last. Does nothing when there is none. */
  redo(): void;
}

/** What the sender of a link saw, to be compared with what this page computes. */
export interface ExpectedRun {
  readonly behaviourVersion: number | undefined;
  /** First 8 hex digits of the trace's hash. */
  readonly hash: string;
}

/** What became of the files that a person opened last. */
export interface OpenReport {
  /** Their names, as they were given. */
  readonly files: readonly string[];
  readonly opened: Opened;
}

export interface SessionState {
  readonly runId: number;
  /** Rises each time `orrery.trace` and `orrery.index` were replaced; read them again then. */
  readonly traceVersion: number;
  /** A new run is under way while the picture is still the old one. */
  readonly replacing: boolean;
  /** Set when the scenario came from a link that says what its sender saw. */
  readonly expected: ExpectedRun | undefined;
  readonly status: SessionStatus;
  readonly scenario: Scenario | undefined;
  readonly catalogue: Catalogue | undefined;
  /** How far the run has come. */
  readonly reached: SimTime;
  readonly summary: RunSummary | undefined;
  readonly faults: readonly InputFault[];
  readonly crash: string | undefined;
  /** The crash is of the worker as a whole, not of a rule of the model. */
  readonly workerLost: boolean;
  /** Scenarios before each act, newest last; undo takes from here. */
  readonly undo: readonly Scenario[];
  /** Scenarios that undo left, newest last; an act empties it. */
  readonly redo: readonly Scenario[];
  /** The file whose trace is on screen: a run without a scenario, so it cannot be changed. */
  readonly traceFile: string | undefined;
  /** A run to look at, such as the one that another is compared with: it cannot be changed. */
  readonly fixed: boolean;
  /** Files are being read. */
  readonly opening: boolean;
  readonly report: OpenReport | undefined;
  /** The report that was last on screen, to be read again. */
  readonly lastReport: OpenReport | undefined;
  /** Name in the library, while the scenario is unchanged from there. */
  readonly libraryName: string | undefined;
}

export interface PlaybackState {
  readonly time: SimTime;
  readonly playing: boolean;
  /** Virtual seconds a wall second; Infinity goes to the end at once. */
  readonly speed: number;
}

export interface ViewportState {
  /** The visible window, µs. */
  readonly from: number;
  readonly to: number;
  readonly folded: ReadonlySet<string>;
  readonly pinned: ReadonlySet<string>;
  readonly filter: string;
  /** Long stretches without a record take little room. */
  readonly foldIdle: boolean;
}

export type Selection =
  | { readonly kind: 'actor'; readonly path: string }
  | { readonly kind: 'record'; readonly seq: number }
  | { readonly kind: 'object'; readonly key: string };

export interface SelectionState {
  readonly selected: Selection | undefined;
  /** Record under the pointer, anywhere. */
  readonly hovered: number | undefined;
}

export interface SearchState {
  readonly open: boolean;
  readonly query: string;
  /** Records that were found, oldest first. */
  readonly hits: Int32Array;
  /** Not all records were looked at yet. */
  readonly searching: boolean;
  /** Rises each time the search is asked for. */
  readonly asked: number;
}

/** A marked area of time, µs; without an end it reaches to the playhead. */
export interface Area {
  readonly start: number;
  readonly end: number | undefined;
}

export interface MarksState {
  readonly area: Area | undefined;
  /** A note is being written. */
  readonly writing: boolean;
}

export interface BreakpointsState {
  /** The line that shows them is open. */
  readonly open: boolean;
  /** A person has opened it to write one, and the field does not have the focus yet. */
  readonly entering: boolean;
  /** The person's own conditions; those of the scenario are in its timeline. */
  readonly own: readonly string[];
  /** What stopped the playhead last. */
  readonly hit: { readonly seq: number; readonly when: string } | undefined;
}

export type ThemeChoice = 'system' | 'dark' | 'light';
export type Language = 'en' | 'zh';

export interface SettingsState {
  readonly theme: ThemeChoice;
  readonly language: Language;
  /** A made-up language that shows forgotten texts; for tests. */
  readonly pseudo: boolean;
  readonly reducedMotion: boolean;
  readonly inspectorTab: string;
  /** How long a fault that is set off lasts: a Go duration, or '' until it is healed. */
  readonly faultLasts: string;
}

export interface Orrery {
  /** Replaced as a whole when another run's first rows arrive; `session.runId` tells. */
  trace: TraceStore;
  index: TraceIndex;
  /** Set by the session client; does nothing before. */
  acts: Acts;
  readonly session: StoreApi<SessionState>;
  readonly playback: StoreApi<PlaybackState>;
  readonly viewport: StoreApi<ViewportState>;
  readonly selection: StoreApi<SelectionState>;
  readonly search: StoreApi<SearchState>;
  readonly breakpoints: StoreApi<BreakpointsState>;
  readonly marks: StoreApi<MarksState>;
  readonly settings: StoreApi<SettingsState>;
  readonly lesson: StoreApi<LessonState>;
}

/** An empty trace whose index follows it: the index is up to date before anyone else is told. */
export function createTrace(): Pick<Orrery, 'trace' | 'index'> {
  const trace = new TraceStore();
  const index = new TraceIndex(trace.table);
  trace.subscribe(() => index.update());
  return { trace, index };
}

export function createOrrery(settings?: Partial<SettingsState>): Orrery {
  return {
    ...createTrace(),
    acts: {
      act: () => {},
      note: () => {},
      add: () => {},
      heal: () => {},
      undo: () => {},
      redo: () => {},
    },
    session: createStore<SessionState>(() => ({
      runId: 0,
      traceVersion: 0,
      replacing: false,
      expected: undefined,
      status: 'empty',
      scenario: undefined,
      catalogue: undefined,
      reached: TIME_ZERO,
      summary: undefined,
      faults: [],
      crash: undefined,
      workerLost: false,
      undo: [],
      redo: [],
      traceFile: undefined,
      fixed: false,
      opening: false,
      report: undefined,
      lastReport: undefined,
      libraryName: undefined,
    })),
    playback: createStore<PlaybackState>(() => ({ time: TIME_ZERO, playing: true, speed: 1 })),
    viewport: createStore<ViewportState>(() => ({
      from: 0,
      to: 60_000_000,
      folded: new Set(),
      pinned: new Set(),
      filter: '',
      foldIdle: false,
    })),
    selection: createStore<SelectionState>(() => ({ selected: undefined, hovered: undefined })),
    marks: createStore<MarksState>(() => ({ area: undefined, writing: false })),
    breakpoints: createStore<BreakpointsState>(() => ({
      ...{ open: false, entering: false },
      own: [],
      hit: undefined,
    })),
    search: createStore<SearchState>(() => ({
      open: false,
      query: '',
      hits: new Int32Array(0),
      searching: false,
      asked: 0,
    })),
    settings: createStore<SettingsState>(() => ({
      theme: 'system',
      language: 'en',
      pseudo: false,
      reducedMotion: false,
      inspectorTab: 'machine',
      faultLasts: '10s',
      ...settings,
    })),
    lesson: createStore<LessonState>(() => NO_LESSON),
  };
}
