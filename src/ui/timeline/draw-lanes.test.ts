import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { KIND_NUMBER } from '#trace';
import { PLAIN_AXIS } from './axis';
import { type DrawnLane, drawLane } from './draw-lanes';
import { LaneInk } from './lane-ink';
import type { LanePen } from './lane-pen';
import type { PictureBar, PictureMark } from './lane-picture';
import { readPalette, rgbReader } from './palette';
import { SvgContext } from './picture/svg-context';
import { TextWidths, type Written } from './place-labels';

const theme = readFileSync(new URL('../theme/theme.css', import.meta.url), 'utf8');
const block = theme.slice(theme.indexOf(':root[data-theme="dark"]'));
const token = (name: string) => new RegExp(`${name}: ([^;]+);`).exec(block)?.[1] ?? '';
const reader = rgbReader({ fillStyle: '' } as unknown as CanvasRenderingContext2D);
const ink = new LaneInk(readPalette(token, reader));

/** A lane of 400 px, one px a µs. @returns what was drawn, in order, and where labels stand */
function drawnLane(bars: readonly PictureBar[], marks: readonly PictureMark[], lease: boolean) {
  const context = new SvgContext(undefined as unknown as Document, 'p');
  const written: Written[] = [];
  const pen = {
    context,
    view: { window: { from: 0, to: 400 }, axis: PLAIN_AXIS, width: 400, usPerPx: 1 },
    ink,
    widths: new TextWidths((_, text) => text.length * 6),
    hatches: { fault: null, change: null },
    written,
  } as unknown as LanePen;
  const lane = { component: 'apiserver', lease: lease || undefined };
  const rows = { fuses: [], rasterRow: -1, quietRaster: true };
  drawLane(pen, { lane, top: 0, picture: { bars, marks }, ...rows } as unknown as DrawnLane);
  return { parts: context.markup().match(/<(path|text)[^>]*>/g) ?? [], written };
}

const bar = (style: PictureBar['style'], label: string, from = 0, to = 390) =>
  ({ from, to, style, label, component: 'apiserver', seq: 0 }) as PictureBar;
const markAt = (kind: number) => (time: number) =>
  ({ time, kind, seq: 0, count: 1 }) as PictureMark;
const places = [30, 75, 120, 200, 300];
const leftOf = (part: string) => Number(/d="M([\d.]+)/.exec(part)?.[1]);

it.each([
  ['renewals of a lease', 'held', KIND_NUMBER.lease, true],
  ['quiet marks on a bar', 'running', KIND_NUMBER.message, false],
] as const)('no mark shows among the words of a label: %s', (_, style, kind, lease) => {
  const label = 'held by kube-apiserver-a';
  const { parts, written } = drawnLane([bar(style, label)], places.map(markAt(kind)), lease);
  const [{ left, right }] = written;
  const words = parts.findIndex((part) => part.startsWith('<text'));
  // What hides the marks below the words is drawn last before them.
  const ground = parts[words - 1];
  expect(ground).toContain(`fill="${ink.bar(style, 'apiserver').fill.replace(/ /g, ',')}"`);
  expect(leftOf(ground)).toBeLessThanOrEqual(left - 2);
  const width = Number(/h([\d.]+)v/.exec(ground)?.[1]);
  expect(leftOf(ground) + width).toBeGreaterThanOrEqual(right + 2);
  const after = parts.slice(words + 1).map(leftOf);
  expect(after.every((x) => x > right || x < left - 2)).toBe(true);
  expect(parts.some((part) => leftOf(part) === 300)).toBe(true);
});

it('the word behind the end of a process covers no mark that comes later', () => {
  const ended = bar('killed', 'killed', 100, 100);
  const [late] = [markAt(KIND_NUMBER.fault)(130)];
  expect(drawnLane([ended], [], false).written).toHaveLength(1);
  expect(drawnLane([ended], [late], false).written).toHaveLength(0);
});
