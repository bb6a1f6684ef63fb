/** What happened in an area of time, counted from its records. Pure. */
import { KIND_NUMBER, LAYOUT_OF, placeOf, type TraceTable } from '#trace';

export interface AreaFacts {
  readonly records: number;
  readonly requests: number;
  /** Answers by code, lowest first. */
  readonly codes: readonly (readonly [code: number, count: number])[];
  /** Puts and deletes in etcd. */
  readonly writes: number;
  readonly decisions: number;
}

const CODE = placeOf('response', 'code');
const OP = placeOf('etcd', 'op');
const WRITES: ReadonlySet<unknown> = new Set(['put', 'delete']);

export function areaFacts(table: TraceTable, from: number, to: number): AreaFacts {
  const first = table.firstAt(from);
  const end = table.lastAt(to) + 1;
  const kinds = new Array<number>(Object.keys(LAYOUT_OF).length).fill(0);
  const codes = new Map<number, number>();
  let writes = 0;
  for (let seq = first; seq < end; seq += 1) {
    const kind = table.kind[seq];
    kinds[kind] += 1;
    if (kind === KIND_NUMBER.response) {
      const code = Number(table.valueAt(seq, CODE));
      codes.set(code, (codes.get(code) ?? 0) + 1);
    } else if (kind === KIND_NUMBER.etcd && WRITES.has(table.valueAt(seq, OP))) writes += 1;
  }
  return {
    records: Math.max(0, end - first),
    requests: kinds[KIND_NUMBER.request],
    codes: [...codes].sort(([a], [b]) => a - b),
    writes,
    decisions: kinds[KIND_NUMBER.decision] + kinds[KIND_NUMBER.endpoints],
  };
}
