/** The minimap under the pointer: drag the window, its ends, or press outside to bring it there. */
import { stopGlide } from './glide';
import type { TimelineModel } from './timeline-model';
import { centreWindow, clampWindow, SHORTEST_WINDOW, type TimeWindow, zoomWindow } from './window';

/** How far from an end of the window a press still takes it, px. */
const HANDLE_PX = 7;
const WHEEL_ZOOM = 0.0016;

export type Grip = 'from' | 'to' | 'whole' | 'outside';

/** What a press at `x` px takes hold of. A window too narrow for its ends is moved as a whole. */
export function gripAt(window: TimeWindow, end: number, width: number, x: number): Grip {
  const left = (window.from / end) * width;
  const right = (window.to / end) * width;
  const roomy = right - left > 3 * HANDLE_PX;
  if (Math.abs(x - left) <= HANDLE_PX && (roomy || x < left)) return 'from';
  if (Math.abs(x - right) <= HANDLE_PX && (roomy || x > right)) return 'to';
  return x > left && x < right ? 'whole' : 'outside';
}

/** The window after its grip was dragged by a stretch of time. */
export function dragGrip(window: TimeWindow, grip: Grip, by: number, end: number): TimeWindow {
  const { from, to } = window;
  if (grip === 'from') {
    return clampWindow({ from: Math.max(0, Math.min(from + by, to - SHORTEST_WINDOW)), to }, end);
  }
  if (grip === 'to') {
    return clampWindow({ from, to: Math.min(end, Math.max(to + by, from + SHORTEST_WINDOW)) }, end);
  }
  return clampWindow({ from: from + by, to: to + by }, end);
}

/** Listens until the returned function is called. */
export function listenOnMinimap(model: TimelineModel, element: HTMLElement): () => void {
  const ends = new AbortController();
  const { signal } = ends;
  let held: { readonly grip: Grip; readonly x: number; readonly window: TimeWindow } | undefined;
  const xOf = (event: MouseEvent) => event.clientX - element.getBoundingClientRect().left;
  const timePerPx = () => model.end / model.size.width;
  const onDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    stopGlide(model.orrery);
    const x = xOf(event);
    let grip = gripAt(model.window, model.end, model.size.width, x);
    if (grip === 'outside') {
      model.setWindow(centreWindow(model.window, x * timePerPx(), model.end));
      grip = 'whole';
    }
    held = { grip, x, window: model.window };
  };
  const onMove = (event: PointerEvent): void => {
    const x = xOf(event);
    const grip = held?.grip ?? gripAt(model.window, model.end, model.size.width, x);
    const moving = held ? 'grabbing' : 'grab';
    element.style.cursor = grip === 'outside' ? 'pointer' : grip === 'whole' ? moving : 'ew-resize';
    if (!held) return;
    model.setWindow(dragGrip(held.window, held.grip, (x - held.x) * timePerPx(), model.end));
  };
  const onUp = (): void => {
    held = undefined;
  };
  const onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    const factor = Math.exp(event.deltaY * WHEEL_ZOOM);
    model.setWindow(zoomWindow(model.window, factor, xOf(event) * timePerPx(), model.end));
  };
  element.addEventListener('pointerdown', onDown, { signal });
  element.addEventListener('pointermove', onMove, { signal });
  element.addEventListener('pointerup', onUp, { signal });
  element.addEventListener('pointercancel', onUp, { signal });
  element.addEventListener('wheel', onWheel, { signal, passive: false });
  return () => ends.abort();
}
