/**
 * Conditions over the trace, as `breakpoint` has them: `field = value`, `!=`, or `~` (contains),
 * joined by `and`. A field is `kind`, `actor` or any field of a record; one that a record lacks
 * never matches. Pure.
 */
import { bad, good, type Result } from '#base';
import { type FieldPlace, LAYOUTS, type Seq, type TraceTable } from '#trace';

export interface Condition {
  readonly text: string;
  matches(table: TraceTable, seq: Seq): boolean;
}

type Operator = '=' | '!=' | '~';

interface Term {
  readonly field: string;
  readonly operator: Operator;
  readonly value: string;
}

/** What a person must write, for messages. */
export const CONDITION_FORM = 'a condition such as kind = etcd and op = delete';
/** More than this is no condition that a person wrote. */
const LENGTH_MAX = 500;
const TERM = /^([A-Za-z]+)\s*(!=|=|~)\s*(.+)$/s;
const KINDS: ReadonlySet<string> = new Set(LAYOUTS.map(({ kind }) => kind));
const FIELDS: ReadonlySet<string> = new Set(
  LAYOUTS.flatMap(({ fields }) => fields.map(({ name }) => name)),
);

const fault = (reason: string): Result<never> => bad([{ path: 'when', reason }]);

/** Reads a condition. A fault says which part cannot be read, and why. */
export function readCondition(text: string): Result<Condition> {
  if (text.length > LENGTH_MAX) return fault(`longer than ${LENGTH_MAX} characters`);
  const terms: Term[] = [];
  for (const part of text.trim().split(/\s+and\s+/)) {
    const [, field, operator, given] = TERM.exec(part) ?? [];
    if (field === undefined) return fault(`expected field = value, found "${part}"`);
    const value = given.trim().replace(/^"(.*)"$/s, '$1');
    if (!['kind', 'actor'].includes(field) && !FIELDS.has(field)) {
      return fault(`no record has a field "${field}"`);
    }
    if (field === 'kind' && operator === '=' && !KINDS.has(value)) {
      return fault(`no record is of kind "${value}"`);
    }
    terms.push({ field, operator: operator as Operator, value });
  }
  return good(new Terms(text.trim(), terms));
}

class Terms implements Condition {
  readonly text: string;
  readonly #terms: readonly Term[];
  /** By number of the kind: where the fields stand; undefined for a kind that lacks one. */
  readonly #places: readonly ((FieldPlace | undefined)[] | undefined)[];

  constructor(text: string, terms: readonly Term[]) {
    this.text = text;
    this.#terms = terms.filter(({ field }) => field !== 'kind');
    const kinds = terms.filter(({ field }) => field === 'kind');
    this.#places = LAYOUTS.map(({ kind, fields }) => {
      if (!kinds.every((term) => holds(term, kind))) return undefined;
      const places = this.#terms.map(({ field }) => fields.find(({ name }) => name === field));
      const whole = places.every((place, at) => place ?? this.#terms[at].field === 'actor');
      return whole ? places : undefined;
    });
  }

  matches(table: TraceTable, seq: Seq): boolean {
    const places = this.#places[table.kind[seq]];
    if (!places) return false;
    return this.#terms.every((term, at) => {
      const place = places[at];
      return holds(term, place ? wordOf(table.valueAt(seq, place)) : table.actorOf(seq));
    });
  }
}

const wordOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

function holds({ operator, value }: Term, found: string): boolean {
  if (operator === '~') return found.toLowerCase().includes(value.toLowerCase());
  return (found === value) === (operator === '=');
}
