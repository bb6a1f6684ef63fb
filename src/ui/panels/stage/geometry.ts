/** Plane geometry of the stage. Pixels; y grows downwards; angles in radians from the right. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Disc extends Point {
  readonly radius: number;
}

/** A link as drawn: a quadratic curve; straight when the control point is in the middle. */
export interface Curve {
  readonly from: Point;
  readonly control: Point;
  readonly to: Point;
}

export function onEllipse(center: Point, rx: number, ry: number, angle: number): Point {
  return { x: center.x + rx * Math.cos(angle), y: center.y + ry * Math.sin(angle) };
}

export function rectsOverlap(a: Rect, b: Rect, gap = 0): boolean {
  return (
    a.x < b.x + b.width + gap &&
    b.x < a.x + a.width + gap &&
    a.y < b.y + b.height + gap &&
    b.y < a.y + a.height + gap
  );
}

export function rectInside(inner: Rect, outer: Rect): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

export function rectTouchesDisc(rect: Rect, { x, y, radius }: Disc): boolean {
  const nearX = Math.max(rect.x, Math.min(x, rect.x + rect.width));
  const nearY = Math.max(rect.y, Math.min(y, rect.y + rect.height));
  return (x - nearX) ** 2 + (y - nearY) ** 2 < radius * radius;
}

/** Whether a curve runs through a rectangle; looked at in steps, so a graze may go unseen. */
export function curveCrosses(curve: Curve, rect: Rect): boolean {
  for (let step = 0; step <= 12; step += 1) {
    const { x, y } = pointAt(curve, step / 12);
    const insideX = x > rect.x && x < rect.x + rect.width;
    if (insideX && y > rect.y && y < rect.y + rect.height) return true;
  }
  return false;
}

/** The point of a curve at `p` in 0..1. */
export function pointAt({ from, control, to }: Curve, p: number): Point {
  const q = 1 - p;
  return {
    x: q * q * from.x + 2 * q * p * control.x + p * p * to.x,
    y: q * q * from.y + 2 * q * p * control.y + p * p * to.y,
  };
}

/** Direction of travel at `p`, as a unit vector. */
export function directionAt({ from, control, to }: Curve, p: number): Point {
  const x = 2 * (1 - p) * (control.x - from.x) + 2 * p * (to.x - control.x);
  const y = 2 * (1 - p) * (control.y - from.y) + 2 * p * (to.y - control.y);
  const length = Math.hypot(x, y) || 1;
  return { x: x / length, y: y / length };
}

/** Bends that are tried, as shares of a link's length: straight first, then to either side. */
const BENDS = [0, 0.14, -0.14, 0.28, -0.28, 0.42, -0.42, 0.58, -0.58, 0.75, -0.75];
const STEPS = 16;

/**
 * A link between two bodies, from edge to edge. It bends round the bodies that stand in its way as
 * far as it can, and stays inside `bounds`.
 */
export function linkCurve(a: Disc, b: Disc, obstacles: readonly Disc[], bounds: Rect): Curve {
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const normal = { x: a.y - b.y, y: b.x - a.x };
  let best: Curve | undefined;
  let bestCost = Number.POSITIVE_INFINITY;
  for (const bend of BENDS) {
    const control = { x: middle.x + normal.x * bend, y: middle.y + normal.y * bend };
    const curve = {
      from: towards(a, control, a.radius),
      control,
      to: towards(b, control, b.radius),
    };
    const cost = Math.abs(bend) + 10 * timesHit(curve, obstacles) + (leaves(curve, bounds) ? 5 : 0);
    if (cost >= bestCost) continue;
    best = curve;
    bestCost = cost;
    if (cost === 0) break;
  }
  return best as Curve;
}

function timesHit(curve: Curve, obstacles: readonly Disc[]): number {
  return obstacles.filter(({ x, y, radius }) => {
    for (let step = 0; step <= STEPS; step += 1) {
      const point = pointAt(curve, step / STEPS);
      if ((point.x - x) ** 2 + (point.y - y) ** 2 < (radius + 4) ** 2) return true;
    }
    return false;
  }).length;
}

function leaves(curve: Curve, { x, y, width, height }: Rect): boolean {
  for (let step = 1; step < STEPS; step += 1) {
    const point = pointAt(curve, step / STEPS);
    const inside = point.x > x && point.x < x + width && point.y > y && point.y < y + height;
    if (!inside) return true;
  }
  return false;
}

function towards(from: Point, to: Point, distance: number): Point {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = Math.hypot(dx, dy) || 1;
  return { x: from.x + (dx / length) * distance, y: from.y + (dy / length) * distance };
}

export function curvePath({ from, control, to }: Curve): string {
  return `M${px(from.x)} ${px(from.y)}Q${px(control.x)} ${px(control.y)} ${px(to.x)} ${px(to.y)}`;
}

/** An arc clockwise from the top over `share` (0..1) of the circle; "" when there is none. */
export function arcPath(center: Point, radius: number, share: number): string {
  if (share <= 0) return '';
  const { x, y } = center;
  const top = `M${px(x)} ${px(y - radius)}`;
  const r = px(radius);
  if (share >= 0.9999) return `${top}A${r} ${r} 0 1 1 ${px(x - 0.01)} ${px(y - radius)}`;
  const end = onEllipse(center, radius, radius, share * 2 * Math.PI - Math.PI / 2);
  return `${top}A${r} ${r} 0 ${share > 0.5 ? 1 : 0} 1 ${px(end.x)} ${px(end.y)}`;
}

/** A regular polygon with its first corner at `turn` from the top. */
export function polygonPath(center: Point, radius: number, corners: number, turn = 0): string {
  const points = Array.from({ length: corners }, (_, index) => {
    const angle = (index / corners) * 2 * Math.PI - Math.PI / 2 + turn;
    const { x, y } = onEllipse(center, radius, radius, angle);
    return `${px(x)} ${px(y)}`;
  });
  return `M${points.join('L')}Z`;
}

/** Two crossing strokes. */
export function crossPath({ x, y }: Point, size: number): string {
  const [left, right, top, bottom] = [x - size, x + size, y - size, y + size].map(px);
  return `M${left} ${top}L${right} ${bottom}M${right} ${top}L${left} ${bottom}`;
}

/** A coordinate with a hundredth of a pixel. */
export function px(value: number): number {
  return Math.round(value * 100) / 100;
}

/** How far the points of a leader's sign are from its middle, px. */
export const LEADER_REACH = 7;

/** The sign of a leader: five points, px. */
export const LEADER_STAR = `M${Array.from({ length: 10 }, (_, point) => {
  const [reach, angle] = [point % 2 === 0 ? LEADER_REACH : 3.2, (point * Math.PI) / 5];
  return `${(reach * Math.sin(angle)).toFixed(1)} ${(-reach * Math.cos(angle)).toFixed(1)}`;
}).join('L')}Z`;
