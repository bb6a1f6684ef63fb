/** Edits by the YAML library, which writes the whole document anew; and the text's comments. */
import { isSeq, Lexer, parseDocument } from 'yaml';
import type { YamlEdit } from './edit-yaml';

const STYLE = { indent: 2, lineWidth: 96, minContentWidth: 0 } as const;

/** The document after an edit, written anew; undefined where the path is not the library's. */
export function withLibrary(text: string, edit: YamlEdit): string | undefined {
  const document = parseDocument(text, {
    uniqueKeys: false,
    logLevel: 'silent',
  });
  try {
    switch (edit.kind) {
      case 'set':
        document.setIn(edit.path, document.createNode(edit.value));
        break;
      case 'remove':
        document.deleteIn(edit.path);
        break;
      case 'insert': {
        const list = document.getIn(edit.path);
        const node = document.createNode(edit.value);
        if (isSeq(list)) list.items.splice(edit.index, 0, node);
        else document.setIn(edit.path, document.createNode([edit.value]));
        break;
      }
      case 'move': {
        const list = document.getIn(edit.path);
        if (!isSeq(list)) return undefined;
        list.items.splice(edit.to, 0, ...list.items.splice(edit.from, 1));
      }
    }
  } catch (error) {
    // The library throws where a path goes through something that has no fields, such as an alias.
    if (error instanceof Error) return undefined;
    throw error;
  }
  return document.toString(STYLE);
}

/** The document written anew in the form that the program's own documents have. */
export function writeAnew(text: string): string {
  return parseDocument(text, {
    uniqueKeys: false,
    logLevel: 'silent',
  }).toString(STYLE);
}

export interface Comment {
  readonly offset: number;
  readonly text: string;
}

/**
 * What the lexer says beside the text: start of a document, of a scalar, end of flow, byte order.
 */
const LEXER_MARKS: ReadonlySet<string> = new Set(['\u0002', '\u001f', '\u0018', '\ufeff']);

/** All comments of a text, by the library's own lexer. */
export function commentsIn(text: string): Comment[] {
  const found: Comment[] = [];
  let offset = 0;
  for (const token of new Lexer().lex(text)) {
    if (token.startsWith('#')) found.push({ offset, text: token });
    // Marks of the lexer for the start of a document or a scalar are no part of the text.
    if (!LEXER_MARKS.has(token)) offset += token.length;
  }
  return found;
}
