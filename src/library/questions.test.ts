import { expect, it } from 'vitest';
import { parseGoDuration } from '#base';
import { readScenario } from '#protocol';
import { compileScenario, Run } from '#session';
import { GALLERY, KNOW_BEFORE, libraryScenario, QUESTIONS } from './index';

/** The run of a scenario of the library, at its end. */
function runOf(name: string): Run {
  const read = readScenario(libraryScenario(name)?.text ?? '');
  const compiled = read.ok ? compileScenario(read.value) : read;
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults));
  const run = new Run(compiled.value);
  while (!run.advance(100_000));
  return run;
}

it('names only scenarios that there are', () => {
  const named = [
    ...GALLERY.flatMap(({ scenarios }) => scenarios),
    ...Object.entries(KNOW_BEFORE).flatMap(([name, before]) => [name, ...before]),
    ...QUESTIONS.map(({ scenario }) => scenario),
  ];
  expect(named.filter((name) => libraryScenario(name) === undefined)).toEqual([]);
});

it.each(QUESTIONS)('$question.en', ({ question, answer, scenario, time, selection, shownBy }) => {
  for (const { en, zh } of [question, answer]) {
    expect(zh).toMatch(/\p{Script=Han}/u);
    expect(en).not.toMatch(/\p{Script=Han}/u);
  }
  const run = runOf(scenario);
  const shown = run.summary(0).expectations.find(({ name }) => name === shownBy);
  expect(shown?.ok).toBe(true);
  const instant = parseGoDuration(time) ?? Number.POSITIVE_INFINITY;
  expect(instant).toBeLessThan(run.now);
  const [kind, value] = selection.split(/:(.*)/s);
  const { table } = run;
  if (kind === 'object') {
    const revision = table.archive.rows.findLast(
      ({ key, seq }) => key === value && table.timeOf(seq) <= instant,
    );
    expect(revision?.object).toBeDefined();
  } else {
    const { apiServers, components } = run.scenario;
    const processes = [...apiServers, ...components].map(({ name }) => name);
    expect(processes).toContain(value.split('/')[0]);
  }
});
