import { expect, it } from 'vitest';
import { asTime } from '#base';
import type { Scenario } from '#protocol';
import { createOrrery } from '../stores';
import type { ConsoleEntry } from './console-log';
import { addToHistory, type LocalEntry, memoryOf } from './memory';
import type { PrintContext } from './print-entry';
import { selectConsole } from './select';

const scenarioOf = (name: string) => ({ metadata: { name }, spec: {} }) as unknown as Scenario;

const localAt = (t: number, after: number, line: string): LocalEntry => ({
  key: `local/${line}`,
  t: asTime(t),
  after,
  line,
  server: undefined,
  output: [],
});

function typedInto(name: string) {
  const orrery = createOrrery();
  const { session } = orrery;
  session.setState({ runId: 1, scenario: scenarioOf(name) });
  const memory = memoryOf(orrery);
  addToHistory(memory, 'create deployment web');
  memory.locals = [localAt(5, 0, 'create deployment web')];
  memory.cleared = new Set(['5/0']);
  memory.left = new Map([['6/0', asTime(7)]]);
  return { session, memory };
}

it('what the page answered goes with its run; the history stays', () => {
  const { session, memory } = typedInto('first');
  session.setState({ scenario: scenarioOf('second'), undo: [] });
  expect(memory.locals, 'the first is still on screen').toHaveLength(1);
  session.setState({ runId: 2 });
  expect([memory.locals, memory.cleared.size, memory.left.size]).toEqual([[], 0, 0]);
  expect(memory.history.at(-1)).toBe('create deployment web');
});

it('another scenario that undo can leave has lines of its own too', () => {
  const { session, memory } = typedInto('first');
  session.setState({ runId: 2, scenario: scenarioOf('opened'), undo: [scenarioOf('first')] });
  expect(memory.locals).toEqual([]);
});

it('an act, and undoing it, keeps what was answered before; a new start does not', () => {
  const { session, memory } = typedInto('first');
  const before = scenarioOf('first');
  session.setState({ runId: 2, scenario: scenarioOf('first'), undo: [before] });
  session.setState({ runId: 3, scenario: before, undo: [], redo: [scenarioOf('first')] });
  expect(memory.locals).toHaveLength(1);
  session.setState({ runId: 4, scenario: before, undo: [], redo: [] });
  expect(memory.locals).toEqual([]);
});

it('lines stand in the order of their times, and at one time in that of typing', () => {
  const entryAt = (t: number, line: string): ConsoleEntry => {
    const ended = { server: undefined, pieces: [], retries: [], end: asTime(t) };
    return { key: `${t}/${line}`, step: t, t: asTime(t), line, ...ended };
  };
  // The line at 3 was put there after the page had answered at 10, where one line stood before.
  const entries = [entryAt(3, 'run 3'), entryAt(8, 'run 8'), entryAt(10, 'run 10')];
  const locals = [localAt(10, 1, 'page 10'), localAt(4, 1, 'page 4'), localAt(10, 3, 'page last')];
  const view = { entries, locals, cleared: new Set<string>(), left: new Map() };
  const shown = selectConsole(view, asTime(20), {} as PrintContext, new Map());
  expect(shown.map(({ line }) => line)).toEqual([
    ...['run 3', 'page 4', 'run 8', 'page 10', 'run 10', 'page last'],
  ]);
});
