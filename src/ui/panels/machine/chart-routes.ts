/**
 * Draws the edges that dagre has placed: straight through the row of each box or label that they
 * pass, bent only between rows, so that no line can lie on a box. Pure.
 */
import type { EdgeLabel } from '@dagrejs/dagre';

export interface Rect {
  /** Top left corner, px. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** One edge as it was given to dagre. */
export interface Way {
  readonly start: string;
  readonly end: string;
  readonly name: string;
  /** Boxes round its ends at whose border it really begins or ends. */
  readonly cutStart: string | undefined;
  readonly cutEnd: string | undefined;
}

export interface Route {
  /** SVG path data. */
  readonly path: string;
  readonly begin: Point;
  readonly finish: Point;
  /** Room of the label. */
  readonly label: Rect;
}

type PlacedWay = Way & { readonly edge: EdgeLabel };
type Rects = ReadonlyMap<string, Rect>;

/** Between two ends at one side of a box, px, when there is room. */
const PORT_PX = 14;
/** How far a loop stands out of its box, px. */
export const LOOP_PX = 15;

export function routesOf(
  ways: readonly PlacedWay[],
  rects: Rects,
  turn: boolean,
): readonly Route[] {
  const rows = rowsOf(ways, rects);
  const ports = portsOf(ways, rects);
  return ways.map((way, place) => {
    const label = labelRect(way.edge);
    const loop = way.start === way.end;
    const points = loop
      ? loopPoints(rectOf(rects, way.start))
      : cut(runs(way, { rows, ends: ports[place], rects }), way, rects);
    const room = loop ? beside(label, rectOf(rects, way.start)) : label;
    const drawn = turn ? points.map(swapped) : points;
    return {
      path: loop ? loopPath(drawn) : pathOf(drawn, turn),
      begin: drawn[0],
      finish: drawn[drawn.length - 1],
      label: turn ? transposed(room) : room,
    };
  });
}

export function transposed({ x, y, width, height }: Rect): Rect {
  return { x: y, y: x, width: height, height: width };
}

const swapped = ({ x, y }: Point): Point => ({ x: y, y: x });
const rectOf = (rects: Rects, id: string): Rect => rects.get(id) as Rect;
const middleX = ({ x, width }: Rect): number => x + width / 2;
const rowKey = (y: number): number => Math.round(y * 8);

function labelRect({ x = 0, y = 0, width = 0, height = 0 }: EdgeLabel): Rect {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/** Half the height of each row, by its middle: dagre centres all that stands in a row. */
function rowsOf(ways: readonly PlacedWay[], rects: Rects): ReadonlyMap<number, number> {
  const rows = new Map<number, number>();
  const ids = new Set(ways.flatMap(({ start, end }) => [start, end]));
  const labels = ways.map(({ edge }) => labelRect(edge));
  for (const { y, height } of [...[...ids].map((id) => rectOf(rects, id)), ...labels]) {
    const key = rowKey(y + height / 2);
    rows.set(key, Math.max(rows.get(key) ?? 0, height / 2));
  }
  return rows;
}

interface Ends {
  readonly from: number;
  readonly to: number;
}

/** Spreads the ends at each side of a box, in the order of where they come from. */
function portsOf(ways: readonly PlacedWay[], rects: Rects): readonly Ends[] {
  const sides = new Map<string, { place: number; end: 'from' | 'to'; toX: number }[]>();
  for (const [place, { start, end, edge }] of ways.entries()) {
    const points = edge.points ?? [];
    if (start === end || points.length < 2) continue;
    const next = points[1];
    const before = points[points.length - 2];
    const add = (id: string, toward: Point, which: 'from' | 'to'): void => {
      const rect = rectOf(rects, id);
      const side = `${id} ${toward.y > rect.y + rect.height / 2 ? 'below' : 'above'}`;
      const known = sides.get(side) ?? [];
      sides.set(side, [...known, { place, end: which, toX: toward.x }]);
    };
    add(start, next, 'from');
    add(end, before, 'to');
  }
  const ports = ways.map(() => ({ from: 0, to: 0 }));
  for (const [side, ends] of sides) {
    const rect = rectOf(rects, side.slice(0, side.lastIndexOf(' ')));
    const step = Math.min(PORT_PX, (rect.width - 16) / ends.length);
    const sorted = [...ends].sort((a, b) => a.toX - b.toX || a.place - b.place);
    for (const [index, { place, end }] of sorted.entries()) {
      ports[place][end] = middleX(rect) + (index - (sorted.length - 1) / 2) * step;
    }
  }
  return ports;
}

interface RunInput {
  readonly rows: ReadonlyMap<number, number>;
  readonly ends: Ends;
  readonly rects: Rects;
}

/** The corners of an edge: for each row that it passes, where it enters and where it leaves. */
function runs({ start, end, edge }: PlacedWay, { rows, ends, rects }: RunInput): readonly Point[] {
  const points = edge.points ?? [];
  const between = points.slice(1, -1);
  const down = points[points.length - 1].y > points[0].y;
  const from = rectOf(rects, start);
  const to = rectOf(rects, end);
  const first = { x: ends.from, y: down ? from.y + from.height : from.y };
  const last = { x: ends.to, y: down ? to.y : to.y + to.height };
  const rowOfFrom = rows.get(rowKey(from.y + from.height / 2)) ?? 0;
  const rowOfTo = rows.get(rowKey(to.y + to.height / 2)) ?? 0;
  const sign = down ? 1 : -1;
  const middle = between.flatMap(({ x, y }) => {
    const half = rows.get(rowKey(y)) ?? 0;
    return half === 0
      ? [{ x, y }]
      : [
          { x, y: y - sign * half },
          { x, y: y + sign * half },
        ];
  });
  return [
    first,
    { x: first.x, y: from.y + from.height / 2 + sign * rowOfFrom },
    ...middle,
    { x: last.x, y: to.y + to.height / 2 - sign * rowOfTo },
    last,
  ].filter(
    ({ x, y }, index, all) => index === 0 || x !== all[index - 1].x || y !== all[index - 1].y,
  );
}

/** Takes away what lies inside the boxes at whose border the edge begins and ends. */
function cut(points: readonly Point[], { cutStart, cutEnd }: Way, rects: Rects): readonly Point[] {
  const tail = cutStart === undefined ? points : outOf(points, rectOf(rects, cutStart));
  if (cutEnd === undefined) return tail;
  return [...outOf([...tail].reverse(), rectOf(rects, cutEnd))].reverse();
}

/** What follows after the points have left the box for the last time. */
function outOf(points: readonly Point[], box: Rect): readonly Point[] {
  const bottom = box.y + box.height;
  const within = ({ x, y }: Point): boolean =>
    x >= box.x - 0.5 && x <= box.x + box.width + 0.5 && y >= box.y - 0.5 && y <= bottom + 0.5;
  let last = 0;
  for (const [index, point] of points.entries()) if (within(point)) last = index;
  const a = points[last];
  const b = points[last + 1];
  if (!b) return points.slice(last - 1);
  const y = b.y > a.y ? bottom : box.y;
  const part = b.y === a.y ? 0 : (y - a.y) / (b.y - a.y);
  return [{ x: a.x + (b.x - a.x) * Math.max(0, Math.min(1, part)), y }, ...points.slice(last + 1)];
}

/** Upright lines as they are, slanted ones as a bend that begins and ends upright. */
function pathOf(points: readonly Point[], turn: boolean): string {
  const [first, ...rest] = points.map(({ x, y }) => ({ x: round(x), y: round(y) }));
  let path = `M${first.x},${first.y}`;
  let at = first;
  for (const { x, y } of rest) {
    if (x === at.x || y === at.y) path += `L${x},${y}`;
    else if (turn)
      path += `C${round((at.x + x) / 2)},${at.y} ${round((at.x + x) / 2)},${y} ${x},${y}`;
    else path += `C${at.x},${round((at.y + y) / 2)} ${x},${round((at.y + y) / 2)} ${x},${y}`;
    at = { x, y };
  }
  return path;
}

/** Out of the right side and back into it. */
function loopPoints({ x, y, width, height }: Rect): readonly Point[] {
  const right = x + width;
  return [
    { x: right, y: y + height * 0.28 },
    { x: right + LOOP_PX, y: y + height * 0.1 },
    { x: right + LOOP_PX, y: y + height * 0.9 },
    { x: right, y: y + height * 0.72 },
  ];
}

function loopPath(points: readonly Point[]): string {
  const [a, b, c, d] = points.map(({ x, y }) => `${round(x)},${round(y)}`);
  return `M${a}C${b} ${c} ${d}`;
}

/** The label of a loop stands where the loop ends. */
function beside(label: Rect, box: Rect): Rect {
  return { ...label, x: Math.max(label.x, box.x + box.width + LOOP_PX) };
}

const round = (n: number): number => Math.round(n * 10) / 10;
