/** What the session's tests share: scenarios as data, and questions to a finished trace. */

import { RefusedInput } from '#base';
import type { Scenario, ScenarioSpec } from '#protocol';
import type { RecordKind, RecordOf, Seq, TraceTable } from '#trace';
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

/** Sentence about a record whose cause breaks the rule of its kind; undefined when all is well. */
export function wrongCause(table: TraceTable, seq: Seq): string | undefined {
  const record = table.record(seq);
  const { cause, kind, t } = record;
  const words = () => `${kind} ${seq} of ${record.actor}: ${JSON.stringify(record)}`;
  if (cause === null) {
    const startsChain = t === 0 || kind === 'fault';
    return startsChain ? undefined : `no cause: ${words()}`;
  }
  if (record.timer !== undefined) {
    const armed = table.record(cause) as RecordOf<'timer'>;
    if (armed.firesAt !== t && kind !== 'timer') return `late without a reason: ${words()}`;
  }
  if (kind === 'response' && record.code > 0) {
    const request = table.recordOf(cause, 'request');
    if (request?.id !== record.id) return `answers another request: ${words()}`;
  }
  if (kind === 'watch' && record.type !== 'BOOKMARK' && record.type !== 'ERROR') {
    const write = table.recordOf(cause, 'etcd');
    if (write?.revision !== record.resourceVersion) return `not the write: ${words()}`;
  }
  if (kind === 'message' && record.of !== cause) return `carries another record: ${words()}`;
  if (kind === 'etcd' && (record.op === 'put' || record.op === 'delete')) {
    const allowed = ['request', 'etcd', 'fault'];
    if (!allowed.includes(table.kindOf(cause))) return `write of nobody: ${words()}`;
  }
  return undefined;
}
