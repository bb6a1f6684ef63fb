/**
 * How a range lies on a grid: which cell stands for which address or port, which cells are never
 * handed out, and which are kept for those who ask for one by name. Pure.
 */
import { type Address, parseAddress, parseNetwork, printAddress } from './address';

/** Cells in a row of the grid. */
export const COLUMNS = 16;

export interface Geometry {
  /** As it is stored. */
  readonly text: string;
  readonly cells: number;
  /** The cell of bit 0, and how many items can be taken. */
  readonly firstCell: number;
  readonly items: number;
  /**
   * Items of the lower band, from bit 0 on: handed out by chance only when all others are taken.
   */
  readonly band: number;
  itemOf(cell: number): string;
  /** The part of an item that differs within the range; names a row of the grid. */
  shortOf(cell: number): string;
  /** undefined where the range has no such item. */
  cellOf(item: string): number | undefined;
  /** Whether such an item could be in a range like this: of the same family. */
  isOfKind(item: string): boolean;
}

export const isReserved = ({ firstCell, items }: Geometry, cell: number): boolean =>
  cell < firstCell || cell >= firstCell + items;

export const isInBand = ({ firstCell, band }: Geometry, cell: number): boolean =>
  cell >= firstCell && cell < firstCell + band;

/** Most cells drawn of an IPv6 range. Upstream uses the low 16 bits (ipallocator NewInMemory). */
const IPV6_CELLS = 65_536;

/** Bounds of the lower band. Upstream: calculateRangeOffset of ipallocator and portallocator. */
const IP_BAND = { min: 16, max: 256, step: 16 };
const PORT_BAND = { min: 16, max: 128, step: 32 };

function bandOf(size: number, { min, max, step }: typeof IP_BAND): number {
  return size <= min ? 0 : Math.min(Math.max(min, Math.floor(size / step)), max);
}

/** A range of addresses. Bit 0 is the address after the network's own. */
export function addressGeometry(text: string): Geometry | undefined {
  const network = parseNetwork(text);
  if (!network) return undefined;
  const { family, base, hostBits } = network;
  const size = hostBits > 24 ? Number.MAX_SAFE_INTEGER : 2 ** hostBits;
  const cells = family === 4 ? size : Math.min(size, IPV6_CELLS);
  const items = Math.max(0, family === 4 ? cells - 2 : cells - 1);
  return {
    text,
    cells,
    firstCell: 1,
    items,
    band: bandOf(size, IP_BAND),
    itemOf: (cell) => printAddress({ family, value: base + BigInt(cell) }),
    shortOf: (cell) => tailOf(family, base + BigInt(cell), hostBits),
    cellOf: (item) => {
      const address: Address | undefined = parseAddress(item);
      if (address?.family !== family) return undefined;
      const cell = address.value - base;
      return cell < 1n || cell > BigInt(items) ? undefined : Number(cell);
    },
    isOfKind: (item) => parseAddress(item)?.family === family,
  };
}

/** The last byte of an IPv4 address where no other one changes, the last group of an IPv6 one. */
function tailOf(family: 4 | 6, value: bigint, hostBits: number): string {
  if (family === 6) return `:${(value & 0xffffn).toString(16)}`;
  return hostBits > 8 ? printAddress({ family, value }) : `.${value & 0xffn}`;
}

/** A range of ports, `30000-32767`. @param staticBand the lower band is kept, as from 1.28 on. */
export function portGeometry(text: string, staticBand: boolean): Geometry | undefined {
  const parts = /^(\d{1,5})-(\d{1,5})$/.exec(text);
  if (!parts) return undefined;
  const [first, last] = [Number(parts[1]), Number(parts[2])];
  if (last < first) return undefined;
  const cells = last - first + 1;
  return {
    text,
    cells,
    firstCell: 0,
    items: cells,
    band: staticBand ? bandOf(cells, PORT_BAND) : 0,
    itemOf: (cell) => String(first + cell),
    shortOf: (cell) => String(first + cell),
    cellOf: (item) => {
      const cell = /^\d+$/.test(item) ? Number(item) - first : -1;
      return cell < 0 || cell >= cells ? undefined : cell;
    },
    isOfKind: () => true,
  };
}
