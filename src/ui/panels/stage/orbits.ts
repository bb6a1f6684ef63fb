/** How large bodies are and where the orbits run, so that no body can touch another. */
import type { Frame } from './frame';
import type { CastMember, ProcessKind } from './process-kind';

/** How large bodies and orbits are drawn, as shares of the most that fits. */
export interface Scale {
  readonly bodies: number;
  readonly orbits: number;
}

export interface BodySize {
  /** Radius of the body, px. */
  readonly radius: number;
  /** Radius with all that is drawn round it, px. */
  readonly reach: number;
}

export interface FittedOrbits {
  /** Scale of all sizes. */
  readonly unit: number;
  /** Half height of each orbit, from the inside. */
  readonly radii: readonly number[];
  /** Distance of the outermost orbit from the edge of the sky. */
  readonly edge: number;
}

type Ring = readonly CastMember[];

/** Distance of a server's hook beads and of its lease arc from its body, px at unit 1. */
export const HOOKS_OFFSET = 7.5;
export const ARC_OFFSET = 14.5;
/** Least distance between the centres of two neighbours: a touch target and a little, px. */
const TOUCH_GAP = 46;
/** Least space between two orbits' bodies, px. */
const ORBIT_GAP = 3;
/**
 * Between a body with all round it and the edge of the sky: the ring of a selection, and air, px.
 */
const EDGE_GAP = 9;
/** Share of the outermost orbit at which each would like to run, by how many there are. */
const SHARES: Readonly<Record<number, readonly number[]>> = {
  1: [1],
  2: [0.56, 1],
  3: [0.47, 0.8, 1],
};
/** Height of sky at which unit is 1, by number of orbits, px. */
const UNIT_HEIGHT: Readonly<Record<number, number>> = { 1: 318, 2: 372, 3: 404 };
const UNIT_MIN = 0.4;
const UNIT_MAX = 1.6;
const BODY_RADIUS: Readonly<Record<ProcessKind, number>> = {
  etcd: 27,
  apiserver: 19,
  kcm: 14,
  scheduler: 14,
  node: 9,
  client: 13,
};

export function storeRadius(unit: number): number {
  return Math.max(22, BODY_RADIUS.etcd * unit);
}

/** Size of a body that stands for these members. */
export function bodySize(members: Ring, unit: number): BodySize {
  const { kind } = members[0];
  const radius = BODY_RADIUS[kind] * unit;
  if (members.length > 1) {
    const group = Math.max(12, BODY_RADIUS.kcm * 0.95 * unit);
    return { radius: group, reach: group + 4 };
  }
  if (kind === 'apiserver') return { radius, reach: radius + (ARC_OFFSET + 3) * unit };
  return { radius, reach: kind === 'node' ? radius + 4 : radius + 8 * unit };
}

/** How many bodies an orbit has room for, with a touch target each. */
export function ringCapacity(ring: Ring, ry: number, unit: number): number {
  const widest = Math.max(0, ...ring.map((member) => bodySize([member], unit).reach));
  const gap = Math.max(TOUCH_GAP, 2 * widest + ORBIT_GAP);
  // Neighbours are a chord apart, which is a little less than the way along the orbit.
  return Math.max(3, Math.floor((2 * Math.PI * ry) / (gap * 1.02)));
}

/** The largest bodies, up to the wanted size, with which all orbits fit into the sky. */
export function fitOrbits(rings: readonly Ring[], { sky }: Frame, scale: Scale): FittedOrbits {
  const side = Math.min(sky.height, sky.width);
  const ratio = side / UNIT_HEIGHT[rings.length];
  // Bodies grow with the stage, but more slowly, so that a large stage has room for words.
  const wanted = Math.min(UNIT_MAX, ratio > 1 ? Math.sqrt(ratio) : ratio) * scale.bodies;
  for (let unit = Math.max(UNIT_MIN, wanted); ; unit *= 0.96) {
    const reaches = rings.map((ring) => ringReach(ring, side, unit));
    const edge = (reaches.at(-1) as number) + EDGE_GAP;
    const outer = (side / 2 - edge) * scale.orbits;
    const store = storeRadius(unit) + 3;
    if (unit <= UNIT_MIN || orbitsNeed(store, reaches) <= outer) {
      return { unit, radii: spread(store, reaches, outer), edge };
    }
  }
}

/** The widest body of an orbit, alone or in groups when it is crowded. */
function ringReach(ring: Ring, side: number, unit: number): number {
  const single = Math.max(...ring.map((member) => bodySize([member], unit).reach), 10);
  const crowded = ring.length > ringCapacity(ring, side / 2 - single - 6, unit) * 0.45;
  const grouped = crowded && ring.length > 1 ? bodySize(ring, unit).reach : 0;
  return Math.max(single, grouped);
}

/** Half height of the outermost orbit when all stand as near to each other as they may. */
function orbitsNeed(store: number, reaches: readonly number[]): number {
  return reaches.reduce(
    (sum, reach, i) => sum + reach + (i > 0 ? reaches[i - 1] : 0) + ORBIT_GAP,
    store,
  );
}

/** Orbits at their usual shares, moved apart where bodies would touch. */
function spread(store: number, reaches: readonly number[], outer: number): number[] {
  const radii = SHARES[reaches.length].map((share) => share * outer);
  // Where there is room, what is touched of two bodies does not meet either.
  const touched = reaches.map((reach) => Math.max(reach, TOUCH_GAP / 2));
  for (let i = radii.length - 2; i >= 0; i -= 1) {
    radii[i] = Math.min(radii[i], radii[i + 1] - touched[i + 1] - touched[i]);
  }
  if (radii.length > 1) radii[0] = clearOfStore(store, radii, touched, reaches);
  radii[0] = Math.max(radii[0], store + reaches[0] + ORBIT_GAP);
  for (let i = 1; i < radii.length - 1; i += 1) {
    radii[i] = Math.max(radii[i], radii[i - 1] + reaches[i - 1] + reaches[i] + ORBIT_GAP);
  }
  return radii;
}

/** What is touched of the store has room too; where there is too little, both sides lack half. */
function clearOfStore(
  store: number,
  [wanted, next]: readonly number[],
  touched: readonly number[],
  reaches: readonly number[],
): number {
  const clear = Math.max(store, TOUCH_GAP / 2) + touched[0];
  if (wanted >= clear) return wanted;
  const room = next - touched[1] - touched[0];
  const best = room >= clear ? clear : (room + clear) / 2;
  return Math.max(wanted, Math.min(best, next - reaches[1] - reaches[0] - ORBIT_GAP));
}
