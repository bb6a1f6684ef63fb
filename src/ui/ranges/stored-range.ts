/** A stored range at a time: what is taken, and by whom. Pure. */
import type { SimTime } from '#base';
import type { Seq, TraceTable } from '#trace';
import { type Geometry, isInBand } from './geometry';
import { type ItemsOf, type Owned, ownersAt } from './owners';
import type { Allocator } from './passes';
import type { RangeSource } from './source';

/** One range that a panel shows. */
export interface RangeKind {
  /** Its identity among those of the panel. */
  readonly id: string;
  readonly source: RangeSource;
  /** Whose passes rebuild it; undefined where single addresses are repaired one by one. */
  readonly allocator: Allocator | undefined;
  readonly geometryOf: (range: string) => Geometry | undefined;
  readonly itemsOf: ItemsOf;
}

export type Holding =
  /** Taken, and one Service has it. */
  | 'taken'
  /** Taken, and no Service has it. */
  | 'nobody'
  /** A Service has it, but it is not taken. */
  | 'missing'
  /** More than one Service has it. */
  | 'clash'
  /** A Service has it, but the range does not. */
  | 'outside';

/** What a cell of the range can show. */
export type CellHolding = Exclude<Holding, 'outside'>;

export interface HoldingLine extends Owned {
  readonly holding: Holding;
  readonly cell: number | undefined;
}

export interface StoredRange {
  readonly key: string;
  readonly geometry: Geometry;
  readonly revision: number;
  readonly at: SimTime;
  readonly seq: Seq;
  readonly used: number;
  readonly free: number;
  /** Taken in the lower band. */
  readonly bandUsed: number;
  readonly cells: ReadonlyMap<number, CellHolding>;
  readonly owners: ReadonlyMap<string, Owned>;
  /** What is taken or claimed, in rising order; what is outside stands first. */
  readonly lines: readonly HoldingLine[];
}

/**
 * @param upTo the last record that counts
 * @returns undefined where nothing is stored, or what is stored is no range
 */
export function storedRange(
  table: TraceTable,
  kind: RangeKind,
  upTo: Seq,
): StoredRange | undefined {
  const read = kind.source.read(table, upTo);
  const geometry = read && kind.geometryOf(read.range);
  if (!geometry) return undefined;
  const { key, row } = read;
  const taken = read.cellsIn(geometry);
  const owners = ownersAt(table, upTo, kind.itemsOf);
  const lines = holdingLines(geometry, taken, owners);
  const cells = new Map<number, CellHolding>();
  for (const { cell, holding } of lines) {
    if (cell !== undefined && holding !== 'outside') cells.set(cell, holding);
  }
  return {
    key,
    geometry,
    revision: row.revision,
    at: table.timeOf(row.seq),
    seq: row.seq,
    used: taken.length,
    free: geometry.items - taken.length,
    bandUsed: taken.filter((cell) => isInBand(geometry, cell)).length,
    cells,
    owners,
    lines,
  };
}

function holdingLines(
  geometry: Geometry,
  taken: readonly number[],
  owners: ReadonlyMap<string, Owned>,
): readonly HoldingLine[] {
  const byCell = new Map<number, HoldingLine>();
  const outside: HoldingLine[] = [];
  for (const cell of taken) {
    const item = geometry.itemOf(cell);
    byCell.set(cell, { item, services: [], holding: 'nobody', cell });
  }
  for (const owned of owners.values()) {
    if (!geometry.isOfKind(owned.item)) continue;
    const cell = geometry.cellOf(owned.item);
    if (cell === undefined) outside.push({ ...owned, holding: 'outside', cell });
    else byCell.set(cell, { ...owned, holding: holdingOf(owned, byCell.has(cell)), cell });
  }
  const inside = [...byCell].sort(([a], [b]) => a - b).map(([, line]) => line);
  return [...outside, ...inside];
}

function holdingOf({ services }: Owned, taken: boolean): Holding {
  if (services.length > 1) return 'clash';
  return taken ? 'taken' : 'missing';
}
