/** The sizes in which a chart can be drawn: with room for labels, without, and small. */
import type { Bends } from './chart-edges';

export interface ChartForm {
  readonly id: 'labelled' | 'bare' | 'small' | 'smallest';
  /** Size of a state's name, px. The chart may be scaled until it would be less than the least. */
  readonly fontPx: number;
  /** A chart may be drawn this much larger than at its natural size. */
  readonly largestScale: number;
  /** Longest name that stays in one line, characters. */
  readonly lineLength: number;
  /** Width of a character of a name, px; room beside names; narrowest box. */
  readonly charPx: number;
  readonly paddingPx: number;
  readonly leastBoxPx: number;
  /** Height of a box with one line; of each further line; of the name of the state round it. */
  readonly boxPx: number;
  readonly linePx: number;
  readonly groupPx: number;
  /** Between boxes of a row; between rows; round the drawing, for arcs at its edges. */
  readonly gapPx: number;
  readonly rowGapPx: number;
  readonly sidePx: number;
  readonly marginPx: number;
  readonly bends: Bends;
}

const bare: ChartForm = {
  id: 'bare',
  fontPx: 12.5,
  largestScale: 1.15,
  lineLength: 18,
  charPx: 7.4,
  paddingPx: 24,
  leastBoxPx: 92,
  boxPx: 34,
  linePx: 14,
  groupPx: 10,
  gapPx: 34,
  rowGapPx: 44,
  sidePx: 28,
  marginPx: 26,
  bends: { apart: 7, arc: 27, port: 9, beside: 24 },
};

const small: ChartForm = {
  id: 'small',
  fontPx: 9.5,
  largestScale: 1.32,
  lineLength: 12,
  charPx: 5.7,
  paddingPx: 13,
  leastBoxPx: 60,
  boxPx: 20,
  linePx: 10,
  groupPx: 9,
  gapPx: 17,
  rowGapPx: 14,
  sidePx: 12,
  marginPx: 9,
  bends: { apart: 4, arc: 9, port: 5, beside: 9 },
};

/** Labels stand between neighbours; the gap is made as wide as they need. */
export const LABELLED: ChartForm = { ...bare, id: 'labelled' };
/** Only the labels that matter now are shown. */
export const BARE: ChartForm = bare;
/** Without labels: the list beside the chart has them in words. */
export const SMALL: ChartForm = small;
/** Also without the names of the states round others. */
export const SMALLEST: ChartForm = { ...small, id: 'smallest', groupPx: 0 };

/** A name in one line, or in two that are as even as its words allow. */
export function nameLines(name: string, { lineLength }: ChartForm): readonly string[] {
  if (name.length <= lineLength) return [name];
  const words = name.split(/(?<=[a-z0-9])(?=[A-Z])/);
  const halves = words.slice(1).map((_, place) => {
    return [words.slice(0, place + 1).join(''), words.slice(place + 1).join('')];
  });
  const longest = (lines: readonly string[]) => Math.max(...lines.map((line) => line.length));
  return halves.reduce((a, b) => (longest(b) < longest(a) ? b : a), halves[0] ?? [name]);
}
