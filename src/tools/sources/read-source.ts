/** Reads what a file of ours says of itself: its header, and its constants with their sources. */
import type { Constant, Mark } from '../../ui/panels/source/sources.ts';

export interface Header {
  readonly purpose: string;
  readonly marks: readonly Mark[];
}

/** A mark is a word that begins a line, two spaces or more, and text that may go on, indented. */
const MARK = /^([A-Z][A-Za-z, ]*?) {2,}(\S.*)$/;
const GOES_ON = /^ {8,}(\S.*)$/;
const HEADER = /^\/\*\*([\s\S]*?)\*\//;

export function readHeader(text: string): Header {
  const lines = (HEADER.exec(text)?.[1] ?? '')
    .split('\n')
    .map((line) => line.replace(/^ \* ?/, ''));
  const purpose: string[] = [];
  const marks: [string, string][] = [];
  for (const line of lines) {
    const mark = MARK.exec(line);
    const more = GOES_ON.exec(line);
    const last = marks.at(-1);
    if (mark) marks.push([mark[1], mark[2].trim()]);
    else if (more && last) last[1] += ` ${more[1].trim()}`;
    else if (marks.length === 0) purpose.push(line.trim());
  }
  return { purpose: purpose.join(' ').trim(), marks };
}

const DOCUMENT = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n/.source;
const VALUE = /(?:export )?const ([A-Z][A-Z0-9_]*)(?:: \w+)? = ([^;\n]+);/.source;
const CONSTANT = new RegExp(DOCUMENT + VALUE, 'g');

/** Documented numbers and durations; lists, texts and functions are no constants in this sense. */
export function readConstants(text: string): Constant[] {
  return [...text.matchAll(CONSTANT)].flatMap(([, about, name, expression]) => {
    const value = readValue(name, expression);
    if (value === undefined) return [];
    return [{ name, value, about: about.replace(/\s*\n \* ?/g, ' ').trim() }];
  });
}

const UNITS: Readonly<Record<string, string>> = {
  micros: 'µs',
  millis: 'ms',
  seconds: 's',
  minutes: 'min',
};
const NAMED_UNITS: readonly (readonly [RegExp, string])[] = [
  [/_US$/, 'µs'],
  [/_MS$/, 'ms'],
  [/_SECONDS$/, 's'],
  [/_BYTES$/, 'bytes'],
];

function readValue(name: string, expression: string): string | undefined {
  const duration = /^(micros|millis|seconds|minutes)\(([\d_.]+)\)$/.exec(expression);
  if (duration) return `${grouped(duration[2])} ${UNITS[duration[1]]}`;
  const number = /^-?[\d_.]+(?: as SimDuration)?$/.exec(expression);
  if (!number) return undefined;
  const digits = grouped(expression.replace(' as SimDuration', ''));
  const micros = expression.endsWith('SimDuration') ? 'µs' : undefined;
  const unit = micros ?? NAMED_UNITS.find(([ending]) => ending.test(name))?.[1];
  return unit ? `${digits} ${unit}` : digits;
}

function grouped(digits: string): string {
  return digits.replaceAll('_', ',');
}

/** What a file imports from beside it, as paths without their endings. */
export function readImports(text: string): string[] {
  return [...text.matchAll(/ from '(\.{1,2}\/[^']+)'/g)].map(([, path]) => path);
}

/**
 * What may be the name of a hook that a file defines: given as `name`, or first to what makes it.
 * A name that is none is never asked for.
 */
export function readHooks(text: string): string[] {
  return [...text.matchAll(/(?:name: |\(\s*)'([a-z]+[-/][a-z0-9/-]+)'/g)].map(([, name]) => name);
}
