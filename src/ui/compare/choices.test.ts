import { expect, it } from 'vitest';
import { LIBRARY } from '#library';
import { encodeShareLink, readScenario, type Scenario } from '#protocol';
import { counterOf, scenarioOfLink } from './choices';

function scenarioNamed(name: string): Scenario {
  const read = readScenario(LIBRARY.find((entry) => entry.name === name)?.text ?? '');
  if (!read.ok) throw new Error(name);
  return read.value;
}

it.each(LIBRARY)('$name has a counter-run that differs from it', ({ name }) => {
  const scenario = scenarioNamed(name);
  const counter = counterOf(scenario, name);
  expect(counter?.scenario).toBeDefined();
  expect(counter?.scenario).not.toEqual(scenario);
});

it('a scenario that is not the library’s any more has none', () => {
  expect(counterOf(scenarioNamed('ha-startup'), undefined)).toBeUndefined();
});

it('a pasted link gives its scenario, by name or embedded', () => {
  const scenario = scenarioNamed('slow-hook');
  const named = scenarioOfLink(' https://host.example/orrery/#/library/slow-hook?t=3s ');
  expect(named).toEqual({ ok: true, value: scenario });
  const link = encodeShareLink(scenario);
  expect(link.ok && scenarioOfLink(`https://host.example/${link.value}`)).toEqual({
    ok: true,
    value: scenario,
  });
});

it.each(['', 'hello', '#/library/nothing', '#/s/1/@@@'])('refuses %j with a reason', (link) => {
  const read = scenarioOfLink(link);
  expect(read.ok).toBe(false);
  expect(read.ok || read.faults[0].path).toBe('link');
});
