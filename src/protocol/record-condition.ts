/**
 * Conditions over records, as `breakpoint` has them: `FIELD = VALUE`, joined by `and`. The
 * operators are `=`, `!=` and `~` (contains). A field is one that the record has in the trace's
 * JSON Lines; a record without the field fulfils nothing, not even `!=`. Values are compared as
 * text.
 */
export interface Clause {
  readonly field: string;
  readonly operator: '=' | '!=' | '~';
  readonly value: string;
}

/** What a person must write, for messages. */
export const CONDITION_FORM = 'a condition such as kind = etcd and op = delete';

const CLAUSE = /^([A-Za-z]+)\s*(=|!=|~)\s*("[^"]+"|\S+)$/;
/** More than this is no condition that a person wrote. */
const LENGTH_MAX = 500;

/** @returns undefined when the text is no condition */
export function readCondition(text: string): readonly Clause[] | undefined {
  if (text.length > LENGTH_MAX) return undefined;
  const clauses: Clause[] = [];
  for (const part of text.trim().split(/\s+and\s+/)) {
    const match = CLAUSE.exec(part);
    if (!match) return undefined;
    const [, field, operator, value] = match;
    clauses.push({
      field,
      operator: operator as Clause['operator'],
      value: value.replace(/^"|"$/g, ''),
    });
  }
  return clauses;
}

/** Whether a record fulfils all clauses. */
export function fulfils(
  record: Readonly<Record<string, unknown>>,
  clauses: readonly Clause[],
): boolean {
  return clauses.every(({ field, operator, value }) => {
    const found = Object.hasOwn(record, field) ? record[field] : undefined;
    if (found === undefined || found === null) return false;
    const text = typeof found === 'object' ? JSON.stringify(found) : String(found);
    if (operator === '~') return text.includes(value);
    return (text === value) === (operator === '=');
  });
}
