/** Components with good and bad kubeconfig files; for the test that cases call what runs call. */
import { compileScenario, Run } from '#session';

const PATH = '/etc/kubernetes/scheduler.conf';
const ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';
const CONTEXT = '{ name: c, context: { cluster: a, user: b } }';
const CLUSTER = '{ name: a, cluster: { server: "https://10.0.0.11:6443", proxy-url: "http://p" } }';
const USER = '{ name: b, user: { tokenFile: token } }';
const STRANGER = '{ name: b, user: { client-certificate: none, client-key: none } }';

const TEXTS = [
  `{ clusters: [${CLUSTER}], users: [${USER}], contexts: [${CONTEXT}], current-context: c }`,
  'bogus value',
  '{ current-context: x }',
  `{ clusters: [${CLUSTER}, ${CLUSTER}] }`,
  `{ users: [${STRANGER}], contexts: [${CONTEXT}], current-context: c }`,
  '',
];

/** In a Pod, so that one with nothing in its file finds its server. */
export function runKubeconfigs(): void {
  const env = { KUBERNETES_SERVICE_HOST: '10.96.0.1', KUBERNETES_SERVICE_PORT: '443' };
  const schedulers = TEXTS.map((text, index) => ({
    name: `kube-scheduler-${'abcdef'[index]}`,
    flags: [`--kubeconfig=${PATH}`],
    files: { [PATH]: text, '/etc/kubernetes/token': 't', [`${ACCOUNT}/token`]: 't' },
    env,
  }));
  const missing = { name: 'kube-scheduler-g', flags: [`--kubeconfig=${PATH}`], files: {} };
  const master = { name: 'kube-scheduler-h', flags: ['--master=https://10.0.0.11:6443'] };
  const compiled = compileScenario({
    apiVersion: 'kube-orrery/v1',
    kind: 'Scenario',
    metadata: { name: 'kubeconfigs' },
    spec: {
      // Longer than the ten seconds for which each waits to learn who may call it.
      until: '30s',
      apiServers: [{ name: 'kube-apiserver-a', flags: ['--advertise-address=10.0.0.11'] }],
      schedulers: [...schedulers, missing, master],
    },
  });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults));
  new Run(compiled.value).advance();
}
