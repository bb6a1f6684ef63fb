/** Where a label can stand without touching anything. Pure. */

export interface Gap {
  readonly left: number;
  readonly right: number;
}

/** Room around a label, px. */
export const LABEL_ROOM = 6;

/**
 * The leftmost place within [left, right] where a label of `width` fits between what is taken,
 * which is in order of its left edges; undefined when there is none.
 */
export function placeLabel(
  { left, right }: Gap,
  width: number,
  taken: readonly Gap[],
): number | undefined {
  let x = left + LABEL_ROOM;
  for (const gap of taken) {
    if (gap.right + LABEL_ROOM <= x) continue;
    if (gap.left >= x + width + LABEL_ROOM) break;
    x = gap.right + LABEL_ROOM;
  }
  return x + width + LABEL_ROOM <= right ? x : undefined;
}

/**
 * Shorter forms of a label, longest first: parts after a middle dot or a comma may go, and last
 * comes what may stand for all of it.
 */
export function labelForms(label: string, short: readonly string[] = []): readonly string[] {
  const forms = [label];
  for (const cut of [' · ', ', ', '，']) {
    const at = label.lastIndexOf(cut);
    if (at > 0) forms.push(label.slice(0, at));
  }
  return [...forms, ...short];
}

/** Remembers how wide texts are: measuring is the slow part of labels. */
export class TextWidths {
  readonly #widths = new Map<string, number>();
  readonly #measure: (font: string, text: string) => number;

  constructor(measure: (font: string, text: string) => number) {
    this.#measure = measure;
  }

  widthOf(font: string, text: string): number {
    const key = `${font}\n${text}`;
    let width = this.#widths.get(key);
    if (width === undefined) {
      width = this.#measure(font, text);
      this.#widths.set(key, width);
    }
    return width;
  }
}
