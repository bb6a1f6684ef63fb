/** Which seeds an exploration runs. */
import { refuse } from '../command';

const MAX_SEED = 0xffffffff;
/** More than a day's work on one machine. */
const MOST_SEEDS = 1_000_000;

/** `A..B`, both included; one number is that seed alone. */
export function readSeeds(text: string): readonly number[] {
  const match = text.match(/^(\d+)(?:\.\.(\d+))?$/);
  if (!match) return refuse('--seeds', `expected A..B such as 0..999, found ${quote(text)}`);
  const first = Number(match[1]);
  const last = Number(match[2] ?? match[1]);
  if (last > MAX_SEED) refuse('--seeds', `a seed is at most ${MAX_SEED}, found ${last}`);
  if (last < first) refuse('--seeds', `${first} comes after ${last}; write ${last}..${first}`);
  const count = last - first + 1;
  if (count > MOST_SEEDS) refuse('--seeds', `${count} seeds are more than ${MOST_SEEDS}`);
  return Array.from({ length: count }, (_, index) => first + index);
}

/** `I/N`, I from 1 to N: every Nth seed, so that N machines get equal work. */
export function shardOf(seeds: readonly number[], text: string | undefined): readonly number[] {
  if (text === undefined) return seeds;
  const [place, of] = (text.match(/^(\d+)\/(\d+)$/) ?? []).slice(1).map(Number);
  if (place === undefined || !(place >= 1 && place <= of)) {
    return refuse('--shard', `expected I/N with I from 1 to N such as 1/4, found ${quote(text)}`);
  }
  const own = seeds.filter((_, index) => index % of === place - 1);
  if (own.length === 0) refuse('--shard', `${text} of ${seeds.length} seeds is none`);
  return own;
}

const quote = (text: string): string => JSON.stringify(text);
