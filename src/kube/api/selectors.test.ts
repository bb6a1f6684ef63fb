import { describe, expect, it } from 'vitest';
import { parseLabelSelector } from './label-selector';
import { matchesFields, parseFieldSelector } from './selectors';

describe('label selectors', () => {
  it.each<[string, Record<string, string>, boolean]>([
    ['', {}, true],
    ['a=b', { a: 'b' }, true],
    ['a==b', { a: 'c' }, false],
    ['a!=b', {}, true],
    ['a!=b', { a: 'b' }, false],
    ['a', { a: '' }, true],
    ['!a', { a: '' }, false],
    ['!a', {}, true],
    ['a in (b,c)', { a: 'c' }, true],
    ['a in (b,c)', {}, false],
    ['a notin (b, c)', {}, true],
    ['a notin (b, c)', { a: 'c' }, false],
    ['a=b,c in (d,e),!f', { a: 'b', c: 'e' }, true],
    ['a=b,c in (d,e),!f', { a: 'b', c: 'e', f: '' }, false],
    ['a>1', { a: '2' }, true],
    ['a<1', { a: '2' }, false],
    ['a>1', { a: 'x' }, false],
    ['a=', { a: '' }, true],
    [' a in(b,c) ', { a: 'b' }, true],
    ['a in (,b)', { a: '' }, true],
    ['a=,b', { a: '', b: 'x' }, true],
    ['in in (in)', { in: 'in' }, true],
  ])('%s of %o', (text, labels, matches) => {
    const parsed = parseLabelSelector(text);
    expect(parsed.ok && parsed.matches(labels)).toBe(matches);
  });

  it.each([
    ['a in b', "unable to parse requirement: found 'b' expected: '('"],
    ['a in (b c)', "unable to parse requirement: found 'c', expected: ',' or ')'"],
    [
      'a in ()',
      "unable to parse requirement: values: Invalid value: []string{}: for 'in', 'notin' " +
        "operators, values set can't be empty",
    ],
    ['a,,b', "found ',', expected: identifier after ','"],
    ['=b', "found '=', expected: !, identifier, or 'end of string'"],
    ['a=b=c', "found '=', expected: ',' or 'end of string'"],
    ['a b', "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
    ['!', "unable to parse requirement: found '', expected: identifier"],
    [
      'a>b',
      'unable to parse requirement: values[0]: Invalid value: "b": ' +
        "for 'Gt', 'Lt' operators, the value must be an integer",
    ],
  ])('refuses %s', (text, message) => {
    expect(parseLabelSelector(text)).toEqual({ ok: false, message });
  });

  it('looks at keys and values as at those of labels', () => {
    expect(parseLabelSelector('-bad=x')).toMatchObject({
      message: expect.stringMatching(
        /^unable to parse requirement: <nil>: Invalid value: "-bad": name part must consist of/,
      ),
    });
    expect(parseLabelSelector('a=-b')).toMatchObject({
      message: expect.stringMatching(
        /^unable to parse requirement: values\[0\]\[a\]: Invalid value: "-b": a valid label must/,
      ),
    });
  });
});

describe('field selectors', () => {
  it('reads terms and escapes', () => {
    expect(parseFieldSelector('metadata.name=a,x!=b\\,c,y==d')).toEqual({
      ok: true,
      terms: [
        { field: 'metadata.name', operator: '=', value: 'a' },
        { field: 'x', operator: '!=', value: 'b,c' },
        { field: 'y', operator: '=', value: 'd' },
      ],
    });
  });

  it.each([
    ['b=c,nothing', "invalid selector: 'b=c,nothing'; can't understand 'nothing'"],
    ['a=b\\r', 'invalid field selector: invalid escape sequence: \\r'],
    ['a=b\\', 'invalid field selector: invalid escape sequence: \\'],
    ['a=b=c', 'invalid field selector: unescaped character in value: 61'],
  ])('refuses %s', (text, message) => {
    expect(parseFieldSelector(text)).toEqual({ ok: false, message });
  });

  it('takes a missing field as empty', () => {
    const fields = parseFieldSelector('a!=b,c=');
    const terms = fields.ok ? fields.terms : [];
    expect(terms).toHaveLength(2);
    expect(matchesFields(terms, {})).toBe(true);
    expect(matchesFields(terms, { a: 'b' })).toBe(false);
  });
});
