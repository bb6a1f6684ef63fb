/** Puts each process of an outer orbit near the API server it talks to, so that no links tangle. */
import type { CastMember } from './process-kind';

/** The API server each process connected to first. */
export type Affinity = ReadonlyMap<string, string>;

const FULL_TURN = 2 * Math.PI;

/**
 * Members in the order of their servers; those without one come last. Members of one server keep
 * their order.
 */
export function orderByServer(
  members: readonly CastMember[],
  servers: readonly CastMember[],
  affinity: Affinity,
): CastMember[] {
  const places = new Map(servers.map(({ name }, place) => [name, place]));
  const placeOf = ({ name }: CastMember) =>
    places.get(affinity.get(name) ?? '') ?? Number.POSITIVE_INFINITY;
  return members
    .map((member, index) => ({ member, index, place: placeOf(member) }))
    .sort((a, b) => a.place - b.place || a.index - b.index)
    .map(({ member }) => member);
}

/**
 * The angle of the first of `wanted.length` evenly spaced places at which all are nearest to where
 * they want to be. Tried in half places, so that a pair flanks its server instead of hiding it.
 * @param wanted angle of each one's server; undefined for one that does not care
 */
export function bestTurn(wanted: readonly (number | undefined)[]): number {
  const count = wanted.length;
  const gap = FULL_TURN / count;
  let best = -FULL_TURN / 4 - gap / 2;
  let bestCost = Number.POSITIVE_INFINITY;
  for (let half = 0; half < 2 * count; half += 1) {
    const turn = -FULL_TURN / 4 + ((half - 1) * gap) / 2;
    let cost = 0;
    for (let i = 0; i < count; i += 1) {
      const target = wanted[i];
      if (target !== undefined) cost += distance(turn + i * gap, target) ** 2;
    }
    if (cost >= bestCost - 1e-9) continue;
    best = turn;
    bestCost = cost;
  }
  return best;
}

/** Between two directions, 0 to half a turn. */
function distance(a: number, b: number): number {
  const difference = Math.abs(a - b) % FULL_TURN;
  return Math.min(difference, FULL_TURN - difference);
}
