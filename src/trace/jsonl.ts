/** The trace as JSON Lines, both ways. */
import { bad, good, type Result, type SimTime } from '#base';
import { LAYOUT_OF } from './layout';
import { type FieldsOf, RECORD_FIELDS, type RecordKind, type TraceRecord } from './record';
import { Recorder } from './recorder';
import type { TraceTable } from './trace-table';

/** One line a record, in order of seq, with a line feed after each. */
export function* jsonLines(table: TraceTable): Generator<string> {
  for (let seq = 0; seq < table.length; seq += 1) yield `${table.line(seq)}\n`;
}

/** Reads an exported trace. Its lines, printed again, are the same bytes. */
export function readJsonLines(text: string): Result<TraceTable> {
  const read = recordJsonLines(text);
  return read.ok ? good(read.value.table) : read;
}

/** Reads an exported trace into a recorder, which can cut it into blocks. */
export function recordJsonLines(text: string): Result<Recorder> {
  let now = 0 as SimTime;
  const recorder = new Recorder(() => now);
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  for (const [index, line] of lines.entries()) {
    const record = parseLine(line);
    if (typeof record === 'string') {
      return bad([{ path: `line ${index + 1}`, reason: record, line: index + 1 }]);
    }
    if (record.seq !== index) {
      const reason = `seq ${record.seq} where ${index} was expected`;
      return bad([{ path: `line ${index + 1}`, reason, line: index + 1 }]);
    }
    if (record.t < now) {
      const reason = `t ${record.t} is before ${now}, the time of the record before it`;
      return bad([{ path: `line ${index + 1}`, reason, line: index + 1 }]);
    }
    now = record.t;
    rewrite(recorder, record);
  }
  return good(recorder);
}

function parseLine(line: string): TraceRecord | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return 'not JSON';
  }
  const record = value as TraceRecord;
  if (typeof record !== 'object' || record === null) return 'a record is an object';
  if (!Object.hasOwn(RECORD_FIELDS, record.kind)) return `unknown kind ${String(record.kind)}`;
  if (!Number.isInteger(record.t) || record.t < 0) return 't: whole microseconds expected';
  if (record.cause !== null && !(record.cause >= 0 && record.cause < record.seq)) {
    return `cause ${record.cause} is not an earlier record`;
  }
  const missing = LAYOUT_OF[record.kind].fields.find((field) => !(field.name in record));
  return missing ? `${record.kind} without ${missing.name}` : record;
}

function rewrite(recorder: Recorder, record: TraceRecord): void {
  const fields: Record<string, unknown> = {};
  for (const { name, type } of LAYOUT_OF[record.kind].fields) {
    const value = (record as unknown as Record<string, unknown>)[name];
    fields[name] = type === 'version' ? Number(value) : value;
  }
  const { actor, cause, also } = record;
  const revised = record.kind === 'etcd' && (record.op === 'put' || record.op === 'delete');
  if (revised) {
    recorder.writeRevision(actor, cause, fields as FieldsOf<'etcd'>, record.object);
  } else {
    recorder.write(record.kind, actor, cause, fields as FieldsOf<RecordKind> as never, also);
  }
}
