/** What acting does to a scenario: pure changes to its timeline, its seed and its end. */
import { formatGoDuration, micros, parseGoDuration, type SimTime } from '#base';
import type { Ask, ExpectationSpec, Scenario, TimelineStep } from '#protocol';

/** An act this close to the end, µs, would show nothing; the run is then made longer. */
const LEAST_AFTERMATH_US = 10_000_000;
/** How long a run goes on after such an act, µs: enough for a lease to run out and be noticed. */
const AFTERMATH_US = 60_000_000;

/** Verbs that only speak to the person; cutting them needs no question. */
const SPEAKING_VERBS = new Set(['note', 'ask', 'breakpoint']);

/** A verb with its value, and how long what it does lasts. */
export type NewStep = Readonly<Record<string, unknown>>;

export interface Edit {
  readonly scenario: Scenario;
  /** How many later steps that act on the cluster were cut. */
  readonly cutActs: number;
}

/**
 * Cuts all steps after `time`. What the scenario expected of the time after it goes too: it was
 * about the future that is cut.
 */
export function cutAfter(scenario: Scenario, time: SimTime): Edit {
  const { timeline = [], expect } = scenario.spec;
  const kept = timeline.filter((step) => stepTime(step) <= time);
  const stillExpected = expect?.filter((one) => isDecidedBy(one, time)) ?? [];
  const spec = {
    ...scenario.spec,
    timeline: kept.filter((one) => isAnswerable(one, stillExpected)),
    ...(expect ? { expect: stillExpected } : {}),
  };
  const cut = timeline.filter((step) => stepTime(step) > time);
  return { scenario: { ...scenario, spec }, cutActs: cut.filter(isAct).length };
}

/** Cuts all steps after `time` and appends one at `time`, after those that stand at the same. */
export function addStep(scenario: Scenario, time: SimTime, verb: NewStep): Edit {
  const { scenario: cut, cutActs } = cutAfter(scenario, time);
  return { scenario: insertSteps(cut, time, [verb]), cutActs };
}

/**
 * Puts steps at `time`, after those that stand at the same time, and leaves all others: what only
 * reads does not cut the future.
 */
export function insertSteps(
  scenario: Scenario,
  time: SimTime,
  verbs: readonly NewStep[],
): Scenario {
  const { timeline = [] } = scenario.spec;
  const before = timeline.filter((step) => stepTime(step) <= time);
  const after = timeline.filter((step) => stepTime(step) > time);
  const steps: readonly TimelineStep[] = verbs.map((verb) => ({ at: `${time}us`, ...verb }));
  const until = longEnough(scenario, time);
  return {
    ...scenario,
    spec: { ...scenario.spec, until, timeline: [...before, ...steps, ...after] },
  };
}

/** Puts a note among the steps, behind those of the same instant. It changes nothing of the run. */
export function addNote(scenario: Scenario, time: SimTime, text: string): Scenario {
  const { timeline = [] } = scenario.spec;
  const place = timeline.findLastIndex((step) => stepTime(step) <= time) + 1;
  const step: TimelineStep = { at: `${time}us`, note: text };
  return {
    ...scenario,
    spec: { ...scenario.spec, timeline: timeline.toSpliced(place, 0, step) },
  };
}

/**
 * Ends what lasts at `time`: the contract has no step for that, so each step that is named by its
 * place gets a `for` that ends now. One that began now is taken out. Cuts as an act does.
 */
export function healSteps(scenario: Scenario, time: SimTime, places: readonly number[]): Edit {
  const { timeline = [] } = scenario.spec;
  const healed = timeline.flatMap((step, place) => {
    if (!places.includes(place)) return [step];
    const lasted = time - stepTime(step);
    return lasted > 0 ? [{ ...step, for: `${lasted}us` }] : [];
  });
  const edited = { ...scenario, spec: { ...scenario.spec, timeline: healed } };
  const { scenario: cut, cutActs } = cutAfter(edited, time);
  return { scenario: insertSteps(cut, time, []), cutActs };
}

