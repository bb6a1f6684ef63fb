import { type ComponentType, useEffect, useState } from 'react';
import type { RunViewProps } from './run-view';

/** What a run's view mounts one after the other: timeline in its frame, stage, inspector. */
export const RUN_PARTS = 3;

/** Fonts of the timeline and the stage, by the properties that name their families. */
const DRAWN_FONTS = [
  [400, '--font-mono'],
  [400, '--font-text'],
  [600, '--font-text'],
] as const;

/**
 * The first word that is measured in a font costs as much as a thousand later ones. Between the
 * code of the drawing and its first rows there is time for it.
 */
function warmFonts(): void {
  const context = document.createElement('canvas').getContext('2d');
  const style = getComputedStyle(document.documentElement);
  if (!context) return;
  for (const [weight, property] of DRAWN_FONTS) {
    context.font = `${weight} 12px ${style.getPropertyValue(property).trim() || 'monospace'}`;
    context.measureText('kube-apiserver-a …');
  }
}

type RunView = ComponentType<RunViewProps>;

type Parts = typeof import('./run-parts');

let loading: Promise<Parts> | undefined;
let loaded: Parts | undefined;

/** Starts to load it, which takes as long as the worker takes to start: they go side by side. */
export function loadRunParts(): Promise<Parts> {
  loading ??= import('./run-parts').then((parts) => {
    loaded = parts;
    warmFonts();
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
