/**
 * Prints the tables that the server makes.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/cli-runtime/pkg/printers/tableprinter.go
 *             (PrintObj, printTable, decorateTable)
 */
import {
  formatLabels,
  groupKindOf,
  type ResourceType,
  RowWriter,
  type TableOptions,
} from '#console';
import type { Table, TableCell, TableColumn, TableRow } from '../api/table';

export interface PrintOptions extends TableOptions {
  readonly of: ResourceType;
  readonly wide: boolean;
  readonly withNamespace: boolean;
  /** The kind stands before the name. */
  readonly withKind: boolean;
}

/** A line break in a cell ends it; Go prints what is no text. */
function textOf(cell: TableCell): string {
  if (cell === null) return '';
  const text = String(cell);
  const end = text.search(/[\f\n\r]/);
  return end === -1 ? text : `${text.slice(0, end)}...`;
}

const isName = ({ format, type }: TableColumn): boolean => format === 'name' && type === 'string';

/** The tables of one type, one after another: its pages, or the events of a watch. */
export class TablePrinter {
  readonly #options: PrintOptions;
  readonly #writer = new RowWriter();
  #columns: readonly TableColumn[] = [];
  #headed = false;

  constructor(options: PrintOptions) {
    this.#options = options;
  }

  /** Lines of tables that are written together. @param event type of the watch event, if shown */
  print(tables: readonly Table[], event?: string): readonly string[] {
    const rows = tables.flatMap((table) => this.#rowsOf(table, event));
    return this.#writer.write(rows);
  }

  #rowsOf(table: Table, event: string | undefined): string[][] {
    const { columnDefinitions, rows } = table;
    // A watch names the columns once.
    const columns = columnDefinitions ?? this.#columns;
    if (columns !== this.#columns && !sameColumns(columns, this.#columns)) this.#headed = false;
    this.#columns = columns;
    if (rows.length === 0) return [];
    const head = this.#headed || this.#options.noHeaders ? [] : [this.#head(columns, event)];
    this.#headed = true;
    return [...head, ...rows.map((row) => this.#cells(row, columns, event))];
  }

  #shown(columns: readonly TableColumn[]): readonly number[] {
    return columns.flatMap(({ priority }, index) =>
      this.#options.wide || priority === 0 ? [index] : [],
    );
  }

  #head(columns: readonly TableColumn[], event: string | undefined): string[] {
    const { withNamespace, labelColumns, showLabels } = this.#options;
    return [
      ...(event === undefined ? [] : ['EVENT']),
      ...(withNamespace ? ['NAMESPACE'] : []),
      ...this.#shown(columns).map((index) => columns[index].name.toUpperCase()),
      ...labelColumns.map((key) => (key.split('/').at(-1) ?? '').toUpperCase()),
      ...(showLabels ? ['LABELS'] : []),
    ];
  }

  #cells(
    { cells, object }: TableRow,
    columns: readonly TableColumn[],
    event: string | undefined,
  ): string[] {
    const { of, withNamespace, withKind, labelColumns, showLabels } = this.#options;
    const { labels = {}, namespace = '' } = object?.metadata ?? {};
    const nameAt = columns.findIndex(isName);
    const prefix = withKind ? `${groupKindOf(of)}/` : '';
    return [
      ...(event === undefined ? [] : [event]),
      ...(withNamespace ? [namespace] : []),
      ...this.#shown(columns).map((index) => {
        const text = textOf(cells[index] ?? null);
        return index === nameAt ? prefix + text : text;
      }),
      ...labelColumns.map((key) => (Object.hasOwn(labels, key) ? labels[key] : '')),
      ...(showLabels ? [formatLabels(labels)] : []),
    ];
  }
}

const sameColumns = (a: readonly TableColumn[], b: readonly TableColumn[]): boolean =>
  a.length === b.length &&
  a.every(({ name, type }, at) => name === b[at].name && type === b[at].type);
