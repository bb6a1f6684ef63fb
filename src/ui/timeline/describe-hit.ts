/** What the tooltip says. Pure. */

import { formatClock, formatCount, formatSpan, type Wording } from '../i18n';
import { sentenceOf } from '../why/sentences';
import type { TraceFeed } from './feed';
import type { Hit } from './hit';
import { leaseTitle } from './lease-names';
import type { TimelineWords } from './texts';

export interface HitWords {
  readonly sentence: string | undefined;
  /** What goes on at that time: state and how long. */
  readonly state: string | undefined;
  readonly time: string;
  readonly actor: string;
  /** Said when several records share the place. */
  readonly several: string | undefined;
  /** What is to be known about the length of the bar. */
  readonly aside: string | undefined;
}

export interface DescribeRequest {
  readonly feed: TraceFeed;
  readonly hit: Hit;
  readonly t: TimelineWords;
  readonly wording: Wording;
}

export function describeHit({ feed, hit, t, wording }: DescribeRequest): HitWords {
  const { table } = feed.index;
  const { seq, bar, lane, count } = hit;
  const known = seq !== undefined && seq < table.length;
  return {
    sentence: known ? sentenceOf(table, seq, wording) : undefined,
    state: bar && stateWords(bar, t),
    time: formatClock(known ? table.t[seq] : hit.time),
    actor: known
      ? table.actorOf(seq)
      : (lane.node?.path ?? (lane.lease ? leaseTitle(t, lane.lease) : lane.title)),
    aside: bar?.style === 'unrenewed' ? t(waitOf(lane)) : undefined,
    several: count > 1 ? t('records-here', { count: formatCount(count) }) : undefined,
  };
}

/** Who finds that a lease is over: etcd for a master lease, else another candidate. */
const waitOf = ({ lease }: Hit['lane']) =>
  lease?.master === false ? 'elector-wait' : 'lessor-wait';

function stateWords({ label, from, to }: NonNullable<Hit['bar']>, t: TimelineWords): string {
  if (to === undefined) return t('state-since', { state: label, time: formatClock(from) });
  return to === from ? label : t('state-for', { state: label, span: formatSpan(to - from) });
}
