/** The theme's colours as numbers that a canvas can mix. Read from custom properties only. */
import type { ComponentKind } from './component-kind';
import type { MarkColour } from './record-kinds';

/** Red, green, blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

export interface Palette {
  readonly panel: Rgb;
  readonly sunken: Rgb;
  readonly raised: Rgb;
  readonly line: Rgb;
  readonly text: Rgb;
  readonly dim: Rgb;
  readonly accent: Rgb;
  readonly lease: Rgb;
  readonly leaseText: Rgb;
  readonly leaseOutline: Rgb;
  readonly fault: Rgb;
  readonly faultText: Rgb;
  readonly good: Rgb;
  readonly component: Readonly<Record<ComponentKind, Rgb>>;
  /** Whether the panel is darker than its text. */
  readonly dark: boolean;
  readonly fontText: string;
  readonly fontMono: string;
}

/** Finds the value of a custom property; '' when there is none. */
export type ReadProperty = (name: string) => string;

export function readPalette(read: ReadProperty, toRgb: (colour: string) => Rgb): Palette {
  const get = (name: string): Rgb => toRgb(read(`--c-${name}`));
  const panel = get('panel');
  const text = get('text');
  const node = get('node');
  return {
    panel,
    sunken: get('panel-2'),
    raised: get('raised'),
    line: get('line'),
    text,
    dim: get('text-dim'),
    accent: get('accent'),
    lease: get('lease'),
    leaseText: get('lease-text'),
    leaseOutline: get('lease-outline'),
    fault: get('fault'),
    faultText: get('fault-text'),
    good: get('good'),
    component: {
      scenario: get('fault'),
      apiserver: get('apiserver'),
      lease: get('lease'),
      kcm: get('kcm'),
      scheduler: get('scheduler'),
      etcd: get('etcd'),
      node,
      client: node,
      simulation: node,
    },
    dark: luminance(panel) < luminance(text),
    fontText: read('--font-text') || 'sans-serif',
    fontMono: read('--font-mono') || 'monospace',
  };
}

export function markRgb(colour: MarkColour, lane: Rgb, palette: Palette): Rgb {
  switch (colour) {
    case 'lane':
      return lane;
    case 'queue':
      return palette.component.kcm;
    case 'event':
      return palette.component.scheduler;
    case 'node':
      return palette.component.node;
    default:
      return palette[colour];
  }
}

/** `part` 0 gives `a`, 1 gives `b`. */
export function mix(a: Rgb, b: Rgb, part: number): Rgb {
  const channel = (index: 0 | 1 | 2): number => Math.round(a[index] + (b[index] - a[index]) * part);
  return [channel(0), channel(1), channel(2)];
}

export function css([r, g, b]: Rgb, alpha = 1): string {
  return alpha === 1 ? `rgb(${r} ${g} ${b})` : `rgb(${r} ${g} ${b} / ${alpha})`;
}

/** A pixel of image data on a little-endian machine, which all that run browsers are. */
export function pack([r, g, b]: Rgb, alpha = 255): number {
  return ((alpha << 24) | (b << 16) | (g << 8) | r) >>> 0;
}

/** Relative luminance, 0 to 1 (WCAG 2.2). */
export function luminance(colour: Rgb): number {
  const [r, g, b] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(a: Rgb, b: Rgb): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const INK: Rgb = [10, 14, 26];
const PAPER: Rgb = [255, 255, 255];

/** Dark or light writing, whichever can be read better on a colour. */
export function writingOn(ground: Rgb): Rgb {
  return contrast(ground, INK) >= contrast(ground, PAPER) ? INK : PAPER;
}

/** Reads any colour of the page, also system colours, by letting a canvas name it. */
export function rgbReader(context: CanvasRenderingContext2D): (colour: string) => Rgb {
  return (colour) => {
    context.fillStyle = '#808080';
    if (colour !== '') context.fillStyle = colour;
    const named = String(context.fillStyle);
    if (named.startsWith('#')) {
      const value = Number.parseInt(named.slice(1, 7), 16);
      return [value >> 16, (value >> 8) & 255, value & 255];
    }
    const [r = 0, g = 0, b = 0] = (named.match(/[\d.]+/g) ?? []).map(Number);
    return [r, g, b];
  };
}
