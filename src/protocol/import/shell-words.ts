/**
 * Shell scripts, as far as they are found around the start of a server: words, quotes and
 * separators.
 */

const SEPARATOR = /[;\n|&()]/;
/** Characters before which a backslash within double quotes stands for itself no more. */
const ESCAPED_IN_QUOTES = '"\\$`';

class Splitter {
  readonly statements: string[][] = [];
  private words: string[] = [];
  private word: string | undefined;
  private at = 0;
  private readonly text: string;

  constructor(text: string) {
    // A backslash at the end of a line joins it with the next.
    this.text = text.replace(/\\\r?\n/g, ' ');
  }

  split(): readonly string[][] {
    while (this.at < this.text.length) this.readOne(this.text[this.at]);
    this.endStatement();
    return this.statements;
  }

  private readOne(character: string): void {
    if (character === "'") this.add(this.upTo("'"));
    else if (character === '"') this.readDoubleQuotes();
    else if (character === '\\') this.add(this.take(2).slice(1));
    else if (character === '#' && this.word === undefined) this.skip(/[^\n]*/y);
    else if (character === '$' && this.text[this.at + 1] === '(') this.readSubstitution();
    else if (character === '>' || character === '<') this.skipRedirection();
    else if (character === '&' && this.text[this.at + 1] === '>') this.take(1);
    else if (SEPARATOR.test(character)) {
      this.take(1);
      this.endStatement();
    } else if (/\s/.test(character)) {
      this.take(1);
      this.endWord();
    } else this.add(this.take(1));
  }

  private take(count: number): string {
    const taken = this.text.slice(this.at, this.at + count);
    this.at += count;
    return taken;
  }

  private skip(pattern: RegExp): void {
    pattern.lastIndex = this.at;
    this.at += pattern.exec(this.text)?.[0].length ?? 0;
  }

  private add(text: string): void {
    this.word = (this.word ?? '') + text;
  }

  /** What stands between the quote here and the next one. */
  private upTo(quote: string): string {
    const end = this.text.indexOf(quote, this.at + 1);
    const stop = end < 0 ? this.text.length : end;
    const inside = this.text.slice(this.at + 1, stop);
    this.at = stop + 1;
    return inside;
  }

  private readDoubleQuotes(): void {
    this.take(1);
    this.add('');
    while (this.at < this.text.length && this.text[this.at] !== '"') {
      const escaped = this.text[this.at] === '\\' && this.text[this.at + 1] !== undefined;
      if (escaped && ESCAPED_IN_QUOTES.includes(this.text[this.at + 1])) this.take(1);
      this.add(this.take(1));
    }
    this.take(1);
  }

  /** `$(command)` stays in the word as it is: only the machine could say what it gives. */
  private readSubstitution(): void {
    const end = this.text.indexOf(')', this.at);
    this.add(this.take((end < 0 ? this.text.length : end + 1) - this.at));
  }

  private skipRedirection(): void {
    if (/^\d+$/.test(this.word ?? '')) this.word = undefined;
    else this.endWord();
    this.skip(/[<>]+&?\s*[^\s;|&()]*/y);
  }

  private endWord(): void {
    if (this.word !== undefined) this.words.push(this.word);
    this.word = undefined;
  }

  private endStatement(): void {
    this.endWord();
    if (this.words.length > 0) this.statements.push(this.words);
    this.words = [];
  }
}

/**
 * The statements of a script, each as its words: quotes taken away, comments and redirections left
 * out. Variables are not replaced. Control structures are statements like any other.
 */
export function shellStatements(script: string): readonly string[][] {
  return new Splitter(script).split();
}
