import documents from 'virtual:library';
import { expect, it } from 'vitest';
import { LIBRARY } from '#library';
import { readScenario } from '#protocol';

it('gives the page the documents that its own reader makes of the texts', () => {
  const read = LIBRARY.map(({ name, text }) => {
    const scenario = readScenario(text);
    return [name, scenario.ok ? scenario.value : scenario.faults];
  });
  expect(documents).toEqual(Object.fromEntries(read));
});
