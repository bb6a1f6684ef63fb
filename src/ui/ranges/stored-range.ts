/** A stored range at a time: what is taken, and by whom. Pure. */
import type { SimTime } from '#base';
import type { Seq, TraceTable } from '#trace';
import { Bits } from './bits';
import { type Geometry, isInBand } from './geometry';
import { type ItemsOf, type Owned, ownersAt } from './owners';
import type { Allocator } from './passes';

/** One range that a panel shows. */
export interface RangeKind {
  readonly allocator: Allocator;
  /** End of its key in etcd. */
  readonly place: string;
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

export function rangeKey({ archive }: TraceTable, { place }: RangeKind): string | undefined {
  return archive.keys().find((key) => key.endsWith(`/ranges/${place}`));
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
  const key = rangeKey(table, kind);
  const row = key === undefined ? undefined : table.archive.at(key, upTo);
  const stored = row?.object as { readonly range?: unknown; readonly data?: unknown } | undefined;
  const geometry = kind.geometryOf(String(stored?.range ?? ''));
  if (key === undefined || !row || !geometry) return undefined;
  const bits = new Bits(String(stored?.data ?? ''));
  const owners = ownersAt(table, upTo, kind.itemsOf);
  const lines = holdingLines(geometry, bits, owners);
  const cells = new Map<number, CellHolding>();
  for (const { cell, holding } of lines) {
    if (cell !== undefined && holding !== 'outside') cells.set(cell, holding);
  }
  const taken = bits.all().map((bit) => bit + geometry.firstCell);
  return {
    key,
    geometry,
    revision: row.revision,
    at: table.timeOf(row.seq),
    seq: row.seq,
    used: bits.count,
    free: geometry.items - bits.count,
    bandUsed: taken.filter((cell) => isInBand(geometry, cell)).length,
    cells,
    owners,
    lines,
  };
}

function holdingLines(
  geometry: Geometry,
  bits: Bits,
  owners: ReadonlyMap<string, Owned>,
): readonly HoldingLine[] {
  const byCell = new Map<number, HoldingLine>();
  const outside: HoldingLine[] = [];
  for (const bit of bits.all()) {
    const cell = bit + geometry.firstCell;
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
