/**
 * Compacts etcd's history every five minutes. All API servers try; a counter in etcd lets one of
 * them do it, and only up to the revision that it noted one interval ago. So between one and two
 * intervals of history stay.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/storage/etcd3/compact.go
 * Acts as     compactor
 * Wakes on    its timer, again an interval after each round
 * Reads       compact_rev_key in etcd, which is not under the prefix
 * Writes      compact_rev_key; compactions of etcd
 * Simplified  nothing
 */
import { type SimDuration, unreachable } from '#base';
import { type Procedure, type Process, runProcedure } from '#kernel';
import type { RangeResponse } from '../../etcd/api';
import type { EtcdClient } from './etcd-client';

/** The counter: its version is the number of rounds. Source: compact.go compactRevKey. */
const COMPACT_REV_KEY = 'compact_rev_key';

/** What a server knows between two rounds. */
export interface CompactState {
  /** Version of the key that this server expects. */
  readonly time: number;
  /** Revision to compact at in the next round that this server wins; 0 for none yet. */
  readonly revision: number;
}

export interface CompactRound {
  readonly state: CompactState;
  /** lost: another server did it. noted: the first round that this one won. */
  readonly outcome: 'lost' | 'noted' | 'compacted' | 'failed';
  /** The error of etcd or of the way to it; "" for none. */
  readonly error: string;
}

export const FIRST_COMPACT_STATE: CompactState = { time: 0, revision: 0 };

/** One round. Upstream: compact. */
export function* compact(client: EtcdClient, state: CompactState): Procedure<CompactRound> {
  const key = COMPACT_REV_KEY;
  const reply = yield* client.txn({
    compare: [{ key, target: 'version', equals: state.time }],
    success: [{ kind: 'put', key, value: String(state.revision) }],
    failure: [{ kind: 'range', key }],
  });
  if (!reply.ok) return { state, outcome: 'failed', error: reply.error };
  const { revision, succeeded, responses } = reply.body;
  if (!succeeded) {
    const stored = (responses[0] as RangeResponse).kvs[0];
    return { state: { time: stored?.version ?? 0, revision }, outcome: 'lost', error: '' };
  }
  const next = { time: state.time + 1, revision };
  if (state.revision === 0) return { state: next, outcome: 'noted', error: '' };
  const done = yield* client.compact({ revision: state.revision });
  if (!done.ok) return { state: next, outcome: 'failed', error: done.error };
  return { state: next, outcome: 'compacted', error: '' };
}

export interface CompactorOptions {
  readonly client: EtcdClient;
  readonly actor: string;
  /** Value of `--etcd-compaction-interval`; 0 for none. */
  readonly interval: SimDuration;
}

/** Runs rounds until it is stopped. One for each process. */
export function startCompactor(process: Process, options: CompactorOptions): { stop(): void } {
  const { client, actor, interval } = options;
  let state = FIRST_COMPACT_STATE;
  let stopped = interval === 0;
  let timer = stopped ? undefined : process.timer(actor, 'compact', interval, round);
  function round(): void {
    const before = state;
    runProcedure(compact(client, before), (result) => {
      state = result.state;
      record(process, options, result, before);
      if (!stopped) timer = process.timer(actor, 'compact', interval, round);
    });
  }
  return {
    stop: () => {
      if (stopped) return;
      stopped = true;
      timer?.cancel();
    },
  };
}

function record(
  process: Process,
  { actor, client }: CompactorOptions,
  { outcome, error, state }: CompactRound,
  before: CompactState,
): void {
  if (error !== '') {
    process.log(actor, 'error', `etcd: endpoint ([${client.endpoint}]) compact failed: ${error}`);
  }
  const reason = reasonOf(outcome, outcome === 'noted' ? state : before) || error;
  process.write('decision', actor, { name: 'compact', outcome, reason, saw: [] });
}

function reasonOf(outcome: CompactRound['outcome'], { revision }: CompactState): string {
  switch (outcome) {
    case 'lost':
      return 'another server did it';
    case 'noted':
      return `next time at rev (${revision})`;
    case 'compacted':
      return `compacted rev (${revision})`;
    case 'failed':
      return '';
    default:
      return unreachable(outcome);
  }
}
