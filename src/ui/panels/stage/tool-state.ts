/** Which acts make sense on the selected process, and why the others do not. */
import type { ActVerb } from '../../stores';
import type { ProcessView } from './select';
import type { stageTexts } from './texts';

type TextKey = keyof typeof stageTexts.en;

export interface Tool {
  readonly verb: ActVerb;
  readonly enabled: boolean;
  /** What it does, or why it cannot be done. Takes `{process}`. */
  readonly because: ToolText;
  /** Drawn in the colour of faults. */
  readonly harsh: boolean;
}

export type ToolText =
  | Extract<TextKey, `${ActVerb}Does` | `is${string}` | `not${string}`>
  | 'selectFirst';

const VERBS: readonly ActVerb[] = ['kill', 'terminate', 'start', 'pause', 'resume', 'restart'];
const HARSH: ReadonlySet<ActVerb> = new Set(['kill', 'terminate']);

/**
 * @param view the selected process; undefined when none is
 * @param possible the acts that the rest of the page allows on it now
 * @param fixed why no act can be added to this run; undefined for one that can be changed
 */
export function toolsFor(
  view: ProcessView | undefined,
  possible: readonly ActVerb[],
  fixed?: 'isTrace' | 'isOther',
): Tool[] {
  return VERBS.map((verb) => {
    const fits = view !== undefined && view.kind !== 'client' && possible.includes(verb);
    const enabled = fits && fixed === undefined;
    const obstacle = fixed ?? obstacleTo(verb, view);
    const because = enabled ? (`${verb}Does` as const) : obstacle;
    return { verb, enabled, because, harsh: HARSH.has(verb) };
  });
}

function obstacleTo(verb: ActVerb, view: ProcessView | undefined): ToolText {
  if (!view) return 'selectFirst';
  if (view.kind === 'client') return 'notAProcess';
  const alive = view.look !== 'absent' && view.look !== 'exited';
  if (verb === 'start') return 'isRunning';
  if (!alive) return 'notRunning';
  if (verb === 'resume') return 'notPaused';
  return view.paused ? 'isPaused' : 'isTerminating';
}
