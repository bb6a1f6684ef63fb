/** Where a range is stored: as a bitmap, or as one object for each address. Pure. */
import type { RevisionRow, Seq, TraceTable } from '#trace';
import { Bits } from './bits';
import type { Geometry } from './geometry';

/** A range as it is stored at a time. */
export interface StoredAs {
  readonly key: string;
  /** The newest write of it. */
  readonly row: RevisionRow;
  readonly range: string;
  /** Cells that are taken. */
  cellsIn(geometry: Geometry): readonly number[];
}

export interface RangeSource {
  /** The key that begins with the range; undefined where the run never has it. */
  keyOf(table: TraceTable): string | undefined;
  /** @param upTo the last record that counts */
  read(table: TraceTable, upTo: Seq): StoredAs | undefined;
}

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/** A RangeAllocation. @param place its key's end, below `/ranges/` */
export function bitmapAt(place: string): RangeSource {
  const keyOf = ({ archive }: TraceTable) =>
    archive.keys().find((key) => key.endsWith(`/ranges/${place}`));
  return {
    keyOf,
    read(table, upTo) {
      const key = keyOf(table);
      const row = key === undefined ? undefined : table.archive.at(key, upTo);
      if (key === undefined || row?.object === undefined) return undefined;
      const { range = '', data = '' } = fieldsOf(row.object);
      const bits = new Bits(String(data));
      const cellsIn = ({ firstCell }: Geometry) => bits.all().map((bit) => bit + firstCell);
      return { key, row, range: String(range), cellsIn };
    },
  };
}

const CIDR_KEYS = '/servicecidrs/';
const ADDRESS_KEYS = '/ipaddresses/';

/** The keys of all ServiceCIDRs that the run ever stores. */
export function keysOfServiceCidrs({ archive }: TraceTable): readonly string[] {
  return archive.keys().filter((key) => key.includes(CIDR_KEYS));
}

/** The CIDRs of all ServiceCIDRs that the run ever stores, each once. */
export function serviceCidrs(table: TraceTable): readonly string[] {
  const cidrs = keysOfServiceCidrs(table).flatMap((key) =>
    table.archive.history(key).flatMap(({ object }) => cidrsOf(object)),
  );
  return [...new Set(cidrs)];
}

function cidrsOf(object: unknown): readonly string[] {
  const { cidrs } = fieldsOf(fieldsOf(object).spec);
  return Array.isArray(cidrs) ? cidrs.map(String) : [];
}

/** IPAddress objects within a CIDR that a ServiceCIDR has. */
export function addressesIn(cidr: string): RangeSource {
  const keyOf = ({ archive }: TraceTable) =>
    archive
      .keys()
      .find(
        (key) =>
          key.includes(CIDR_KEYS) &&
          archive.history(key).some(({ object }) => cidrsOf(object).includes(cidr)),
      );
  return {
    keyOf,
    read(table, upTo) {
      const { archive } = table;
      const key = keyOf(table);
      const row = key === undefined ? undefined : archive.at(key, upTo);
      if (key === undefined || !row || !cidrsOf(row.object).includes(cidr)) return undefined;
      const rows = archive.keys().flatMap((each) => {
        const found = each.includes(ADDRESS_KEYS) ? archive.at(each, upTo) : undefined;
        return found?.object === undefined ? [] : [found];
      });
      const newest = rows.reduce((last, each) => (each.seq > last.seq ? each : last), row);
      const cellsIn = (geometry: Geometry) =>
        rows.flatMap((each) => geometry.cellOf(each.key.split('/').at(-1) ?? '') ?? []);
      return { key, row: newest, range: cidr, cellsIn };
    },
  };
}
