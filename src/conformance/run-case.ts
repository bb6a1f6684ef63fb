/** Runs one conformance case: finds its adapter, asks it, and compares. */
import { InvariantError } from '#base';
import { DEFAULT_PROFILE, isProfile, type Profile, switchesOf } from '#kube';
import { type Answer, type AreaAdapter, type Question, shapeOf, Unsupported } from './adapter';
import { type ConformanceCase, isObject, type Json, type JsonObject, readCase } from './case';
import { type ExpectingSteps, takeExpectations } from './expectations';
import { type Facts, holds, show } from './facts';

export interface ConformanceOutcome {
  readonly id: string;
  readonly area: string;
  readonly result: 'pass' | 'fail' | 'unsupported';
  /** In the shape of `then`; null when it could not be found out. */
  readonly got: Json;
  /** `then` without the words that explain. */
  readonly want: Json;
  /** Why it is unsupported, or what stopped it. */
  readonly reason?: string;
}

/** How the reason begins where an adapter or the product has a fault that nobody foresaw. */
export const INTERNAL = 'internal error: ';

/** The runner's own verdict on steps that say what they expect. */
const ALL_HOLD = 'allExpectationsHold';

/** @returns the outcome, or why the value is no case. */
export function runCase(
  value: unknown,
  adapters: readonly AreaAdapter[],
): ConformanceOutcome | string {
  const item = readCase(value);
  if (typeof item === 'string') return item;
  const { id, area, want } = item;
  try {
    if (item.unknown !== undefined) throw new Unsupported(`${item.unknown}: no field of a case`);
    const steps = takeExpectations(item.when, want);
    const answer = ask(item, steps.when, adapters);
    if (!expectsAnything(want, steps)) throw new Unsupported('then: it expects nothing');
    return { id, area, ...compare(item, steps, answer), want };
  } catch (error) {
    if (error instanceof Unsupported) {
      return { id, area, result: 'unsupported', got: null, want, reason: error.message };
    }
    // A broken rule of the product's own is a wrong answer, not a fault of the runner.
    if (error instanceof InvariantError) {
      return { id, area, result: 'fail', got: null, want, reason: error.message };
    }
    // The cases after it are run all the same.
    return { id, area, result: 'fail', got: null, want, reason: `${INTERNAL}${String(error)}` };
  }
}

/** That all expectations hold says nothing where no step has one. */
const expectsAnything = (want: JsonObject, { expected }: ExpectingSteps): boolean =>
  Object.keys(want).some((key) => key !== ALL_HOLD) ||
  expected.some((each) => Object.keys(each).length > 0);

function ask(item: ConformanceCase, when: Json, adapters: readonly AreaAdapter[]): Answer {
  const { area, given } = item;
  const adapter = adapters.find((each) => each.area === area);
  if (!adapter) throw new Unsupported(`area ${area}: not modelled yet`);
  const profile = profileOf(item);
  const shape = shapeOf(when);
  if (hasNoStep(when)) throw new Unsupported('when.sequence: it has no step');
  const listed = Object.hasOwn(adapter.calls, shape) ? adapter.calls[shape] : undefined;
  const call = listed ?? adapter.callOf?.(shape);
  if (!call) throw new Unsupported(`when: ${area} has no shape ${JSON.stringify(shape)}`);
  const question: Question = { given, when, profile, switches: switchesOf(profile) };
  return call(question);
}

function hasNoStep(when: Json): boolean {
  if (!isObject(when)) return false;
  return Array.isArray(when.sequence) && when.sequence.length === 0;
}

function profileOf({ profile = DEFAULT_PROFILE }: ConformanceCase): Profile {
  if (!isProfile(profile)) throw new Unsupported(`profile ${profile}: not modelled`);
  return profile;
}

function compare(
  { want: wanted, compared }: ConformanceCase,
  { expected, inThen }: ExpectingSteps,
  { facts, steps = [] }: Answer,
): { readonly result: 'pass' | 'fail'; readonly got: Json } {
  const stepsHold = expected.every((want, index) => allHold(steps[index] ?? {}, want));
  const known: Facts = { ...facts, [ALL_HOLD]: stepsHold };
  const got: Record<string, Json> = {};
  let ok = stepsHold;
  for (const [key, want] of Object.entries(wanted)) {
    if (inThen && key === 'sequence') {
      got[key] = answeredSteps(want as readonly Json[], expected, steps);
    } else if (!Object.hasOwn(known, key)) {
      throw new Unsupported(`then.${key}: nothing that this shape finds out`);
    } else {
      got[key] = show(known[key], want, compared);
      ok &&= holds(known[key], want, compared);
    }
  }
  return { result: ok ? 'pass' : 'fail', got };
}

function allHold(found: Facts, expected: JsonObject): boolean {
  return Object.entries(expected).every(([key, want]) => {
    if (!Object.hasOwn(found, key)) throw new Unsupported(`${key}: nothing that this step gives`);
    return holds(found[key], want, '');
  });
}

/** The steps of `then.sequence`, each with what it gave in the place of what it expects. */
function answeredSteps(
  steps: readonly Json[],
  expected: readonly JsonObject[],
  found: readonly Facts[],
): readonly Json[] {
  return steps.map((step, index) => {
    if (!isObject(step)) return step;
    const given = Object.entries(expected[index]).map(([key, want]) => [
      key,
      show(found[index]?.[key], want, ''),
    ]);
    return { ...step, ...Object.fromEntries(given) };
  });
}