/**
 * Whether nothing that happens after `time` can change the answer. Invariants hold in any future.
 */
function isDecidedBy({ invariant, at, by, until }: ExpectationSpec, time: SimTime): boolean {
  if (invariant !== undefined) return true;
  const end = parseGoDuration(at ?? by ?? until ?? '');
  return end !== undefined && end <= time;
}

/** Whether all that the answers of a question look at is still expected; other steps always are. */
function isAnswerable({ ask }: TimelineStep, expected: readonly ExpectationSpec[]): boolean {
  const { answers = [] } = (ask ?? {}) as Partial<Ask>;
  const names = answers.flatMap(({ expect }) => expect ?? []);
  return names.every((name) => expected.some((one) => one.name === name));
}

export function withSeed(scenario: Scenario, seed: number): Scenario {
  return { ...scenario, spec: { ...scenario.spec, seed } };
}

/** The branches that acting left behind, newest last. */
export interface Branches {
  /** What stood before each act. */
  readonly undo: readonly Scenario[];
  /** What undoing took back. */
  readonly redo: readonly Scenario[];
}

/**
 * The scenario one act back or forward, and the branches as they stand then.
 * @param current what is on screen; undefined for an opened trace, to which nothing leads back
 */
export function turnBack(
  { undo, redo }: Branches,
  current: Scenario | undefined,
  way: 'undo' | 'redo',
): (Branches & { readonly scenario: Scenario }) | undefined {
  const from = way === 'undo' ? undo : redo;
  const scenario = from.at(-1);
  if (!scenario) return undefined;
  const left = from.slice(0, -1);
  const to = [...(way === 'undo' ? redo : undo), ...(current ? [current] : [])];
  return way === 'undo' ? { scenario, undo: left, redo: to } : { scenario, undo: to, redo: left };
}

/** The end of a scenario, µs. */
export function endOf(scenario: Scenario): number {
  return parseGoDuration(scenario.spec.until) ?? 0;
}

/**
 * A step whose time does not parse is the worker's to refuse; until then it counts as the start.
 */
export function stepTime(step: TimelineStep): number {
  return parseGoDuration(step.at) ?? 0;
}

/** Fields of a step beside its verb. */
const BESIDE = new Set(['at', 'for', 'server', 'user']);

/** A step of the timeline that acts on the cluster, for words about it. */
export interface Act {
  readonly at: string;
  readonly verb: string;
  /** What it is done to; '' where no short name says it. */
  readonly target: string;
  /** What the scenario says of it. */
  readonly step: unknown;
}

/** The acts after `time` that cutting there loses. */
export function laterActs(scenario: Scenario, time: number): readonly Act[] {
  const { timeline = [] } = scenario.spec;
  return timeline.filter((step) => stepTime(step) > time && isAct(step)).map(actOf);
}

export function actOf(step: TimelineStep): Act {
  const [verb = '', value] = Object.entries(step).find(([key]) => !BESIDE.has(key)) ?? [];
  const at = formatGoDuration(micros(stepTime(step)));
  return { at, verb, target: objectOf(value), step: value };
}

/** The process or the object that a step is about; '' for a step that names none so shortly. */
function objectOf(value: unknown): string {
  if (typeof value === 'string' && value.length <= 60 && !value.includes('\n')) return value;
  const { kind, metadata } = (value ?? {}) as {
    readonly kind?: unknown;
    readonly metadata?: { readonly name?: unknown };
  };
  return typeof kind === 'string' ? `${kind} ${metadata?.name ?? ''}`.trim() : '';
}

export function isAct(step: TimelineStep): boolean {
  return !Object.keys(step).some((key) => SPEAKING_VERBS.has(key));
}

function longEnough(scenario: Scenario, time: SimTime): string {
  if (endOf(scenario) - time >= LEAST_AFTERMATH_US) return scenario.spec.until;
  const wholeSeconds = Math.ceil((time + AFTERMATH_US) / 1_000_000);
  return formatGoDuration(micros(wholeSeconds * 1_000_000));
}
