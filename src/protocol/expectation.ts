/**
 * What must hold in a run. The checks on the document's form are in this layer; the evaluator is
 * the session's, and this is what it promises.
 *
 * What is looked at. An object is the one stored at that instant, as the API would serve it. Its
 * value is the list of results of `jsonPath` (kubectl's JSONPath, `{.a.b[*].c}`) in document order;
 * a field that is not there gives no result and no error. Without `jsonPath` the one result is the
 * object.
 *
 * Comparisons, exactly one of
 *   equals    the results are this list, in order; or there is one result and it equals this value
 *   count     this many results; or the one result is a list of this many entries
 *   contains  one of the results equals this value; or the one result is a list that contains it
 *   matches   there is a result, and each is a text (numbers as printed) in which the regular
 *             expression is found; `^` and `$` anchor it
 *   absent    true: there is no such object, or with `jsonPath` no result. false: there is
 * An object that does not exist fulfils `absent: true` and nothing else, not even `count: 0`.
 * Values are equal when they have the same JSON, whatever the order of keys; "1" and 1 differ.
 *
 * Times, exactly one of
 *   by T      it has come true at or before T and is true at T; the result's `at` says since when.
 *             A passing moment before T, such as two of three servers at the start, does not count
 *   at T      after everything that happens at T
 *   always    at every instant from `from` to `until` (by default the whole run)
 *   never     at no such instant
 * A time after the end of the run is the end of the run. An instant is looked at after all its
 * work.
 *
 * An event expectation holds from the instant in which an Event of that reason, regarding an object
 * with all the given fields, is first written. A log expectation holds from the instant in which a
 * line is first written (`from` and later) in which the regular expression is found: by that actor,
 * of that level, where they are given. What a client prints is among the lines. A leader
 * expectation looks at the holderIdentity of a stored Lease, which begins with the holder's name.
 * An invariant holds when it was never broken; with `broken` the run must break it.
 */
export interface ExpectationSpec {
  /** What a person would say; in results, and how a counter-run names it. */
  readonly name?: string;
  readonly by?: string;
  readonly at?: string;
  readonly always?: true;
  readonly never?: true;
  readonly from?: string;
  readonly until?: string;
  readonly object?: ExpectedObject;
  readonly jsonPath?: string;
  readonly equals?: unknown;
  readonly count?: number;
  readonly contains?: unknown;
  readonly matches?: string;
  readonly absent?: boolean;
  readonly event?: ExpectedEvent;
  readonly log?: ExpectedLog;
  readonly leader?: ExpectedLeader;
  readonly invariant?: string;
  readonly broken?: true;
}

export interface ExpectedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
}

export interface ExpectedEvent {
  readonly reason: string;
  readonly regarding?: {
    readonly kind?: string;
    readonly namespace?: string;
    readonly name?: string;
  };
}

export interface ExpectedLog {
  readonly actor?: string;
  readonly level?: string;
  /** A regular expression. */
  readonly message: string;
}

export interface ExpectedLeader {
  /** `namespace/name` of the Lease. */
  readonly lease: string;
  /** The process that holds it. */
  readonly is: string;
}

/** Fields that say what is looked at; an expectation has exactly one. */
export const EXPECTATION_SUBJECTS = ['object', 'event', 'log', 'leader', 'invariant'] as const;
/** Fields that say when; all but an invariant have exactly one. */
export const EXPECTATION_TIMES = ['by', 'at', 'always', 'never'] as const;
/** Fields that compare an object; an object expectation has exactly one. */
export const EXPECTATION_COMPARISONS = [
  'equals',
  'count',
  'contains',
  'matches',
  'absent',
] as const;
