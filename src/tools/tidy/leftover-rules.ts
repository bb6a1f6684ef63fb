/**
 * What was meant to go before the commit: markers, switched-off tests, logging, dead code, this
 * machine.
 */
import { type Comment, type Finding, isSyntax, type Source, type Syntax, walk } from './source';

/** Layers that write to a terminal as their job. */
const MAY_PRINT = new Set(['tools', 'cli']);

export function checkLeftovers(source: Source): Finding[] {
  const found: Finding[] = [];
  const report = (offset: number, detail: string, message: string): void => {
    const line = source.lineAt(offset);
    found.push({ rule: 'leftover', path: source.path, line, detail, message });
  };
  checkText(source, report);
  for (const comment of source.comments) checkComment(comment, report);
  checkDeadCode(source, report);
  if (source.program) walk(source.program, (node) => checkNode(source, node, report));
  return found;
}

type Report = (offset: number, detail: string, message: string) => void;

// In pieces, so that this file does not find itself.
const SLASH = '/';
const MACHINE_PATH = new RegExp(
  `(?:^|[\\s"'\`(=,:\\[])((?:${SLASH}(?:work|home|root|Users|tmp)${SLASH}|[A-Z]:\\\\)[\\w.-]+)`,
  'g',
);
const REGISTRY =
  /\bhttps?:\/\/[^\s/"']*(?:registry|artifact|nexus|mirror|pypi|npmjs)|_auth(?:Token)?\s*=/g;

function checkText(source: Source, report: Report): void {
  for (const match of source.text.matchAll(MACHINE_PATH)) {
    report(
      match.index,
      match[1],
      'a path of one machine: make it relative, or take it from a variable',
    );
  }
  for (const match of source.text.matchAll(REGISTRY)) {
    report(
      match.index,
      match[0],
      'names no registry and no credential: leave it to the npm settings of the machine',
    );
  }
}

function checkComment(comment: Comment, report: Report): void {
  if (/\bTODO\b(?!\(#\d+\))/.test(comment.value)) {
    report(comment.start, 'TODO', 'write TODO(#issue), or do it now');
  }
  const marker = /\b(FIXME|XXX|HACK)\b/.exec(comment.value);
  if (marker)
    report(
      comment.start,
      marker[1],
      `no ${marker[1]}: mend it, or file an issue and write TODO(#issue)`,
    );
  const silenced = /@ts-(ignore|nocheck)\b/.exec(comment.value);
  if (silenced)
    report(comment.start, silenced[0], 'give the value its type instead of silencing the compiler');
}

/** What a commented-out line looks like; prose does not end in a semicolon or a brace. */
const DEAD_CODE = [
  /^[\w$.#[\]'"]+(\(.*\)|\s*[-+*/|&?]?=\s*.+);$/,
  /^(const|let|var|import|export|return|await|throw|type|interface|function|class)\b.*[;{]$/,
  /^(if|for|while|switch)\s*\(.*[{;]$/,
  /^\}?\s*(else\b.*)?\{?$|^\}\s*[);,]*$/,
];

/** Code is found only in lines of `//`; an example in a doc comment is welcome. */
function checkDeadCode(source: Source, report: Report): void {
  for (const comment of source.comments) {
    const text = comment.value.trim();
    if (comment.type !== 'Line' || text === '' || comment.value.startsWith('/')) continue;
    if (DEAD_CODE.some((shape) => shape.test(text))) {
      report(
        comment.start,
        text.slice(0, 40),
        'commented-out code: remove it; the history keeps it',
      );
    }
  }
}

const TEST_FUNCTION = new Set(['test', 'it', 'describe', 'suite', 'bench']);
const SWITCHED_OFF: Readonly<Record<string, string>> = {
  only: 'runs this test alone: remove .only',
  skip: 'switches the test off: mend it or remove it',
  todo: 'is no test: write it or remove it',
  fails: 'accepts a failure: state what should hold',
  fixme: 'switches the test off: mend it or remove it',
};

function checkNode(source: Source, node: Syntax, report: Report): void {
  if (node.type === 'DebuggerStatement') report(node.start, 'debugger', 'remove the breakpoint');
  if (node.type === 'TSAsExpression' && isSyntax(node.typeAnnotation)) {
    if (node.typeAnnotation.type === 'TSAnyKeyword') {
      report(node.start, 'as any', 'name the type, or narrow an unknown with a check');
    }
  }
  if (node.type === 'MemberExpression') checkMember(source, node, report);
}

function checkMember(source: Source, node: Syntax, report: Report): void {
  const root = rootName(node);
  const name = isSyntax(node.property) ? (node.property.name as string) : '';
  if (TEST_FUNCTION.has(root) && Object.hasOwn(SWITCHED_OFF, name) && source.isTest) {
    report(node.start, `${root}.${name}`, SWITCHED_OFF[name]);
  }
  if (root === 'vi' && /^(mock|doMock)$/.test(name)) {
    report(node.start, `vi.${name}`, 'no mocks of our own code: pass in a value or use the model');
  }
  if (root === 'console' && !MAY_PRINT.has(source.layer)) {
    report(
      node.start,
      `console.${name}`,
      'write a record, show it on the page, or throw with the values',
    );
  }
}

/** `test` of `test.describe.only`. */
function rootName(node: Syntax): string {
  let object: unknown = node.object;
  while (isSyntax(object) && object.type === 'MemberExpression') object = object.object;
  return isSyntax(object) && object.type === 'Identifier' ? (object.name as string) : '';
}
