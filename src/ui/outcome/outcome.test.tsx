import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { asTime } from '#base';
import { lateExpectations, type Scenario } from '#protocol';
import { addStep, cutAfter } from '../session/edit-scenario';
import { createOrrery } from '../stores';
import { cutActs, droppedExpectations } from './dropped';
import OutcomeList from './outcome-list';

afterEach(cleanup);

const story = (name: string): Scenario => ({
  apiVersion: 'kube-orrery/v1',
  kind: 'Scenario',
  metadata: { name },
  spec: {
    until: '60s',
    expect: [{ name: 'soon', by: '5s' }, { name: 'later', by: '50s' }, { at: '55s' }],
  },
});

describe('droppedExpectations', () => {
  const before = story('s');
  const { scenario: after } = cutAfter(before, asTime(10_000_000));

  it('names what an act took out, also after another act', () => {
    expect(droppedExpectations(after, [before])).toEqual(['later', 'expectation 3']);
    const { scenario: again } = cutAfter(after, asTime(1_000_000));
    expect(droppedExpectations(again, [before, after])).toEqual(['soon', 'later', 'expectation 3']);
  });

  it('is silent about what another scenario expected', () => {
    expect(droppedExpectations(after, [story('t')])).toEqual([]);
    expect(droppedExpectations(before, [])).toEqual([]);
    expect(droppedExpectations(undefined, [before])).toEqual([]);
  });
});

describe('cutActs', () => {
  const before: Scenario = {
    ...story('s'),
    spec: {
      until: '60s',
      timeline: [
        { at: '5s', kill: 'a' },
        { at: '20s', note: 'only words' },
        { at: '30s', kill: 'b' },
        { at: '40s', restart: 'c' },
      ],
    },
  };
  const { scenario: after } = addStep(before, asTime(35_000_000), { pause: 'a' });
  const { scenario: again } = addStep(after, asTime(10_000_000), { pause: 'b' });

  it('names what each act took out, in the order of the timeline', () => {
    const words = (acts: ReturnType<typeof cutActs>) =>
      acts.map(({ at, verb, target }) => `${at} ${verb} ${target}`);
    expect(words(cutActs(after, [before]))).toEqual(['40s restart c']);
    expect(words(cutActs(again, [before, after]))).toEqual([
      '30s kill b',
      '35s pause a',
      '40s restart c',
    ]);
  });

  it('is silent once undo has brought it back, and about another scenario', () => {
    expect(cutActs(before, [])).toEqual([]);
    expect(cutActs(after, [{ ...before, metadata: { name: 't' } }])).toEqual([]);
    expect(cutActs(undefined, [before])).toEqual([]);
  });
});

const summary = {
  scenario: 's',
  seed: 7,
  until: '60s',
  behaviourVersion: 1,
  traceHash: 'a'.repeat(64),
  records: 40,
  truncated: false,
  virtualSeconds: 60,
  wallSeconds: 0.01,
  expectations: [
    { name: 'good one', ok: true, got: 1, want: 1, at: '1s' },
    { name: 'bad one', ok: false, got: 'absent', want: 2, at: '9s' },
  ],
  invariants: [{ name: 'revisions-strictly-grow', ok: true }],
};

it('warns of what is expected after the end of the run', () => {
  const orrery = createOrrery();
  const object = { apiVersion: 'v1', kind: 'Namespace', name: 'x' };
  const expected = [
    { name: 'good one', never: true, from: '61s', object, absent: true },
    { name: 'bad one', by: '2m', object, count: 2 },
    { name: 'third', never: true, until: '62s', object, absent: true },
  ] as const;
  const scenario: Scenario = { ...story('s'), spec: { until: '60s', expect: expected } };
  expect(lateExpectations(scenario)).toEqual([
    { name: 'good one', path: 'spec.expect[0].from', time: '61s', end: '60s' },
    { name: 'third', path: 'spec.expect[2].until', time: '62s', end: '60s' },
  ]);
  orrery.session.setState({ scenario });
  render(<OutcomeList orrery={orrery} summary={summary} dropped={[]} />);
  expect(screen.getByText(/^It is about 61s, after the end of the run \(60s\)/)).toBeTruthy();
  expect(screen.getByText(/^It is about 2m, after the end of the run/)).toBeTruthy();
});

it.each([
  ['en', 'No longer checked since your change', /expected 2, found "absent"/],
  ['zh', '自你改动之后不再检查', /预期 2，实际 "absent"/],
] as const)(
  'lists in %s what holds, what not, and what is no longer asked',
  (language, title, why) => {
    const orrery = createOrrery({ language });
    render(<OutcomeList orrery={orrery} summary={summary} dropped={['later']} />);
    expect(screen.getByRole('heading', { name: title })).toBeTruthy();
    expect(screen.getByText('later')).toBeTruthy();
    expect(screen.getByText(why)).toBeTruthy();
  },
);
