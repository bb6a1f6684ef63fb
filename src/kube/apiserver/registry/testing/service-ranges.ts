/** For tests: what etcd says is taken of a world's Service ranges. */
import type { RandomStream } from '#kernel';
import { parsePortRange } from '../../../component/port-range';
import { IpRange } from '../../allocators/ip-range';
import { portBitmap } from '../../allocators/port-range';
import { type RangeAllocation, snapshotIn } from '../../allocators/range-allocation';
import type { RestWorld } from './rest-world';

/** Draws nothing. */
const NO_DRAWS: RandomStream = {
  int: (min) => min,
  duration: ({ min }) => min,
  chance: () => false,
};

export function stored<T>(world: RestWorld, key: string): T | undefined {
  const { archive } = world.sim.recorder.table;
  return archive.history(`/registry/${key}`).at(-1)?.object as T | undefined;
}

/** Addresses that are taken, in rising order. */
export function takenIPs(world: RestWorld, place = 'serviceips'): readonly string[] {
  const object = stored<RangeAllocation>(world, `ranges/${place}`);
  if (!object) return [];
  const range = new IpRange(object.range);
  const bitmap = range.bitmap(NO_DRAWS);
  const ips: string[] = [];
  bitmap.restore(snapshotOf(object));
  bitmap.forEach((offset) => {
    ips.push(range.ipOf(offset));
  });
  return ips;
}

/** Node ports that are taken, in rising order. */
export function takenPorts(world: RestWorld): readonly number[] {
  const object = stored<RangeAllocation>(world, 'ranges/servicenodeports');
  const spec = object && parsePortRange(object.range);
  if (!spec || typeof spec === 'string') return [];
  const bitmap = portBitmap(spec, false, NO_DRAWS);
  const ports: number[] = [];
  bitmap.restore(snapshotOf(object));
  bitmap.forEach((offset) => {
    ports.push(spec.base + offset);
  });
  return ports;
}

function snapshotOf(object: RangeAllocation) {
  const snapshot = snapshotIn(object);
  if (typeof snapshot === 'string') throw new Error(snapshot);
  return snapshot;
}
