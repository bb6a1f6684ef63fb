/** How a link looks at one time, by its connections, the partitions and the processes it joins. */
import type { ConnectionState, PartitionState } from '#trace';
import type { DrawnLink } from './scene';
import type { StageView } from './select';
import { type Link, linkKey } from './stage-history';

/**
 * none: no connection yet. open: at least one. closed: a moment ago, fading out. failed: refused or
 * timed out a moment ago. half: one side has not yet learnt that the other is gone. cut: parted.
 */
export type LinkLook = 'none' | 'open' | 'closed' | 'failed' | 'half' | 'cut';

export interface LinkView {
  readonly look: LinkLook;
  /** 1 while it holds; falls to 0 as a closed or failed one fades out. */
  readonly strength: number;
  /** Messages take longer than they should. */
  readonly slow: boolean;
}

/** No connection yet. */
export const NO_LINK: LinkView = { look: 'none', strength: 0, slow: false };
/** Later ones win where several links are drawn as one. */
const WEIGHT: readonly LinkLook[] = ['none', 'closed', 'failed', 'half', 'open', 'cut'];
/** A failed dial stays in view this many moments, so that one a second reads as one state. */
const FAILED_MOMENTS = 2;

/** @param moment how long a closed link takes to fade out, virtual µs */
export function linkViews(
  links: readonly DrawnLink[],
  view: StageView,
  moment: number,
): Map<string, LinkView> {
  const states = new Map(
    view.connections.map((state) => [linkKey(state.client, state.server), state]),
  );
  return new Map(
    links.map(({ id, links: parts }) => {
      const views = parts.map((part) =>
        linkView(part, states.get(linkKey(part.client, part.server)), view, moment),
      );
      return [id, views.reduce(stronger, NO_LINK)];
    }),
  );
}

function stronger(a: LinkView, b: LinkView): LinkView {
  const difference = WEIGHT.indexOf(b.look) - WEIGHT.indexOf(a.look);
  return difference > 0 || (difference === 0 && b.strength > a.strength) ? b : a;
}

function linkView(
  link: Link,
  state: ConnectionState | undefined,
  view: StageView,
  moment: number,
): LinkView {
  const cut = view.partitions.some((partition) => isBetween(link, partition));
  if (cut) return { look: 'cut', strength: 1, slow: false };
  if (!state) return NO_LINK;
  const slow = view.delays.some((delay) => isBetween(link, delay));
  if (state.open > 0) {
    const look = view.processes.get(link.server)?.look;
    const gone = look === 'exited' || look === 'absent';
    return { look: gone ? 'half' : 'open', strength: 1, slow };
  }
  const failed = state.phase === 'timed-out' || state.reason.includes('refused');
  const fadeUs = failed ? moment * FAILED_MOMENTS : moment;
  const strength = 1 - (view.time - state.since) / fadeUs;
  if (strength <= 0) return NO_LINK;
  return { look: failed ? 'failed' : 'closed', strength, slow };
}

type Sides = Pick<PartitionState, 'between' | 'and'>;

function isBetween({ client, server }: Link, { between, and }: Sides): boolean {
  const across = (a: string, b: string) => between.includes(a) && and.includes(b);
  return across(client, server) || across(server, client);
}
