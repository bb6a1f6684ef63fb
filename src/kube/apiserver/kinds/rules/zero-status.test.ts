/** What stands in an object before anybody has written its status. */
import { expect, it, test } from 'vitest';
import { API_RESOURCES } from '../../../api/resources';
import { plainStrategy } from '../../registry/strategies/plain';
import { made } from '../testing/made-objects';
import { KIND_RULES } from '.';

const labels = { a: 'b' };
const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'nginx' }] } };
const spec = { selector: { matchLabels: labels }, template };
const SCHEDULED = ['currentNumberScheduled', 'desiredNumberScheduled', 'numberMisscheduled'];
const zeros = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 0]));

test.each([
  ['Deployment', {}],
  ['ReplicaSet', { replicas: 0 }],
  ['StatefulSet', { replicas: 0, availableReplicas: 0 }],
  ['DaemonSet', zeros(...SCHEDULED, 'numberReady')],
  ['Job', {}],
  ['CronJob', {}],
  ['ResourceQuota', {}],
  ['Ingress', { loadBalancer: {} }],
  ['VolumeAttachment', { attached: false }],
  ['PersistentVolumeClaim', { phase: 'Pending' }],
])('of a new %s', (kind, status) => {
  expect(made(kind, { spec }).status).toEqual(status);
});

const daemons = API_RESOURCES.find(({ kind }) => kind === 'DaemonSet');
const NAME = 'deprecated.daemonset.template.generation';

it('counts the templates of a DaemonSet in an annotation', () => {
  if (!daemons) throw new Error('DaemonSet');
  const strategy = plainStrategy(daemons, KIND_RULES.DaemonSet);
  const first = made('DaemonSet', { spec });
  expect(first.metadata.annotations).toEqual({ [NAME]: '1' });
  const sent = strategy.setDefaults({ ...first, metadata: { name: 'x', annotations: {} } });
  const same = strategy.prepareForUpdate(sent, first);
  expect(same.metadata.annotations).toEqual({ [NAME]: '1' });
  const other = { ...template, metadata: { labels: { ...labels, c: 'd' } } };
  const changed = strategy.prepareForUpdate({ ...sent, spec: { ...spec, template: other } }, first);
  expect(changed.metadata.annotations).toEqual({ [NAME]: '2' });
  const status = strategy.subresources.status.prepareForUpdate({ ...sent, status: {} }, changed);
  expect(status.metadata.annotations).toEqual({ [NAME]: '2' });
  const metadata = { name: 'x', annotations: { [NAME]: '5' } };
  expect(made('DaemonSet', { metadata, spec }).metadata).toMatchObject(metadata);
});
