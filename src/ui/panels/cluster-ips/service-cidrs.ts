/** The ServiceCIDRs at a time and the conditions in their status. Pure. */
import type { SimTime } from '#base';
import type { RevisionRow, Seq, TraceTable } from '#trace';
import { keysOfServiceCidrs } from '../../ranges/source';

/** One condition as it is stored. */
export interface CidrCondition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  /** The write that gave it this status, reason and message. */
  readonly seq: Seq;
  readonly at: SimTime;
}

export interface ServiceCidrLine {
  readonly name: string;
  readonly cidrs: readonly string[];
  /** The write that stored it first, or anew after it was deleted. */
  readonly seq: Seq;
  /** It waits for its finalizer. */
  readonly terminating: boolean;
  readonly conditions: readonly CidrCondition[];
}

interface Stored {
  readonly metadata?: { readonly deletionTimestamp?: string };
  readonly spec?: { readonly cidrs?: readonly string[] };
  readonly status?: { readonly conditions?: readonly StoredCondition[] };
}

type StoredCondition = Readonly<Partial<Record<'type' | 'status' | 'reason' | 'message', string>>>;

/** @param upTo the last record that counts */
export function serviceCidrsAt(table: TraceTable, upTo: Seq): readonly ServiceCidrLine[] {
  return keysOfServiceCidrs(table).flatMap((key): readonly ServiceCidrLine[] => {
    const life = lifeOf(table.archive.history(key), upTo);
    const newest = life.at(-1);
    if (!newest) return [];
    const { metadata, spec } = newest.object as Stored;
    const conditions = conditionsOf(newest).map((condition) => {
      const { type = '', status = '', reason = '', message = '' } = condition;
      const { seq } = sinceWhen(life, condition);
      return { type, status, reason, message, seq, at: table.timeOf(seq) };
    });
    return [
      {
        name: key.split('/').at(-1) ?? key,
        cidrs: spec?.cidrs ?? [],
        seq: life[0].seq,
        terminating: metadata?.deletionTimestamp !== undefined,
        conditions,
      },
    ];
  });
}

/** The writes since it was created last; none where it is not stored. */
function lifeOf(history: readonly RevisionRow[], upTo: Seq): readonly RevisionRow[] {
  const rows = history.filter(({ seq }) => seq <= upTo);
  const dead = rows.findLastIndex(({ object }) => typeof object !== 'object' || object === null);
  return rows.slice(dead + 1);
}

function conditionsOf({ object }: RevisionRow): readonly StoredCondition[] {
  const { conditions } = (object as Stored).status ?? {};
  return Array.isArray(conditions) ? conditions : [];
}

/** The earliest of the writes from which on the condition stood as it stands at the end. */
function sinceWhen(life: readonly RevisionRow[], wanted: StoredCondition): RevisionRow {
  const other = life.findLastIndex(
    (row) => !conditionsOf(row).some((condition) => isSame(condition, wanted)),
  );
  return life[other + 1];
}

function isSame(a: StoredCondition, b: StoredCondition): boolean {
  return (['type', 'status', 'reason', 'message'] as const).every((name) => a[name] === b[name]);
}
