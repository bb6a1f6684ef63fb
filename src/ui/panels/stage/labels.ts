/**
 * Where labels stand. Deterministic: the same bodies, texts and size give the same places. No label
 * covers another, a body or a card, or leaves the sky; one that finds no room is made shorter, and
 * then left out (its button still says everything).
 */
import {
  type Curve,
  curveCrosses,
  type Disc,
  type Point,
  type Rect,
  rectInside,
  rectsOverlap,
  rectTouchesDisc,
} from './geometry';

/** One form of a label; later forms are shorter. */
export interface LabelForm {
  readonly lines: number;
  readonly width: number;
  readonly height: number;
  /** It holds a shorter name. */
  readonly short?: boolean;
  /** It holds the version. */
  readonly versioned?: boolean;
  /** A place that costs more is none: this form is not worth it. */
  readonly mostCost?: number;
}

export interface LabelRequest {
  readonly id: string;
  /** Body with all that is drawn round it. */
  readonly disc: Disc;
  /** Direction from the centre; labels like to stand outwards. */
  readonly angle: number;
  /** From the longest to the shortest. */
  readonly forms: readonly LabelForm[];
}

export interface LabelBox extends Rect {
  readonly id: string;
  readonly lines: number;
  readonly align: 'start' | 'middle' | 'end';
  /** The form that found room holds a shorter name. */
  readonly short: boolean;
  readonly versioned: boolean;
  /** 0 for the best place there is; more for inward sides and crossed links. */
  readonly cost: number;
}

/** Labels of equal weight. */
export interface LabelRank {
  readonly requests: readonly LabelRequest[];
  /** Rather none than some. */
  readonly allOrNone: boolean;
}

export interface Surroundings {
  /** Labels stay inside. */
  readonly bounds: Rect;
  readonly discs: readonly Disc[];
  readonly rects: readonly Rect[];
  /** Avoided where possible. */
  readonly links: readonly Curve[];
}

/** Space between a label and everything else, px. */
const GAP = 4;
/** Space between two labels of one line, which else read as one, px. */
const BESIDE_GAP = 12;
/** The same to its own body, which the ring of a selection may stand round, px. */
const BODY_GAP = 7;
/** A crossed link costs as much as this many places further from the best side. */
const LINK_COST = 3;

interface Side extends Point {
  readonly align: LabelBox['align'];
}

/** Eight sides, as unit directions, with the alignment of the text there. */
const SIDES: readonly Side[] = [
  { x: 1, y: 0, align: 'start' },
  { x: -1, y: 0, align: 'end' },
  { x: 0, y: 1, align: 'middle' },
  { x: 0, y: -1, align: 'middle' },
  { x: 0.75, y: 0.66, align: 'start' },
  { x: 0.75, y: -0.66, align: 'start' },
  { x: -0.75, y: 0.66, align: 'end' },
  { x: -0.75, y: -0.66, align: 'end' },
];
/** Shifts along the side, as shares of the label's own size. */
const SHIFTS = [0, -0.3, 0.3];

/**
 * Places labels in the order given, so put the important ones first. Labels of one rank get the
 * same form where that is possible.
 */
export function placeLabels(ranks: readonly LabelRank[], surroundings: Surroundings): LabelBox[] {
  const placed: LabelBox[] = [];
  for (const rank of ranks) placed.push(...placeRank(rank, surroundings, placed));
  return placed;
}

function placeRank(
  { requests, allOrNone }: LabelRank,
  surroundings: Surroundings,
  before: readonly LabelBox[],
): LabelBox[] {
  const forms = Math.max(0, ...requests.map((request) => request.forms.length));
  for (let form = 0; form < forms; form += 1) {
    const boxes = placeAll(requests, form, surroundings, before);
    if (boxes.length === requests.length) return boxes;
  }
  if (allOrNone) return [];
  const own: LabelBox[] = [];
  for (const request of requests) {
    for (const form of request.forms) {
      const box = bestBox(request, form, surroundings, [...before, ...own]);
      if (!box) continue;
      own.push(box);
      break;
    }
  }
  return own;
}

function placeAll(
  requests: readonly LabelRequest[],
  form: number,
  surroundings: Surroundings,
  before: readonly LabelBox[],
): LabelBox[] {
  const own: LabelBox[] = [];
  for (const request of requests) {
    const shape = request.forms[Math.min(form, request.forms.length - 1)];
    const box = bestBox(request, shape, surroundings, [...before, ...own]);
    if (!box) return own;
    own.push(box);
  }
  return own;
}

function bestBox(
  request: LabelRequest,
  form: LabelForm,
  { bounds, discs, rects, links }: Surroundings,
  taken: readonly Rect[],
): LabelBox | undefined {
  let best: LabelBox | undefined;
  let bestCost = form.mostCost ?? Infinity;
  for (const { box, cost } of candidates(request, form)) {
    if (cost >= bestCost || !rectInside(box, bounds)) continue;
    if (rects.some((rect) => rectsOverlap(box, rect, GAP))) continue;
    if (taken.some((rect) => rectsOverlap(widened(box), rect, GAP))) continue;
    if (discs.some((disc) => rectTouchesDisc(box, disc))) continue;
    const crossed = links.filter((link) => curveCrosses(link, box)).length;
    const whole = cost + crossed * LINK_COST;
    if (whole >= bestCost) continue;
    best = { ...box, cost: whole };
    bestCost = whole;
  }
  return best;
}

function widened(box: LabelBox): Rect {
  const more = BESIDE_GAP - GAP;
  return { x: box.x - more, y: box.y, width: box.width + 2 * more, height: box.height };
}

function candidates(
  { id, disc, angle }: LabelRequest,
  form: LabelForm,
): { box: LabelBox; cost: number }[] {
  const { width, height, lines, short = false, versioned = false } = form;
  const outward = { x: Math.cos(angle), y: Math.sin(angle) };
  const result: { box: LabelBox; cost: number }[] = [];
  for (const side of SIDES) {
    // 0 when the side looks outwards, 2 when inwards; sideways text is a little easier to read.
    const turned = 1 - (side.x * outward.x + side.y * outward.y);
    const ease = side.align === 'middle' ? 0.25 : side.y === 0 ? 0 : 0.15;
    for (const [index, shift] of SHIFTS.entries()) {
      const at = cornerOf(disc, side, form, shift);
      const cost = turned * 4 + ease + (index === 0 ? 0 : 0.4);
      const words = { lines, short, versioned, align: side.align };
      const box = { id, ...words, ...at, width, height, cost };
      result.push({ box, cost });
    }
  }
  return result;
}

/** Upper left corner of a label of this size on that side of the body. */
function cornerOf(disc: Disc, side: Side, { width, height }: LabelForm, shift: number): Point {
  const distance = disc.radius + BODY_GAP;
  const x = disc.x + side.x * distance;
  const y = disc.y + side.y * distance;
  if (side.y === 0) {
    return { x: side.x > 0 ? x : x - width, y: y - height / 2 + shift * height };
  }
  if (side.x === 0) return { x: x - width / 2 + shift * width, y: side.y > 0 ? y : y - height };
  return { x: side.x > 0 ? x : x - width, y: side.y > 0 ? y : y - height };
}
