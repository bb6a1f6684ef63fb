import { type ComponentType, useEffect, useState } from 'react';
import type { RunViewProps } from './run-view';

/** What a run's view mounts one after the other: its frames, timeline, stage, inspector. */
export const RUN_PARTS = 4;

/** Fonts of the timeline and the stage: weight, size and the property that names the families. */
const DRAWN_FONTS = [
  [450, 10.5, '--font-text'],
  [650, 10.5, '--font-text'],
  [400, 10.5, '--font-mono'],
  [400, 9, '--font-mono'],
  [600, 11, '--font-text'],
  [400, 11, '--font-mono'],
  [600, 10, '--font-text'],
  [400, 10, '--font-mono'],
] as const;

/**
 * The first word that is measured in a font costs as much as a thousand later ones. Between the
 * code of the drawing and its first rows there is time for it: a font at a time, so that nothing
 * waits for all of them.
 */
function warmFonts(): void {
  const context = document.createElement('canvas').getContext('2d');
  const style = getComputedStyle(document.documentElement);
  if (!context) return;
  const warm = (index: number): void => {
    if (index === DRAWN_FONTS.length) return;
    const [weight, size, property] = DRAWN_FONTS[index];
    const families = style.getPropertyValue(property).trim() || 'monospace';
    context.font = `${weight} ${size}px ${families}`;
    context.measureText('kube-apiserver-a · 10.0.0.11 … ×3');
    setTimeout(() => warm(index + 1));
  };
  warm(0);
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
