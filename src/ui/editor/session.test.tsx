import { history } from '@codemirror/commands';
import type { EditorView } from '@codemirror/view';
import { beforeEach, expect, it, vi } from 'vitest';
import { asTime, type InputFault } from '#base';
import { readScenario, type Scenario } from '#protocol';
import { addStep } from '../session/edit-scenario';
import type { RunOptions, SessionClient } from '../session-client';
import { createOrrery, type Orrery } from '../stores';
import { otherDrafts } from './draft';
import { EditorSession } from './session';
import { TEMPLATE } from './template';

let orrery: Orrery;
let runs: { readonly scenario: Scenario; readonly options: RunOptions }[];
/** What the engine says of any document. */
let refusals: InputFault[];

function scenarioOf(text: string): Scenario {
  const read = readScenario(text);
  if (!read.ok) throw new Error(read.faults[0].reason);
  return read.value;
}

function open(): EditorSession {
  const client = {
    check: () => Promise.resolve(refusals),
    run: (scenario: Scenario, options: RunOptions) => {
      runs.push({ scenario, options });
      orrery.session.setState({ scenario });
    },
  } as unknown as SessionClient;
  return new EditorSession(orrery, client, () => history());
}

const type = (session: EditorSession, text: string): void => session.open(text);

beforeEach(() => {
  dispatchEvent(new Event('pagehide'));
  localStorage.clear();
  sessionStorage.clear();
  vi.useRealTimers();
  runs = [];
  refusals = [];
  orrery = createOrrery();
  orrery.session.setState({ scenario: scenarioOf(TEMPLATE) });
  orrery.playback.setState({ time: asTime(50_000_000) });
});

it('runs what is written, the playhead where it was and at most at the end', async () => {
  const session = open();
  type(session, TEMPLATE.replace('until: 60s', 'until: 40s'));
  expect(session.model.getState().changed).toBe(true);
  expect(await session.apply()).toBe(true);
  expect(runs[0].options.playhead).toBe(40_000_000);
  expect(runs[0].options.undo).toEqual([scenarioOf(TEMPLATE)]);
  expect(session.model.getState().changed).toBe(false);
  expect(session.text).toContain('# A scenario of your own.');
});

it('runs nothing while the form of the text or the engine has a fault', async () => {
  const session = open();
  type(session, TEMPLATE.replace('60s', 'soon'));
  expect(await session.apply()).toBe(false);
  expect(session.model.getState().faults.map(({ path }) => path)).toEqual(['spec.until']);
  refusals = [{ path: 'spec.apiServers[0].flags', reason: 'unknown flag: --advertise-address' }];
  type(session, TEMPLATE.replace('60s', '61s'));
  expect(await session.apply()).toBe(false);
  const [{ from, to }] = session.model.getState().faults;
  expect(session.text.slice(from, to)).toBe('--advertise-address=10.0.0.11');
  expect(runs).toEqual([]);
  expect(session.text).toContain('until: 61s');
});

it('form and text share one undo', () => {
  const session = open();
  const before = session.text;
  session.edit([{ kind: 'set', path: ['spec', 'seed'], value: 9 }]);
  type(session, session.text.replace('60s', '70s'));
  session.edit([{ kind: 'set', path: ['spec', 'until'], value: '80s' }]);
  session.undo();
  expect(session.text).toContain('until: 70s');
  session.undo();
  session.undo();
  expect(session.text).toBe(before);
  session.redo();
  expect(session.text).toContain('seed: 9');
});

it('follows acts with its comments kept, but leaves a text that was not run alone', () => {
  const session = open();
  type(session, TEMPLATE);
  const acted = addStep(scenarioOf(TEMPLATE), asTime(5_000_000), { kill: 'kube-apiserver-a' });
  orrery.session.setState({ scenario: acted.scenario });
  expect(session.text).toContain('- at: 5000000us\n      kill: kube-apiserver-a');
  expect(session.text).toContain('# A scenario of your own.');
  expect(session.model.getState().notice).toBeUndefined();

  type(session, session.text.replace('seed: 1', 'seed: 2'));
  orrery.session.setState({ scenario: scenarioOf(TEMPLATE) });
  expect(session.text).toContain('seed: 2');
  expect(session.model.getState().notice).toEqual({ kind: 'elsewhere' });
  session.takeRunning();
  expect(session.model.getState().changed).toBe(false);
  session.undo();
  expect(session.text).toContain('seed: 2');
});

