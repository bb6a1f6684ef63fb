/**
 * A line's output as text: what kubectl said, and the objects that it printed, from the archive at
 * the revisions that its answers had.
 */
import type { SimTime } from '#base';
import {
  type Command,
  customColumns,
  type DescribeCommand,
  type GetCommand,
  itemOrList,
  jsonPathResults,
  jsonPathText,
  PathFault,
  type ResourceType,
  readLine,
} from '#console';
import type { RevisionRow, TraceTable } from '#trace';
import type { ConsoleEntry, Piece, SeenObject } from './console-log';
import { createdText } from './print/created';
import { describeText } from './print/describe';
import type { Printed, PrintedObject } from './print/printed';
import { jsonText, namesText, yamlText } from './print/structured';

export interface OutputText {
  readonly text: string;
  readonly error: boolean;
}

export interface PrintContext {
  readonly table: TraceTable;
  readonly types: readonly ResourceType[];
  /** What clocks show at t = 0, ms since 1970. */
  readonly epochMs: number;
}

type ObjectsPiece = Extract<Piece, { kind: 'objects' }>;

/** Everything that a line has shown by `time`. */
export function outputOf(
  entry: ConsoleEntry,
  time: SimTime,
  context: PrintContext,
): readonly OutputText[] {
  const reading = readLine(entry.line, context.types);
  const printer = new EntryPrinter(reading.ok ? reading.line.command : undefined, context);
  const out: OutputText[] = [];
  for (const piece of entry.pieces) {
    if (piece.t > time) break;
    if (piece.kind === 'text') {
      out.push({ text: piece.text, error: piece.level === 'error' });
    } else {
      // An empty list beside errors says nothing of its own.
      const failed = entry.pieces.some((each) => each.kind === 'text' && each.level === 'error');
      out.push(...printer.print(piece, failed));
    }
  }
  return out.filter(({ text }) => text !== '');
}

class EntryPrinter {
  readonly #command: Command | undefined;
  readonly #context: PrintContext;
  #described = 0;

  constructor(command: Command | undefined, context: PrintContext) {
    this.#command = command;
    this.#context = context;
  }

  print(piece: ObjectsPiece, failed: boolean): readonly OutputText[] {
    const command = this.#command;
    try {
      if (command?.verb === 'describe') return [plain(this.#describe(piece, command, failed))];
      if (command?.verb === 'create') return [plain(createdText(command))];
      if (command?.verb === 'get') return [plain(this.#get(piece, command))];
      return [];
    } catch (fault) {
      if (fault instanceof PathFault) return [{ text: `error: ${fault.message}`, error: true }];
      throw fault;
    }
  }

  /** Tables are text already: the server has made them. */
  #get(piece: ObjectsPiece, command: GetCommand): string {
    const { output, selection } = command;
    if (output.kind === 'table') return '';
    const objects = this.#objects(piece.saw);
    if (piece.what.startsWith('watch ')) {
      return objects.map((each) => formatted(command, [each], true)).join('\n');
    }
    const { targets } = selection;
    const single = targets.kind === 'names' && targets.items.length === 1;
    return formatted(command, objects, single);
  }

  #describe(piece: ObjectsPiece, command: DescribeCommand, failed: boolean): string {
    const [main, ...others] = this.#objects(piece.saw);
    if (!main) return failed ? '' : nothingFound(command);
    const endpoints = others.find(({ of }) => of.resource === 'endpoints')?.object;
    const events = others.filter(({ of }) => of.resource === 'events').map(({ object }) => object);
    const replicaSets = others
      .filter(({ of }) => of.resource === 'replicasets')
      .map(({ object }) => object);
    const gap = this.#described === 0 ? '' : '\n\n';
    this.#described += 1;
    return gap + describeText({ main, endpoints, replicaSets, events, nowMs: this.#wallMs(piece) });
  }

  #wallMs({ t }: ObjectsPiece): number {
    return this.#context.epochMs + t / 1_000;
  }

  #objects(saw: readonly SeenObject[]): readonly Printed[] {
    const { table, types } = this.#context;
    return saw.flatMap((seen) => {
      const object = objectAt(table, seen);
      const of = types.find(
        ({ kind, group, version }) =>
          kind === seen.kind &&
          (group === '' ? version : `${group}/${version}`) === seen.apiVersion,
      );
      return object && of ? [{ of, object }] : [];
    });
  }
}

const plain = (text: string): OutputText => ({ text, error: false });

function formatted({ output, table }: GetCommand, objects: readonly Printed[], single: boolean) {
  const bodies = objects.map(({ object }) => object);
  switch (output.kind) {
    case 'yaml':
      return yamlText(itemOrList(bodies, single));
    case 'json':
      return jsonText(itemOrList(bodies, single));
    case 'name':
      return namesText(objects);
    case 'jsonpath':
      return jsonPathText(output.text, itemOrList(bodies, single));
    case 'jsonpath-as-json':
      return jsonText(jsonPathResults(output.text, itemOrList(bodies, single)));
    case 'custom-columns':
      return customColumns(output.text, bodies, !table.noHeaders);
    // The line has said so itself.
    case 'unknown':
    case 'table':
      return '';
  }
}

/** A description knows only its flag, not whether its type has namespaces. */
const nothingFound = ({ selection: { namespace } }: DescribeCommand): string =>
  namespace === '' ? 'No resources found' : `No resources found in ${namespace} namespace.`;

/** The object as it was served: from the archive, with the revision that storage leaves out. */
function objectAt(table: TraceTable, seen: SeenObject): PrintedObject | undefined {
  const row = rowAt(table, seen);
  if (!row) return undefined;
  const { metadata, ...fields } = storedOf(table, row) as PrintedObject;
  const { apiVersion, kind, resourceVersion } = seen;
  return { ...fields, apiVersion, kind, metadata: { ...metadata, resourceVersion } };
}

/** A deletion has no object of its own: what was deleted is shown. */
function storedOf(table: TraceTable, row: RevisionRow): unknown {
  if (row.object !== undefined) return row.object;
  const history = table.archive.history(row.key);
  return history[history.indexOf(row) - 1]?.object;
}

function rowAt(table: TraceTable, { name, kind, resourceVersion }: SeenObject) {
  const { rows } = table.archive;
  const revision = Number(resourceVersion);
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle].revision < revision) low = middle + 1;
    else high = middle;
  }
  for (let place = low; rows[place]?.revision === revision; place += 1) {
    const object = storedOf(table, rows[place]) as Partial<PrintedObject> | undefined;
    if (object?.kind === kind && object.metadata?.name === name) return rows[place];
  }
  return undefined;
}
