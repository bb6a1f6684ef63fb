/** The time on which hooks are drawn. Pure. */
import type { HookLine } from './select';

export interface HookScale {
  readonly from: number;
  readonly to: number;
}

/** From the first start to the last end, or to now while one runs. */
export function scaleOf(hooks: readonly HookLine[], time: number): HookScale {
  const begun = hooks.flatMap(({ from }) => from ?? []);
  const from = begun.length === 0 ? time : Math.min(...begun);
  const ends = hooks.flatMap((hook) => (hook.from === undefined ? [] : [hook.to ?? time]));
  return { from, to: Math.max(from + 1, ...ends) };
}
