/** Clients of one process that hold their requests back. */
import { expect, it } from 'vitest';
import { seconds } from '#base';
import { apiServers, recordsOf, runOf, scenarioOf } from './testing';

const [server] = apiServers(1);
const namespace = (name: string) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });

it('are told of in one line in ten seconds, whichever of them waits', () => {
  const service = {
    metadata: { name: 'db', namespace: 'default' },
    spec: { ports: [{ port: 1 }] },
  };
  const subsets = [{ addresses: [{ ip: '192.0.2.1' }], ports: [{ port: 1 }] }];
  const endpoints = (name: string) => [
    { apiVersion: 'v1', kind: 'Service', ...service, metadata: { ...service.metadata, name } },
    { apiVersion: 'v1', kind: 'Endpoints', metadata: { name, namespace: 'default' }, subsets },
  ];
  const { table } = runOf(
    scenarioOf({
      ...{ seed: 1, until: '60s', kubernetes: '1.27', startDelay: '500ms', apiServers: [server] },
      controllerManagers: [
        {
          ...{ name: 'm', startAt: '5s' },
          flags: [
            '--kube-api-qps=0.5',
            '--kube-api-burst=1',
            '--controllers=serviceaccount,endpointslicemirroring',
          ],
        },
      ],
      timeline: [
        { at: '30s', create: ['a', 'b', 'c', 'd'].map(namespace) },
        { at: '30s', create: ['w', 'x', 'y', 'z'].flatMap(endpoints) },
      ],
    }),
  );
  const waits = recordsOf(table, 'timer').filter(
    ({ name, phase }) => name === 'client-side throttling' && phase === 'armed',
  );
  const lines = recordsOf(table, 'log').filter(({ message }) => message.startsWith('Waited for '));
  const late = lines.filter(({ t }) => t >= seconds(30)).map(({ t }) => t as number);
  expect(waits.filter(({ t }) => t >= seconds(30)).length).toBeGreaterThan(4);
  expect(late.length).toBeGreaterThan(1);
  const gaps = late.slice(1).map((t, index) => t - late[index]);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(seconds(10));
});
