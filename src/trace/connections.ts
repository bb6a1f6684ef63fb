/** Connections between processes, and partitions of the network, at a time. */
import type { SimTime } from '#base';
import type { RecordOf, Seq } from './record';
import { countUpTo, IntList } from './spans';
import type { TraceTable } from './trace-table';

/** What is known of the connections from one process to another. */
export interface ConnectionState {
  readonly client: string;
  readonly server: string;
  /** How the newest record left it. `ended`: the client's process exited. */
  readonly phase: 'opened' | 'closed' | 'timed-out' | 'ended';
  readonly reason: string;
  /** How many are open. */
  readonly open: number;
  readonly since: SimTime;
  readonly seq: Seq;
}

interface Pair {
  readonly client: string;
  readonly server: string;
  readonly rows: IntList;
  /** Open connections after the row at the same place. */
  readonly open: IntList;
}

export class Connections {
  readonly #pairs = new Map<string, Pair>();

  /** Takes in a `connection` record. */
  take(table: TraceTable, seq: Seq): void {
    const client = table.strings[table.slots[0][seq]];
    const server = table.strings[table.slots[1][seq]];
    const key = `${client}\n${server}`;
    let pair = this.#pairs.get(key);
    if (!pair) {
      pair = { client, server, rows: new IntList(), open: new IntList() };
      this.#pairs.set(key, pair);
    }
    const before = Math.max(0, pair.open.last());
    const opened = table.strings[table.slots[2][seq]] === 'opened';
    pair.rows.push(seq);
    pair.open.push(opened ? before + 1 : Math.max(0, before - 1));
  }

  /** A process exited or starts anew: it holds no connection any more. */
  endClient(name: string, seq: Seq): void {
    for (const pair of this.#pairs.values()) {
      if (pair.client !== name || pair.open.last() <= 0) continue;
      pair.rows.push(seq);
      pair.open.push(0);
    }
  }

  /** Every pair of processes that has had a connection by `time`, in order of the first. */
  at(table: TraceTable, time: number): ConnectionState[] {
    const upTo = table.lastAt(time);
    const result: ConnectionState[] = [];
    for (const { client, server, rows, open } of this.#pairs.values()) {
      const place = countUpTo(rows.view(), upTo) - 1;
      if (place < 0) continue;
      const seq = rows.at(place);
      const record = table.recordOf(seq, 'connection');
      result.push({
        client,
        server,
        phase: (record?.phase ?? 'ended') as ConnectionState['phase'],
        reason: record?.reason ?? '',
        open: open.at(place),
        since: table.timeOf(seq),
        seq,
      });
    }
    return result;
  }
}

/** Two groups of processes whose messages to each other are lost. */
export interface PartitionState {
  readonly between: readonly string[];
  readonly and: readonly string[];
  readonly since: SimTime;
  readonly seq: Seq;
}

type FaultRecord = RecordOf<'fault'>;

/** What a fault that a later record takes back has there as `undo`. */
const undoes = (record: FaultRecord): boolean =>
  typeof record.step === 'object' && record.step !== null && 'undo' in record.step;

function sidesOf(step: unknown): Pick<PartitionState, 'between' | 'and'> | undefined {
  const outer = step as Readonly<Record<string, unknown>> | null;
  if (typeof outer !== 'object' || outer === null) return undefined;
  const list = (side: unknown): readonly string[] | undefined =>
    Array.isArray(side) ? side.map(String) : typeof side === 'string' ? [side] : undefined;
  const between = list(outer.between);
  const and = list(outer.and);
  return between && and ? { between, and } : undefined;
}

/** Whether `later` takes `partition` back: it says so, and its timer was armed by it. */
function ends(table: TraceTable, later: FaultRecord, partition: FaultRecord): boolean {
  if (!undoes(later) || later.verb !== partition.verb || later.cause === null) return false;
  return later.cause === partition.seq || table.causeOf(later.cause) === partition.seq;
}

/** Partitions in force at `time`, from the rows of `fault` records. */
export function partitionsAt(
  table: TraceTable,
  faultRows: Int32Array,
  time: number,
): PartitionState[] {
  const upTo = countUpTo(faultRows, table.lastAt(time));
  const faults: FaultRecord[] = [];
  for (let index = 0; index < upTo; index += 1) {
    const record = table.recordOf(faultRows[index], 'fault');
    if (record) faults.push(record);
  }
  return faults.flatMap((partition) => {
    if (partition.verb !== 'partition' || undoes(partition)) return [];
    const sides = sidesOf(partition.step);
    const over = faults.some((later) => ends(table, later, partition));
    return sides && !over ? [{ ...sides, since: partition.t, seq: partition.seq }] : [];
  });
}
