/**
 * `get` and `get -w`: what they ask, and what they print.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/get/get.go (Run, watch,
 *             transformRequests)
 * Simplified  -w ends after a minute of virtual time unless the step says how long
 */
import {
  type GetCommand,
  type NamedTarget,
  type ResourceType,
  type Selection,
  templateFault,
} from '#console';
import type { Procedure } from '#kernel';
import type { KubeObject, Status } from '../api/objects';
import { isTable, TABLE_ACCEPT, type Table } from '../api/table';
import type { FormOptions, RestWatchEvent } from '../client/rest-client';
import { type Failed, heard, type Info, isKnown, type LineCall } from './line-call';
import { type SortField, sortedBy, sortFieldOf } from './sort-rows';
import { type Interrupt, streamed } from './stream';
import { TablePrinter } from './table-printer';

type Pairs = readonly (readonly [ResourceType, KubeObject])[];

/** Objects that an answer held: itself, or those of its rows. */
function seenIn(of: ResourceType, body: unknown): Pairs {
  if (!isTable(body)) return isKnown(body as KubeObject) ? [[of, body as KubeObject]] : [];
  return body.rows.flatMap(({ object }) => (object ? [[of, object as KubeObject] as const] : []));
}

const pairs = (infos: readonly Info[]): Pairs =>
  infos.flatMap(({ of, object }) => seenIn(of, object));

const isHuman = ({ output }: GetCommand): boolean => output.kind === 'table';

function formOf(command: GetCommand): FormOptions | undefined {
  const part = command.subresource === '' ? undefined : { subresource: command.subresource };
  if (!isHuman(command)) return part;
  // A row is sorted by fields of its object.
  const whole = command.sortBy !== '' && command.watch === 'no';
  return { accept: TABLE_ACCEPT, ...part, ...(whole ? { includeObject: 'Object' } : {}) };
}

/** Upstream: GetOptions.Run. */
export function* runGet(call: LineCall, command: GetCommand): Procedure<void> {
  const { selection, sortBy, ignoreNotFound } = command;
  const field = sortBy === '' ? undefined : sortFieldOf(sortBy);
  if (typeof field === 'string') {
    call.say(`error: ${field}`, 'error');
    return;
  }
  // What is sorted must be there as a whole.
  const chunkSize = field ? 0 : command.chunkSize;
  const form = formOf(command);
  const { infos, failures } = yield* call.visit(selection, { chunkSize, form });
  const failed = heard(failures, ignoreNotFound);
  if (isHuman(command)) printTables(call, command, { infos, failed, field });
  else printGeneric(call, command, { infos, failed, field });
  call.fail(failed);
}

interface Found {
  readonly infos: readonly Info[];
  readonly failed: readonly Failed[];
  readonly field: SortField | undefined;
}

/** Objects as they are: the page prints them from the archive. Upstream: printGeneric. */
function printGeneric(call: LineCall, command: GetCommand, { infos, failed, field }: Found): void {
  const { ignoreNotFound, selection } = command;
  const { targets } = selection;
  const single = targets.kind === 'names' && targets.items.length === 1;
  const quiet = infos.length === 0 && (ignoreNotFound || failed.length > 0);
  // Several objects make a list, and be it an empty one.
  if (quiet && (single || ignoreNotFound)) return;
  if (command.output.kind === 'unknown') {
    call.say(noPrinter(command.output.text), 'error');
    return;
  }
  const all = pairs(infos);
  const sorted = field && all.length > 1 ? sortedBy(all, ([, object]) => object, field) : all;
  if (typeof sorted === 'string') call.say(`error: ${sorted}`, 'error');
  else printed(call, command, sorted, single);
}

/** A template may not fit what it is to print: then nothing is printed. */
function printed(call: LineCall, { output }: GetCommand, found: Pairs, single: boolean): void {
  const objects = found.map(([, object]) => object);
  const fault = templateFault(output, objects, single);
  if (fault !== undefined) call.say(fault, 'error');
  else call.print('get', found);
}

/** Upstream: genericclioptions.NoCompatiblePrinterError. */
const noPrinter = (format: string): string =>
  `error: unable to match a printer suitable for the output format ${JSON.stringify(format)}, ` +
  'allowed formats are: custom-columns,custom-columns-file,go-template,go-template-file,json,' +
  'jsonpath,jsonpath-as-json,jsonpath-file,name,template,templatefile,wide,yaml';

const printerOf = (command: GetCommand, of: ResourceType, several: boolean): TablePrinter => {
  const { output, table, selection } = command;
  return new TablePrinter({
    ...table,
    of,
    wide: output.kind === 'table' && output.wide,
    withNamespace: selection.namespace === '' && of.namespaced,
    withKind: table.showKind || several,
  });
};

