import { describe, expect, it } from 'vitest';
import { asTime } from '#base';
import type { Scenario, TimelineStep } from '#protocol';
import { translator } from '../i18n';
import { actWords, stepTexts } from '../why/step-words';
import { addNote, addStep, healSteps, laterActs, turnBack } from './edit-scenario';

function scenarioWith(until: string, timeline: readonly TimelineStep[]): Scenario {
  return {
    apiVersion: 'kube-orrery/v1',
    kind: 'Scenario',
    metadata: { name: 's' },
    spec: { until, timeline },
  };
}

it('a note stands behind the steps of its instant and cuts nothing', () => {
  const steps = [
    { at: '5s', kill: 'a' },
    { at: '9s', start: 'a' },
  ];
  const { spec } = addNote(scenarioWith('20s', steps), asTime(5_000_000), '看这里');
  expect(spec).toEqual({
    until: '20s',
    timeline: [steps[0], { at: '5000000us', note: '看这里' }, steps[1]],
  });
});

describe('addStep', () => {
  it('keeps steps of the same instant and puts its own behind them', () => {
    const before = scenarioWith('120s', [
      { at: '5s', kill: 'a' },
      { at: '5s', kill: 'b' },
    ]);
    const { scenario, cutActs } = addStep(before, asTime(5_000_000), { kill: 'c' });
    expect(cutActs).toBe(0);
    expect(scenario.spec.timeline?.map((step) => step.kill)).toEqual(['a', 'b', 'c']);
  });

  it('does not count notes among the acts it cuts', () => {
    const before = scenarioWith('120s', [
      { at: '50s', note: { en: 'look', zh: '看' } },
      { at: '60s', start: 'a' },
    ]);
    const edit = addStep(before, asTime(5_000_000), { kill: 'a' });
    expect(edit.cutActs).toBe(1);
    expect(edit.scenario.spec.timeline).toEqual([{ at: '5000000us', kill: 'a' }]);
  });

  it('drops what was expected of the time after, and keeps the rest', () => {
    const before = scenarioWith('120s', []);
    const expectations = [
      { name: 'before', at: '4s' },
      { name: 'over it', always: true as const, from: '1s', until: '9s' },
      { name: 'later', by: '90s' },
      { name: 'to the end', never: true as const },
      { invariant: 'revisions-strictly-grow' },
    ];
    const spec = { ...before.spec, expect: expectations };
    const { scenario } = addStep({ ...before, spec }, asTime(5_000_000), { kill: 'a' });
    expect(scenario.spec.expect).toEqual([expectations[0], expectations[4]]);
  });

  it.each([
    ['far from the end', 20_000_000, '60s'],
    ['close to the end', 55_500_000, '1m56s'],
    ['at the end', 60_000_000, '2m0s'],
  ])('%s the run ends at a time that shows what follows', (_name, at, until) => {
    const { scenario } = addStep(scenarioWith('60s', []), asTime(at), { kill: 'a' });
    expect(scenario.spec.until).toBe(until);
  });
});

describe('healSteps', () => {
  const outage = { at: '5s', etcd: { outage: true } };
  const before = scenarioWith('120s', [
    outage,
    { at: '6s', pause: 'a', for: '30s' },
    { at: '8s', partition: { between: ['a'], and: ['etcd'] } },
    { at: '50s', kill: 'a' },
  ]);

  it('ends each named step at the playhead, leaves others, and cuts what is later', () => {
    const { scenario, cutActs } = healSteps(before, asTime(9_000_000), [0, 1]);
    expect(cutActs).toBe(1);
    expect(scenario.spec.timeline).toEqual([
      { ...outage, for: '4000000us' },
      { at: '6s', pause: 'a', for: '3000000us' },
      { at: '8s', partition: { between: ['a'], and: ['etcd'] } },
    ]);
  });

  it('takes out a step that begins at the playhead itself', () => {
    const { scenario } = healSteps(before, asTime(5_000_000), [0]);
    expect(scenario.spec.timeline).toEqual([]);
  });
});

describe('turnBack', () => {
  const [a, b, c] = ['10s', '20s', '30s'].map((until) => scenarioWith(until, []));

  it('walks a stack of branches there and back', () => {
    const undone = turnBack({ undo: [a, b], redo: [] }, c, 'undo');
    expect(undone).toEqual({ scenario: b, undo: [a], redo: [c] });
    const again = undone && turnBack(undone, undone.scenario, 'undo');
    expect(again).toEqual({ scenario: a, undo: [], redo: [c, b] });
    const redone = again && turnBack(again, again.scenario, 'redo');
    expect(redone).toEqual({ scenario: b, undo: [a], redo: [c] });
  });

  it('has nowhere to go at either end', () => {
    expect(turnBack({ undo: [], redo: [a] }, b, 'undo')).toBeUndefined();
    expect(turnBack({ undo: [a], redo: [] }, b, 'redo')).toBeUndefined();
  });
});

it('names the acts that cutting loses, and what they are done to', () => {
  const scenario = scenarioWith('120s', [
    { at: '10s', kill: 'a' },
    { at: '30s', note: 'Look.' },
    { at: '40s', for: '5s', pause: 'b' },
    { at: '50s', create: { kind: 'Service', metadata: { name: 'web' } } },
    { at: '60s', partition: { between: ['a'], and: ['b'] } },
  ]);
  const words = (language: 'en' | 'zh') =>
    laterActs(scenario, 10_000_000).map((act) =>
      actWords(act, translator(stepTexts, { language })),
    );
  expect(words('en')).toEqual(['40s pause b', '50s create Service web', '1m0s partition']);
  expect(words('zh')).toEqual(['40s 暂停 b', '50s create Service web', '1m0s 切断']);
});
