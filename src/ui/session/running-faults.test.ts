import { expect, it } from 'vitest';
import type { Scenario, TimelineStep } from '#protocol';
import { type HookEnd, runningFaults, type StartAfter } from './running-faults';

const SECOND = 1_000_000;
const NEVER: StartAfter = () => undefined;
const AT_ONCE: HookEnd = (_process, _hook, start) => start;

function scenarioWith(...timeline: TimelineStep[]): Scenario {
  return {
    apiVersion: 'kube-orrery/v1',
    kind: 'Scenario',
    metadata: { name: 's' },
    spec: { until: '120s', timeline },
  };
}

const at = (scenario: Scenario, seconds: number, starts: StartAfter = NEVER) =>
  runningFaults(scenario, seconds * SECOND, starts, AT_ONCE).map(({ place, until }) => [
    place,
    until,
  ]);

it('a fault holds from its step to its end', () => {
  const scenario = scenarioWith(
    { at: '5s', etcd: { outage: true }, for: '10s' },
    { at: '7s', partition: { between: ['a'], and: ['etcd', 'b'] } },
    { at: '8s', etcd: { compact: true } },
    { at: '9s', kill: 'a' },
  );
  expect(at(scenario, 4)).toEqual([]);
  expect(at(scenario, 5)).toEqual([[0, 15 * SECOND]]);
  expect(at(scenario, 14)).toEqual([
    [0, 15 * SECOND],
    [1, undefined],
    [3, undefined],
  ]);
  expect(at(scenario, 15).map(([place]) => place)).toEqual([1, 3]);
  expect(runningFaults(scenario, 15 * SECOND, NEVER, AT_ONCE)[0]).toMatchObject({
    verb: 'partition',
    between: 'a',
    and: 'etcd, b',
  });
});

it('a clock is wrong until it is set right', () => {
  const clock = { process: 'a', offset: '-5s', rate: 1.4 };
  const scenario = scenarioWith({ at: '5s', clock, for: '10s' });
  expect(runningFaults(scenario, 6 * SECOND, NEVER, AT_ONCE)).toEqual([
    { place: 0, verb: 'clock', between: 'a', and: '-5s ×1.4', until: 15 * SECOND, started: false },
  ]);
  expect(at(scenario, 15)).toEqual([]);
});

it.each(['resume', 'kill', 'restart'])('a pause is over after %s of the same process', (verb) => {
  const scenario = scenarioWith(
    { at: '5s', pause: 'a' },
    { at: '6s', [verb]: 'b' },
    { at: '9s', [verb]: 'a' },
  );
  const paused = (seconds: number) => at(scenario, seconds).some(([place]) => place === 0);
  expect(paused(8)).toBe(true);
  expect(paused(9)).toBe(false);
});

it('the fault of a hook is used up by the next start', () => {
  const hook = { process: 'a', name: 'rbac/bootstrap-roles', takes: '12s' };
  const scenario = scenarioWith({ at: '5s', hook });
  const starts: StartAfter = (process, time) =>
    process === 'a' && time <= 20 * SECOND ? 20 * SECOND : undefined;
  expect(at(scenario, 19, starts)).toEqual([[0, undefined]]);
  expect(at(scenario, 20, starts)).toEqual([]);
});

it.each([{}, { for: '17s' }])('it acts until that hook returns, with %j too', (length) => {
  const hook = { process: 'a', name: 'rbac/bootstrap-roles', takes: '12s' };
  const scenario = scenarioWith({ at: '5s', hook, ...length });
  const starts: StartAfter = (_, time) => (time <= 20 * SECOND ? 20 * SECOND : undefined);
  const ends: HookEnd = (process, name, start) =>
    process === 'a' && name === hook.name ? start + 12 * SECOND : undefined;
  const running = (seconds: number) =>
    runningFaults(scenario, seconds * SECOND, starts, ends).map(({ started, until }) => [
      started,
      until,
    ]);
  const { for: given } = { for: undefined, ...length };
  expect(running(19)).toEqual([[false, given && 22 * SECOND]]);
  expect(running(20)).toEqual([[true, undefined]]);
  expect(running(31)).toEqual([[true, undefined]]);
  expect(running(32)).toEqual([]);
});

it('a kill that comes back is a fault until then, or until someone starts it', () => {
  const scenario = scenarioWith({ at: '5s', kill: 'a', for: '30s' });
  expect(at(scenario, 6)).toEqual([[0, 35 * SECOND]]);
  expect(at(scenario, 21, (_, time) => (time <= 20 * SECOND ? 20 * SECOND : undefined))).toEqual(
    [],
  );
});

it.each(['kill', 'terminate'])('what %s ended is broken until someone starts it', (verb) => {
  const scenario = scenarioWith({ at: '5s', [verb]: 'a' }, { at: '7s', kill: 'a' });
  const starts: StartAfter = (_, time) => (time <= 20 * SECOND ? 20 * SECOND : undefined);
  expect(at(scenario, 6)).toEqual([[0, undefined]]);
  expect(at(scenario, 9)).toEqual([[0, undefined]]);
  expect(at(scenario, 19, starts)).toEqual([[0, undefined]]);
  expect(at(scenario, 20, starts)).toEqual([]);
});
