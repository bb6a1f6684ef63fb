/** Which breakpoints there are, and where the playhead meets one. */
import { parseGoDuration, type SimTime } from '#base';
import { type Condition, readCondition } from '#protocol';
import type { Seq, TraceTable } from '#trace';
import type { Orrery } from '../stores';

export interface Breakpoint {
  readonly condition: Condition;
  /** It holds from here on, µs. */
  readonly from: number;
  /** A step of the scenario: it stops once, where it first becomes true. */
  readonly once: boolean;
}

export interface Stop {
  readonly seq: Seq;
  readonly when: string;
}

const known = new Map<string, Condition | undefined>();

function conditionOf(text: string): Condition | undefined {
  if (!known.has(text)) {
    const read = readCondition(text);
    known.set(text, read.ok ? read.value : undefined);
  }
  return known.get(text);
}

/** Those of the scenario, then the person's own. One that cannot be read stops nowhere. */
export function breakpointsOf({ session, breakpoints }: Orrery): readonly Breakpoint[] {
  const steps = session.getState().scenario?.spec.timeline ?? [];
  const found: Breakpoint[] = [];
  for (const { at, breakpoint } of steps) {
    const when = (breakpoint as { readonly when?: string } | undefined)?.when;
    const condition = when === undefined ? undefined : conditionOf(when);
    if (condition) found.push({ condition, from: parseGoDuration(at) ?? 0, once: true });
  }
  for (const when of breakpoints.getState().own) {
    const condition = conditionOf(when);
    if (condition) found.push({ condition, from: 0, once: false });
  }
  return found;
}

/** The nearest record that a breakpoint names, from `first` on to `last`, either way. */
export function findStop(orrery: Orrery, first: Seq, last: Seq): Stop | undefined {
  const points = breakpointsOf(orrery);
  if (points.length === 0) return undefined;
  const { table } = orrery.trace;
  const onceAt = points.map((point) => (point.once ? firstMatch(orrery, point) : undefined));
  const direction = last < first ? -1 : 1;
  for (let seq = first; direction > 0 ? seq <= last : seq >= last; seq += direction) {
    const hit = points.find(({ condition, once }, place) =>
      once ? onceAt[place] === seq : condition.matches(table, seq),
    );
    if (hit) return { seq, when: hit.condition.text };
  }
  return undefined;
}

/** The breakpoint that the playhead was stopped at and still stands on. */
export function stopAt({ breakpoints, trace }: Orrery, time: SimTime): Stop | undefined {
  const { hit } = breakpoints.getState();
  const { table } = trace;
  return hit && hit.seq < table.length && table.t[hit.seq] === time ? hit : undefined;
}

/** How far the search for a first match has come; the trace grows. */
interface Progress {
  next: Seq;
  found: Seq | undefined;
}

const progress = new WeakMap<TraceTable, Map<string, Progress>>();

function firstMatch({ trace }: Orrery, { condition, from }: Breakpoint): Seq | undefined {
  const { table } = trace;
  const all = progress.get(table) ?? new Map<string, Progress>();
  progress.set(table, all);
  const key = `${from} ${condition.text}`;
  const known = all.get(key) ?? { next: table.firstAt(from), found: undefined };
  all.set(key, known);
  for (; known.found === undefined && known.next < table.length; known.next += 1) {
    const due = table.t[known.next] >= from;
    if (due && condition.matches(table, known.next)) known.found = known.next;
  }
  return known.found;
}
