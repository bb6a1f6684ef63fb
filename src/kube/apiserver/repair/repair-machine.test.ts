import { describe, expect, test } from 'vitest';
import type { EventObject } from 'xstate';
import { type ChartStateData, chartOf, initialStep, nextStep, statePath } from '#kernel';
import { MAX_TRIES, type RepairMachineEvent, repairMachine } from './repair-machine';

type Bare = Exclude<RepairMachineEvent['type'], 'snapshotMissed' | 'conflicted'>;
const on = (type: Bare): EventObject => ({ type });
const after = (delay: string, state: string): EventObject => ({
  type: `xstate.after.${delay}.${repairMachine.id}.${state}`,
});
const conflicted = { type: 'conflicted', waitMs: 10 };
const missed = { type: 'snapshotMissed', waitMs: 1_000 };
const backedOff = after('conflictBackoff', 'backingOff');

const READ = [on('snapshotRead')];
const LISTED = [...READ, on('servicesListed')];
const REBUILT = [...LISTED, on('rebuilt')];
const CHECKED = [...REBUILT, on('leaksChecked')];
const SAVED = [...CHECKED, on('saved')];
const LOST = [...CHECKED, conflicted];
const lostTries = (count: number): EventObject[] =>
  Array.from({ length: count }, (_, index) =>
    index === 0 ? LOST : [backedOff, ...CHECKED, conflicted],
  ).flat();

/** Where a loop gets to by these events. */
const WALKS: readonly (readonly [string, readonly EventObject[]])[] = [
  ['readingSnapshot', []],
  ['waitingForStore', [missed]],
  ['readingSnapshot', [missed, after('storePoll', 'waitingForStore')]],
  ['reportingError', [on('stepFailed')]],
  ['waiting', [on('stepFailed'), on('errorReported')]],
  ['listingServices', READ],
  ['reportingError', [...READ, on('stepFailed')]],
  ['rebuilding', LISTED],
  ['reportingError', [...LISTED, on('stepFailed')]],
  ['checkingLeaks', REBUILT],
  ['saving', CHECKED],
  ['reportingError', [...CHECKED, on('stepFailed')]],
  ['waiting', SAVED],
  ['readingSnapshot', [...SAVED, after('interval', 'waiting')]],
  ['backingOff', LOST],
  ['readingSnapshot', [...LOST, backedOff]],
  ['backingOff', lostTries(MAX_TRIES - 1)],
  ['reportingError', lostTries(MAX_TRIES)],
  ['stopped', [...SAVED, on('stopAsked')]],
  ['rebuilding', [...LISTED, on('stopAsked')]],
  ['stopped', [...LISTED, on('stopAsked'), on('rebuilt'), on('leaksChecked'), on('saved')]],
  ['stopped', [on('stopAsked'), on('stepFailed'), on('errorReported')]],
];

function walk(events: readonly EventObject[]) {
  let step = initialStep(repairMachine);
  const states = [statePath(step.next.value)];
  for (const event of events) {
    step = nextStep(repairMachine, step.next, event);
    states.push(statePath(step.next.value));
  }
  return { states, context: step.next.context, actions: step.actions };
}

const leaves = (state: ChartStateData): readonly string[] =>
  state.states.length === 0 ? [state.path] : state.states.flatMap(leaves);

describe('a repair loop', () => {
  test.each(WALKS)('is %s after %j', (state, events) => {
    expect(walk(events).states.at(-1)).toBe(state);
  });

  test('reaches every state', () => {
    const seen = new Set(WALKS.flatMap(([, events]) => walk(events).states));
    expect([...seen].sort()).toEqual([...leaves(chartOf(repairMachine))].sort());
  });

  test('counts the tries of one run only', () => {
    expect(walk(LOST).context).toMatchObject({ tries: 2, waitMs: 10 });
    expect(walk([...LOST, backedOff, ...SAVED]).context).toMatchObject({ tries: 1, waitMs: 0 });
  });

  test('tells of success where it saved, and nowhere else', () => {
    const told = (events: readonly EventObject[]) =>
      walk(events).actions.some(({ type }) => type === 'runSucceeded');
    expect(told(SAVED)).toBe(true);
    expect(told([on('stepFailed'), on('errorReported')])).toBe(false);
  });
});
