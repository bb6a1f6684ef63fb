import { describe, expect, test } from 'vitest';
import { readYaml } from './yaml-text';

function dataOf(text: string): unknown {
  const result = readYaml(text, { documents: 'one' });
  return result.ok ? result.value[0].value : result.faults;
}

function reasons(text: string, documents: 'one' | 'many' = 'one'): string[] {
  const result = readYaml(text, { documents });
  return result.ok ? [] : result.faults.map((f) => `${f.line}:${f.column} ${f.path}: ${f.reason}`);
}

test('plain data, and what YAML 1.1 would have made something else of', () => {
  expect(dataOf('a: [1, yes, on, 2023-01-01, 0x10, ~]\nb: "1"\n1: c\n')).toEqual({
    1: 'c',
    a: [1, 'yes', 'on', '2023-01-01', 16, null],
    b: '1',
  });
});

test('a few aliases are followed', () => {
  expect(dataOf('a: &x { n: 1 }\nb: [*x, *x]')).toEqual({ a: { n: 1 }, b: [{ n: 1 }, { n: 1 }] });
});

describe('what is refused', () => {
  const laugh = ['a: &a [x, x, x, x, x, x, x, x, x, x]'];
  for (const [from, to] of ['ab', 'bc', 'cd', 'de', 'ef', 'fg', 'gh']) {
    laugh.push(`${to}: &${to} [${Array(10).fill(`*${from}`).join(', ')}]`);
  }
  test.each<[what: string, text: string, line: string]>([
    ['nothing', '', 'undefined:undefined document: expected one document, found nothing'],
    [
      'two documents',
      'a: 1\n---\nb: 1',
      'undefined:undefined document: expected one document, found 2, separated by "---"',
    ],
    ['a repeated key', 'a: 1\nb:\n  c: 1\n  c: 2', '4:3 b.c: is given twice'],
    ['a tag', 'a: !!binary aGk=', '1:1 a: the tag "tag:yaml.org,2002:binary" is not allowed'],
    [
      'a directive',
      '%YAML 1.1\n---\na: yes',
      '1:1 document: a %YAML directive is not allowed; the text is read as YAML 1.2',
    ],
    ['a composite key', '? [a, b]\n: 1', '1:1 document: a key must be a plain text'],
    ['an endless number', 'a: .inf', '1:1 a: Infinity is not a number that can be stored'],
    ['an alias without anchor', 'a: *b', '1:1 a: the alias *b has no anchor before it'],
    ['an alias in itself', 'a: &b [*b]', '1:8 a[0]: the alias *b contains itself'],
    ['too many aliases', laugh.join('\n'), '2:73 b[7][9]: more than 100 aliases'],
    ['broken text', 'a: [1\nb: 2', '2:1 document: not valid YAML: '],
    [
      'a deep nesting',
      '['.repeat(1_000_000),
      'undefined:undefined document: nested deeper than 64 levels',
    ],
    [
      'a block nested deeply',
      '- '.repeat(500_000),
      'undefined:undefined document: nested deeper than 64 levels',
    ],
  ])('%s', (what, text, line) => {
    const found = reasons(text);
    if (what === 'too many aliases') expect(found.join()).toContain('more than 100 aliases');
    else expect(found[0]).toContain(line);
  });

  test('a text above 1 MB, counted in bytes', () => {
    expect(reasons('é'.repeat(524_289))[0]).toContain('larger than 1 MB: 1048578 bytes');
    expect(readYaml('é'.repeat(524_288), { documents: 'one' }).ok).toBe(true);
  });
});

test('many documents: empty ones are passed over, all faults are told', () => {
  const result = readYaml('---\n---\na: 1\n---\nb: 1\n---\n', { documents: 'many' });
  expect(result.ok && result.value.map(({ value }) => value)).toEqual([{ a: 1 }, { b: 1 }]);
  expect(reasons('a: 1\na: 2\n---\nb: !x 1', 'many')).toEqual([
    '2:1 a: is given twice',
    '4:1 b: the tag "!x" is not allowed',
  ]);
});

test('a nesting of exactly the limit is read', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  expect(readYaml(nested(64), { documents: 'one' }).ok).toBe(true);
  expect(reasons(nested(66))[0]).toContain('nested deeper than 64 levels');
});
