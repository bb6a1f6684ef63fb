/** `get --raw` of a controller manager's paths, and of a scheduler, which serves nothing here. */
import { expect, it } from 'vitest';
import { apiServers, recordsOf, runOf, scenarioOf } from './testing';

it('asks the process that --server names', () => {
  const lines = [
    'get --raw /configz --server=https://m:10257',
    'get --raw /healthz -s m',
    'get nodes -s m',
    'get --raw /healthz -s s',
    'get --raw /healthz -s nobody',
  ];
  const timeline = lines.map((kubectl, index) => ({ at: `${12 + index}s`, kubectl }));
  const { table } = runOf(
    scenarioOf({
      ...{ seed: 5, until: '30s', apiServers: apiServers(1), startDelay: '500ms' },
      controllerManagers: [{ name: 'm', startAt: '5s' }],
      schedulers: [{ name: 's', startAt: '5s' }],
      timeline: timeline as never[],
    }),
  );
  const said = recordsOf(table, 'log').filter(({ actor }) => actor === 'kubectl');
  expect(said.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^\{"kubecontrollermanager\.config\.k8s\.io":\{"Generic":/),
    'ok',
    'Unable to connect to the server: dial tcp: lookup m: no such host',
    'The connection to the server s:10259 was refused - did you specify the right host or port?',
    'Unable to connect to the server: dial tcp: lookup nobody: no such host',
  ]);
});
