/**
 * Clients of a server that is killed while it owes answers, and that asks for patience when it is
 * told to stop; one of them backs off by itself; for the test that cases call what runs call.
 */
import { compileScenario, Run } from '#session';

const SERVER = 'kube-apiserver-a';
const ENV = { KUBE_CLIENT_BACKOFF_BASE: '1', KUBE_CLIENT_BACKOFF_DURATION: '10' };

export function runRetries(): Run {
  const flags = [
    ...['--advertise-address=10.0.0.11', '--shutdown-send-retry-after=true'],
    '--shutdown-delay-duration=5s',
  ];
  const timeline = [
    { at: '30s', etcd: { outage: true }, for: '10s' },
    { at: '34s', kill: SERVER },
    { at: '36s', start: SERVER },
    { at: '60s', terminate: SERVER },
    { at: '61s', kubectl: 'get --raw /api/v1/namespaces' },
  ] as never[];
  const compiled = compileScenario({
    apiVersion: 'kube-orrery/v1',
    kind: 'Scenario',
    metadata: { name: 'retries' },
    spec: {
      until: '80s',
      apiServers: [{ name: SERVER, flags }],
      controllerManagers: [{ name: 'kube-controller-manager-a', env: ENV }],
      schedulers: [{ name: 'kube-scheduler-a' }],
      timeline,
    },
  });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults));
  const run = new Run(compiled.value);
  run.advance();
  return run;
}
