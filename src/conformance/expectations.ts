/**
 * Steps that carry what they expect. The runner takes that out before an adapter sees the steps,
 * and compares it afterwards with what each step gave.
 */
import { isObject, type Json, type JsonObject } from './case';

const EXPECTS = /^expect(?:[A-Z][A-Za-z]*)?$/;

export interface ExpectingSteps {
  /** `when` as the adapter sees it. */
  readonly when: Json;
  /** `expect*` of each step. */
  readonly expected: readonly JsonObject[];
  /** The steps stand in `then.sequence`, and are answered there. */
  readonly inThen: boolean;
}

/**
 * The steps of a case, whether they stand in `when` or, by a sentence there, in `then.sequence`.
 */
export function takeExpectations(when: Json, then: JsonObject): ExpectingSteps {
  const { sequence } = then;
  if (isObject(when) && typeof when.sequence === 'string' && Array.isArray(sequence)) {
    return { when: { ...when, sequence: bare(sequence) }, ...expectedOf(sequence), inThen: true };
  }
  if (Array.isArray(when)) return { when: bare(when), ...expectedOf(when), inThen: false };
  if (isObject(when) && Array.isArray(when.sequence)) {
    const steps = when.sequence;
    return { when: { ...when, sequence: bare(steps) }, ...expectedOf(steps), inThen: false };
  }
  return { when, expected: [], inThen: false };
}

const bare = (steps: readonly Json[]): readonly Json[] =>
  steps.map((step) => (isObject(step) ? fieldsOf(step, false) : step));

const expectedOf = (steps: readonly Json[]): Pick<ExpectingSteps, 'expected'> => ({
  expected: steps.map((step) => (isObject(step) ? fieldsOf(step, true) : {})),
});

const fieldsOf = (step: JsonObject, expecting: boolean): JsonObject =>
  Object.fromEntries(Object.entries(step).filter(([key]) => EXPECTS.test(key) === expecting));
