/** Expectations about instants that the run does not have: of them its end is looked at. Pure. */
import { parseGoDuration } from '#base';
import type { Scenario } from './scenario';

export interface LateExpectation {
  /** The name as in the results. */
  readonly name: string;
  /** The field with the time, such as `spec.expect[2].from`. */
  readonly path: string;
  readonly time: string;
  /** The end of the run. */
  readonly end: string;
}

/** What is expected `by` a later time is not among them: it may come true before the end. */
export function lateExpectations({ spec }: Scenario): readonly LateExpectation[] {
  const end = parseGoDuration(spec.until);
  return (spec.expect ?? []).flatMap((one, place) => {
    const field = one.at === undefined ? 'from' : 'at';
    const time = one[field];
    const begins = time === undefined ? undefined : parseGoDuration(time);
    if (begins === undefined || end === undefined || begins <= end || time === undefined) return [];
    const name = one.name ?? `expectation ${place + 1}`;
    return [{ name, path: `spec.expect[${place}].${field}`, time, end: spec.until }];
  });
}
