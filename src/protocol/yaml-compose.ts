/**
 * The YAML library with bounds: on nesting, before it recurses, and on the faults it goes on to
 * find.
 */

import { Composer, type Document, type LineCounter, Parser } from 'yaml';
import { bad, good, type InputFault, type Result } from '#base';
import { DOCUMENT } from './fault-path';
import { DEPTH_MAX } from './untrusted';

/** Most entries on the parser's stack; every level of nesting takes up to three. */
const PARSER_STACK_MAX = 3 * DEPTH_MAX + 8;
/** Most syntax faults that are looked for; what follows the first ones is mostly their echo. */
const SYNTAX_FAULTS_MAX = 20;

class NestedTooDeep extends Error {}
class TooManyFaults extends Error {}

interface SyntaxFault {
  readonly offset: number;
  readonly message: string;
}

class BoundedParser extends Parser {
  override *next(source: string) {
    if (this.stack.length > PARSER_STACK_MAX) throw new NestedTooDeep();
    yield* super.next(source);
  }
}

/** Where the library says a fault is: a number, a range, or a token. */
function offsetOf(source: unknown): number {
  if (typeof source === 'number') return source;
  if (Array.isArray(source)) return Number(source[0]);
  return (source as { readonly offset: number }).offset;
}

class BoundedComposer extends Composer {
  readonly found: SyntaxFault[] = [];

  constructor() {
    // Repeated keys are looked for elsewhere; the library compares every key with every other.
    super({ uniqueKeys: false, prettyErrors: false, logLevel: 'silent' });
    // The library has no hook for this; its own function keeps every fault, however many.
    Reflect.set(this, 'onError', this.#keep.bind(this));
  }

  #keep(source: unknown, _code: string, message: string, warning?: boolean): void {
    if (warning === true) return;
    // The library takes what is thrown for a fault of its own and comes back with it.
    if (this.found.length <= SYNTAX_FAULTS_MAX) {
      this.found.push({ offset: offsetOf(source), message });
    }
    if (this.found.length > SYNTAX_FAULTS_MAX) throw new TooManyFaults();
  }
}

function inWords(found: readonly SyntaxFault[], lines: LineCounter): InputFault[] {
  const faults = found.slice(0, SYNTAX_FAULTS_MAX).map(({ offset, message }) => ({
    path: DOCUMENT,
    reason: `not valid YAML: ${message}`,
    ...placeAt(offset, lines),
  }));
  if (found.length <= SYNTAX_FAULTS_MAX) return faults;
  return [...faults, { ...faults[faults.length - 1], reason: 'and more syntax errors after it' }];
}

/** A place in a text, both from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

export function placeAt(offset: number, lines: LineCounter): TextPlace {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
}

/** All documents of a text, or its syntax faults. `lines` learns where the lines begin. */
export function composeYaml(text: string, lines: LineCounter): Result<readonly Document.Parsed[]> {
  const parser = new BoundedParser(lines.addNewLine);
  const composer = new BoundedComposer();
  const documents: Document.Parsed[] = [];
  try {
    for (const document of composer.compose(parser.parse(text), true, text.length)) {
      documents.push(document as Document.Parsed);
    }
  } catch (error) {
    if (error instanceof NestedTooDeep) {
      return bad([{ path: DOCUMENT, reason: `nested deeper than ${DEPTH_MAX} levels` }]);
    }
    if (!(error instanceof TooManyFaults)) throw error;
  }
  const late = documents
    .flatMap(({ errors }) => errors.slice(0, SYNTAX_FAULTS_MAX + 1))
    .map(({ pos, message }) => ({ offset: pos[0], message }));
  const found = [...composer.found, ...late].sort((a, b) => a.offset - b.offset);
  return found.length === 0 ? good(documents) : bad(inWords(found, lines));
}
