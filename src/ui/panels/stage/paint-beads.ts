/** Draws beads onto the canvas above the picture. Each kind has its own shape beside its colour. */
import { COUNT_FROM, type Counter, counterText, mergeCounters } from './bead-counters';
import type { Bead, Carry } from './beads';
import { type Curve, directionAt, type Point, pointAt } from './geometry';
import type { DrawnLink, Scene } from './scene';
import { linkKey } from './stage-history';

export type BeadColours = Readonly<Record<Carry | 'outline' | 'text', string>>;

/** Beads keep to the right of their way, so that question and answer do not collide, px. */
const LANE = 3.2;
/** With more beads than this their tails are left out. */
const TAILS_MAX = 60;
const TAIL_STEPS = 7;

/** Colours of the theme, read from the element the canvas is in. */
export function beadColours(element: Element): BeadColours {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  return {
    read: colour('--c-apiserver'),
    write: colour('--c-etcd'),
    watch: colour('--c-scheduler'),
    lease: colour('--c-lease'),
    error: colour('--c-fault'),
    outline: colour('--c-lease-outline'),
    text: colour('--c-text'),
  };
}

export interface BeadCanvas {
  readonly context: CanvasRenderingContext2D;
  readonly colours: BeadColours;
  /** Device pixels a CSS pixel. */
  readonly ratio: number;
  readonly still: boolean;
}

export function paintBeads(canvas: BeadCanvas, scene: Scene, beads: readonly Bead[]): void {
  const { context, ratio } = canvas;
  const { width, height } = scene.frame.size;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  const links = linksByPair(scene);
  const tails = beads.length <= TAILS_MAX && !canvas.still;
  const counters: Counter[] = [];
  for (const bead of beads) {
    const drawn = links.get(linkKey(bead.link.client, bead.link.server));
    if (!drawn) continue;
    const mark = { bead, curve: curveOf(drawn, bead), unit: scene.unit, tails };
    paintBead(canvas, mark);
    if (bead.count >= COUNT_FROM) counters.push(counterOf(mark));
  }
  context.globalAlpha = 1;
  paintCounters(canvas, mergeCounters(counters));
}

const pairs = new WeakMap<Scene, Map<string, DrawnLink>>();

function linksByPair(scene: Scene): Map<string, DrawnLink> {
  const known = pairs.get(scene);
  if (known) return known;
  const links = new Map(
    scene.links.flatMap((drawn) =>
      drawn.links.map(({ client, server }) => [linkKey(client, server), drawn] as const),
    ),
  );
  pairs.set(scene, links);
  return links;
}

/** The curve in the direction of travel. */
function curveOf(drawn: DrawnLink, { link, forward }: Bead): Curve {
  const along = drawn.client.members.some(({ name }) => name === link.client) === forward;
  const { from, control, to } = drawn.curve;
  return along ? drawn.curve : { from: to, control, to: from };
}

interface BeadMark {
  readonly bead: Bead;
  readonly curve: Curve;
  readonly unit: number;
  readonly tails: boolean;
}

function paintBead(canvas: BeadCanvas, { bead, curve, unit, tails }: BeadMark): void {
  const { context, colours } = canvas;
  const at = laneAt(curve, bead.progress);
  const size = sizeOf(bead, unit);
  context.fillStyle = colours[bead.carry];
  context.strokeStyle = colours[bead.carry];
  if (tails && bead.progress > 0.02) paintTail(context, curve, bead, size);
  context.globalAlpha = bead.alpha;
  if (canvas.still) paintWay(context, curve);
  const towards = directionAt(curve, bead.progress);
  paintShape(canvas, bead, at, { size, towards });
  if (bead.lost) paintBreak(canvas, at, size);
}

function sizeOf({ answer, count }: Bead, unit: number): number {
  const size = (answer ? 2.6 : 3.8) + Math.min(3, Math.log2(count) * 0.7);
  return size * Math.min(1.25, Math.max(0.85, unit));
}

function laneAt(curve: Curve, progress: number): Point {
  const { x, y } = pointAt(curve, progress);
  const direction = directionAt(curve, progress);
  return { x: x - direction.y * LANE, y: y + direction.x * LANE };
}

