/**
 * Field selectors, and what label selectors have in common with them.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apimachinery/pkg/fields/selector.go
 */
import { compareText } from '#base';

export type Labels = Readonly<Record<string, string>>;
export type Selector = (values: Labels) => boolean;

/** A selector, or why the text is none. */
export type ParsedSelector =
  | { readonly ok: true; readonly matches: Selector; readonly everything: boolean }
  | { readonly ok: false; readonly message: string };

export interface FieldRequirement {
  readonly field: string;
  readonly operator: '=' | '!=';
  readonly value: string;
}

/** Terms of a field selector, or what is wrong with it. Upstream: fields.ParseSelector. */
export type ParsedFields =
  | { readonly ok: true; readonly terms: readonly FieldRequirement[] }
  | { readonly ok: false; readonly message: string };

export function parseFieldSelector(text: string): ParsedFields {
  const terms: FieldRequirement[] = [];
  for (const part of splitTerms(text).toSorted(compareText)) {
    if (part === '') continue;
    const match = TERM.exec(part);
    if (!match) {
      return { ok: false, message: `invalid selector: '${text}'; can't understand '${part}'` };
    }
    const [, field, operator, rest] = match;
    const value = unescapeValue(rest);
    if (typeof value !== 'string') {
      return { ok: false, message: `invalid field selector: ${value.fault}` };
    }
    terms.push({ field, operator: operator === '!=' ? '!=' : '=', value });
  }
  return { ok: true, terms };
}

const TERM = /^(.*?)(!=|==|=)(.*)$/s;

/** Parts between commas that no backslash stands before. */
function splitTerms(text: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === ',') {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

function unescapeValue(text: string): string | { readonly fault: string } {
  let value = '';
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '\\') {
      at += 1;
      const escaped = text[at] ?? '';
      if (!'\\,='.includes(escaped) || escaped === '') {
        return { fault: `invalid escape sequence: \\${escaped}` };
      }
      value += escaped;
    } else if (sign === ',' || sign === '=') {
      // Go prints the rune as its number.
      return { fault: `unescaped character in value: ${sign.charCodeAt(0)}` };
    } else value += sign;
  }
  return value;
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
