/** Idle control planes, run as fast as they go: shared by the benches in Node and in a worker. */
import type { Scenario } from '#protocol';
import { compileScenario, Run } from '#session';

const FLAGS = [
  '--authorization-mode=Node,RBAC',
  '--etcd-servers=https://127.0.0.1:2379',
  '--service-account-issuer=https://kubernetes.default.svc.cluster.local',
  '--service-account-key-file=/etc/kubernetes/pki/sa.pub',
  '--service-account-signing-key-file=/etc/kubernetes/pki/sa.key',
  '--service-cluster-ip-range=10.96.0.0/12',
];
/**
 * Virtual times of the runs. In ten hours start-up, which is not idle, is a small part; in two it
 * is not, and the first hours also pay for the engine's own warming up.
 */
export const LONG_HOURS = 10;
export const SHORT_HOURS = 2;

export const SECONDS_AN_HOUR = 3_600;

/** What is up: API servers, or a controller manager and a scheduler beside each of them as well. */
type Plane = 'servers' | 'highlyAvailable';

const LETTERS = ['a', 'b', 'c'];
const candidates = (component: string) =>
  LETTERS.map((letter) => ({ name: `${component}-${letter}` }));

const scenarioOf = (hours: number, plane: Plane): Scenario => ({
  apiVersion: 'kube-orrery/v1',
  kind: 'Scenario',
  metadata: { name: 'idle' },
  spec: {
    until: `${hours}h`,
    apiServers: LETTERS.map((letter, index) => ({
      name: `kube-apiserver-${letter}`,
      flags: [`--advertise-address=10.0.0.${11 + index}`, ...FLAGS],
    })),
    ...(plane === 'highlyAvailable' && {
      controllerManagers: candidates('kube-controller-manager'),
      schedulers: candidates('kube-scheduler'),
    }),
  },
});

export function once(hours: number, plane: Plane = 'servers') {
  const compiled = compileScenario(scenarioOf(hours, plane));
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults));
  const started = performance.now();
  const run = new Run(compiled.value);
  run.advance();
  const runSeconds = (performance.now() - started) / 1_000;
  run.hash();
  const hashSeconds = (performance.now() - started) / 1_000 - runSeconds;
  return { run, runSeconds, hashSeconds };
}

export function bestOf(runs: number, hours: number, plane?: Plane) {
  const all = Array.from({ length: runs }, () => once(hours, plane));
  return all.sort((a, b) => a.runSeconds - b.runSeconds)[0];
}

/** How many times faster than real time. */
export const timesOver = (hours: number, seconds: number): number =>
  Math.round((hours * SECONDS_AN_HOUR) / seconds);
