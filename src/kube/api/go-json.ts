/**
 * Why a text is no JSON, in the words of Go's decoder: those of the engine that runs this differ.
 *
 * Upstream    Go encoding/json (scanner.go)
 */

const SHORT: Readonly<Record<string, string>> = {
  "'": String.raw`'\''`,
  '"': `'"'`,
  '\\': String.raw`'\\'`,
  '\n': String.raw`'\n'`,
  '\r': String.raw`'\r'`,
  '\t': String.raw`'\t'`,
};

/** Source: quoteChar, of a byte. */
function quoted(char: string): string {
  const code = char.charCodeAt(0);
  if (SHORT[char]) return SHORT[char];
  if (code < 32 || code === 127) return String.raw`'\x${code.toString(16).padStart(2, '0')}'`;
  return code >= 128 && code <= 160
    ? String.raw`'\u${code.toString(16).padStart(4, '0')}'`
    : `'${char}'`;
}

const END = 'unexpected end of JSON input';
const VALUE = 'looking for beginning of value';
const LITERALS = ['true', 'false', 'null'];

class Fault extends Error {}

/** Walks over one value after the other; what does not fit is thrown as a fault. */
class Scanner {
  readonly #text: string;
  #at = 0;

  /** @param text a byte a character */
  constructor(text: string) {
    this.#text = text;
  }

  document(): void {
    this.#value();
    this.#space();
    if (this.#at < this.#text.length) throw this.#wrong('after top-level value');
  }

  #wrong(context: string): Fault {
    const char = this.#text[this.#at];
    return new Fault(char === undefined ? END : `invalid character ${quoted(char)} ${context}`);
  }

  #space(): void {
    while (' \t\r\n'.includes(this.#text[this.#at] ?? 'x')) this.#at += 1;
  }

  #take(char: string): boolean {
    if (this.#text[this.#at] !== char) return false;
    this.#at += 1;
    return true;
  }

  #value(): void {
    this.#space();
    const char = this.#text[this.#at] ?? '';
    const literal = LETTER.test(char) ? LITERALS.find((word) => word[0] === char) : undefined;
    if (char === '"') this.#string();
    else if (char === '{') this.#object();
    else if (char === '[') this.#array();
    else if (literal) this.#literal(literal);
    else if (/^[-0-9]$/.test(char)) this.#number();
    else throw this.#wrong(VALUE);
  }

  #literal(word: string): void {
    for (const [index, char] of [...word].entries()) {
      if (!this.#take(char)) {
        const which = index === 0 ? VALUE : `in literal ${word} (expecting '${char}')`;
        throw this.#wrong(which);
      }
    }
  }

  #digits(context: string): void {
    if (!DIGIT.test(this.#text[this.#at] ?? '')) throw this.#wrong(context);
    while (DIGIT.test(this.#text[this.#at] ?? '')) this.#at += 1;
  }

  #number(): void {
    this.#take('-');
    if (!this.#take('0')) this.#digits('in numeric literal');
    if (this.#take('.')) this.#digits('after decimal point in numeric literal');
    if (!this.#take('e') && !this.#take('E')) return;
    if (!this.#take('+')) this.#take('-');
    this.#digits('in exponent of numeric literal');
  }

  #string(): void {
    this.#at += 1;
    while (!this.#take('"')) {
      const char = this.#text[this.#at] ?? '';
      if (char < ' ') throw this.#wrong('in string literal');
      this.#at += 1;
      if (char === '\\') this.#escape();
    }
  }

  #escape(): void {
    const char = this.#text[this.#at] ?? '';
    if (char === '' || !'bfnrt\\/"u'.includes(char)) throw this.#wrong('in string escape code');
    this.#at += 1;
    if (char !== 'u') return;
    for (let digit = 0; digit < 4; digit += 1) {
      if (!/^[0-9a-fA-F]$/.test(this.#text[this.#at] ?? '')) {
        throw this.#wrong('in \\u hexadecimal character escape');
      }
      this.#at += 1;
    }
  }

  #array(): void {
    this.#at += 1;
    this.#space();
    if (this.#take(']')) return;
    do {
      this.#value();
      this.#space();
    } while (this.#take(','));
    if (!this.#take(']')) throw this.#wrong('after array element');
  }

  #object(): void {
    this.#at += 1;
    this.#space();
    if (this.#take('}')) return;
    do {
      this.#space();
      if (this.#text[this.#at] !== '"') {
        throw this.#wrong('looking for beginning of object key string');
      }
      this.#string();
      this.#space();
      if (!this.#take(':')) throw this.#wrong('after object key');
      this.#value();
      this.#space();
    } while (this.#take(','));
    if (!this.#take('}')) throw this.#wrong('after object key:value pair');
  }
}

const DIGIT = /^[0-9]$/;
const LETTER = /^[tfn]$/;

/** Go's text of the first character that does not fit; undefined where the text is JSON. */
export function jsonSyntaxError(text: string): string | undefined {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte));
  try {
    new Scanner(bytes.join('')).document();
    return undefined;
  } catch (fault) {
    if (fault instanceof Fault) return fault.message;
    throw fault;
  }
}

/** The value of a JSON text, or Go's words of why there is none. */
export function readJson(text: string): { readonly value: unknown } | string {
  try {
    return { value: JSON.parse(text) };
  } catch (fault) {
    if (!(fault instanceof SyntaxError)) throw fault;
    return jsonSyntaxError(text) ?? '';
  }
}
