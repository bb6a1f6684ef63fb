import { describe, expect, it } from 'vitest';
import { fieldRequirements, matchesFields, parseLabelSelector } from './selectors';

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
    ['a=', { a: '' }, true],
  ])('%s of %o', (text, labels, matches) => {
    const parsed = parseLabelSelector(text);
    expect(parsed.ok && parsed.matches(labels)).toBe(matches);
  });

  it.each(['a in b', 'a,,b', '=b', 'a=b=c'])('refuses %s', (text) => {
    expect(parseLabelSelector(text).ok).toBe(false);
  });
});

describe('field selectors', () => {
  it('reads terms and escapes', () => {
    expect(fieldRequirements('metadata.name=a,x!=b\\,c,y==d')).toEqual([
      { field: 'metadata.name', operator: '=', value: 'a' },
      { field: 'x', operator: '!=', value: 'b,c' },
      { field: 'y', operator: '=', value: 'd' },
    ]);
    expect(fieldRequirements('nothing')).toBeUndefined();
  });

  it('takes a missing field as empty', () => {
    const terms = fieldRequirements('a!=b,c=') ?? [];
    expect(matchesFields(terms, {})).toBe(true);
    expect(matchesFields(terms, { a: 'b' })).toBe(false);
  });
});
