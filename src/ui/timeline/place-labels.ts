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

/** A label that stands in a lane. */
export interface Written extends Gap {
  /** Upper edge of its lane, px below the axis. */
  readonly top: number;
}

/** A timer in a lane, and what can be said beside it, longest first. */
export interface LabelledTimer {
  readonly x: number;
  readonly top: number;
  readonly forms: readonly string[];
}

export interface TimerLabel extends Written {
  readonly text: string;
}

/** From the middle of a timer to its label, and half of a timer with some room, px. */
const BESIDE_TIMER = 8;
const HALF_TIMER = 6;

/**
 * Labels at the right of timers, nearest timer first: the longest form that touches no timer, no
 * label of a lane and no other timer's label; none where no form does.
 */
export function timerLabels(
  timers: readonly LabelledTimer[],
  written: readonly Written[],
  room: { readonly width: number; readonly widthOf: (text: string) => number },
): readonly TimerLabel[] {
  const labels: TimerLabel[] = [];
  for (const timer of timers) {
    const { x, top, forms } = timer;
    const others = timers
      .filter((other) => other !== timer && other.top === top)
      .map((other) => ({ left: other.x - HALF_TIMER, right: other.x + HALF_TIMER, top }));
    const taken = [...others, ...[...written, ...labels].filter((each) => each.top === top)];
    const left = x + BESIDE_TIMER;
    for (const text of forms) {
      const right = left + room.widthOf(text);
      if (right > room.width) continue;
      if (taken.some((each) => each.left < right + 4 && each.right > left - 4)) continue;
      labels.push({ left, right, top, text });
      break;
    }
  }
  return labels;
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
