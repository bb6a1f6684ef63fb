/** Lines of the newer text with those of the older one that are gone, in reading order. */
export interface MarkedLine {
  readonly text: string;
  readonly mark: 'same' | 'added' | 'removed';
}

/** Above this many lines a side, nothing is compared and all lines count as the same. */
const LONGEST_COMPARED = 1_500;

export function diffLines(
  before: readonly string[],
  after: readonly string[],
): readonly MarkedLine[] {
  if (before.length > LONGEST_COMPARED || after.length > LONGEST_COMPARED) {
    return after.map((text) => ({ text, mark: 'same' }));
  }
  const common = commonLengths(before, after);
  const lines: MarkedLine[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      lines.push({ text: after[j], mark: 'same' });
      i += 1;
      j += 1;
    } else if (i < before.length && (j >= after.length || common[i + 1][j] >= common[i][j + 1])) {
      lines.push({ text: before[i], mark: 'removed' });
      i += 1;
    } else {
      lines.push({ text: after[j], mark: 'added' });
      j += 1;
    }
  }
  return lines;
}

/** Length of the longest common run of lines from each pair of places to the ends. */
function commonLengths(a: readonly string[], b: readonly string[]): readonly Uint16Array[] {
  const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = table[i];
      row[j] = a[i] === b[j] ? table[i + 1][j + 1] + 1 : Math.max(table[i + 1][j], row[j + 1]);
    }
  }
  return table;
}
