/** Expectations about instants that the run does not have: of them its end is looked at. Pure. */
import { parseGoDuration, type SimDuration } from '#base';
import type { Scenario } from './scenario';

const FIELDS = ['at', 'from', 'until', 'by'] as const;

export interface LateExpectation {
  /** The name as in the results. */
  readonly name: string;
  /** The field with the time, such as `spec.expect[2].from`. */
  readonly path: string;
  readonly time: string;
  /** The end of the run. */
  readonly end: string;
}

/**
 * @param failed names of those that did not hold: what is expected `by` a later time may come true
 *     before the end, so it is late only where it did not
 */
export function lateExpectations(
  { spec }: Scenario,
  failed: readonly string[] = [],
): readonly LateExpectation[] {
  const end = parseGoDuration(spec.until);
  return (spec.expect ?? []).flatMap((one, place) => {
    const name = one.name ?? `expectation ${place + 1}`;
    const fields = failed.includes(name) ? FIELDS : FIELDS.slice(0, -1);
    const field = fields.find((each) => isAfter(one[each], end));
    const time = field && one[field];
    if (time === undefined) return [];
    return [{ name, path: `spec.expect[${place}].${field}`, time, end: spec.until }];
  });
}

function isAfter(time: string | undefined, end: SimDuration | undefined): boolean {
  const read = time === undefined ? undefined : parseGoDuration(time);
  return read !== undefined && end !== undefined && read > end;
}
