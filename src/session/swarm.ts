/**
 * Swarm testing: a scenario whose servers, faults and times are drawn from a seed. Everything is
 * healed at `HEAL_AT`; afterwards the cluster must come to rest within `CONVERGES_IN`.
 */
import { type RandomStream, RandomStreams } from '#kernel';
import type { Scenario, TimelineStep } from '#protocol';
import type { RecordOf, TraceTable } from '#trace';
import { compileScenario } from './compile-scenario';
import { Run } from './run';

/** Seconds of virtual time. */
const FIRST_FAULT = 8;
export const HEAL_AT = 90;
export const CONVERGES_IN = 150;
/**
 * Starts after `HEAL_AT`: a hook that was told to fail ends the first one, and a stop that hangs on
 * requests of 60 s is over before the last.
 */
const STARTS = [0, 10, 80];
const SECOND_US = 1_000_000;
const ENDPOINTS = '/registry/services/endpoints/default/kubernetes';

export interface SwarmResult {
  readonly seed: number;
  readonly scenario: Scenario;
  /** How often each verb was applied. */
  readonly faults: Readonly<Record<string, number>>;
  /** An answer of 500 or more, a call without answer, or a process that started again. */
  readonly disturbed: boolean;
  /** What did not hold, in sentences. */
  readonly breaches: readonly string[];
}

const letter = (index: number): string => String.fromCharCode('a'.charCodeAt(0) + index);
const server = (index: number): string => `kube-apiserver-${letter(index)}`;
const address = (index: number): string => `10.0.0.${11 + index}`;

type Draw = (stream: RandomStream, servers: number) => Omit<TimelineStep, 'at'>;

const anyServer = (stream: RandomStream, servers: number) => server(stream.int(0, servers - 1));
const length = (stream: RandomStream, most: number) => `${stream.int(1, most)}s`;

/** The faults that may be drawn. */
const FAULTS: readonly Draw[] = [
  (stream, servers) => ({ kill: anyServer(stream, servers), for: length(stream, 30) }),
  (stream, servers) => ({ kill: anyServer(stream, servers) }),
  (stream, servers) => ({ terminate: anyServer(stream, servers) }),
  (stream, servers) => ({ restart: anyServer(stream, servers) }),
  (stream, servers) => ({ pause: anyServer(stream, servers), for: length(stream, 40) }),
  (stream, servers) => ({
    partition: { between: [anyServer(stream, servers)], and: ['etcd'] },
    for: length(stream, 40),
  }),
  (stream, servers) => ({
    delay: { between: [anyServer(stream, servers)], and: ['etcd'], add: '300ms', jitter: '900ms' },
    for: length(stream, 30),
  }),
  (stream) => ({ etcd: { outage: true }, for: length(stream, 20) }),
  (stream) => ({ etcd: { latency: `${stream.int(100, 3_000)}ms` }, for: length(stream, 30) }),
  () => ({ etcd: { compact: true } }),
  (stream) => ({ kill: 'etcd', for: length(stream, 20) }),
  (stream, servers) => ({
    drop: { key: `/registry/masterleases/${address(stream.int(0, servers))}` },
  }),
  () => ({ drop: { key: ENDPOINTS } }),
  (stream, servers) => ({
    hook: { process: anyServer(stream, servers), name: 'rbac/bootstrap-roles', takes: '9s' },
  }),
  (stream, servers) => ({
    hook: { process: anyServer(stream, servers), name: 'rbac/bootstrap-roles', fail: 'swarm' },
  }),
  () => ({ delete: { kind: 'Endpoints', namespace: 'default', name: 'kubernetes' } }),
  () => ({ delete: { kind: 'Namespace', name: 'default' } }),
];

/** The scenario of a seed. */
export function swarmScenario(seed: number): Scenario {
  const stream = new RandomStreams(seed).stream('swarm');
  const servers = stream.int(1, 4);
  const count = stream.int(3, 9);
  const faults = Array.from({ length: count }, (): TimelineStep => {
    const at = `${stream.int(FIRST_FAULT * 1_000, (HEAL_AT - 1) * 1_000)}ms`;
    return { at, ...FAULTS[stream.int(0, FAULTS.length - 1)](stream, servers) } as TimelineStep;
  });
  const all = ['etcd', ...Array.from({ length: servers }, (_, index) => server(index))];
  const heal = STARTS.map((later) => HEAL_AT + later).flatMap((second) =>
    all.flatMap((name): TimelineStep[] => [
      { at: `${second}s`, resume: name },
      { at: `${second}s`, start: name },
    ]),
  );
  return {
    apiVersion: 'kube-orrery/v1',
    kind: 'Scenario',
    metadata: { name: `swarm-${seed}` },
    spec: {
      seed,
      until: `${HEAL_AT + CONVERGES_IN}s`,
      apiServers: Array.from({ length: servers }, (_, index) => ({
        name: server(index),
        flags: [`--advertise-address=${address(index)}`],
      })),
      timeline: [...faults, ...heal],
    },
  };
}

/** Runs the scenario of a seed and looks at the end. */
export function runSwarm(seed: number): SwarmResult {
  const scenario = swarmScenario(seed);
  const compiled = compileScenario(scenario);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults));
  const run = new Run(compiled.value);
  run.advance();
  const { table } = run;
  const faults: Record<string, number> = {};
  let disturbed = false;
  const starts = new Map<string, number>();
  for (let seq = 0; seq < table.length; seq += 1) {
    const kind = table.kindOf(seq);
    if (kind === 'fault') {
      const { verb, t } = table.record(seq) as RecordOf<'fault'>;
      if (t < HEAL_AT * SECOND_US) faults[verb] = (faults[verb] ?? 0) + 1;
    } else if (kind === 'response') {
      const { code } = table.record(seq) as RecordOf<'response'>;
      disturbed ||= code === 0 || code >= 500;
    } else if (kind === 'process') {
      const { name, phase } = table.record(seq) as RecordOf<'process'>;
      if (phase === 'starting') starts.set(name, (starts.get(name) ?? 0) + 1);
    }
  }
  disturbed ||= [...starts.values()].some((count) => count > 1);
  return { seed, scenario, faults, disturbed, breaches: breachesOf(run, scenario) };
}

function breachesOf(run: Run, scenario: Scenario): readonly string[] {
  const broken = run
    .summary(0)
    .invariants.filter(({ ok }) => !ok)
    .map(({ name, firstBreach }) => `invariant ${name} at ${firstBreach}`);
  const want = (scenario.spec.apiServers ?? []).map((_, index) => address(index));
  const got = listed(run.table);
  const atRest = JSON.stringify(got) === JSON.stringify(want);
  return atRest ? broken : [...broken, `endpoints ${got.join(' ')}, expected ${want.join(' ')}`];
}

function listed(table: TraceTable): readonly string[] {
  const { subsets = [] } = (table.archive.at(ENDPOINTS, table.length)?.object ?? {}) as {
    readonly subsets?: readonly { readonly addresses?: readonly { readonly ip: string }[] }[];
  };
  return subsets.flatMap(({ addresses = [] }) => addresses.map(({ ip }) => ip));
}
