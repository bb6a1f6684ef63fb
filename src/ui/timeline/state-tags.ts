/** What kind of state a state is: machines tag theirs, and the page colours tags, not states. */
import type { Catalogue, ChartState } from '#protocol';

/** Number of a tag in the summaries. */
export const TAGS = ['waiting', 'working', 'failing', 'done'] as const;
export type StateTag = (typeof TAGS)[number];

/** For machines that the catalogue does not have, as in an opened trace: the name has to do. */
const BY_NAME: readonly (readonly [RegExp, StateTag])[] = [
  [/fail|error|backingOff|crash|stuck/i, 'failing'],
  [/done|stopped|succeeded|complete|released|ended|exited/i, 'done'],
  [/^(idle|wait|sleep|pending|observ|candidate)|waiting|idle/i, 'waiting'],
];

export function tagByName(state: string): StateTag {
  return BY_NAME.find(([pattern]) => pattern.test(state))?.[1] ?? 'working';
}

/** Tags of every machine's states, by machine and dotted path. */
export class StateTags {
  readonly #known = new Map<string, StateTag>();

  constructor(catalogue?: Catalogue) {
    for (const machine of catalogue?.machines ?? []) this.#add(machine.id, machine.root, undefined);
  }

  tagOf(machine: string, state: string): StateTag {
    const key = `${machine}\n${state}`;
    let tag = this.#known.get(key);
    if (tag === undefined) {
      tag = tagByName(state);
      this.#known.set(key, tag);
    }
    return tag;
  }

  /** A state without a tag of its own has that of the state around it. */
  #add(machine: string, state: ChartState, outer: StateTag | undefined): void {
    const own = TAGS.findLast((tag) => state.tags.includes(tag)) ?? (state.final ? 'done' : outer);
    if (own !== undefined && state.path !== '') this.#known.set(`${machine}\n${state.path}`, own);
    for (const inner of state.states) this.#add(machine, inner, own);
  }
}
