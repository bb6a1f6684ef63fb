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
/** Virtual time of a run: long enough that start-up is a small part of it. */
const HOURS = 10;

const scenario: Scenario = {
  apiVersion: 'kube-orrery/v1',
  kind: 'Scenario',
  metadata: { name: 'idle' },
  spec: {
    until: `${HOURS}h`,
    apiServers: ['a', 'b', 'c'].map((letter, index) => ({
      name: `kube-apiserver-${letter}`,
      flags: [`--advertise-address=10.0.0.${11 + index}`, ...FLAGS],
    })),
  },
};

function once() {
  const compiled = compileScenario(scenario);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults));
  const started = performance.now();
  const run = new Run(compiled.value);
  run.advance();
  const runSeconds = (performance.now() - started) / 1_000;
  run.hash();
  const hashSeconds = (performance.now() - started) / 1_000 - runSeconds;
  return { run, runSeconds, hashSeconds };
}

/**
 * Three idle API servers with etcd, trace on, against real time. Best of three: the rest is noise.
 */
export const idleClusterBench: Bench = {
  name: 'idle-cluster',
  run: async () => {
    const runs = [once(), once(), once()].sort((a, b) => a.runSeconds - b.runSeconds);
    const [{ run, runSeconds, hashSeconds }] = runs;
    const virtualSeconds = HOURS * 3_600;
    return {
      timesRealTime: Math.round(virtualSeconds / runSeconds),
      timesRealTimeWithHash: Math.round(virtualSeconds / (runSeconds + hashSeconds)),
      recordsPerVirtualSecond: Math.round(run.table.length / virtualSeconds),
      recordsPerSecond: Math.round(run.table.length / runSeconds),
    };
  },
};
