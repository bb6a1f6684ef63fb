/**
 * Swarm testing: a scenario whose servers, faults and times are drawn from a seed. Everything is
 * healed at `HEAL_AT`; afterwards the cluster must come to rest within `CONVERGES_IN`. Odd seeds
 * have controller managers and schedulers too, whose processes, links and clocks are disturbed.
 */
import { type RandomStream, RandomStreams } from '#kernel';
import type { Scenario, TimelineStep } from '#protocol';
import type { RecordOf, TraceTable } from '#trace';
import { compileScenario } from './compile-scenario';
import { Run } from './run';
import { type Candidate, unrest } from './swarm-components';

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
/** Components start some seconds after the servers, and once more when all of these are there. */
const COMPONENT_STARTS = [...STARTS, 100];
const LEADERS = 'at-most-one-active-leader';
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

type ComponentDraw = (stream: RandomStream, names: readonly string[]) => Omit<TimelineStep, 'at'>;

const pick = (stream: RandomStream, names: readonly string[]) =>
  names[stream.int(0, names.length - 1)];

/** Faults of components. */
const COMPONENT_FAULTS: readonly ComponentDraw[] = [
  (stream, names) => ({ kill: pick(stream, names), for: length(stream, 30) }),
  (stream, names) => ({ terminate: pick(stream, names) }),
  (stream, names) => ({ restart: pick(stream, names) }),
  (stream, names) => ({ pause: pick(stream, names), for: length(stream, 40) }),
  (stream, names) => ({
    partition: { between: [pick(stream, names)], and: [server(0), server(1)] },
    for: length(stream, 40),
  }),
  (stream, names) => ({
    delay: { between: [pick(stream, names)], and: [server(0)], add: '200ms', jitter: '2s' },
    for: length(stream, 30),
  }),
  (stream, names) => ({
    clock: { process: pick(stream, names), rate: stream.int(4, 30) / 10 },
    for: length(stream, 40),
  }),
  (stream, names) => ({
    clock: { process: pick(stream, names), offset: `${stream.int(-5_000, 5_000)}s` },
    for: length(stream, 40),
  }),
];

/** Components of a seed; none for an even one, whose faults are those of servers and store. */
function candidatesOf(stream: RandomStream, seed: number): readonly Candidate[] {
  if (seed % 2 === 0) return [];
  const schedulers = Array.from({ length: stream.int(1, 2) }, (_, index) => index);
  return [
    ...[0, 1].map((index) => candidate('kube-controller-manager', index)),
    ...schedulers.map((index) => candidate('kube-scheduler', index)),
  ];
}

const candidate = (lease: Candidate['lease'], index: number): Candidate => ({
  name: `${lease}-${letter(index)}`,
  lease,
});

const startsOf = (names: readonly string[], starts: readonly number[]): TimelineStep[] =>
  starts.flatMap((later) =>
    names.flatMap((name): TimelineStep[] => [
      { at: `${HEAL_AT + later}s`, resume: name },
      { at: `${HEAL_AT + later}s`, start: name },
    ]),
  );

interface SwarmPlan {
  readonly scenario: Scenario;
  readonly candidates: readonly Candidate[];
}

/** The scenario of a seed. */
export function swarmPlan(seed: number): SwarmPlan {
  const stream = new RandomStreams(seed).stream('swarm');
  const candidates = candidatesOf(new RandomStreams(seed).stream('swarm/components'), seed);
  const servers = candidates.length > 0 ? 2 : stream.int(1, 4);
  const count = stream.int(3, 9);
  const names = candidates.map(({ name }) => name);
  const faults = Array.from({ length: count }, (_, index): TimelineStep => {
    const at = `${stream.int(FIRST_FAULT * 1_000, (HEAL_AT - 1) * 1_000)}ms`;
    const ofComponent = names.length > 0 && index % 3 > 0;
    const drawn = ofComponent
      ? COMPONENT_FAULTS[stream.int(0, COMPONENT_FAULTS.length - 1)](stream, names)
      : FAULTS[stream.int(0, FAULTS.length - 1)](stream, servers);
    return { at, ...drawn } as TimelineStep;
  });
  const all = ['etcd', ...Array.from({ length: servers }, (_, index) => server(index))];
  const named = (lease: string) =>
    candidates
      .filter((each) => each.lease === lease)
      .map(({ name }) => ({ name, startAt: `${stream.int(2_000, 9_000)}ms` }));
  const scenario: Scenario = {
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
      ...(candidates.length > 0
        ? {
            controllerManagers: named('kube-controller-manager'),
            schedulers: named('kube-scheduler'),
          }
        : {}),
      timeline: [...faults, ...startsOf(all, STARTS), ...startsOf(names, COMPONENT_STARTS)],
    },
  };
  return { scenario, candidates };
}

/** Runs the scenario of a seed and looks at the end. */
export function runSwarm(seed: number): SwarmResult {
  const plan = swarmPlan(seed);
  const { scenario } = plan;
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
  return { seed, scenario, faults, disturbed, breaches: breachesOf(run, plan) };
}

/** Where a clock is wrong or a component was frozen, two may lead: upstream promises no more. */
function mayOverlap({ scenario, candidates }: SwarmPlan): boolean {
  return (scenario.spec.timeline ?? []).some(
    ({ clock, pause }) => clock !== undefined || candidates.some(({ name }) => name === pause),
  );
}

function breachesOf(run: Run, plan: SwarmPlan): readonly string[] {
  const { scenario, candidates } = plan;
  const excused = mayOverlap(plan) ? LEADERS : '';
  const broken = run
    .summary(0)
    .invariants.filter(({ ok, name }) => !ok && name !== excused)
    .map(({ name, firstBreach }) => `invariant ${name} at ${firstBreach}`);
  const want = (scenario.spec.apiServers ?? []).map((_, index) => address(index));
  const got = listed(run.table);
  const atRest = JSON.stringify(got) === JSON.stringify(want);
  const wrong = atRest ? [] : [`endpoints ${got.join(' ')}, expected ${want.join(' ')}`];
  return [...broken, ...wrong, ...unrest(run.table, candidates)];
}

function listed(table: TraceTable): readonly string[] {
  const { subsets = [] } = (table.archive.at(ENDPOINTS, table.length)?.object ?? {}) as {
    readonly subsets?: readonly { readonly addresses?: readonly { readonly ip: string }[] }[];
  };
  return subsets.flatMap(({ addresses = [] }) => addresses.map(({ ip }) => ip));
}
