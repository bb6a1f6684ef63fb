import { expect, it } from 'vitest';
import { checkScenario } from './check-scenario';

const both = (en: string) => ({ en, zh: '问' });

/** The faults of a document with one question, as `path: reason`. */
function faultsOf(ask: unknown, step: Readonly<Record<string, unknown>> = {}): readonly string[] {
  const read = checkScenario({
    apiVersion: 'kube-orrery/v1',
    kind: 'Scenario',
    metadata: { name: 'asked' },
    spec: {
      until: '10s',
      apiServers: [{ name: 'a' }],
      timeline: [{ at: '1s', ask, ...step }],
      expect: [{ name: 'it leaves', invariant: 'revisions-strictly-grow' }],
    },
  });
  return read.ok ? [] : read.faults.map(({ path, reason }) => `${path}: ${reason}`);
}

const question = both('What happens?');
const because = both('It does.');
const yes = { text: both('Yes') };
const no = { text: both('No'), because: both('It is not so.') };
const told = { ...yes, because, expect: 'it leaves' };

it('takes a question whose right answer is marked, and one that the run answers', () => {
  expect(faultsOf({ question, answers: [yes, no], right: 0, because })).toEqual([]);
  expect(faultsOf({ question, answers: [told, no], because })).toEqual([]);
});

it.each([
  ['one answer', { answers: [yes], right: 0 }, 'answers: needs 2 to 6 answers, found 1'],
  ['a place too far', { answers: [no, no], right: 2 }, 'ask.right: there are 2 answers'],
  ['nothing that tells', { answers: [no, no] }, 'ask: nothing tells the right answer'],
  ['both that tell', { answers: [told, no], right: 0 }, 'ask.right: the run tells, by expect'],
  ['no reason', { answers: [no, yes], right: 0 }, 'ask.answers[1].because: is missing'],
  [
    'an unknown expectation',
    { answers: [{ ...told, expect: 'it leave' }, no] },
    'answers[0].expect: no expectation is called "it leave"; did you mean it leaves?',
  ],
  ['a field too many', { answers: [{ ...no, wrong: 1 }, no], right: 0 }, 'answers[0].wrong'],
  ['one language', { answers: [{ ...no, text: { en: 'x' } }, no], right: 0 }, 'answers[0].text'],
])('refuses %s', (_name, ask, words) => {
  expect(faultsOf({ question, because, ...ask }).join('\n')).toContain(words);
});

it('asks the reader only: no server, no user, nothing to undo', () => {
  const ask = { question, answers: [yes, no], right: 0, because };
  const faults = faultsOf(ask, { server: 'a', for: '1s' }).join('\n');
  expect(faults).toContain('ask does not go through an API server');
  expect(faults).toContain('ask cannot be undone');
});
