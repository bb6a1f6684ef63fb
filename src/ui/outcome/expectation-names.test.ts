import { expect, it } from 'vitest';
import { LIBRARY } from '#library';
import { readScenario } from '#protocol';
import { EXPECTATIONS_IN_CHINESE, expectationName } from './expectation-names-zh';

it('says every expectation of the library in Chinese, and no other', () => {
  const names = LIBRARY.flatMap(({ name, text }) => {
    const read = readScenario(text);
    if (!read.ok) throw new Error(name);
    return (read.value.spec.expect ?? []).flatMap((each) => each.name ?? []);
  });
  expect(names.length).toBeGreaterThan(150);
  expect([...EXPECTATIONS_IN_CHINESE].sort()).toEqual([...new Set(names)].sort());
  for (const name of names) expect(expectationName(name, 'zh')).toMatch(/\p{Script=Han}/u);
});

it('leaves other names and other languages as they are', () => {
  expect(expectationName('the first manager leads', 'en')).toBe('the first manager leads');
  expect(expectationName('my own', 'zh')).toBe('my own');
  expect(expectationName('toString', 'zh')).toBe('toString');
});
