/** Pan and zoom of the chart by wheel, two fingers, drag and keys. The browser scrolls. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { zoomed } from './chart-view';

/** One turn of the wheel's notch, and one press of a key or button. */
const WHEEL_RATE = 0.0015;
const PINCH_RATE = 0.01;
const STEP = 1.25;
/** By a press of an arrow key, px. */
const PAN_PX = 60;

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-PAN_PX, 0],
  ArrowRight: [PAN_PX, 0],
  ArrowUp: [0, -PAN_PX],
  ArrowDown: [0, PAN_PX],
};

const KEYS: Readonly<Record<string, 'in' | 'out' | 'whole'>> = {
  '+': 'in',
  '=': 'in',
  '-': 'out',
  _: 'out',
  '0': 'whole',
};

export interface PanZoomInput {
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly scale: number;
  readonly onScale: (scale: number) => void;
  readonly onWhole: () => void;
}

export interface PanZoom {
  readonly zoomIn: () => void;
  readonly zoomOut: () => void;
  /** @returns whether the key was one of the chart's. */
  readonly onKey: (event: KeyboardEvent) => void;
}

/** A point of the chart that stays where it is on the screen while the size changes. */
interface Anchor {
  readonly x: number;
  readonly y: number;
  readonly clientX: number;
  readonly clientY: number;
}

export function usePanZoom({ frame, scale, onScale, onWhole }: PanZoomInput): PanZoom {
  const anchor = useRef<Anchor>(undefined);
  const zoomAt = (factor: number, clientX: number, clientY: number): void => {
    const drawing = frame.current?.querySelector('svg')?.getBoundingClientRect();
    if (!drawing) return;
    const x = (clientX - drawing.left) / scale;
    const y = (clientY - drawing.top) / scale;
    anchor.current = { x, y, clientX, clientY };
    onScale(zoomed(scale, factor));
  };
  useLayoutEffect(() => {
    const held = anchor.current;
    anchor.current = undefined;
    const drawing = frame.current?.querySelector('svg')?.getBoundingClientRect();
    if (!held || !drawing) return;
    frame.current?.scrollBy({
      left: drawing.left + held.x * scale - held.clientX,
      top: drawing.top + held.y * scale - held.clientY,
      behavior: 'instant',
    });
  }, [frame, scale]);
  const zoomAtMiddle = (factor: number): void => {
    const box = frame.current?.getBoundingClientRect();
    if (box) zoomAt(factor, box.left + box.width / 2, box.top + box.height / 2);
  };
  usePointing(frame, zoomAt);
  const zoomIn = () => zoomAtMiddle(STEP);
  const zoomOut = () => zoomAtMiddle(1 / STEP);
  const acts = { in: zoomIn, out: zoomOut, whole: onWhole };
  return {
    zoomIn,
    zoomOut,
    onKey: (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const arrow = ARROWS[event.key];
      const act = KEYS[event.key];
      if (!arrow && !act) return;
      // The page has uses of its own for these keys.
      event.preventDefault();
      if (arrow) frame.current?.scrollBy({ left: arrow[0], top: arrow[1] });
      else acts[act]();
    },
  };
}

type ZoomAt = (factor: number, clientX: number, clientY: number) => void;

/** React listens passively to wheel and touch, so these are set by hand. */
function usePointing(frame: RefObject<HTMLDivElement | null>, zoomAt: ZoomAt): void {
  const latest = useRef(zoomAt);
  useEffect(() => {
    latest.current = zoomAt;
  });
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const zoom: ZoomAt = (...args) => latest.current(...args);
    const stop = new AbortController();
    listenToWheel(element, zoom, stop.signal);
    listenToPinch(element, zoom, stop.signal);
    listenToDrag(element, stop.signal);
    return () => stop.abort();
  }, [frame]);
}

function listenToWheel(element: HTMLElement, zoom: ZoomAt, signal: AbortSignal): void {
  const onWheel = (event: WheelEvent): void => {
    // With Shift the wheel scrolls sideways, as everywhere.
    if (event.shiftKey) return;
    event.preventDefault();
    const rate = event.ctrlKey ? PINCH_RATE : WHEEL_RATE;
    const factor = Math.exp(-event.deltaY * rate);
    zoom(Math.max(0.7, Math.min(1.4, factor)), event.clientX, event.clientY);
  };
  element.addEventListener('wheel', onWheel, { passive: false, signal });
}

function listenToPinch(element: HTMLElement, zoom: ZoomAt, signal: AbortSignal): void {
  let apart = 0;
  const onTouch = (event: TouchEvent): void => {
    const [a, b] = event.touches;
    if (!b) {
      apart = 0;
      return;
    }
    event.preventDefault();
    const now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    if (apart > 0) {
      zoom(now / apart, (a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2);
    }
    apart = now;
  };
  for (const type of ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const) {
    element.addEventListener(type, onTouch, { passive: false, signal });
  }
}

/** With mouse or pen; a finger scrolls by itself. */
function listenToDrag(element: HTMLElement, signal: AbortSignal): void {
  const onDown = (event: PointerEvent): void => {
    if (event.pointerType === 'touch' || event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    element.dataset.dragged = '';
  };
  const onMove = ({ pointerId, movementX, movementY }: PointerEvent): void => {
    if (!element.hasPointerCapture(pointerId)) return;
    element.scrollBy({ left: -movementX, top: -movementY, behavior: 'instant' });
  };
  const onEnd = (): void => {
    delete element.dataset.dragged;
  };
  element.addEventListener('pointerdown', onDown, { signal });
  element.addEventListener('pointermove', onMove, { signal });
  element.addEventListener('lostpointercapture', onEnd, { signal });
}
