/**
 * What must always hold. An invariant looks on as records are written; the first breach is recorded
 * with the seed and link that replay it.
 */
import type { RecordKind, Seq, TraceTable } from '#trace';

/** Looks at records of the kinds it asked for; answers with a sentence when one breaks the rule. */
export interface InvariantWatcher {
  look(seq: Seq): string | undefined;
}

export interface InvariantDescriptor {
  readonly name: string;
  readonly states: { readonly en: string; readonly zh: string };
  /** Kinds of records that it must see. */
  readonly kinds: readonly RecordKind[];
  readonly watch: (table: TraceTable) => InvariantWatcher;
}
