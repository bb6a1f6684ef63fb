import { expect, it } from 'vitest';
import { asTime, type SimTime } from '#base';
import { Recorder } from '#trace';
import { atMostOneActiveLeader } from './index';

const LEASE = 'kube-system/kube-controller-manager';

/** A trace made by hand: each line is a time, a process and what it does. */
function verdictsOn(...lines: readonly (readonly [number, string, string])[]) {
  let now: SimTime = asTime(0);
  const recorder = new Recorder(() => now);
  const watcher = atMostOneActiveLeader.watch(recorder.table);
  const verdicts = lines.map(([at, name, what]) => {
    now = asTime(at);
    const actor = `${name}/leader-election`;
    if (what.startsWith('SIG')) {
      const phase = what === 'SIGKILL' ? 'exited' : 'running';
      const fields = { name, phase, exitCode: null, reason: what };
      return watcher.look(recorder.write('process', name, null, fields));
    }
    const lease = { lease: LEASE, holder: name, phase: 'acquired' };
    const said = watcher.look(recorder.write('lease', actor, null, lease));
    const state = { machine: 'leader-elector', from: '', to: what, event: '' };
    return watcher.look(recorder.write('state', actor, null, state)) ?? said;
  });
  return verdicts.filter((verdict) => verdict !== undefined);
}

const BOTH = `a and b both lead by ${LEASE}`;

it('says nothing of leaders that follow each other', () => {
  expect(
    verdictsOn(
      [1, 'a', 'leading.trying'],
      [2, 'a', 'leaving'],
      [3, 'b', 'leading.trying'],
      [4, 'b', 'SIGKILL'],
      [5, 'a', 'leading.trying'],
      [6, 'b', 'acquiring.waiting'],
    ),
  ).toEqual([]);
});

it('names two that lead at once', () => {
  expect(verdictsOn([1, 'a', 'leading.trying'], [2, 'b', 'leading.trying'])).toEqual([BOTH]);
});

it('leaves one alone that is stopped, and names it when it goes on', () => {
  const slept = [
    [1, 'a', 'leading.pausing'],
    [2, 'a', 'SIGSTOP'],
    [3, 'b', 'leading.trying'],
    [4, 'b', 'leading.pausing'],
  ] as const;
  expect(verdictsOn(...slept)).toEqual([]);
  const woke = [...slept, [5, 'a', 'SIGCONT']] as const;
  expect(verdictsOn(...woke, [5, 'a', 'leading.trying'], [6, 'b', 'leading.trying'])).toEqual([
    BOTH,
  ]);
  expect(verdictsOn(...woke, [5, 'a', 'leaving'], [6, 'b', 'leading.trying'])).toEqual([]);
});
