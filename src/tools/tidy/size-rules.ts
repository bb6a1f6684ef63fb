/** Small: a file of 300 lines, a function of 70, a line of 100 columns, four parameters. */
import { type Finding, isSyntax, type Source, type Syntax, walk } from './source';

/**
 * Lines of a file. Beyond the first it needs an entry in debt.ts, and beyond the second none helps.
 */
export const FILE_LINES = 300;
export const FILE_LINES_AT_MOST = 500;
export const FUNCTION_LINES = 70;
export const LINE_COLUMNS = 100;
export const PARAMETERS = 4;

const MEASURED = /\.(ts|tsx|mjs|js|css)$/;

export function checkSizes(source: Source): Finding[] {
  if (!MEASURED.test(source.path)) return [];
  const found: Finding[] = [...fileFindings(source), ...lineFindings(source)];
  if (!source.program) return found;
  walk(source.program, (node, parent) => {
    if (isFunction(node)) found.push(...functionFindings(source, node, parent));
  });
  return found;
}

function fileFindings(source: Source): Finding[] {
  const size = source.text.split('\n').length - (source.text.endsWith('\n') ? 1 : 0);
  // A table of cases is long and easy to read, so a test may use the whole allowance.
  const limit = source.isTest ? FILE_LINES_AT_MOST : FILE_LINES;
  if (size <= limit) return [];
  const hard = size > FILE_LINES_AT_MOST ? ` (never more than ${FILE_LINES_AT_MOST})` : '';
  const instead = 'move one subject to a file of its own, such as decide-<topic>.ts';
  const message = `${size} lines, at most ${limit}${hard}: ${instead}`;
  const rule = size > FILE_LINES_AT_MOST ? 'file-lines-hard' : 'file-lines';
  return [{ rule, path: source.path, line: 1, detail: 'file', size, message }];
}

function lineFindings(source: Source): Finding[] {
  return source.text.split('\n').flatMap((text, index) => {
    // An address or an import cannot be broken.
    if (columnsOf(text) <= LINE_COLUMNS || /https?:\/\/|^import /.test(text)) return [];
    const size = columnsOf(text);
    const message = `${size} columns, at most ${LINE_COLUMNS}: break it, or run "npm run fix"`;
    const detail = text.trim().slice(0, 40);
    return [{ rule: 'line-columns', path: source.path, line: index + 1, detail, message }];
  });
}

/** Chinese signs take two columns in an editor, but one code point is what formatters count. */
const columnsOf = (text: string): number => [...text].length;

const isFunction = (node: Syntax): boolean =>
  node.type === 'FunctionDeclaration' ||
  node.type === 'FunctionExpression' ||
  node.type === 'ArrowFunctionExpression';

function functionFindings(source: Source, node: Syntax, parent: Syntax | undefined): Finding[] {
  const found: Finding[] = [];
  const detail = nameOf(node, parent);
  const line = source.lineAt(node.start);
  const size = source.lineAt(node.end - 1) - line + 1;
  // In a test the longest function is `describe`, a heading, and the widest a row of a table.
  if (size > FUNCTION_LINES && !source.isTest) {
    const instead = 'name a part of it and move it out';
    const message = `${detail} has ${size} lines, at most ${FUNCTION_LINES}: ${instead}`;
    found.push({ rule: 'function-lines', path: source.path, line, detail, size, message });
  }
  const parameters = Array.isArray(node.params) ? node.params.filter(isRealParameter).length : 0;
  if (parameters > PARAMETERS && !source.isTest) {
    const instead = 'take one object with named fields';
    const message = `${detail} has ${parameters} parameters, at most ${PARAMETERS}: ${instead}`;
    found.push({ rule: 'parameters', path: source.path, line, detail, size: parameters, message });
  }
  return found;
}

const isRealParameter = (parameter: unknown): boolean =>
  !(isSyntax(parameter) && parameter.type === 'Identifier' && parameter.name === 'this');

function nameOf(node: Syntax, parent: Syntax | undefined): string {
  for (const holder of [node.id, parent?.key, parent?.id]) {
    if (isSyntax(holder) && typeof holder.name === 'string') return holder.name;
  }
  return 'a function without a name';
}
