/**
 * A run with the requests that no step of a scenario sends: a path without an owner, a PUT of what
 * is not there, deletes with grace periods and preconditions; for the test that cases call what
 * runs call.
 */
import { seconds } from '#base';
import { DEFAULT_PROFILE, type KubeObject, PODS, SERVICES } from '#kube';
import { ClusterStand } from './cluster-stand';

const NAMESPACE = 'default';
const NAME = 'asked';
const METADATA = { name: NAME, namespace: NAMESPACE };

const service: KubeObject = {
  ...{ apiVersion: 'v1', kind: 'Service', metadata: METADATA },
  spec: { ports: [{ port: 80 }] },
};
const pod: KubeObject = {
  ...{ apiVersion: 'v1', kind: 'Pod', metadata: METADATA },
  spec: { nodeName: 'nowhere', containers: [{ name: 'c', image: 'i' }] },
};

/** Two servers without watch caches that count each other; they are asked to stop, one late. */
function runCounted(): void {
  const flags = ['--endpoint-reconciler-type=master-count', '--apiserver-count=2'];
  const servers = ['10.0.0.11', '10.0.0.12'].map((address, index) => ({
    name: `kube-apiserver-${'ab'[index]}`,
    flags: [...flags, `--advertise-address=${address}`, '--watch-cache=false'],
  }));
  const stand = new ClusterStand(DEFAULT_PROFILE, [], servers);
  stand.advance(seconds(30));
  for (const { name } of servers) stand.step({ terminate: name });
  stand.advance(seconds(30));
}

const apiService = {
  apiVersion: 'apiregistration.k8s.io/v1',
  kind: 'APIService',
  metadata: { name: 'v1beta1.metrics.k8s.io' },
  spec: {
    ...{ group: 'metrics.k8s.io', version: 'v1beta1', groupPriorityMinimum: 100 },
    ...{ versionPriority: 100, service: { namespace: NAMESPACE, name: NAME } },
  },
};

/** Lines that discover, where a group has no backend and documents are plain. */
export function runDiscovery(): ClusterStand {
  const stand = new ClusterStand('1.25');
  stand.step({ create: apiService });
  stand.advance(seconds(2));
  for (const kubectl of ['get all', 'api-versions']) {
    stand.step({ kubectl });
    stand.advance(seconds(1));
  }
  return stand;
}

export function runRequests(): void {
  runCounted();
  runDiscovery();
  const stand = new ClusterStand(DEFAULT_PROFILE);
  stand.step({ kubectl: 'get --raw /nothing-here' });
  stand.advance(seconds(1));
  const { client } = stand;
  stand.perform(client.update(SERVICES, service));
  const made = stand.perform(client.create(PODS, pod));
  if (!made.ok) throw new Error(made.status?.message);
  stand.perform(client.delete(PODS, NAMESPACE, NAME, { gracePeriodSeconds: 50 }));
  const marked = stand.perform(client.create(PODS, pod));
  if (marked.ok) throw new Error('expected a refusal of what is being deleted');
  const found = stand.perform(client.get(PODS, NAMESPACE, NAME));
  const resourceVersion = found.ok ? found.object.metadata.resourceVersion : '';
  const preconditions = { resourceVersion };
  stand.perform(client.delete(PODS, NAMESPACE, NAME, { gracePeriodSeconds: 0, preconditions }));
}
