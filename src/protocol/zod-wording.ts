import type { FieldFault, FieldPath } from './fault-path';
import type { z } from './schema-kit';
import { describeValue, eitherOf, expected, suggestion } from './wording';

type Issue = z.core.$ZodIssue;
type RawIssue = z.core.$ZodRawIssue;

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
  null: 'nothing',
};

/** Separates the messages of several unknown keys of one issue; no message contains it. */
const BETWEEN_KEYS = '\n';

/** Unknown keys for which a known name is looked for; further ones are just refused. */
const SUGGESTED_MAX = 50;

/** Names that the schema which raised an issue knows; empty where it is no mapping. */
function knownKeys(issue: RawIssue): readonly string[] {
  const schema = issue.inst as { _zod?: { def?: { shape?: object } } } | undefined;
  return Object.keys(schema?._zod?.def?.shape ?? {});
}

function boundWords(issue: RawIssue, side: 'least' | 'most', bound: unknown): string {
  const count = `at ${side} ${bound}`;
  if (issue.origin === 'string') return `a text of ${count} characters`;
  if (issue.origin === 'array') return `a list of ${count} ${bound === 1 ? 'entry' : 'entries'}`;
  return `a number of ${count}`;
}

/**
 * Words for unknown keys, one line each; `left` is how many suggestions may still be looked for.
 */
function unknownWords(issue: RawIssue, left: number): string {
  const known = knownKeys(issue);
  const keys = issue.keys as readonly string[];
  const hints = keys.map((key, index) => (index < left ? suggestion(key, known) : ''));
  return hints.map((hint) => `unknown field${hint}`).join(BETWEEN_KEYS);
}

/** Words for issues whose schemas bring none of their own; made anew for each document. */
function wordingOfDocument(): (issue: RawIssue) => string {
  let suggested = 0;
  return (issue) => {
    if (issue.code !== 'unrecognized_keys') return issueWords(issue);
    const words = unknownWords(issue, SUGGESTED_MAX - suggested);
    suggested += (issue.keys as readonly string[]).length;
    return words;
  };
}

function issueWords(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return expected(TYPE_WORDS[issue.expected as string] ?? String(issue.expected), issue.input);
    case 'invalid_value': {
      const allowed = (issue.values as readonly unknown[]).map((value) => describeValue(value));
      return expected(eitherOf(allowed), issue.input);
    }
    case 'too_small':
      return expected(boundWords(issue, 'least', issue.minimum), issue.input);
    case 'too_big':
      return expected(boundWords(issue, 'most', issue.maximum), issue.input);
    case 'invalid_format':
      return expected(`a text of the form ${issue.pattern ?? issue.format}`, issue.input);
    case 'invalid_key':
      return String((issue.issues as readonly Issue[])[0].message);
    default:
      return `${describeValue(issue.input)} is not allowed here`;
  }
}

/**
 * Whether an issue says that the value is of another kind altogether, so the branch was not meant.
 */
function wrongKind(issue: Issue): boolean {
  return issue.path.length === 0 && (issue.code === 'invalid_type' || issue.code === 'custom');
}

/**
 * Faults of a value that fits no branch of a union. The branch that fits best speaks for all: one
 * for the right kind of value, with the fewest issues. Where no branch fits, their words are
 * joined.
 */
function unionFaults(issue: Issue & { code: 'invalid_union' }, at: FieldPath): FieldFault[] {
  const branches = issue.errors.filter((issues) => issues.length > 0);
  const meant = branches
    .filter((issues) => !issues.some(wrongKind))
    .sort((a, b) => a.length - b.length);
  if (meant.length > 0) return meant[0].flatMap((inner) => issueFaults(inner as Issue, at));
  const reasons = branches.map((issues) => issues[0].message);
  const wanted = reasons.map((reason) => /expected (.*), found /.exec(reason)?.[1]);
  const found = /, found (.*)$/.exec(reasons[0] ?? '')?.[1];
  if (found !== undefined && wanted.every((words) => words !== undefined)) {
    return [
      { at, reason: `expected ${eitherOf([...new Set(wanted)] as string[])}, found ${found}` },
    ];
  }
  return [{ at, reason: reasons[0] ?? issue.message }];
}

/** The faults in one issue; `base` is where the checked value stands. */
function issueFaults(issue: Issue, base: FieldPath): FieldFault[] {
  const at = [...base, ...(issue.path as (string | number)[])];
  if (issue.code === 'invalid_union') return unionFaults(issue, at);
  if (issue.code === 'unrecognized_keys') {
    const reasons = issue.message.split(BETWEEN_KEYS);
    return issue.keys.map((key, index) => ({ at: [...at, key], reason: reasons[index] }));
  }
  return [{ at, reason: issue.message }];
}

/** A value as the schema gives it back, or every fault found. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly faults: readonly FieldFault[] };

/** Checks a value and words every fault as the rest of the program does. */
export function parseWith<T>(schema: z.ZodMiniType<T>, value: unknown): Parsed<T> {
  const parsed = schema.safeParse(value, { error: wordingOfDocument() });
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, faults: parsed.error.issues.flatMap((issue) => issueFaults(issue, [])) };
}
