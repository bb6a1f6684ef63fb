/** A question is asked before the run gives its answer away. */
import { describe, expect, it } from 'vitest';
import { parseGoDuration } from '#base';
import { type Ask, type ExpectationResult, readScenario, type Scenario } from '#protocol';
import { compileScenario, Run } from '#session';
import { LIBRARY } from './index';

function read(text: string): Scenario {
  const scenario = readScenario(text);
  if (!scenario.ok) throw new Error(JSON.stringify(scenario.faults));
  return scenario.value;
}

const asksOf = (scenario: Scenario) =>
  (scenario.spec.timeline ?? []).flatMap(({ at, ask }) =>
    ask === undefined ? [] : [{ at: parseGoDuration(at) ?? 0, ask: ask as Ask }],
  );

/**
 * When the run has told what an expectation says: what is to come `by` an instant, when it is
 * there; what is to hold at an instant or until one, then.
 */
function toldAt(scenario: Scenario, { name, at }: ExpectationResult): number {
  const spec = scenario.spec.expect?.find((each) => each.name === name);
  const end = spec?.at ?? spec?.until ?? (spec?.always || spec?.never ? scenario.spec.until : at);
  return parseGoDuration(end ?? at) ?? 0;
}

const WITH_QUESTIONS = LIBRARY.map(({ name, text }) => [name, read(text)] as const).filter(
  ([, scenario]) => asksOf(scenario).length > 0,
);

describe.each(WITH_QUESTIONS)('%s', (_, scenario) => {
  it('asks of nothing that has happened', () => {
    const compiled = compileScenario(scenario);
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults));
    const run = new Run(compiled.value);
    while (!run.advance(100_000));
    const { expectations } = run.summary(0);
    const late = asksOf(scenario).flatMap(({ at, ask }) =>
      ask.answers.flatMap(({ expect: name }) => {
        const result = expectations.find((each) => each.name === name && each.ok);
        return result && toldAt(scenario, result) <= at ? [`${at} µs: ${name}, ${result.at}`] : [];
      }),
    );
    expect(late).toEqual([]);
  });

  it('shows its answers by what became of the server that it asks about', () => {
    const others = asksOf(scenario).flatMap(({ ask }) => {
      const asked = whomOf(en(ask.question));
      return ask.answers.flatMap(({ expect: name }) =>
        whomOf(name ?? '').filter((whom) => asked.length > 0 && !asked.includes(whom)),
      );
    });
    expect(others).toEqual([]);
  });
});

const en = (text: Ask['question']): string => (typeof text === 'string' ? text : text.en);

/** Whom a sentence names: by a name of its own, or as the first or the second server. */
const whomOf = (text: string): readonly string[] =>
  text.toLowerCase().match(/kube-[a-z-]+-[a-z]\b|\b(first|second|third) server/g) ?? [];
