/**
 * Mouse, pen and touch on the timeline. A press on the axis or the playhead moves the playhead, a
 * press on the lanes moves the picture, a press that does not move selects; two fingers zoom.
 */
import { seek } from '../playback';
import { showStretch, zoom } from './acts';
import { timeAt, xOf } from './frame-view';
import { stopGlide } from './glide';
import { type Hit, hitLane, laneAt } from './hit';
import type { LaneContents } from './lane-contents';
import { AXIS_HEIGHT } from './lanes';
import type { TimelineModel } from './timeline-model';
import { lengthOf, panWindow, type TimeWindow, zoomWindow } from './window';

/** A press that moves less than this, px, is a click. */
const CLICK_PX = 4;
/** How far from the playhead's line a press still takes it, px. */
const PLAYHEAD_PX = 4;
/** A bar this wide, px, is worth filling the window with on a double click. */
const FITTED_BAR_PX = 16;
/** Zoom per unit of a wheel, and of a pinch on a touch pad, which counts in small units. */
const WHEEL_ZOOM = 0.0016;
const PINCH_ZOOM = 0.012;
/** A wheel that counts in lines: px a line. */
const LINE_PX = 16;

type Drag =
  | { readonly kind: 'scrub' }
  | {
      readonly kind: 'move';
      readonly window: TimeWindow;
      readonly scrollTop: number;
      readonly x: number;
      readonly y: number;
      moved: boolean;
    }
  | {
      readonly kind: 'pinch';
      readonly window: TimeWindow;
      readonly gap: number;
      readonly x: number;
    };

interface Place {
  readonly x: number;
  readonly y: number;
}

export class Pointing {
  readonly #model: TimelineModel;
  readonly #contents: LaneContents;
  readonly #element: HTMLElement;
  readonly #pressed = new Map<number, Place>();
  #drag: Drag | undefined;

  constructor(model: TimelineModel, contents: LaneContents, element: HTMLElement) {
    this.#model = model;
    this.#contents = contents;
    this.#element = element;
  }

