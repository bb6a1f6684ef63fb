/**
 * Where bodies stand: the store in the centre, API servers on the first orbit, controller managers
 * and schedulers on the second, nodes on the third, clients in the quiet corner. A function of the
 * cast and the size only, so the picture never drifts. On a full orbit neighbours stand in groups.
 */
import { type Affinity, bestTurn, orderByServer } from './affinity';
import type { Frame } from './frame';
import { onEllipse, type Point } from './geometry';
import { bodySize, fitOrbits, ringCapacity, type Scale, storeRadius } from './orbits';
import type { CastMember, ProcessKind } from './process-kind';

/** A body on the stage: one process, or several of a kind that stand together. */
export interface Vertex extends Point {
  readonly id: string;
  readonly kind: ProcessKind;
  readonly members: readonly CastMember[];
  /** Radius of the body, px. */
  readonly radius: number;
  /** Radius with all that is drawn round it, px. */
  readonly reach: number;
  /** Direction from the centre. */
  readonly angle: number;
}

export interface Orbit {
  readonly rx: number;
  readonly ry: number;
}

export interface Placement {
  readonly center: Point;
  /** Scale of all sizes; 1 is a sky of about 330 px. */
  readonly unit: number;
  readonly orbits: readonly Orbit[];
  readonly vertices: readonly Vertex[];
}

/** How much wider than high an orbit may be. */
const STRETCH_MAX = 1.35;
/** More clients than this stand together. */
const CLIENTS_APART = 2;

export interface PlaceInput {
  readonly cast: readonly CastMember[];
  readonly affinity: Affinity;
  readonly frame: Frame;
}

export function placeBodies({ cast, affinity, frame }: PlaceInput, scale: Scale): Placement {
  const of = (...kinds: ProcessKind[]) => cast.filter(({ kind }) => kinds.includes(kind));
  const servers = of('apiserver');
  const around = (members: readonly CastMember[]) => orderByServer(members, servers, affinity);
  const rings = [servers, around(interleave(of('kcm'), of('scheduler'))), around(of('node'))];
  const used = rings.filter((ring, index) => index === 0 || ring.length > 0);
  const { sky } = frame;
  const center = { x: sky.x + sky.width / 2, y: sky.y + sky.height / 2 };
  const { unit, radii, edge } = fitOrbits(used, frame, scale);
  const stretch = Math.min(STRETCH_MAX, (sky.width / 2 - edge - 8) / (radii.at(-1) as number));
  const orbits = radii.map((ry) => ({ rx: ry * Math.max(1, stretch), ry }));
  const place = { center, unit, affinity };
  const first = placeRing(used[0], orbits[0], { ...place, angles: new Map() });
  const angles = new Map(first.map(({ id, angle }) => [id, angle]));
  const vertices = [
    ...placeStores(of('etcd'), place),
    ...first,
    ...used.slice(1).flatMap((ring, i) => placeRing(ring, orbits[i + 1], { ...place, angles })),
    ...placeClients(of('client'), frame, unit),
  ];
  return { center, unit, orbits, vertices };
}

interface Place {
  readonly center: Point;
  readonly unit: number;
  readonly affinity: Affinity;
}

interface RingPlace extends Place {
  /** Where the API servers stand. */
  readonly angles: ReadonlyMap<string, number>;
}

function placeStores(stores: readonly CastMember[], { center, unit }: Place): Vertex[] {
  if (stores.length === 1) {
    const radius = storeRadius(unit);
    return [vertexOf('etcd', stores, center, { radius, reach: radius + 3, angle: -Math.PI / 2 })];
  }
  return stores.map((store, index) => {
    const angle = (index / stores.length) * 2 * Math.PI - Math.PI / 2;
    const radius = 14 * unit;
    const at = onEllipse(center, 24 * unit, 24 * unit, angle);
    return vertexOf(store.name, [store], at, { radius, reach: radius + 3, angle });
  });
}

function placeRing(ring: readonly CastMember[], orbit: Orbit, place: RingPlace): Vertex[] {
  const { center, unit, affinity, angles } = place;
  const capacity = ringCapacity(ring, orbit.ry, unit);
  const groups = groupRing(ring, capacity);
  const wanted = groups.map(([first]) => angles.get(affinity.get(first.name) ?? ''));
  const start = angles.size === 0 ? -Math.PI / 2 : bestTurn(wanted);
  return groups.map((members, index) => {
    const angle = start + (index / groups.length) * 2 * Math.PI;
    const grouped = members.length > 1;
    const { radius, reach } = bodySize(members, unit);
    const id = grouped ? `group:${members[0].name}` : members[0].name;
    const at = onEllipse(center, orbit.rx, orbit.ry, angle);
    return vertexOf(id, members, at, { radius, reach, angle });
  });
}

/** Clients keep out of the way: the lower right corner first, then the upper right. */
function placeClients(clients: readonly CastMember[], { sky }: Frame, unit: number): Vertex[] {
  const together = clients.length > CLIENTS_APART;
  const bodies = together ? [clients] : clients.map((client) => [client]);
  const radius = clamp(13 * unit, 11, 16);
  return bodies.map((members, index) => {
    const inset = Math.max(radius + 8, 24);
    const at = {
      x: sky.x + sky.width - inset - 4,
      y: index === 0 ? sky.y + sky.height - inset : sky.y + inset,
    };
    const id = together ? `group:${members[0].name}` : members[0].name;
    return vertexOf(id, members, at, { radius, reach: radius + 3, angle: Math.PI / 2 });
  });
}

function vertexOf(
  id: string,
  members: readonly CastMember[],
  { x, y }: Point,
  size: Pick<Vertex, 'radius' | 'reach' | 'angle'>,
): Vertex {
  return { id, kind: members[0].kind, members, x, y, ...size };
}

/** Replica by replica: the first of each kind, then the second of each. */
function interleave<T>(first: readonly T[], second: readonly T[]): T[] {
  const longer = Math.max(first.length, second.length);
  return Array.from({ length: longer }, (_, i) => [first[i], second[i]])
    .flat()
    .filter(Boolean);
}

/** Puts neighbours of a kind together, as few to a group as the capacity allows. */
export function groupRing(ring: readonly CastMember[], capacity: number): CastMember[][] {
  const kinds = [...new Set(ring.map(({ kind }) => kind))];
  if (ring.length <= capacity || kinds.length === 0) return ring.map((member) => [member]);
  for (let size = 2; ; size += 1) {
    const groups = kinds.flatMap((kind) =>
      chunks(
        ring.filter((member) => member.kind === kind),
        size,
      ),
    );
    if (groups.length <= Math.max(capacity, kinds.length)) return groups;
  }
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, i) => items.slice(i * size, (i + 1) * size));
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}
