import { describe, expect, it } from 'vitest';
import type { TimelineStep } from '#protocol';
import type { Run } from './run';
import { apiServers, recordsOf, runOf, scenarioOf } from './testing';

const [A, B] = ['kcm-a', 'kcm-b'];
const NAME = 'at-most-one-active-leader';
const cut = (second: number) => ({
  at: `${second}s`,
  partition: { between: [A], and: ['kube-apiserver-a'] },
});
const clock = (process: string, rate: number) => ({ at: '20s', clock: { process, rate } });

const overlap = (timeline: readonly object[], seed = 1): Run =>
  runOf(
    scenarioOf({
      seed,
      until: '75s',
      apiServers: apiServers(1),
      controllerManagers: [
        { name: A, startAt: '2s' },
        { name: B, startAt: '12s' },
      ],
      timeline: timeline as readonly TimelineStep[],
    }),
  );

const breachOf = (run: Run) =>
  run.verdicts().invariants.find(({ name, ok }) => name === NAME && !ok);

/** Both candidates are there, and the second one has taken the lease over. */
function tookOver(run: Run): boolean {
  const acquired = recordsOf(run.table, 'lease').filter(({ phase }) => phase === 'acquired');
  return acquired.some(({ actor }) => actor.startsWith(B));
}

describe('one leader at a time', () => {
  it.each([
    ['a leader is cut off', [cut(35)]],
    ['it is killed', [{ at: '35s', kill: A }]],
    ['the candidate is faster by less than 1.25', [clock(B, 1.24), cut(35)]],
    ['the leader is slower by less than 1.25', [clock(A, 0.81), cut(35)]],
    ['both clocks are fast', [clock(A, 3), clock(B, 3), cut(35)]],
  ])('where %s', (_, timeline) => {
    const run = overlap(timeline);
    expect(tookOver(run)).toBe(true);
    expect(breachOf(run)).toBeUndefined();
  });

  it.each([
    ['a fast clock sees each renewal in time', [clock(B, 3)]],
    [
      'a leader sleeps and wakes before anybody waited it out',
      [{ at: '35s', pause: A, for: '9s' }],
    ],
    [
      'its time of day is wrong by an hour',
      [
        { at: '20s', clock: { process: A, offset: '-1h' } },
        { at: '20s', clock: { process: B, offset: '1h' } },
      ],
    ],
  ])('and the same one where %s', (_, timeline) => {
    const run = overlap(timeline);
    expect(tookOver(run)).toBe(false);
    expect(breachOf(run)).toBeUndefined();
  });
});

describe('two leaders', () => {
  it.each([
    ['the candidate is faster and the leader cut off', [clock(B, 2.5), cut(35)]],
    ['the leader is slower and cut off', [clock(A, 0.4), cut(35)]],
  ])('where %s', (_, timeline) => {
    const run = overlap(timeline);
    expect(breachOf(run)).toMatchObject({
      firstBreach: expect.stringMatching(/^(3[6-9]|[4-6]\d)/),
    });
    const [record] = recordsOf(run.table, 'invariant').filter(
      ({ name, ok }) => name === NAME && !ok,
    );
    expect(record.reason).toBe(`${A} and ${B} both lead by kube-system/kube-controller-manager`);
    // The record behind it is the candidate's step into leading.
    const behind = run.table.record(record.cause as number);
    expect(behind).toMatchObject({ kind: 'state', actor: `${B}/leader-election` });
  });

  it('where a leader slept through the lease and wakes, for up to 10 s more', () => {
    const run = overlap([{ at: '35s', pause: A, for: '30s' }]);
    expect(breachOf(run)?.firstBreach).toMatch(/^1m5(\.\d+)?s$/);
    const gone = recordsOf(run.table, 'process').filter(({ name, phase }) => {
      return name === A && phase === 'exited';
    });
    const woke = 65e6;
    expect(gone.length === 0 || gone[0].t - woke <= 10.1e6).toBe(true);
  });
});
