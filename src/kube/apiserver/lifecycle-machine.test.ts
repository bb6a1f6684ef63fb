import { describe, expect, test } from 'vitest';
import { type ChartStateData, chartOf, initialStep, nextStep, statePath } from '#kernel';
import { postStartHookMachine } from './hooks';
import { identityLeaseMachine } from './hooks/identity-lease/identity-lease-machine';
import { lifecycleMachine } from './lifecycle-machine';

const TIMES = { genericConfig: 1, apiExtensions: 1, kubeApiServer: 1, aggregator: 1, listener: 1 };
const id = lifecycleMachine.id;
const after = (delay: string, state: string) => `xstate.after.${delay}.${id}.${state}`;

const BUILT = [
  'optionsChecked',
  'etcdReached',
  after('genericConfig', 'buildingServerChain.genericConfig'),
  after('apiExtensions', 'buildingServerChain.apiExtensions'),
  after('kubeApiServer', 'buildingServerChain.kubeApiServer'),
  after('aggregator', 'buildingServerChain.aggregator'),
];
const SERVING = [...BUILT, after('listener', 'openingListener')];
const READY = [...SERVING, 'firstReady'];

/** Where a life gets to by these events. */
const WALKS: readonly (readonly [string, readonly string[]])[] = [
  ['completingOptions', []],
  ['failed', ['optionsRefused']],
  ['buildingServerChain.connectingEtcd', BUILT.slice(0, 1)],
  ['failed', ['optionsChecked', 'etcdUnreachable']],
  ['buildingServerChain.genericConfig', BUILT.slice(0, 2)],
  ['buildingServerChain.apiExtensions', BUILT.slice(0, 3)],
  ['buildingServerChain.kubeApiServer', BUILT.slice(0, 4)],
  ['buildingServerChain.aggregator', BUILT.slice(0, 5)],
  ['failed', [...BUILT.slice(0, 4), 'chainFailed']],
  ['openingListener', BUILT],
  ['serving.notReady', SERVING],
  ['terminating.leaving', ['optionsChecked', 'stopAsked', ...SERVING.slice(1)]],
  ['terminating.leaving', [...BUILT, 'stopAsked', ...SERVING.slice(-1)]],
  ['serving.ready', READY],
  ['serving.ready', [...READY, 'firstReady']],
  ['terminating.leaving', [...SERVING, 'stopAsked']],
  ['terminating.leaving', [...READY, 'stopAsked']],
  ['terminating.waitingForDelay', [...READY, 'stopAsked', 'preShutdownHooksStopped']],
  ['terminating.waitingForPreShutdownHooks', [...READY, 'stopAsked', 'delayElapsed']],
  ['failed', [...READY, 'stopAsked', 'preShutdownHookFailed']],
  ['failed', [...READY, 'stopAsked', 'delayElapsed', 'preShutdownHookFailed']],
  ['terminating.draining', [...READY, 'stopAsked', 'preShutdownHooksStopped', 'delayElapsed']],
  ['terminating.draining', [...READY, 'stopAsked', 'delayElapsed', 'preShutdownHooksStopped']],
  [
    'terminating.stoppingHttpServer',
    [...READY, 'stopAsked', 'delayElapsed', 'preShutdownHooksStopped', 'inFlightDrained'],
  ],
  [
    'exited',
    [
      ...[...READY, 'stopAsked', 'delayElapsed', 'preShutdownHooksStopped'],
      ...['inFlightDrained', 'serverStopped'],
    ],
  ],
  ['exitedAtOnce', [...READY, 'stopAsked', 'secondSignal']],
  ['exitedAtOnce', ['secondSignal']],
  ['failed', [...READY, 'fatal']],
];

function walk(events: readonly string[]): readonly string[] {
  let step = initialStep(lifecycleMachine, { times: TIMES });
  const states = [statePath(step.next.value)];
  for (const type of events) {
    step = nextStep(lifecycleMachine, step.next, { type });
    states.push(statePath(step.next.value));
  }
  return states;
}

function leaves(state: ChartStateData): readonly string[] {
  return state.states.length === 0 ? [state.path] : state.states.flatMap(leaves);
}

describe('the lifecycle', () => {
  for (const [state, events] of WALKS) {
    const last = events.slice(-3).map((event) => event.replace(/^xstate\.(after\.\w+).*/, '$1'));
    test(`is ${state} after ${last.join(', ') || 'nothing'}`, () => {
      expect(walk(events).at(-1)).toBe(state);
    });
  }

  test('reaches every state', () => {
    const reached = new Set(WALKS.flatMap(([, events]) => walk(events)));
    const all = leaves(chartOf(lifecycleMachine));
    expect(all.filter((state) => !reached.has(state))).toEqual([]);
  });
});

describe('a post-start hook', () => {
  const end = (events: readonly string[]) => {
    let step = initialStep(postStartHookMachine);
    for (const type of events) step = nextStep(postStartHookMachine, step.next, { type });
    return statePath(step.next.value);
  };
  test.each([
    ['notStarted', []],
    ['notStarted', ['returned']],
    ['running', ['started']],
    ['succeeded', ['started', 'returned']],
    ['failed', ['started', 'errored']],
    ['failed', ['started', 'errored', 'returned']],
  ])('is %s after %j', (state, events) => expect(end(events)).toBe(state));
});

describe('the identity lease', () => {
  const end = (events: readonly string[]) => {
    let step = initialStep(identityLeaseMachine);
    for (const type of events) step = nextStep(identityLeaseMachine, step.next, { type });
    return statePath(step.next.value);
  };
  test.each([
    ['syncing', []],
    ['waiting', ['synced']],
    ['syncing', ['synced', 'renewalDue']],
    ['backingOff', ['ensureFailed']],
    ['retrying', ['ensureFailed', 'ensureRetried']],
    ['backingOff', ['ensureFailed', 'ensureRetried', 'ensureFailed']],
    ['waiting', ['ensureFailed', 'ensureRetried', 'synced']],
    ['stopped', ['stopAsked']],
    ['stopped', ['ensureFailed', 'stopAsked']],
    ['stopped', ['ensureFailed', 'ensureRetried', 'stopAsked']],
    ['stopped', ['synced', 'stopAsked']],
  ])('is %s after %j', (state, events) => expect(end(events)).toBe(state));
});