  /** Listens until the returned function is called. */
  listen(): () => void {
    const ends = new AbortController();
    const { signal } = ends;
    const element = this.#element;
    element.addEventListener('pointerdown', (event) => this.#down(event), { signal });
    element.addEventListener('pointermove', (event) => this.#move(event), { signal });
    element.addEventListener('pointerup', (event) => this.#up(event), { signal });
    element.addEventListener('pointercancel', (event) => this.#cancel(event), { signal });
    element.addEventListener('pointerleave', () => this.#leave(), { signal });
    element.addEventListener('dblclick', (event) => this.#double(event), { signal });
    element.addEventListener('wheel', (event) => this.#wheel(event), { signal, passive: false });
    return () => ends.abort();
  }

  #placeOf(event: MouseEvent): Place {
    const box = this.#element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0) return;
    const place = this.#placeOf(event);
    this.#element.setPointerCapture(event.pointerId);
    this.#pressed.set(event.pointerId, place);
    stopGlide(this.#model.orrery);
    if (this.#pressed.size === 2) {
      this.#startPinch();
      return;
    }
    if (place.y < AXIS_HEIGHT || this.#onPlayhead(place)) {
      this.#drag = { kind: 'scrub' };
      this.#scrub(place.x);
    } else {
      const { window, lanes } = this.#model;
      const { scrollTop } = lanes.getState();
      this.#drag = { kind: 'move', window, scrollTop, ...place, moved: false };
    }
    this.#setCursor(place);
  }

  #move(event: PointerEvent): void {
    const place = this.#placeOf(event);
    if (this.#pressed.has(event.pointerId)) this.#pressed.set(event.pointerId, place);
    const drag = this.#drag;
    if (drag?.kind === 'scrub') this.#scrub(place.x);
    else if (drag?.kind === 'move') this.#pan(drag, place);
    else if (drag?.kind === 'pinch') this.#pinch(drag);
    else this.#hover(place);
    this.#setCursor(place);
  }

  #up(event: PointerEvent): void {
    const place = this.#placeOf(event);
    const drag = this.#drag;
    this.#cancel(event);
    if (drag?.kind === 'move' && !drag.moved) this.#click(place);
    if (event.pointerType === 'touch') this.#leave();
    this.#setCursor(place);
  }

  #cancel(event: PointerEvent): void {
    this.#pressed.delete(event.pointerId);
    this.#drag = undefined;
  }

  #leave(): void {
    if (this.#drag) return;
    this.#model.pointer.setState(undefined, true);
    this.#model.orrery.selection.setState({ hovered: undefined });
  }

  #onPlayhead({ x }: Place): boolean {
    const { time } = this.#model.orrery.playback.getState();
    return Math.abs(xOf(this.#model.view(), time) - x) <= PLAYHEAD_PX;
  }

  #scrub(x: number): void {
    const view = this.#model.view();
    seek(this.#model.orrery, timeAt(view, Math.max(0, Math.min(view.width, x))));
  }

  #pan(drag: Drag & { kind: 'move' }, { x, y }: Place): void {
    if (!drag.moved && Math.hypot(x - drag.x, y - drag.y) < CLICK_PX) return;
    drag.moved = true;
    this.#model.pointer.setState(undefined, true);
    const part = (drag.x - x) / this.#model.size.width;
    this.#model.setWindow(
      this.#model.moved(drag.window, (shown, end) => panWindow(shown, part, end)),
    );
    this.#model.scrollTo(drag.scrollTop + drag.y - y);
  }

  #startPinch(): void {
    const [a, b] = [...this.#pressed.values()];
    const { window } = this.#model;
    this.#drag = { kind: 'pinch', window, gap: Math.abs(a.x - b.x), x: (a.x + b.x) / 2 };
  }

  /** What was under the middle of two fingers stays there; their distance sets the zoom. */
  #pinch({ window, gap, x }: Drag & { kind: 'pinch' }): void {
    const [a, b] = [...this.#pressed.values()];
    if (!a || !b) return;
    const { size } = this.#model;
    const factor = Math.max(1, gap) / Math.max(1, Math.abs(a.x - b.x));
    const shift = (x - (a.x + b.x) / 2) / size.width;
    const moved = this.#model.moved(window, (shown, end) => {
      const at = shown.from + (x / size.width) * lengthOf(shown);
      return panWindow(zoomWindow(shown, factor, at, end), shift, end);
    });
    this.#model.setWindow(moved);
  }

  #hitAt({ x, y }: Place): Hit | undefined {
    const view = this.#model.view();
    const { layout, scrollTop } = this.#model.lanes.getState();
    const lane = laneAt(layout, scrollTop, view, y - AXIS_HEIGHT);
    if (!lane) return undefined;
    const bars = this.#contents.barsOf(view, lane);
    return hitLane({ feed: this.#model.feed, view, lane, x, bars });
  }

  #hover(place: Place): void {
    const hit = this.#hitAt(place);
    this.#model.pointer.setState({ ...place, hit }, true);
    const { hovered } = this.#model.orrery.selection.getState();
    if (hovered !== hit?.seq) this.#model.orrery.selection.setState({ hovered: hit?.seq });
  }

  #click(place: Place): void {
    const hit = this.#hitAt(place);
    if (hit?.seq !== undefined) this.#model.choose({ kind: 'record', seq: hit.seq });
    else if (hit?.lane.node) this.#model.choose({ kind: 'actor', path: hit.lane.node.path });
  }

  /** Fills the window with the bar under the pointer, or zooms in there. */
  #double(event: MouseEvent): void {
    const place = this.#placeOf(event);
    if (place.y < AXIS_HEIGHT) return;
    const view = this.#model.view();
    const bar = this.#hitAt(place)?.bar;
    const to = bar ? (bar.to ?? view.reached) : 0;
    const wide = bar !== undefined && (to - bar.from) / view.usPerPx >= FITTED_BAR_PX;
    const inside = wide && bar.from > view.window.from && to < view.window.to;
    if (inside) showStretch(this.#model.orrery, bar.from, to);
    else zoom(this.#model.orrery, 1, timeAt(view, place.x));
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const { orrery, size } = this.#model;
    stopGlide(orrery);
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1;
    const [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
    const model = this.#model;
    if (event.shiftKey || Math.abs(dx) > Math.abs(dy)) {
      const by = Math.abs(dx) > Math.abs(dy) ? dx : dy;
      const part = by / size.width;
      model.setWindow(model.moved(model.window, (shown, end) => panWindow(shown, part, end)));
      return;
    }
    const at = model.axis.of(timeAt(model.view(), this.#placeOf(event).x));
    const factor = Math.exp(dy * (event.ctrlKey ? PINCH_ZOOM : WHEEL_ZOOM));
    model.setWindow(model.moved(model.window, (shown, end) => zoomWindow(shown, factor, at, end)));
  }

  #setCursor(place: Place): void {
    const dragging = this.#drag?.kind === 'move' && this.#drag.moved;
    const scrubbing = this.#drag?.kind === 'scrub' || this.#onPlayhead(place);
    const hit = this.#model.pointer.getState()?.hit;
    const over = hit?.seq !== undefined ? 'pointer' : 'grab';
    const onAxis = place.y < AXIS_HEIGHT ? 'pointer' : over;
    this.#element.style.cursor = dragging ? 'grabbing' : scrubbing ? 'ew-resize' : onAxis;
  }
}
