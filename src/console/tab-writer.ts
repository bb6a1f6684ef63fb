/**
 * Aligns columns of text.
 *
 * Upstream    Go text/tabwriter (format, writeLines); github.com/liggitt/tabwriter (remembered
 *             widths); kubernetes v1.27 cli-runtime pkg/printers/tabwriter.go
 */

export interface TabOptions {
  readonly minWidth: number;
  readonly padding: number;
}

/** Of kubectl's tables. Source: printers.GetNewTabWriter. */
export const TABLE_TABS: TabOptions = { minWidth: 6, padding: 3 };
/** Of descriptions. Source: describe.tabbedString. */
export const DESCRIBE_TABS: TabOptions = { minWidth: 0, padding: 2 };

const size = (text: string): number => [...text].length;
const padded = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - size(text)));

/** Lines with tabs, aligned: cells of one column in lines that follow each other. */
export function alignTabs(text: string, options: TabOptions): string {
  const lines = text.split('\n').map((line) => line.split('\t'));
  const out: string[] = [];
  const widths: number[] = [];
  const write = (from: number, to: number): void => {
    for (const cells of lines.slice(from, to)) {
      out.push(
        cells
          .map((cell, column) =>
            column < widths.length && column < cells.length - 1
              ? padded(cell, widths[column])
              : cell,
          )
          .join(''),
      );
    }
  };
  const format = (from: number, to: number): void => {
    const column = widths.length;
    let start = from;
    for (let line = from; line < to; line += 1) {
      if (column >= lines[line].length - 1) continue;
      write(start, line);
      start = line;
      let width = options.minWidth;
      for (; line < to && column < lines[line].length - 1; line += 1) {
        width = Math.max(width, size(lines[line][column]) + options.padding);
      }
      widths.push(width);
      format(start, line);
      widths.pop();
      start = line;
    }
    write(start, to);
  };
  format(0, lines.length);
  return out.join('\n');
}

/** Rows of one table; a watch goes on with the widths of what it has printed. */
export class RowWriter {
  readonly #widths: number[] = [];

  /** Aligned lines of rows that were written together. */
  write(rows: readonly (readonly string[])[]): readonly string[] {
    const { minWidth, padding } = TABLE_TABS;
    for (const row of rows) {
      row.slice(0, -1).forEach((cell, column) => {
        const width = Math.max(minWidth, size(cell) + padding);
        this.#widths[column] = Math.max(this.#widths[column] ?? 0, width);
      });
    }
    return rows.map((row) =>
      row
        .map((cell, column) =>
          column < row.length - 1 ? padded(cell, this.#widths[column]) : cell,
        )
        .join(''),
    );
  }
}
