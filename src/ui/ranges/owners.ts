/** Which Services have which addresses and ports, by what is stored at a time. Pure. */
import type { Seq, TraceTable } from '#trace';

type Fields = Readonly<Record<string, unknown>>;

/** What of a Service lies in a kind of range. */
export type ItemsOf = (spec: Fields) => readonly string[];

export interface Owned {
  readonly item: string;
  /** namespace/name of each Service that has it, in the order of their keys. */
  readonly services: readonly string[];
}

const SERVICE_KEYS = '/services/specs/';

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/** Addresses of a Service; a headless one has none. */
export const clusterIpsOf: ItemsOf = ({ clusterIP, clusterIPs }) => {
  const all = Array.isArray(clusterIPs) ? clusterIPs : [clusterIP];
  return all.filter((ip): ip is string => typeof ip === 'string' && ip !== '' && ip !== 'None');
};

/** Node ports of a Service, each once. */
export const nodePortsOf: ItemsOf = ({ ports, healthCheckNodePort }) => {
  const list = Array.isArray(ports) ? ports.map((port) => fieldsOf(port).nodePort) : [];
  const numbers = [...list, healthCheckNodePort].filter((port) => typeof port === 'number');
  return [...new Set(numbers.filter((port) => port !== 0))].map(String);
};

/** @param upTo the last record that counts */
export function ownersAt(
  { archive }: TraceTable,
  upTo: Seq,
  itemsOf: ItemsOf,
): ReadonlyMap<string, Owned> {
  const owners = new Map<string, Owned>();
  for (const key of archive.keys()) {
    if (!key.includes(SERVICE_KEYS)) continue;
    const object = archive.at(key, upTo)?.object;
    if (object === undefined) continue;
    const name = key.slice(key.indexOf(SERVICE_KEYS) + SERVICE_KEYS.length);
    for (const item of itemsOf(fieldsOf(fieldsOf(object).spec))) {
      const services = [...(owners.get(item)?.services ?? []), name];
      owners.set(item, { item, services });
    }
  }
  return owners;
}

/** The newest write to the store up to a record; -1 when there is none. */
export function lastWriteAt({ archive: { rows } }: TraceTable, upTo: Seq): Seq {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle].seq <= upTo) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? -1 : rows[low - 1].seq;
}