it('leaves alone what was typed just before an act, though it was not read yet', () => {
  const session = open();
  const typed = session.state.update({ changes: { from: 0, insert: '# typed now\nx: 1\n' } });
  session.attach({ state: typed.state, dispatch: () => {} } as unknown as EditorView);
  session.textChanged();
  const acted = addStep(scenarioOf(TEMPLATE), asTime(5_000_000), { kill: 'kube-apiserver-a' });
  orrery.session.setState({ scenario: acted.scenario });
  expect(session.text).toContain('# typed now');
  expect(session.model.getState().notice).toEqual({ kind: 'elsewhere' });
  expect(session.model.getState().changed).toBe(true);
});

it('brings back a text that was not run, and offers that of another scenario', async () => {
  const mine = TEMPLATE.replace('seed: 1', 'seed: 2 # mine');
  type(open(), mine);
  dispatchEvent(new Event('pagehide'));
  const again = open();
  expect(again.text).toBe(mine);
  expect(again.model.getState().notice?.kind).toBe('restored');

  orrery.session.setState({ scenario: scenarioOf(TEMPLATE.replace('my-scenario', 'other')) });
  dispatchEvent(new Event('pagehide'));
  orrery = createOrrery();
  orrery.session.setState({ scenario: scenarioOf(TEMPLATE.replace('60s', '61s')) });
  const elsewhere = open();
  expect(elsewhere.text).toContain('61s');
  // It is still there when one goes on with something else and comes back.
  type(elsewhere, elsewhere.text.replace('seed: 1', 'seed: 3'));
  await elsewhere.apply();
  dispatchEvent(new Event('pagehide'));
  expect(open().model.getState().notice?.kind).toBe('offered');
  const { notice } = open().model.getState();
  expect(notice?.kind).toBe('offered');
  if (notice?.kind === 'offered') elsewhere.restore(notice.draft);
  expect(elsewhere.text).toBe(mine);
});

it('a second tab keeps its own text, and neither loses one', () => {
  const mine = TEMPLATE.replace('seed: 1', 'seed: 2 # first tab');
  const theirs = TEMPLATE.replace('seed: 1', 'seed: 3 # second tab');
  const first = open();
  type(first, mine);
  first.keepText();
  // Another tab: the same for all tabs, nothing of its own.
  const tab = { ...sessionStorage };
  sessionStorage.clear();
  const second = open();
  expect(second.text).not.toBe(mine);
  const { notice } = second.model.getState();
  expect(notice).toMatchObject({ kind: 'offered', draft: { text: mine, open: true } });
  if (notice?.kind === 'offered') second.forget(notice.draft);
  type(second, theirs);
  second.keepText();
  const kept = (): readonly string[] =>
    otherDrafts().map(({ text }) => text.match(/# (.*) tab/)?.[1] ?? '');
  expect(kept()).toEqual(['first']);
  // Back in the first tab, which was loaded again, and then duplicated.
  for (const key of Object.keys(tab)) sessionStorage.setItem(key, tab[key]);
  expect(kept()).toEqual(['second']);
  const duplicate = open();
  expect(duplicate.text).toBe(mine);
  expect(kept().toSorted()).toEqual(['first', 'second']);
});

it('a tab that was closed leaves its text to the next one', () => {
  const mine = TEMPLATE.replace('seed: 1', 'seed: 2 # mine');
  type(open(), mine);
  dispatchEvent(new Event('pagehide'));
  sessionStorage.clear();
  const next = open();
  expect(next.text).toBe(mine);
  expect(next.model.getState().notice?.kind).toBe('restored');
});

it('says when a change of the form cannot be made in the text', () => {
  const session = open();
  type(session, 'a: &x { n: 1 }\nb: *x\n');
  session.edit([{ kind: 'set', path: ['a', 'n'], value: 2 }]);
  expect(session.model.getState().notice?.kind).toBe('unmade');
  expect(session.text).toBe('a: &x { n: 1 }\nb: *x\n');
});
