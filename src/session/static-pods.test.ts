/** A control plane of static Pods: what exits is started again, later each time. */
import { describe, expect, it } from 'vitest';
import { seconds } from '#base';
import { apiServers, recordsOf, runOf, scenarioOf } from './testing';

const NAME = 'kube-controller-manager-a';
const BROKEN = '--leader-elect-renew-deadline=20s';

function play(spec: object) {
  const { table } = runOf(
    scenarioOf({
      ...{ seed: 5, until: '1200s', apiServers: apiServers(1), startDelay: '500ms' },
      restartPolicy: 'Always',
      ...spec,
    }),
  );
  const processes = recordsOf(table, 'process');
  const times = (name: string, phase: string) =>
    processes
      .filter((each) => each.name === name && each.phase === phase)
      .map(({ t }) => t / seconds(1));
  return { table, times, processes };
}

describe('a static Pod whose container exits at once', () => {
  it('is restarted at once, then after 10 s, 20 s ... 5 min, looked at each 10 s to 15 s', () => {
    const { table, times } = play({ controllerManagers: [{ name: NAME, flags: [BROKEN] }] });
    const exits = times(NAME, 'exited');
    const starts = times(NAME, 'starting');
    const waits = starts.slice(1).map((start, index) => start - exits[index]);
    expect(waits[0]).toBeLessThanOrEqual(1);
    [10, 20, 40, 80, 160, 300].forEach((least, index) => {
      expect(waits[index + 1]).toBeGreaterThanOrEqual(least);
      expect(waits[index + 1]).toBeLessThan(least + 15);
    });
    const timers = recordsOf(table, 'timer').filter(({ name }) => name === 'CrashLoopBackOff');
    expect(timers[0].actor).toBe(`${NAME}/static-pod`);
    const said = recordsOf(table, 'decision').filter(({ actor }) => actor.endsWith('static-pod'));
    expect(said[0]).toMatchObject({ outcome: 'restart', reason: 'restart 1' });
    expect(said[1]).toMatchObject({
      outcome: 'back-off',
      reason: `back-off 10s restarting failed container=${NAME}`,
    });
  });

  it('begins anew when it has run for more than ten minutes', () => {
    const timeline = [100, 130, 900].map((at) => ({ at: `${at}s`, kill: NAME }));
    const { times } = play({ controllerManagers: [{ name: NAME }], timeline });
    const [, first, second, third] = times(NAME, 'starting');
    expect(first - 100).toBeLessThan(1.1);
    // It had run for half a minute: that is not long enough.
    expect(second - 130).toBeGreaterThanOrEqual(10);
    expect(third - 900).toBeLessThan(1.1);
  });
});

it('API servers and schedulers are looked after as well, and a start by hand is left alone', () => {
  const timeline = [
    { at: '60s', kill: 'kube-apiserver-a' },
    { at: '90s', restart: 'kube-scheduler-a' },
  ];
  const { times } = play({ schedulers: [{ name: 'kube-scheduler-a' }], timeline, until: '120s' });
  expect(times('kube-apiserver-a', 'starting')).toHaveLength(2);
  expect(times('kube-scheduler-a', 'starting')).toHaveLength(2);
});

it('nothing is started again where the scenario does not say so', () => {
  const timeline = [{ at: '60s', kill: 'kube-apiserver-a' }];
  const { times } = play({ timeline, until: '120s', restartPolicy: undefined });
  expect(times('kube-apiserver-a', 'starting')).toHaveLength(1);
});
