import { expect, it, test } from 'vitest';
import { encodeQuery, parseQuery, pathUnescape, queryPairs } from './query-string';

test.each([
  ['a=1&b=2&a=3', { a: '1', b: '2' }],
  ['a=x=y&b&=c', { a: 'x=y', b: '', '': 'c' }],
  ['a=%2Fb+c%20d&%61b=1', { a: '/b c d', ab: '1' }],
  // Half an escape and a semicolon drop their part alone.
  ['a=%zz&b=%4&c=1;d=2&e=5', { e: '5' }],
  // Bytes that are no UTF-8, and a character of several bytes.
  ['a=%ff&b=%E4%B8%AD', { a: '\ufffd', b: '\u4e2d' }],
])('the query %s', (query, values) => {
  expect(Object.fromEntries(parseQuery(query))).toEqual(values);
});

it('keeps the order and what is given twice', () => {
  expect(queryPairs('b=1&a=2&b=3')).toEqual([
    ['b', '1'],
    ['a', '2'],
    ['b', '3'],
  ]);
});

it('reads what it has written', () => {
  const values = { a: "!'()*", b: 'x y+z', c: '100%', d: '\u00e9;&=' };
  expect(Object.fromEntries(parseQuery(encodeQuery(values)))).toEqual(values);
});

it('never stops at an escape of a path', () => {
  expect(pathUnescape('/api/%2F%ff%')).toBe('/api//\ufffd%');
});
