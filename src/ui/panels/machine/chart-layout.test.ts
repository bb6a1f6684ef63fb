/** For every machine of the catalogue, in both directions: the chart can be read. */
import { describe, expect, it } from 'vitest';
import { catalogue } from '#session';
import { chartGraph, isAnyState } from './chart-graph';
import { type ChartBox, type ChartLayout, layoutChart } from './chart-layout';
import type { Point, Rect } from './chart-routes';
import { fitScale, LEAST_BARE } from './chart-view';

const CASES = catalogue()
  .machines.flatMap(({ id, root }) => [
    { id, direction: 'down' as const, labelled: true, root },
    { id, direction: 'right' as const, labelled: true, root },
    { id, direction: 'down' as const, labelled: false, root },
    { id, direction: 'right' as const, labelled: false, root },
  ])
  .map((one) => ({ ...one, layout: layoutChart(one.root, one.direction, one.labelled) }));

/** Rounding of drawn coordinates, px. */
const SLACK = 0.2;

const overlap = (a: Rect, b: Rect): boolean =>
  a.x + SLACK < b.x + b.width &&
  b.x + SLACK < a.x + a.width &&
  a.y + SLACK < b.y + b.height &&
  b.y + SLACK < a.y + a.height;

const within = (a: Rect, b: Rect): boolean =>
  a.x >= b.x - SLACK &&
  a.y >= b.y - SLACK &&
  a.x + a.width <= b.x + b.width + SLACK &&
  a.y + a.height <= b.y + b.height + SLACK;

const onBorder = ({ x, y }: Point, box: Rect): boolean => {
  const right = box.x + box.width;
  const bottom = box.y + box.height;
  const near = (a: number, b: number) => Math.abs(a - b) <= SLACK;
  const beside = x >= box.x - SLACK && x <= right + SLACK;
  const level = y >= box.y - SLACK && y <= bottom + SLACK;
  return (
    (beside && (near(y, box.y) || near(y, bottom))) || (level && (near(x, box.x) || near(x, right)))
  );
};

/** What must keep clear of each other: boxes that hold none, and the names of those that do. */
const solid = ({ boxes }: ChartLayout): readonly (Rect & { readonly path: string })[] =>
  boxes.map((box) => ({ ...(box.title ?? box), path: box.path }));

const pairs = <T>(items: readonly T[]): readonly (readonly [T, T])[] =>
  items.flatMap((a, place) => items.slice(place + 1).map((b) => [a, b] as const));

/** Points along SVG path data made of M, L and C with absolute numbers. */
function pointsAlong(path: string): readonly Point[] {
  const points: Point[] = [];
  for (const [, command, rest] of path.matchAll(/([MLC])([^MLC]*)/g)) {
    const numbers = rest.split(/[ ,]/).map(Number);
    const last = points.at(-1);
    if (command === 'M' || !last) points.push({ x: numbers[0], y: numbers[1] });
    else {
      const [a, b, c, d, e, f] =
        command === 'C' ? numbers : [last.x, last.y, numbers[0], numbers[1], ...numbers];
      for (let step = 1; step <= 24; step += 1) {
        const t = step / 24;
        const mix = (p: number, q: number, r: number, s: number) =>
          (1 - t) ** 3 * p + 3 * (1 - t) ** 2 * t * q + 3 * (1 - t) * t * t * r + t ** 3 * s;
        points.push({ x: mix(last.x, a, c, e), y: mix(last.y, b, d, f) });
      }
    }
  }
  return points;
}

const boxOf = (layout: ChartLayout, path: string): ChartBox => {
  const box = layout.boxes.find((one) => one.path === path);
  if (!box) throw new Error(`no box for ${path}`);
  return box;
};

