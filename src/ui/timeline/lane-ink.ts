/** Colours of lanes: what a bar, a mark or a raster pixel of a component looks like in a theme. */
import type { ComponentKind } from './component-kind';
import { contrast, markRgb, mix, type Palette, type Rgb, writingOn } from './palette';
import type { BarStyle } from './process-bars';
import type { LaneColours } from './raster';
import { COLOUR_OF } from './record-kinds';
import { TAGS } from './state-tags';

/** A pattern beside the colour, so that colour is never the only sign. */
export type Hatch = 'fault' | 'change' | undefined;

export interface BarInk {
  readonly fill: Rgb;
  readonly writing: Rgb;
  readonly hatch: Hatch;
  /** A line around what is too pale for its ground. */
  readonly outline: Rgb | undefined;
  /** What matters less is written lighter. */
  readonly bold: boolean;
}

/** How much of the component's colour a bar has; the rest is the panel's. */
const SHARE: Readonly<Record<BarStyle, number>> = {
  waiting: 0.2,
  working: 0.8,
  failing: 1,
  done: 0.3,
  starting: 0.26,
  running: 0.42,
  terminating: 0.42,
  paused: 0.3,
  exited: 0.7,
  killed: 1,
  held: 0.76,
  unrenewed: 0.42,
  expired: 0.85,
  removed: 0.6,
};
const CHANGING: ReadonlySet<BarStyle> = new Set(['starting', 'terminating', 'paused']);
const QUIET: ReadonlySet<BarStyle> = new Set(['waiting', 'done', 'starting', 'paused']);
/** WCAG 2.2 AA for text of ordinary size. */
const TEXT_CONTRAST = 4.5;

function fillOf(style: BarStyle, own: Rgb, palette: Palette): Rgb {
  if (style === 'failing' || style === 'killed') return palette.fault;
  const colour =
    style === 'unrenewed' || style === 'expired'
      ? palette.lease
      : style === 'paused'
        ? palette.component.node
        : own;
  return mix(palette.panel, colour, SHARE[style]);
}

export class LaneInk {
  readonly palette: Palette;
  readonly #bars = new Map<string, BarInk>();
  readonly #lanes = new Map<ComponentKind, LaneColours>();

  constructor(palette: Palette) {
    this.palette = palette;
  }

  bar(style: BarStyle, component: ComponentKind): BarInk {
    const key = `${style} ${component}`;
    let ink = this.#bars.get(key);
    if (!ink) {
      const fill = fillOf(style, this.palette.component[component], this.palette);
      const quiet = QUIET.has(style);
      const dim = quiet && contrast(fill, this.palette.dim) >= TEXT_CONTRAST;
      const fault = style === 'failing' || style === 'killed';
      const lapsed = style === 'expired';
      const hatch = fault || lapsed ? 'fault' : CHANGING.has(style) ? 'change' : undefined;
      const writing = dim ? this.palette.dim : writingOn(fill);
      const pale = (style === 'unrenewed' || lapsed) && !this.palette.dark;
      const outline = pale ? this.palette.leaseOutline : undefined;
      ink = { fill, writing, hatch, outline, bold: !quiet };
      this.#bars.set(key, ink);
    }
    return ink;
  }

  lane(component: ComponentKind): LaneColours {
    let colours = this.#lanes.get(component);
    if (!colours) {
      const own = this.palette.component[component];
      colours = {
        tags: TAGS.map((tag) => fillOf(tag, own, this.palette)),
        kinds: COLOUR_OF.map((colour) => markRgb(colour, own, this.palette)),
      };
      this.#lanes.set(component, colours);
    }
    return colours;
  }
}
