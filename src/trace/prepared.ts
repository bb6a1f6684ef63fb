/** What records that are alike have in common, interned once by whoever writes many of them. */
import type { RecordKind } from './record';

/** What many records of a kind have in common, interned once: who writes them, and wide fields. */
export interface Prepared<K extends RecordKind> {
  readonly kind: K;
  readonly actor: number;
  readonly wide: number;
}

/** The numbers of a `state` record, of which a machine writes the same few for ever. */
export interface PreparedState {
  readonly actor: number;
  readonly machine: number;
  readonly from: number;
  readonly to: number;
  readonly event: number;
}

/** The numbers that the records of one timer of an actor have in common. */
export interface PreparedTimer {
  readonly actor: number;
  readonly name: number;
}
