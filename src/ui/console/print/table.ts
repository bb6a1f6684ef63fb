/**
 * Objects as kubectl's tables: one for each type, with an empty line between.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/cli-runtime/pkg/printers/tableprinter.go
 *             (printTable, decorateTable), kubectl/pkg/cmd/get/get.go (Run)
 */
import { groupKindOf, type TableOptions } from '#console';
import { tableOf } from './columns';
import type { Printed } from './printed';
import { formatLabels } from './service-cells';
import { RowWriter } from './tab-writer';

export interface TableInput extends TableOptions {
  readonly wide: boolean;
  readonly allNamespaces: boolean;
  /** The kind stands before the name. */
  readonly withKind: boolean;
  /** Time of day of the answer, ms since 1970. */
  readonly nowMs: number;
}

/** A line break in a cell ends it. */
const oneLine = (cell: string): string => {
  const end = cell.search(/[\f\n\r]/);
  return end === -1 ? cell : `${cell.slice(0, end)}...`;
};

/** `EVENT` before all else, for --output-watch-events. */
function headerOf({ of }: Printed, input: TableInput, event: string | undefined): string[] {
  const { columns } = tableOf(of);
  return [
    ...(event === undefined ? [] : ['EVENT']),
    ...(input.allNamespaces && of.namespaced ? ['NAMESPACE'] : []),
    ...columns.filter(({ wide }) => input.wide || !wide).map(({ title }) => title),
    ...input.labelColumns.map((key) => (key.split('/').at(-1) ?? '').toUpperCase()),
    ...(input.showLabels ? ['LABELS'] : []),
  ];
}

function rowOf({ of, object }: Printed, input: TableInput, event: string | undefined): string[] {
  const { columns, cells, nameColumn } = tableOf(of);
  const { labels = {}, namespace = '' } = object.metadata;
  const values = cells(object, input.nowMs).map((cell, index) =>
    index === nameColumn && input.withKind ? `${groupKindOf(of)}/${cell}` : cell,
  );
  return [
    ...(event === undefined ? [] : [event]),
    ...(input.allNamespaces && of.namespaced ? [namespace] : []),
    ...values.filter((_, index) => input.wide || !columns[index].wide),
    ...input.labelColumns.map((key) => (Object.hasOwn(labels, key) ? labels[key] : '')),
    ...(input.showLabels ? [formatLabels(labels)] : []),
  ].map(oneLine);
}

/** All objects of one `get`. */
export function tableText(objects: readonly Printed[], input: TableInput): string {
  const groups: Printed[][] = [];
  for (const printed of objects) {
    const last = groups.at(-1);
    if (last?.[0].of === printed.of) last.push(printed);
    else groups.push([printed]);
  }
  const withKind = input.withKind || new Set(objects.map(({ of }) => of)).size > 1;
  return groups
    .map((group) => new TableWriter({ ...input, withKind }).write(group, undefined).join('\n'))
    .join(input.noHeaders ? '\n' : '\n\n');
}

/** The table of a watch: its head once, later rows as wide as what stands above. */
export class TableWriter {
  readonly #input: TableInput;
  readonly #rows = new RowWriter();
  #headed = false;

  constructor(input: TableInput) {
    this.#input = input;
  }

  /** @param event type of the watch event, where it is to be shown */
  write(
    objects: readonly Printed[],
    event: string | undefined,
    nowMs = this.#input.nowMs,
  ): readonly string[] {
    const [first] = objects;
    if (!first) return [];
    const input = { ...this.#input, nowMs };
    const rows = objects.map((printed) => rowOf(printed, input, event));
    const head = this.#headed || input.noHeaders ? [] : [headerOf(first, input, event)];
    this.#headed = true;
    return this.#rows.write([...head, ...rows]);
  }
}
