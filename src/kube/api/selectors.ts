/**
 * Label and field selectors: parsing and matching.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apimachinery/pkg/labels/selector.go,
 *             pkg/fields/selector.go
 * Simplified  a faulty selector is refused with one sentence, not with the parser's own position
 */

type Labels = Readonly<Record<string, string>>;
export type Selector = (values: Labels) => boolean;

/** A selector, or why the text is none. */
export type ParsedSelector =
  | { readonly ok: true; readonly matches: Selector; readonly everything: boolean }
  | { readonly ok: false; readonly message: string };

const EVERYTHING: ParsedSelector = { ok: true, matches: () => true, everything: true };

/** `a in (b,c)`: a comma inside parentheses does not part two requirements. */
function splitRequirements(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index];
    if (char === '(') depth += 1;
    else if (char === ')') depth -= 1;
    else if (char === ',' && depth === 0) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  parts.push(text.slice(start));
  return parts.map((part) => part.trim());
}

const SET = /^([^\s=!(),]+)\s+(in|notin)\s+\(([^()]*)\)$/;
const EQUAL = /^([^\s=!(),]+)\s*(==|=|!=)\s*([^\s=!(),]*)$/;
const ORDER = /^([^\s=!(),]+)\s*([<>])\s*(-?\d+)$/;
const EXISTS = /^(!?)\s*([^\s=!(),<>]+)$/;

function labelRequirement(text: string): Selector | undefined {
  const set = SET.exec(text);
  if (set) {
    const [, key, operator, list] = set;
    const values = new Set(list.split(',').map((value) => value.trim()));
    return operator === 'in'
      ? (labels) => key in labels && values.has(labels[key])
      : (labels) => !(key in labels) || !values.has(labels[key]);
  }
  const order = ORDER.exec(text);
  if (order) {
    const [, key, operator, bound] = order;
    const number = (labels: Labels) => (key in labels ? Number(labels[key]) : Number.NaN);
    return operator === '<'
      ? (labels) => number(labels) < Number(bound)
      : (labels) => number(labels) > Number(bound);
  }
  const equal = EQUAL.exec(text);
  if (equal) {
    const [, key, operator, value] = equal;
    return operator === '!='
      ? (labels) => labels[key] !== value
      : (labels) => labels[key] === value;
  }
  const exists = EXISTS.exec(text);
  if (!exists) return undefined;
  const [, negated, key] = exists;
  return negated ? (labels) => !(key in labels) : (labels) => key in labels;
}

function parse(
  text: string,
  requirement: (part: string) => Selector | undefined,
  kind: string,
): ParsedSelector {
  if (text.trim() === '') return EVERYTHING;
  const requirements: Selector[] = [];
  for (const part of splitRequirements(text)) {
    const matches = requirement(part);
    if (!matches) return { ok: false, message: `unable to parse ${kind} requirement: ${part}` };
    requirements.push(matches);
  }
  const matches: Selector = (values) => requirements.every((each) => each(values));
  return { ok: true, matches, everything: false };
}

/** Upstream: labels.Parse. */
export const parseLabelSelector = (text: string): ParsedSelector =>
  parse(text, labelRequirement, 'label');

export interface FieldRequirement {
  readonly field: string;
  readonly operator: '=' | '!=';
  readonly value: string;
}

/** Terms of a field selector; undefined when it is malformed. Upstream: fields.ParseSelector. */
export function fieldRequirements(text: string): readonly FieldRequirement[] | undefined {
  const terms: FieldRequirement[] = [];
  for (const part of text.split(/(?<!\\),/)) {
    if (part === '') continue;
    const match = /^(.*?)(!=|==|=)(.*)$/.exec(part);
    if (!match) return undefined;
    const value = match[3].replace(/\\(.)/g, '$1');
    terms.push({ field: match[1], operator: match[2] === '!=' ? '!=' : '=', value });
  }
  return terms;
}

/** The value that a field selector demands of a field, as `metadata.name=x`. */
export function requiredFieldValue(
  terms: readonly FieldRequirement[],
  field: string,
): string | undefined {
  return terms.find((term) => term.field === field && term.operator === '=')?.value;
}

export const matchesFields = (terms: readonly FieldRequirement[], values: Labels): boolean =>
  terms.every(({ field, operator, value }) =>
    operator === '=' ? (values[field] ?? '') === value : (values[field] ?? '') !== value,
  );
