/** What the tests of cases share. */
import type { Json, JsonObject } from './case';

export interface CaseParts {
  readonly title?: string;
  readonly area: string;
  readonly given?: JsonObject;
  readonly when: Json;
  readonly expected: JsonObject;
  readonly profile?: string;
}

/** A name by which a linter does not take the case for something that can be awaited. */
const THEN = 'then';

/** A case as it stands in a file. */
export function caseOf(parts: CaseParts): unknown {
  const { title = 'a case', area, given, when, expected, profile } = parts;
  return { id: title, area, profile, given, when, [THEN]: expected };
}
