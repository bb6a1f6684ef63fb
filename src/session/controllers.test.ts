/** What the controllers of a controller manager do in a whole cluster. */
import { describe, expect, it } from 'vitest';
import type { Run } from './run';
import { apiServers, recordsOf, runOf, scenarioOf } from './testing';

const NAME = 'kube-controller-manager-a';

function play(timeline: readonly object[], flags: readonly string[] = [], until = '60s'): Run {
  return runOf(
    scenarioOf({
      ...{ seed: 5, until, kubernetes: '1.27', apiServers: apiServers(1), startDelay: '500ms' },
      controllerManagers: [{ name: NAME, startAt: '5s', flags: [...flags] }],
      timeline: timeline as never[],
    }),
  );
}

const logsOf = ({ table }: Run, actor: string): readonly string[] =>
  recordsOf(table, 'log')
    .filter((log) => log.actor === `${NAME}/${actor}`)
    .map(({ message }) => message);

const storedAt = ({ table }: Run, key: string) => table.archive.history(`/registry/${key}`);

const team = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team' } };

describe('the controller of service accounts', () => {
  it('makes `default` in each namespace, and again when it was deleted', () => {
    const run = play([
      { at: '20s', create: team },
      {
        at: '30s',
        delete: { apiVersion: 'v1', kind: 'ServiceAccount', namespace: 'team', name: 'default' },
      },
    ]);
    for (const name of ['default', 'kube-system', 'kube-public', 'kube-node-lease']) {
      expect(storedAt(run, `serviceaccounts/${name}/default`)).toHaveLength(1);
    }
    const told = storedAt(run, 'serviceaccounts/team/default');
    expect(told.map(({ object }) => Boolean(object))).toEqual([true, false, true]);
    expect(logsOf(run, 'serviceaccount')).toEqual(['Starting service account controller']);
  });

  it('asks as its own account when it is told to, and does nothing where nothing changes', () => {
    const run = play([], ['--use-service-account-credentials']);
    const asked = recordsOf(run.table, 'request').filter(({ userAgent }) =>
      userAgent.endsWith('/service-account-controller'),
    );
    const made = asked.filter(({ name }) => name === 'default');
    const users = new Set(made.map(({ user }) => user));
    expect(users).toContain('system:serviceaccount:kube-system:service-account-controller');
    const last = recordsOf(run.table, 'queue').at(-1);
    expect(last?.t).toBeLessThan(30_000_000);
  });
});