function printTables(call: LineCall, command: GetCommand, { infos, failed, field }: Found): void {
  const several = infos.some(({ of }) => of !== infos[0].of);
  const groups: { of: ResourceType; tables: Table[] }[] = [];
  for (const { of, object } of infos) {
    if (!isTable(object)) continue;
    const table = field ? sortedTable(object, field) : object;
    if (typeof table === 'string') {
      call.say(`error: ${table}`, 'error');
      return;
    }
    const last = groups.at(-1);
    if (last?.of === of) last.tables.push(table);
    else groups.push({ of, tables: [table] });
  }
  const texts = groups
    .map(({ of, tables }) => printerOf(command, of, several).print(tables).join('\n'))
    .filter((text) => text !== '');
  const quiet = command.ignoreNotFound || failed.length > 0;
  if (texts.length === 0 && quiet) return;
  call.print('get', pairs(infos));
  call.say(texts.join(command.table.noHeaders ? '\n' : '\n\n') || nothingFound(command.selection));
}

function sortedTable(table: Table, field: SortField): Table | string {
  const rows = sortedBy(table.rows, ({ object }) => object as KubeObject, field);
  return typeof rows === 'string' ? rows : { ...table, rows };
}

function nothingFound({ targets, namespace }: Selection): string {
  const types = targets.kind === 'lists' ? targets.types : targets.items.map(({ of }) => of);
  const everywhere = namespace === '' || types.some((of) => !of.namespaced);
  return everywhere ? 'No resources found' : `No resources found in ${namespace} namespace.`;
}

/**
 * Prints what is there and then every change, until it is interrupted or the server ends it.
 * Upstream: GetOptions.watch.
 */
export function* runWatch(
  call: LineCall,
  command: GetCommand,
  interrupt: Interrupt,
): Procedure<void> {
  const { selection, chunkSize, watch, sortBy } = command;
  if (sortBy !== '') {
    call.say('warning: --watch or --watch-only requested, --sort-by will be ignored', 'warning');
  }
  const { targets } = selection;
  const form = formOf(command);
  const { infos, failures, resourceVersion } = yield* call.visit(selection, { chunkSize, form });
  if (failures.length > 0) {
    call.fail(failures);
    return;
  }
  const named = targets.kind === 'names';
  if (named && infos.length !== 1) {
    const found = `${infos.length} resources were found`;
    const only = 'watch is only supported on individual resources and resource collections';
    call.say(`error: ${only} - ${found}`, 'error');
    return;
  }
  const fault = templateFault(
    command.output,
    pairs(infos).map(([, object]) => object),
    named,
  );
  if (fault !== undefined) {
    call.say(fault, 'error');
    return;
  }
  const target = named ? targets.items[0] : { of: targets.types[0], name: '' };
  const show = shower(call, command, target.of);
  if (watch === 'after') {
    show(
      'ADDED',
      infos.map(({ object }) => object),
      'at first',
    );
  }
  // A list tells where to begin; a single object comes once more first, which is not shown.
  const from = { ...target, resourceVersion: named ? '0' : resourceVersion };
  yield* followed(call, command, { from, form, show }, interrupt);
}

type Show = (event: string, bodies: readonly unknown[], reason?: string) => void;

/** Prints one table after another, as wide as what stands above. */
function shower(call: LineCall, command: GetCommand, of: ResourceType): Show {
  const printer = printerOf(command, of, false);
  return (event, bodies, reason) => {
    const seen = bodies.flatMap((body) => seenIn(of, body));
    const tables = bodies.filter(isTable);
    if (tables.length === 0 || seen.length > 0) call.print(`watch ${event}`, seen, reason);
    const lines = printer.print(tables, command.watchEvents ? event : undefined);
    if (lines.length > 0) call.say(lines.join('\n'));
  };
}

/** A Status as a table. Upstream: printers.printStatus. */
const statusTable = ({ status, reason = '', message = '' }: Status): string => {
  const rows = [
    ['STATUS', 'REASON', 'MESSAGE'],
    [status, reason, message],
  ];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column].length)) + 3);
  return rows.map(([a, b, c]) => `${a.padEnd(widths[0])}${b.padEnd(widths[1])}${c}`).join('\n');
};

interface Following {
  readonly from: NamedTarget & { readonly resourceVersion: string };
  readonly form: FormOptions | undefined;
  readonly show: Show;
}

function* followed(
  call: LineCall,
  { selection }: GetCommand,
  { from: { of, name, resourceVersion }, form, show }: Following,
  interrupt: Interrupt,
): Procedure<void> {
  const { labelSelector } = selection;
  const namespace = of.namespaced ? selection.namespace : '';
  const fieldSelector = name === '' ? selection.fieldSelector : `metadata.name=${name}`;
  let shown = name === '';
  const onEvent = ({ type, object }: RestWatchEvent) => {
    if (type === 'BOOKMARK') return;
    if (type === 'ERROR') call.say(statusTable(object as Status));
    else if (shown) show(type, [object]);
    shown = true;
  };
  const options = { ...form, resourceVersion, labelSelector, fieldSelector, onEvent };
  yield* streamed(call, { of, namespace }, options, interrupt);
}
