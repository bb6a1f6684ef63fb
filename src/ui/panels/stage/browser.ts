/** What the stage needs of the browser: its size, the width of words, frames, changes of theme. */
import {
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Orrery } from '../../stores';
import { drawSoon } from '../../widgets';
import type { StageSize } from './frame';
import type { LabelFont } from './scene';

/** The size of an element, whole px; undefined before the first layout. */
export function useSize(ref: RefObject<HTMLElement | null>): StageSize | undefined {
  const [size, setSize] = useState<StageSize>();
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      const [width, height] = [Math.floor(element.clientWidth), Math.floor(element.clientHeight)];
      setSize((old) =>
        width === 0 || (old?.width === width && old.height === height) ? old : { width, height },
      );
    };
    // The first picture is made of it, which takes longer than other work should wait.
    startTransition(measure);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return size;
}

const FAMILIES: Readonly<Record<LabelFont, string>> = {
  name: '--font-text',
  plain: '--font-mono',
  mono: '--font-mono',
};

/** Measures words in the fonts of the page. */
export function useMeasure(): (text: string, font: LabelFont, fontPx: number) => number {
  return useMemo(() => {
    const context = document.createElement('canvas').getContext('2d');
    const style = getComputedStyle(document.documentElement);
    // They are of the page, not of a theme or a language; reading one has the styles computed.
    const families = new Map<LabelFont, string>();
    return (text, font, fontPx) => {
      if (!context) return estimateWidth(text, fontPx);
      const family =
        families.get(font) ?? (style.getPropertyValue(FAMILIES[font]).trim() || 'monospace');
      families.set(font, family);
      context.font = `${font === 'name' ? 600 : 400} ${fontPx}px ${family}`;
      return context.measureText(text).width;
    };
  }, []);
}

/** Without a canvas: letters of a wide face, and full-width characters as wide as high. */
export function estimateWidth(text: string, fontPx: number): number {
  let width = 0;
  for (const letter of text) width += letter > '\u2e80' ? fontPx : fontPx * 0.64;
  return width;
}

/** Calls `draw` in a frame soon after anything it depends on changed; at most once a frame. */
export function useFrames(orrery: Orrery, draw: () => void): () => void {
  const latest = useRef(draw);
  latest.current = draw;
  const turn = useCallback(() => latest.current(), []);
  const request = useCallback(() => void drawSoon(turn), [turn]);
  useEffect(() => {
    const { playback, selection, settings } = orrery;
    const stops = [playback, selection, settings].map((store) => store.subscribe(request));
    const theme = new MutationObserver(request);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    request();
    return () => {
      for (const stop of stops) stop();
      theme.disconnect();
    };
  }, [orrery, request]);
  return request;
}
