import { type ComponentType, useEffect, useState } from 'react';
import type { RunViewProps } from './run-view';

/** What a run's view mounts one after the other: the frame, and each of its three parts. */
export const RUN_PARTS = 4;

type RunView = ComponentType<RunViewProps>;

type Parts = typeof import('./run-parts');

let loading: Promise<Parts> | undefined;
let loaded: Parts | undefined;

/** Starts to load it, which takes as long as the worker takes to start: they go side by side. */
export function loadRunParts(): Promise<Parts> {
  loading ??= import('./run-parts').then((parts) => {
    loaded = parts;
    return parts;
  });
  return loading;
}

/** The view of a run once it is loaded; what is loaded already does not wait. */
export function useRunView(): RunView | undefined {
  const [view, setView] = useState<{ readonly View: RunView | undefined }>({
    View: loaded?.RunView,
  });
  useEffect(() => {
    if (view.View) return;
    loadRunParts().then(
      ({ RunView }) => setView({ View: RunView }),
      // Thrown while drawing, where what is said of a part that failed stands.
      (error: unknown) =>
        setView(() => {
          throw error;
        }),
    );
  }, [view]);
  return view.View;
}
