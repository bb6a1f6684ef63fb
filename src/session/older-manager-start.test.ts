/** How a controller manager starts, is elected and ends in the form of before 1.12. */
import { describe, expect, it } from 'vitest';
import { seconds } from '#base';
import { askManager, MANAGER, managerRun, playManager, type Story } from './manager-testing';
import { recordsOf } from './testing';

const LOCK = 'kube-system/kube-controller-manager';
const OLDER = { start: 'pre-1.12', until: '20s' } as const;

function play(story: Story) {
  const { table, ...left } = playManager({ ...OLDER, ...story });
  const held = recordsOf(table, 'lease').filter(({ lease }) => lease === LOCK);
  const renewals = held.filter(({ phase }) => phase === 'renewed');
  const acquired = held.filter(({ phase }) => phase === 'acquired');
  return { ...left, table, renewals, acquired };
}

describe('a controller manager of before 1.12', () => {
  it('keeps its record in Endpoints, waits before each renewal, has its own lines', () => {
    const { logs, asked, renewals, acquired, table } = play({});
    expect(logs[0]).toBe(`attempting to acquire leader lease  ${LOCK}...`);
    expect(logs.filter((line) => /Serving securely|^Version|Golang/.test(line))).toEqual([]);
    expect(logs.find((line) => line.startsWith('Event('))).toMatch(
      /Endpoints", Namespace:"kube-system", .*reason: 'LeaderElection' .*-a became leader$/,
    );
    expect(logs).toContain('"tokencleaner" is disabled');
    expect(acquired[0]).toMatchObject({ holder: MANAGER, lease: LOCK });
    expect(renewals[0].t - acquired[0].t).toBeGreaterThanOrEqual(seconds(2));
    expect(table.archive.history(`/registry/leases/${LOCK}`)).toHaveLength(0);
    const key = `/registry/services/endpoints/${LOCK}`;
    expect(table.archive.history(key).length).toBeGreaterThan(1);
    const health = asked.find(({ name }) => name === '/healthz');
    expect(health?.userAgent).toMatch(/controller-discovery$/);
  });

  it('takes a ConfigMap, and no other kind of lock', () => {
    const { table } = play({ flags: ['--leader-elect-resource-lock=configmaps'] });
    expect(table.archive.history(`/registry/configmaps/${LOCK}`).length).toBeGreaterThan(1);
    const { exits, logs } = play({ flags: ['--leader-elect-resource-lock=leases'] });
    expect(logs.at(-1)).toBe('error creating lock: Invalid lock-type leases');
    expect(exits[0]).toMatchObject({ exitCode: 255 });
  });

  it('waits out a record without a holder', () => {
    const record = { holderIdentity: '', leaseDurationSeconds: 15, leaderTransitions: 3 };
    const annotations = {
      'control-plane.alpha.kubernetes.io/leader': JSON.stringify(record),
    };
    const metadata = { name: 'kube-controller-manager', namespace: 'kube-system', annotations };
    const { acquired } = play({
      objects: [{ apiVersion: 'v1', kind: 'Endpoints', metadata }],
      until: '30s',
    });
    expect(acquired[0].t).toBeGreaterThan(seconds(20));
  });

  it('ends with 255 ten seconds after its last renewal', () => {
    const { exits, logs, renewals } = play({
      timeline: [{ at: '15s', kill: 'kube-apiserver-a' }],
      until: '40s',
    });
    const exit = exits.find(({ name }) => name === MANAGER);
    expect(exit).toMatchObject({ exitCode: 255 });
    expect(logs.at(-1)).toBe('leaderelection lost');
    const last = renewals.at(-1)?.t as number;
    expect((exit?.t as number) - last).toBeGreaterThanOrEqual(seconds(10));
    expect((exit?.t as number) - last).toBeLessThan(seconds(10.1));
  });

  it('refuses what it does not know when it runs, in plain words', () => {
    const { exits, logs } = play({ flags: ['--controllers=*,foo'] });
    expect(logs).toEqual(['"foo" is not in the list of known controllers']);
    expect(exits[0]).toMatchObject({ exitCode: 1 });
    expect(() => managerRun({ ...OLDER, flags: ['--secure-port=10257'] })).toThrow(
      /unknown flag: --secure-port/,
    );
  });

  it('waits ten seconds for the API server within the search for resources', () => {
    const hook = { process: 'kube-apiserver-a', name: 'crd-informer-synced', takes: '300s' };
    const { logs, exits } = play({ timeline: [{ at: '0s', hook }], until: '40s' });
    expect(logs).toContain("Server isn't healthy yet.  Waiting a little while.");
    expect(logs.at(-1)).toBe(
      'error building controller context: failed to get api versions from server: : ' +
        'timed out waiting for the condition',
    );
    expect(exits[0]).toMatchObject({ exitCode: 255 });
  });
});

describe('its plain HTTP endpoints', () => {
  it.each([
    ['/healthz', 'ok'],
    ['/healthz/ping', 'ok'],
    ['/healthz/job', 'the server could not find the requested resource'],
    ['/healthz/leaderElection', 'the server could not find the requested resource'],
    ['/configz', /"componentconfig":.*"ResourceLock":"endpoints"/],
    ['/metrics', '\n'],
  ])('anybody asks for %s', (path, wanted) => {
    expect(askManager(OLDER, 'curl', path)).toMatch(wanted);
  });
});