function paintTail(
  context: CanvasRenderingContext2D,
  curve: Curve,
  { progress, alpha, answer }: Bead,
  size: number,
): void {
  const length = answer ? 0.14 : 0.2;
  for (let step = TAIL_STEPS; step > 0; step -= 1) {
    const share = step / TAIL_STEPS;
    const behind = progress - length * share;
    if (behind < 0) continue;
    const { x, y } = laneAt(curve, behind);
    context.globalAlpha = alpha * 0.34 * (1 - share);
    context.beginPath();
    context.arc(x, y, size * (1 - share * 0.7), 0, 2 * Math.PI);
    context.fill();
  }
}

/** At rest the whole way is marked, so that a bead tells where it comes from and where it goes. */
function paintWay(context: CanvasRenderingContext2D, curve: Curve): void {
  const [from, to] = [laneAt(curve, 0), laneAt(curve, 1)];
  const control = laneAt(curve, 0.5);
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(from.x, from.y);
  context.quadraticCurveTo(control.x, control.y, to.x, to.y);
  context.stroke();
}

interface ShapePlace {
  readonly size: number;
  readonly towards: Point;
}

function paintShape(
  { context, colours }: BeadCanvas,
  { carry, answer }: Bead,
  { x, y }: Point,
  { size, towards }: ShapePlace,
): void {
  context.beginPath();
  if (carry === 'lease') tracePolygon(context, { x, y }, diamond(size * 1.35));
  else if (carry === 'watch') tracePolygon(context, { x, y }, arrow(size * 1.4, towards));
  else context.arc(x, y, size, 0, 2 * Math.PI);
  if (carry === 'read' && !answer) {
    context.lineWidth = 1.8;
    context.stroke();
    return;
  }
  context.fill();
  context.lineWidth = 1;
  context.strokeStyle = colours.outline;
  context.stroke();
  if (carry === 'error')
    paintCross(context, { x, y }, { size: size * 0.55, colour: colours.outline });
}

function diamond(size: number): Point[] {
  return [
    { x: 0, y: -size },
    { x: size, y: 0 },
    { x: 0, y: size },
    { x: -size, y: 0 },
  ];
}

function arrow(size: number, { x, y }: Point): Point[] {
  const at = (along: number, aside: number) => ({
    x: x * along - y * aside,
    y: y * along + x * aside,
  });
  return [
    at(size, 0),
    at(-size * 0.7, size * 0.8),
    at(-size * 0.25, 0),
    at(-size * 0.7, -size * 0.8),
  ];
}

function tracePolygon(
  context: CanvasRenderingContext2D,
  { x, y }: Point,
  corners: readonly Point[],
): void {
  corners.forEach((corner, index) => {
    if (index === 0) context.moveTo(x + corner.x, y + corner.y);
    else context.lineTo(x + corner.x, y + corner.y);
  });
  context.closePath();
}

function paintCross(
  context: CanvasRenderingContext2D,
  { x, y }: Point,
  { size, colour }: { size: number; colour: string },
): void {
  context.strokeStyle = colour;
  context.lineWidth = 1.6;
  context.beginPath();
  context.moveTo(x - size, y - size);
  context.lineTo(x + size, y + size);
  context.moveTo(x + size, y - size);
  context.lineTo(x - size, y + size);
  context.stroke();
}

/** Where a lost message broke off: a red cross beside what is left of it. */
function paintBreak({ context, colours }: BeadCanvas, at: Point, size: number): void {
  paintCross(context, at, { size: size * 1.5, colour: colours.error });
}

/** How many messages a bead stands for, beside its lane and away from the link. */
function counterOf({ bead, curve, unit }: BeadMark): Counter {
  const { x, y } = laneAt(curve, bead.progress);
  const towards = directionAt(curve, bead.progress);
  const aside = sizeOf(bead, unit) + 8;
  return { x: x - towards.y * aside, y: y + towards.x * aside, count: bead.count };
}

function paintCounters({ context, colours }: BeadCanvas, counters: readonly Counter[]): void {
  context.fillStyle = colours.text;
  context.font = '9px monospace';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const counter of counters) context.fillText(counterText(counter), counter.x, counter.y);
}
