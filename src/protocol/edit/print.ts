/** How new values are written into a text: in the style of what is around them. */
import { isScalar, type Node, Scalar, stringify } from 'yaml';

const STYLE = { indent: 2, lineWidth: 96, minContentWidth: 0 } as const;

/** A value in block style, its first line without indentation. */
export function printBlock(value: unknown): string {
  return stringify(value, STYLE).replace(/\n$/, '');
}

/** A value on one line, as it stands inside `[...]` or `{...}`. */
export function printInline(value: unknown, quoted: boolean): string {
  const strings = quoted
    ? ({
        defaultStringType: 'QUOTE_DOUBLE',
        defaultKeyType: 'QUOTE_DOUBLE',
      } as const)
    : {};
  const list = stringify([value], {
    ...strings,
    collectionStyle: 'flow',
    lineWidth: 0,
  });
  return list.trim().slice(1, -1).trim();
}

const QUOTED: ReadonlySet<unknown> = new Set(['QUOTE_DOUBLE', 'QUOTE_SINGLE']);

/** A plain value on one line, quoted as the old one was. */
export function printScalar(value: unknown, old: Node | undefined): string {
  const scalar = new Scalar(value);
  if (isScalar(old) && QUOTED.has(old.type) && typeof value === 'string') scalar.type = old.type;
  return stringify(scalar, { ...STYLE, lineWidth: 0 }).trimEnd();
}

/** Puts all lines but the first at a column. */
export function indented(block: string, column: number): string {
  const space = ' '.repeat(column);
  return block.replace(/\n(?=[^\n])/g, `\n${space}`);
}

/** Whether a value is neither a list nor a mapping, and stands on one line. */
export function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\n');
  return typeof value !== 'object' || value === null;
}
