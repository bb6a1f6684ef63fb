/** What the session's tests share: scenarios as data, and questions to a finished trace. */

import { RefusedInput } from '#base';
import type { Scenario, ScenarioSpec } from '#protocol';
import type { RecordKind, RecordOf, TraceTable } from '#trace';
import { compileScenario } from './compile-scenario';
import { Run } from './run';

/** Flags without which a real kube-apiserver refuses to start. */
export const REQUIRED_FLAGS = [
  '--authorization-mode=Node,RBAC',
  '--etcd-servers=https://127.0.0.1:2379',
  '--service-account-issuer=https://kubernetes.default.svc.cluster.local',
  '--service-account-key-file=/etc/kubernetes/pki/sa.pub',
  '--service-account-signing-key-file=/etc/kubernetes/pki/sa.key',
  '--service-cluster-ip-range=10.96.0.0/12',
];

/** `count` API servers at 10.0.0.11 and up, named kube-apiserver-a and so on. */
export function apiServers(count: number, ...flags: readonly string[]) {
  return Array.from({ length: count }, (_, index) => ({
    name: `kube-apiserver-${String.fromCharCode('a'.charCodeAt(0) + index)}`,
    flags: [`--advertise-address=10.0.0.${11 + index}`, ...REQUIRED_FLAGS, ...flags],
  }));
}

export function scenarioOf(spec: ScenarioSpec, name = 'test'): Scenario {
  return { apiVersion: 'kube-orrery/v1', kind: 'Scenario', metadata: { name }, spec };
}

/** Runs a document to its end. */
export function runOf(scenario: Scenario): Run {
  const compiled = compileScenario(scenario);
  if (!compiled.ok) throw new RefusedInput(compiled.faults);
  const run = new Run(compiled.value);
  run.advance();
  return run;
}

/** All records of one kind. */
export function recordsOf<K extends RecordKind>(table: TraceTable, kind: K): RecordOf<K>[] {
  const found: RecordOf<K>[] = [];
  for (let seq = 0; seq < table.length; seq += 1) {
    const record = table.recordOf(seq, kind);
    if (record) found.push(record);
  }
  return found;
}

/** Address lists of default/kubernetes as they were written: time in µs and addresses. */
export function endpointLists(table: TraceTable): { readonly t: number; readonly ips: string[] }[] {
  const key = '/registry/services/endpoints/default/kubernetes';
  return table.archive.history(key).map(({ seq, object }) => {
    const { subsets = [] } = (object ?? {}) as {
      subsets?: { addresses?: { ip: string }[] }[];
    };
    const ips = subsets.flatMap(({ addresses = [] }) => addresses.map(({ ip }) => ip));
    return { t: table.timeOf(seq), ips };
  });
}
