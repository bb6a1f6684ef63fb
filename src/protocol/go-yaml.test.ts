import { describe, expect, it } from 'vitest';
import { readGoYaml } from './go-yaml';

const valueIn = (text: string): unknown => {
  const read = readGoYaml(text);
  return read.ok ? read.value.value : read.faults.map(({ reason }) => reason).join();
};

describe('YAML as Go reads it', () => {
  it('reads words and numbers of YAML 1.1, and none in quotes', () => {
    expect(valueIn('[yes, On, y, no, OFF, n, "yes", yEs, ~, null]')).toEqual([
      ...[true, true, true, false, false, false, 'yes', 'yEs', null, null],
    ]);
    expect(valueIn('[010, 0o10, 0x1F, 0b101, 08, 1_000, -5, +5, 1.5, .5, 1e3, 1e+3]')).toEqual([
      ...[8, 8, 31, 5, 8, 1000, -5, 5, 1.5, 0.5, '1e3', 1000],
    ]);
    expect(valueIn('[2023-01-01, 1:30, 0s, !!str 5, 10.0.0.1]')).toEqual([
      ...['2023-01-01', '1:30', '0s', '5', '10.0.0.1'],
    ]);
    expect(valueIn('on: 1\n010: 2\n1.5: 3')).toEqual({ true: 1, 8: 2, 1.5: 3 });
  });

  it('reads the first document only, and nothing as null', () => {
    expect(valueIn('# first\n---\na: 1\n---\nb: [\n')).toEqual({ a: 1 });
    expect(valueIn('a: 1\n---\nb: [\n')).toEqual({ a: 1 });
    expect(valueIn('---\n---\na: 1')).toBeNull();
    expect(valueIn('')).toBeNull();
    expect(valueIn('# nothing\n')).toBeNull();
  });

  it('takes the last of repeated keys, and tells of them', () => {
    const read = readGoYaml('a: 1\nb:\n  c: 1\n  d: [{ e: 1,\n      e: 2 }]\n  c:\n    - 2\na:\n');
    expect(read).toMatchObject({ ok: true, value: { value: { a: null, b: { c: [2] } } } });
    expect(read.ok && read.value.repeated).toEqual([
      { key: 'e', line: 5, path: 'b.d[0].e' },
      { key: 'c', line: 7, path: 'b.c' },
      { key: 'a', line: 8, path: 'a' },
    ]);
  });

  it('follows aliases and merges', () => {
    expect(valueIn('a: &x {k: 1, m: 2}\nb: {<<: *x, m: 3}\nc: *x')).toEqual({
      ...{ a: { k: 1, m: 2 }, b: { k: 1, m: 3 }, c: { k: 1, m: 2 } },
    });
  });

  it.each([
    ['a: *b', "yaml: unknown anchor 'b' referenced"],
    ['a: &b [*b]', "yaml: anchor 'b' value contains itself"],
    ['a: .inf', 'json: unsupported value: +Inf'],
    ['? [a]\n: 1', 'yaml: invalid map key'],
    ['<<: 1', 'yaml: map merge requires map or sequence of maps as the value'],
    ['['.repeat(100_000), 'nested deeper than 64 levels'],
    [`a: &a [${'x,'.repeat(9)}]\nb: [${'*a,'.repeat(1001)}]`, 'yaml: document contains excessive'],
    ['x'.repeat(2_000_000), 'larger than 1 MB'],
  ])('refuses %.20s', (text, reason) => {
    expect(valueIn(text)).toContain(reason);
  });
});
