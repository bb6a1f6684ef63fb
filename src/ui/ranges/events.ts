/** The Events of a repair pass: what it complained of, and what became of that. Pure. */
import { countUpTo, type RecordOf, type Seq, type TraceIndex } from '#trace';
import { eventRows, type RepairPass } from './passes';

export interface PassEvent {
  readonly reason: string;
  /** namespace/name of the Service. */
  readonly service: string;
  readonly message: string;
  /** The decision behind it. */
  readonly decision: Seq;
  /** The record of the Event; undefined where none was written. */
  readonly written: RecordOf<'event'> | undefined;
  /** It was counted on an Event that was there already, so nothing was written. */
  readonly counted: boolean;
}

/** Causes between a decision and the Event that was written for it, at most. */
const CAUSES_TO_DECISION = 16;
/** Upstream's function that judges the claims; the name in its decision records. */
const JUDGE = 'doRunOnce';

export function eventsOf(index: TraceIndex, pass: RepairPass): readonly PassEvent[] {
  const claims = (pass.rebuilt?.claims ?? []).filter(({ reason }) => reason !== undefined);
  const decisions = decisionsOf(index, pass);
  const events = eventRows(index.table)
    .filter((seq) => index.table.actorOf(seq) === pass.actor)
    .flatMap((seq) => index.table.recordOf(seq, 'event') ?? []);
  return claims.flatMap(({ reason = '', service }, place): readonly PassEvent[] => {
    const decision = decisions[place];
    if (!decision) return [];
    const message = decision.reason;
    const written = events.find(
      ({ seq }) =>
        seq > decision.seq && index.causeChain(seq, CAUSES_TO_DECISION).includes(decision.seq),
    );
    const before = events.some((event) => event.seq < decision.seq && event.message === message);
    const counted = written === undefined && before;
    return [{ reason, service, message, decision: decision.seq, written, counted }];
  });
}

/** One for each complaint, in the order of the claims. */
function decisionsOf(index: TraceIndex, { actor, first, rebuilt }: RepairPass) {
  const rows = index.rowsOf(actor);
  const from = countUpTo(rows, first);
  const to = rebuilt ? countUpTo(rows, rebuilt.seq) : from;
  return [...rows.subarray(from, to)].flatMap((seq) => {
    const decision = index.table.recordOf(seq, 'decision');
    return decision?.name === JUDGE ? [decision] : [];
  });
}
