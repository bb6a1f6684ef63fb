import type { Scenario } from '#protocol';
import { compileScenario, Run } from '#session';
import type { Bench } from './bench';

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
const LONG_HOURS = 10;
const SHORT_HOURS = 2;

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

function once(hours: number, plane: Plane = 'servers') {
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

function bestOf(runs: number, hours: number, plane?: Plane) {
  const all = Array.from({ length: runs }, () => once(hours, plane));
  return all.sort((a, b) => a.runSeconds - b.runSeconds)[0];
}

/**
 * Three idle API servers with etcd, trace on, against real time; and the same with three controller
 * managers and three schedulers, of which one each leads and two each watch its lease. The best of
 * some runs counts: the rest is noise of the machine. All figures have start-up in them.
 */
export const idleClusterBench: Bench = {
  name: 'idle-cluster',
  run: async () => {
    const first = once(SHORT_HOURS).runSeconds;
    const { run, runSeconds, hashSeconds } = bestOf(3, LONG_HOURS);
    const short = bestOf(3, SHORT_HOURS).runSeconds;
    const all = bestOf(3, SHORT_HOURS, 'highlyAvailable');
    const virtualSeconds = LONG_HOURS * 3_600;
    const timesOver = (hours: number, taken: number) => Math.round((hours * 3_600) / taken);
    return {
      timesRealTime: timesOver(LONG_HOURS, runSeconds),
      timesRealTimeWithHash: timesOver(LONG_HOURS, runSeconds + hashSeconds),
      timesRealTimeOverTwoHours: timesOver(SHORT_HOURS, short),
      timesRealTimeOverTwoHoursCold: timesOver(SHORT_HOURS, first),
      recordsPerVirtualSecond: Math.round(run.table.length / virtualSeconds),
      recordsPerSecond: Math.round(run.table.length / runSeconds),
      highlyAvailableTimesRealTime: timesOver(SHORT_HOURS, all.runSeconds),
      highlyAvailableRecordsPerVirtualSecond: Math.round(
        all.run.table.length / (SHORT_HOURS * 3_600),
      ),
    };
  },
};
