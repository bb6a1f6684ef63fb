/** Draws the arrows of a chart through the gaps between its boxes. Pure. */
import type { Arrow, ChartBox } from './chart-layout';

export interface Edge extends Arrow {
  /** SVG path data, from the edge of one box to the edge of the other. */
  readonly path: string;
  /** Where the label stands, and which of its points is there. */
  readonly labelX: number;
  readonly labelY: number;
  readonly anchor: 'middle' | 'start';
  /** Between neighbours: its label has room of its own and is always shown. */
  readonly straight: boolean;
}

/** How far arrows stand off boxes and each other, px. */
export interface Bends {
  /** Two arrows between the same two boxes: from the middle line. */
  readonly apart: number;
  /** An arc, out of its row; less than the gap between two rows. */
  readonly arc: number;
  /** Between the ends of arrows at one side of a box. */
  readonly port: number;
  /** An arrow along a column, off it. */
  readonly beside: number;
}

const LABEL_ABOVE_PX = 8;
/** Label of a bent arrow: this far out of the box that it leaves, px. */
const LABEL_OUT_PX = 17;

export function routeEdges(
  boxes: readonly ChartBox[],
  arrows: readonly Arrow[],
  bends: Bends,
): readonly Edge[] {
  const byPath = new Map(boxes.map((box) => [box.path, box]));
  const ports = new Map<string, number>();
  /** Ends of bent arrows spread out from the middle of a box: 0, 1, -1, 2, -2 ... */
  const port = (path: string, side: string): number => {
    const used = ports.get(`${path} ${side}`) ?? 0;
    ports.set(`${path} ${side}`, used + 1);
    return (used % 2 === 0 ? used / 2 : -(used + 1) / 2) * bends.port;
  };
  const by = { port, bends };
  return arrows.flatMap((arrow) => {
    const a = byPath.get(arrow.from);
    const b = byPath.get(arrow.to);
    if (!a || !b) return [];
    const both = arrows.some(({ from, to }) => from === arrow.to && to === arrow.from);
    const shift = both ? bends.apart : 0;
    if (a.row === b.row && Math.abs(a.column - b.column) === 1) {
      return [{ ...arrow, ...sideways(a, b, shift) }];
    }
    if (a.column === b.column && Math.abs(a.row - b.row) === 1) {
      return [{ ...arrow, ...upright(a, b, shift) }];
    }
    if (a.row === b.row) return [{ ...arrow, ...arc(a, b, by) }];
    return [{ ...arrow, ...(a.column === b.column ? around(a, b, by) : bend(a, b, by)) }];
  });
}

type Route = Pick<Edge, 'path' | 'labelX' | 'labelY' | 'anchor' | 'straight'>;

interface By {
  /** Where the next arrow at a side of a box ends, off its middle, px. */
  readonly port: (path: string, side: string) => number;
  readonly bends: Bends;
}

const middleX = (box: ChartBox): number => box.x + box.width / 2;
const middleY = (box: ChartBox): number => box.y + box.height / 2;

function sideways(a: ChartBox, b: ChartBox, shift: number): Route {
  const right = b.x > a.x;
  const y = middleY(a) + (right ? -shift : shift);
  const [from, to] = right ? [a.x + a.width, b.x] : [a.x, b.x + b.width];
  const above = shift === 0 || right;
  return {
    path: `M${from},${y}L${to},${y}`,
    labelX: (from + to) / 2,
    labelY: above ? y - LABEL_ABOVE_PX : y + LABEL_ABOVE_PX + 2,
    anchor: 'middle',
    straight: true,
  };
}

function upright(a: ChartBox, b: ChartBox, shift: number): Route {
  const down = b.y > a.y;
  const x = middleX(a) + (down ? shift : -shift);
  const [from, to] = down ? [a.y + a.height, b.y] : [a.y, b.y + b.height];
  return {
    path: `M${x},${from}L${x},${to}`,
    labelX: x + 6,
    labelY: (from + to) / 2,
    anchor: 'start',
    straight: true,
  };
}

/** Over the heads of the boxes between two of one row; forward above, backward below. */
function arc(a: ChartBox, b: ChartBox, { port, bends }: By): Route {
  const above = b.x > a.x;
  const side = above ? 'top' : 'bottom';
  const y = above ? a.y : a.y + a.height;
  const bendTo = above ? y - bends.arc : y + bends.arc;
  const from = middleX(a) + port(a.path, side);
  const to = middleX(b) + port(b.path, side);
  return {
    path: `M${from},${y}C${from},${bendTo} ${to},${bendTo} ${to},${y}`,
    labelX: (from + to) / 2,
    labelY: above ? y - bends.arc * 0.75 : y + bends.arc * 0.75,
    anchor: 'middle',
    straight: false,
  };
}

/** Through the gap beside a column: down on the right, up on the left. */
function around(a: ChartBox, b: ChartBox, { port, bends }: By): Route {
  const down = b.row > a.row;
  const side = down ? 'right' : 'left';
  const x = down ? a.x + a.width : a.x;
  const bendTo = down ? x + bends.beside : x - bends.beside;
  const from = middleY(a) + port(a.path, side);
  const to = middleY(b) + port(b.path, side);
  return {
    path: `M${x},${from}C${bendTo},${from} ${bendTo},${to} ${x},${to}`,
    labelX: bendTo,
    labelY: (from + to) / 2,
    anchor: 'middle',
    straight: false,
  };
}

/** From the side of one box that faces the other row to the side of the other that faces back. */
function bend(a: ChartBox, b: ChartBox, { port }: By): Route {
  const down = b.row > a.row;
  const fromY = down ? a.y + a.height : a.y;
  const toY = down ? b.y : b.y + b.height;
  const from = middleX(a) + port(a.path, down ? 'bottom' : 'top');
  const to = middleX(b) + port(b.path, down ? 'top' : 'bottom');
  const half = (fromY + toY) / 2;
  return {
    path: `M${from},${fromY}C${from},${half} ${to},${half} ${to},${toY}`,
    // In the gap beside the first box, where the arrow leaves it.
    labelX: from + (to - from) * 0.3,
    labelY: down ? fromY + LABEL_OUT_PX : fromY - LABEL_OUT_PX,
    anchor: 'middle',
    straight: false,
  };
}
