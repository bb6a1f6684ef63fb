/** The lesson that is open, tied to the run: where it stands, and the ways on, back and away. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { asTime } from '#base';
import type { ExpectationResult } from '#protocol';
import { seek } from '../playback';
import { useShell } from '../shell/shell-context';
import type { Orrery } from '../stores';
import { answered, back, forward, isSettled, type Lesson, NO_LESSON } from './lesson-state';
import { breakingRecord, type Stop, stopsOf } from './stops';
import { travel } from './travel';

export interface OpenLesson {
  readonly stops: readonly Stop[];
  readonly place: number;
  readonly stop: Stop;
  /** What the finished run of the lesson found of its expectations. */
  readonly results: readonly ExpectationResult[] | undefined;
  /** Whether there is nothing left to be told at this stop. */
  readonly settled: boolean;
  /** Whether the playhead is on its way. */
  readonly moving: boolean;
  /** The page is the reader's: they took over, or changed the run. */
  readonly away: boolean;
  readonly actions: LessonActions;
}

export interface LessonActions {
  forward(): void;
  back(): void;
  answer(place: number): void;
  takeOver(): void;
  comeBack(): void;
  close(): void;
}

/** @returns undefined when no lesson is open */
export function useLesson(): OpenLesson | undefined {
  const { orrery } = useShell();
  const state = useStore(orrery.lesson);
  const scenario = useStore(orrery.session, (session) => session.scenario);
  const results = useResults(orrery, state.lesson);
  const { lesson } = state;
  const stops = useMemo(() => stopsOf(lesson?.scenario), [lesson]);
  const stop = stops[state.stop];
  const settled = stop?.kind !== 'ask' || isSettled(state, stop.ask, results);
  const [moving, actions] = useActions(orrery, stops, settled);
  if (!lesson || !stop) return undefined;
  const away = state.away || scenario !== lesson.scenario;
  return { stops, place: state.stop, stop, results, settled, moving, away, actions };
}

/** The results of the lesson's own run, once it is over. */
function useResults(orrery: Orrery, lesson: Lesson | undefined) {
  return useStore(orrery.session, ({ status, replacing, summary, scenario }) =>
    status === 'done' && !replacing && scenario === lesson?.scenario
      ? summary?.expectations
      : undefined,
  );
}

function useActions(
  orrery: Orrery,
  stops: readonly Stop[],
  settled: boolean,
): readonly [boolean, LessonActions] {
  const { client } = useShell();
  const [moving, setMoving] = useState(false);
  const skip = useRef<() => void>(undefined);
  useEffect(() => () => skip.current?.(), []);
  return useMemo(() => {
    const go = (place: number): void => {
      const stop = stops[place];
      if (!stop) return;
      // A jump arrives before there is a way to be skipped.
      let there = false;
      const skipWay = travel(orrery, timeOf(orrery, stop), () => {
        there = true;
        skip.current = undefined;
        setMoving(false);
      });
      if (there) return;
      skip.current = skipWay;
      setMoving(true);
    };
    const { lesson: store } = orrery;
    const actions: LessonActions = {
      forward() {
        if (skip.current) {
          skip.current();
          return;
        }
        const before = store.getState();
        const next = forward(before, stops.length, settled);
        store.setState(next, true);
        if (next.stop !== before.stop) go(next.stop);
      },
      back() {
        skip.current?.();
        const before = store.getState();
        const next = back(before);
        store.setState(next, true);
        if (next.stop !== before.stop) go(next.stop);
      },
      answer: (place) => store.setState((state) => answered(state, place), true),
      takeOver() {
        skip.current?.();
        orrery.playback.setState({ playing: false });
        store.setState({ away: true });
      },
      comeBack() {
        const { lesson, stop } = store.getState();
        store.setState({ away: false });
        if (!lesson) return;
        const time = stops[stop]?.at ?? 0;
        orrery.playback.setState({ playing: false });
        if (orrery.session.getState().scenario === lesson.scenario) seek(orrery, time);
        else client.run(lesson.scenario, { ...lesson, playhead: asTime(time) });
      },
      close: () => store.setState(NO_LESSON, true),
    };
    return [moving, actions] as const;
  }, [orrery, client, stops, settled, moving]);
}

/** Where the playhead belongs at a stop, µs. */
function timeOf(orrery: Orrery, stop: Stop): number {
  if (stop.kind !== 'breakpoint') return stop.at;
  const { table } = orrery.trace;
  const seq = breakingRecord(table, stop);
  return seq === undefined ? stop.at : table.timeOf(seq);
}