describe.each(CASES)('$id going $direction, labelled: $labelled', (one) => {
  const { layout, root, direction, labelled } = one;
  const dot = ({ x, y }: Point): Rect => ({ x, y, width: 0, height: 0 });

  it('has a box for each state and an edge for each way between two', () => {
    const states: string[] = [];
    const ways = new Set<string>();
    const walk = (state: typeof root): void => {
      for (const inner of state.states) states.push(inner.path);
      for (const { target } of state.transitions) ways.add(`${state.path} ${target}`);
      state.states.forEach(walk);
    };
    walk(root);
    const drawn = layout.boxes.filter(({ kind }) => kind !== 'any').map(({ path }) => path);
    expect([...drawn].sort()).toEqual(states.sort());
    const edges = layout.edges.map(({ from, to }) => `${isAnyState(from) ? '' : from} ${to}`);
    expect([...edges].sort()).toEqual([...ways].sort());
    expect(layout.edges.every(({ labels }) => labels.length > 0)).toBe(true);
  });

  it('keeps boxes apart, and inner ones inside outer ones', () => {
    const over = pairs(solid(layout)).filter(([a, b]) => overlap(a, b));
    expect(over.map(([a, b]) => `${a.path} and ${b.path}`)).toEqual([]);
    for (const [a, b] of pairs(layout.boxes)) {
      const holds = (outer: ChartBox, inner: ChartBox) =>
        outer.kind === 'group' && inner.path.startsWith(`${outer.path}.`);
      if (holds(a, b)) expect(within(b, a), `${b.path} in ${a.path}`).toBe(true);
      else expect(holds(b, a) || !overlap(a, b), `${a.path} and ${b.path}`).toBe(true);
      if (a.title) expect(within(a.title, a), `name of ${a.path}`).toBe(true);
    }
  });

  it('keeps labels off boxes, off borders and off each other', () => {
    const names = solid(layout);
    for (const { labels, label } of layout.edges) {
      const said = labels.join();
      expect(
        names.filter((box) => overlap(box, label)).map(({ path }) => path),
        said,
      ).toEqual([]);
      const crossed = layout.boxes.filter((box) => overlap(box, label) && !within(label, box));
      expect(
        crossed.map(({ path }) => path),
        said,
      ).toEqual([]);
    }
    const over = pairs(layout.edges).filter(([a, b]) => overlap(a.label, b.label));
    expect(over.map(([a, b]) => `${a.labels} and ${b.labels}`)).toEqual([]);
  });

  it('begins and ends each edge at its boxes, with an arrow that can be seen', () => {
    for (const { from, to, begin, finish, path } of layout.edges) {
      expect(onBorder(begin, boxOf(layout, from)), `${from} to ${to} begins`).toBe(true);
      expect(onBorder(finish, boxOf(layout, to)), `${from} to ${to} ends`).toBe(true);
      const along = pointsAlong(path);
      const far = Math.max(...along.map(({ x, y }) => Math.hypot(x - begin.x, y - begin.y)));
      expect(far, `${from} to ${to}`).toBeGreaterThan(8);
    }
    const ends = layout.edges.map(({ finish }) => `${finish.x} ${finish.y}`);
    expect(new Set(ends).size).toBe(ends.length);
  });

  it('draws no edge over a box or over the label of another', () => {
    for (const edge of layout.edges) {
      const along = pointsAlong(edge.path).map(dot);
      const covers = (rect: Rect) =>
        along.some(
          ({ x, y }) =>
            x > rect.x + 1 &&
            x < rect.x + rect.width - 1 &&
            y > rect.y + 1 &&
            y < rect.y + rect.height - 1,
        );
      const boxes = solid(layout).filter(covers);
      expect(
        boxes.map(({ path }) => path),
        `${edge.from} to ${edge.to}`,
      ).toEqual([]);
      const labels = layout.edges.filter((other) => other !== edge && covers(other.label));
      expect(
        labels.map((other) => other.labels.join()),
        `${edge.from} to ${edge.to}`,
      ).toEqual([]);
    }
  });

  it('lies within its size, and comes out the same again', () => {
    const whole = { x: 0, y: 0, width: layout.width, height: layout.height };
    const rects = [...layout.boxes, ...layout.edges.map(({ label }) => label)];
    expect(rects.filter((rect) => !within(rect, whole))).toEqual([]);
    const points = layout.edges.flatMap(({ path }) => pointsAlong(path)).map(dot);
    expect(points.filter((point) => !within(point, whole))).toEqual([]);
    expect(layoutChart(structuredClone(root), direction, labelled)).toEqual(layout);
  });
});

it('of ten states at most stands with nine tenths in the panel of a small screen', () => {
  const room = { width: 380, height: 215 };
  const small = catalogue().machines.filter(({ root }) => chartGraph(root).states.length <= 10);
  expect(small.length).toBeGreaterThan(10);
  const tooLarge = small.filter(({ root }) => {
    const [down, right] = [layoutChart(root, 'down', false), layoutChart(root, 'right', false)];
    return Math.max(fitScale(down, room), fitScale(right, room)) < 0.9 * LEAST_BARE;
  });
  expect(tooLarge.map(({ id }) => id)).toEqual([]);
});
