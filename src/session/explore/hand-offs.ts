/** How long a lease is without a leader: from the end of one until the next one has acquired it. */
import type { SimTime } from '#base';
import type { Sample } from '#protocol';
import type { TraceTable } from '#trace';

/** The candidate that holds a lease. */
interface Leader {
  readonly identity: string;
  readonly process: string;
  /** When its leadership was over: it said so, or its process ended. */
  readonly over: SimTime | undefined;
}

/** Phases with which a leader says that it leads no longer. */
const OVER: ReadonlySet<string> = new Set(['released', 'lost']);

/** Who writes of an election; a lease that only says that a server is there has no leader. */
const ELECTOR = '/leader-election';

/** One sample for each leader that is gone, in the order in which the next ones came. */
export function handOffs(table: TraceTable): readonly Sample[] {
  const leaders = new Map<string, Leader>();
  const samples: Sample[] = [];
  const end = (lease: string, at: SimTime) => {
    const leader = leaders.get(lease);
    if (leader && leader.over === undefined) leaders.set(lease, { ...leader, over: at });
  };
  for (let seq = 0; seq < table.length; seq += 1) {
    const at = table.timeOf(seq);
    const gone = table.recordOf(seq, 'process');
    if (gone?.phase === 'exited') {
      for (const [lease, { process }] of leaders) if (process === gone.name) end(lease, at);
    }
    const record = table.recordOf(seq, 'lease');
    if (!record || !table.actorOf(seq).endsWith(ELECTOR)) continue;
    const { lease, holder: identity, phase } = record;
    const before = leaders.get(lease);
    if (OVER.has(phase) && before?.identity === identity) end(lease, at);
    if (phase !== 'acquired' || before?.identity === identity) continue;
    const process = table.actorOf(seq).split('/')[0];
    if (before?.over !== undefined) {
      samples.push({ subject: lease, by: process, us: at - before.over });
    }
    leaders.set(lease, { identity, process, over: undefined });
  }
  const open = [...leaders].filter(([, { over }]) => over !== undefined);
  return [...samples, ...open.map(([subject]) => ({ subject, us: null }))];
}
