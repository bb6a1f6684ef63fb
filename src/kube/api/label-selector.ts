/**
 * Label selectors: their tokens, their grammar, and what they match.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apimachinery/pkg/labels/selector.go
 *             (Lexer, Parser, NewRequirement, Requirement.Matches)
 */
import type { Labels, ParsedSelector, Selector } from './selectors';
import { isQualifiedName, isValidLabelValue } from './validate-text';

const SYMBOLS: ReadonlySet<string> = new Set([')', ',', '!', '==', '=', '>', '<', '!=', '(']);
/** Source: string2token. */
const KEYWORDS: ReadonlySet<string> = new Set(['in', 'notin']);
const OPERATORS: ReadonlySet<string> = new Set([...KEYWORDS, '=', '==', '!=', '>', '<']);
/** As they are listed where one is missing. Source: binaryOperators. */
const OPERATOR_WORDS = 'in, notin, =, ==, !=, gt, lt';
const SPECIAL = /[=!(),<>]/;
const IDENTIFIER = /[^=!(),<>\s]+/y;
const WHOLE_NUMBER = /^[+-]?\d+$/;
const EVERYTHING: ParsedSelector = { ok: true, matches: () => true, everything: true };

interface Token {
  readonly type: 'symbol' | 'word' | 'end';
  readonly text: string;
}

class SelectorError extends Error {}

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const sign = text[at];
    if (/\s/.test(sign)) at += 1;
    else if (SPECIAL.test(sign)) {
      const symbol = symbolAt(text, at);
      tokens.push({ type: 'symbol', text: symbol });
      at += symbol.length;
    } else {
      IDENTIFIER.lastIndex = at;
      const word = IDENTIFIER.exec(text)?.[0] ?? '';
      tokens.push({ type: 'word', text: word });
      at += word.length;
    }
  }
  return tokens;
}

/** The longest one. */
function symbolAt(text: string, at: number): string {
  const two = text.slice(at, at + 2);
  return SYMBOLS.has(two) ? two : two[0];
}

const END: Token = { type: 'end', text: '' };

/** A wrong key or value, as an error of a field. */
const invalid = (path: string, value: string, errors: readonly string[]): string =>
  `${path}: Invalid value: ${JSON.stringify(value)}: ${errors.join('; ')}`;

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(text: string) {
    this.#tokens = tokensOf(text);
  }

  get #next(): Token {
    return this.#tokens[this.#at] ?? END;
  }

  #consume(): Token {
    const token = this.#next;
    this.#at += 1;
    return token;
  }

  #expected(what: string, { text }: Token): never {
    throw new SelectorError(`found '${text}', expected: ${what}`);
  }

  parse(): readonly Selector[] {
    const requirements: Selector[] = [];
    for (;;) {
      const first = this.#next;
      if (first.type === 'end') return requirements;
      if (first.type !== 'word' && first.text !== '!') {
        this.#expected("!, identifier, or 'end of string'", first);
      }
      requirements.push(this.#wrapped());
      const after = this.#consume();
      if (after.type === 'end') return requirements;
      if (after.text !== ',') this.#expected("',' or 'end of string'", after);
      const then = this.#next;
      if (then.type !== 'word' && then.text !== '!') {
        this.#expected("identifier after ','", then);
      }
    }
  }

  #wrapped(): Selector {
    try {
      return this.#requirement();
    } catch (error) {
      if (!(error instanceof SelectorError)) throw error;
      throw new SelectorError(`unable to parse requirement: ${error.message}`);
    }
  }

  #requirement(): Selector {
    let token = this.#consume();
    const absent = token.text === '!';
    if (absent) token = this.#consume();
    if (token.type !== 'word') this.#expected('identifier', token);
    const key = token.text;
    const wrong = isQualifiedName(key);
    if (wrong.length > 0) throw new SelectorError(invalid('<nil>', key, wrong));
    if (absent) return (labels) => !(key in labels);
    const { type, text } = this.#next;
    if (type === 'end' || text === ',') return (labels) => key in labels;
    const operator = this.#consume();
    if (!OPERATORS.has(operator.text)) this.#expected(OPERATOR_WORDS, operator);
    const values = KEYWORDS.has(operator.text) ? this.#values() : [this.#exactValue()];
    return requirement(key, operator.text, values);
  }

  #values(): readonly string[] {
    const open = this.#consume();
    if (open.text !== '(') throw new SelectorError(`found '${open.text}' expected: '('`);
    const first = this.#next;
    if (first.text === ')') {
      this.#consume();
      return [];
    }
    if (first.type !== 'word' && first.text !== ',') {
      this.#expected("',', ')' or identifier", first);
    }
    const values = this.#list();
    if (this.#consume().text !== ')') this.#expected("')'", first);
    return values;
  }

  /** Values between commas, of which some may be empty. */
  #list(): readonly string[] {
    const values = new Set<string>();
    for (;;) {
      const token = this.#consume();
      if (token.type === 'word') {
        values.add(token.text);
        const after = this.#next;
        if (after.text === ')') return [...values];
        if (after.text !== ',') this.#expected("',' or ')'", after);
      } else if (token.text === ',') {
        if (values.size === 0) values.add('');
        const { text } = this.#next;
        if (text === ')') return [...values.add('')];
        if (text !== ',') continue;
        this.#consume();
        values.add('');
      } else this.#expected("',', or identifier", token);
    }
  }

  #exactValue(): string {
    const { type, text } = this.#next;
    if (type === 'end' || text === ',') return '';
    const token = this.#consume();
    if (token.type !== 'word') this.#expected('identifier', token);
    return token.text;
  }
}

/** Upstream: NewRequirement and its Matches. */
function requirement(key: string, operator: string, values: readonly string[]): Selector {
  const errors: string[] = [];
  const set = operator === 'in' || operator === 'notin';
  if (set && values.length === 0) {
    errors.push(
      "values: Invalid value: []string{}: for 'in', 'notin' operators, values set can't be empty",
    );
  }
  const ordered = operator === '<' || operator === '>';
  if (ordered && !WHOLE_NUMBER.test(values[0])) {
    const what = "for 'Gt', 'Lt' operators, the value must be an integer";
    errors.push(invalid('values[0]', values[0], [what]));
  }
  for (const [index, value] of values.toSorted().entries()) {
    const wrong = isValidLabelValue(value);
    if (wrong.length > 0) errors.push(invalid(`values[${index}][${key}]`, value, wrong));
  }
  if (errors.length > 1) throw new SelectorError(`[${errors.join(', ')}]`);
  if (errors.length === 1) throw new SelectorError(errors[0]);
  if (ordered) return comparison(key, operator, Number(values[0]));
  const wanted = new Set(values);
  return operator === 'notin' || operator === '!='
    ? (labels) => !(key in labels) || !wanted.has(labels[key])
    : (labels) => key in labels && wanted.has(labels[key]);
}

function comparison(key: string, operator: string, bound: number): Selector {
  return (labels: Labels) => {
    const text = labels[key];
    if (text === undefined || !WHOLE_NUMBER.test(text)) return false;
    return operator === '<' ? Number(text) < bound : Number(text) > bound;
  };
}

/** Upstream: labels.Parse. */
export function parseLabelSelector(text: string): ParsedSelector {
  if (text === '') return EVERYTHING;
  try {
    const requirements = new Parser(text).parse();
    if (requirements.length === 0) return EVERYTHING;
    const matches: Selector = (values) => requirements.every((each) => each(values));
    return { ok: true, matches, everything: false };
  } catch (error) {
    if (!(error instanceof SelectorError)) throw error;
    return { ok: false, message: error.message };
  }
}
