/**
 * What a person chose, in five small stores without a DOM. Trace data and everything derived from it
 * live outside (trace/). Each `createOrrery()` is a whole page's worth of state, so two can stand
 * side by side.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type InputFault, type SimTime, TIME_ZERO } from '#base';
import type { Catalogue, RunSummary, Scenario } from '#protocol';
import { TraceIndex, TraceStore } from '#trace';

export type SessionStatus = 'empty' | 'loading' | 'running' | 'done' | 'refused' | 'crashed';

export interface SessionState {
  readonly runId: number;
  readonly status: SessionStatus;
  readonly scenario: Scenario | undefined;
  readonly catalogue: Catalogue | undefined;
  /** How far the run has come. */
  readonly reached: SimTime;
  readonly summary: RunSummary | undefined;
  readonly faults: readonly InputFault[];
  readonly crash: string | undefined;
  /** Scenarios before each act, newest last; undo takes from here. */
  readonly undo: readonly Scenario[];
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

export type ThemeChoice = 'system' | 'dark' | 'light';
export type Language = 'en' | 'zh';

export interface SettingsState {
  readonly theme: ThemeChoice;
  readonly language: Language;
  readonly reducedMotion: boolean;
  readonly inspectorTab: string;
}

export interface Orrery {
  /** Replaced as a whole when another run's first rows arrive; `session.runId` tells. */
  trace: TraceStore;
  index: TraceIndex;
  readonly session: StoreApi<SessionState>;
  readonly playback: StoreApi<PlaybackState>;
  readonly viewport: StoreApi<ViewportState>;
  readonly selection: StoreApi<SelectionState>;
  readonly settings: StoreApi<SettingsState>;
}

export function createOrrery(settings?: Partial<SettingsState>): Orrery {
  const trace = new TraceStore();
  return {
    trace,
    index: new TraceIndex(trace.table),
    session: createStore<SessionState>(() => ({
      runId: 0,
      status: 'empty',
      scenario: undefined,
      catalogue: undefined,
      reached: TIME_ZERO,
      summary: undefined,
      faults: [],
      crash: undefined,
      undo: [],
      libraryName: undefined,
    })),
    playback: createStore<PlaybackState>(() => ({ time: TIME_ZERO, playing: true, speed: 1 })),
    viewport: createStore<ViewportState>(() => ({
      from: 0,
      to: 60_000_000,
      folded: new Set(),
      pinned: new Set(),
      filter: '',
    })),
    selection: createStore<SelectionState>(() => ({ selected: undefined, hovered: undefined })),
    settings: createStore<SettingsState>(() => ({
      theme: 'system',
      language: 'en',
      reducedMotion: false,
      inspectorTab: 'machine',
      ...settings,
    })),
  };
}
