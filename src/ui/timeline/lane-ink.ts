/** Colours of lanes: what a bar, a mark or a raster pixel of a component looks like in a theme. */
import type { ComponentKind } from './component-kind';
import { contrast, css, markRgb, mix, type Palette, type Rgb, writingOn } from './palette';
import type { BarStyle } from './process-bars';
import type { LaneColours } from './raster';
import { COLOUR_OF } from './record-kinds';
import { TAGS } from './state-tags';

/** A pattern beside the colour, so that colour is never the only sign. */
export type Hatch = 'fault' | 'change' | undefined;

/** Colours are ready-made texts: a frame uses them hundreds of times. */
export interface BarInk {
  readonly fill: string;
  readonly writing: string;
  readonly hatch: Hatch;
  /** A line around what is too pale for its ground. */
  readonly outline: string | undefined;
  /** What matters less is written lighter. */
  readonly bold: boolean;
}

export interface MarkInk extends LaneColours {
  /** Colours by number of the mark, and the faint ones of quiet marks. */
  readonly solid: readonly string[];
  readonly faint: readonly string[];
  /** Marks too pale for their ground. */
  readonly outlined: readonly boolean[];
}

/** How solid a quiet mark is, 0 to 1. */
const FAINT = 0.4;

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
  // No more: its text is to be read where time runs down, and below the veil of what is to come.
  held: 0.42,
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
  readonly #bars = new Map<ComponentKind, Partial<Record<BarStyle, BarInk>>>();
  readonly #lanes = new Map<ComponentKind, MarkInk>();

  constructor(palette: Palette) {
    this.palette = palette;
  }

  bar(style: BarStyle, component: ComponentKind): BarInk {
    let styles = this.#bars.get(component);
    if (!styles) {
      styles = {};
      this.#bars.set(component, styles);
    }
    styles[style] ??= this.#mixBar(style, component);
    return styles[style];
  }

  lane(component: ComponentKind): MarkInk {
    let ink = this.#lanes.get(component);
    if (!ink) {
      const { palette } = this;
      const own = palette.component[component];
      const kinds = COLOUR_OF.map((colour) => markRgb(colour, own, palette));
      ink = {
        tags: TAGS.map((tag) => fillOf(tag, own, palette)),
        kinds,
        solid: kinds.map((colour) => css(colour)),
        faint: kinds.map((colour) => css(colour, FAINT)),
        outlined: kinds.map((colour) => colour === palette.lease && !palette.dark),
      };
      this.#lanes.set(component, ink);
    }
    return ink;
  }

  #mixBar(style: BarStyle, component: ComponentKind): BarInk {
    const { palette } = this;
    const fill = fillOf(style, palette.component[component], palette);
    const quiet = QUIET.has(style);
    const dim = quiet && contrast(fill, palette.dim) >= TEXT_CONTRAST;
    const broken = style === 'failing' || style === 'killed' || style === 'expired';
    const pale = (style === 'unrenewed' || style === 'expired') && !palette.dark;
    return {
      fill: css(fill),
      writing: css(dim ? palette.dim : writingOn(fill)),
      hatch: broken ? 'fault' : CHANGING.has(style) ? 'change' : undefined,
      outline: pale ? css(palette.leaseOutline, 0.6) : undefined,
      bold: !quiet,
    };
  }
}
