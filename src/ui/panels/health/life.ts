/** What happened when in the life of an API server, from its own records. Pure. */
import type { SimTime } from '#base';
import { countUpTo, type ProcessState, type Seq, type TraceIndex } from '#trace';
import { isPaused } from '../../selected';

/** Signals of a graceful termination, in the order in which a quiet one fires them. */
export const STOP_SIGNALS = [
  'ShutdownInitiated',
  'AfterShutdownDelayDuration',
  'PreShutdownHooksStopped',
  'NotAcceptingNewRequest',
  'HTTPServerStoppedListening',
  'InFlightRequestsDrained',
] as const;

/** A moment of the life: Kubernetes' own name, or ours in small letters. */
export type MomentName =
  | 'started'
  | 'listening'
  | 'READY=1'
  | 'MuxAndDiscoveryComplete'
  | 'HasBeenReady'
  | (typeof STOP_SIGNALS)[number]
  | 'exited';

export interface LifeMoment {
  readonly name: MomentName;
  readonly at: SimTime;
  readonly seq: Seq;
}

/** One server of the chain being built. */
export interface BuiltPart {
  readonly from: SimTime;
  /** undefined while it goes on. */
  readonly to: SimTime | undefined;
  /** Group versions that were installed, as `group version`; the core group has no name. */
  readonly groups: readonly string[];
  readonly seq: Seq;
}

export const CHAIN = ['apiextensions', 'kube-apiserver', 'aggregator'] as const;
export type ChainServer = (typeof CHAIN)[number];

export interface ServerLife {
  readonly state: ProcessState | undefined;
  readonly paused: boolean;
  /** Somebody answers at the port. */
  readonly listens: boolean;
  readonly moments: readonly LifeMoment[];
  readonly built: ReadonlyMap<ChainServer, BuiltPart>;
  /** The first record of the life; rows before it are of an earlier one. */
  readonly first: Seq;
}

/** Last parts of the lifecycle machine's states in which a server of the chain is built. */
const BUILDING: Readonly<Record<string, ChainServer>> = {
  'buildingServerChain.apiExtensions': 'apiextensions',
  'buildingServerChain.kubeApiServer': 'kube-apiserver',
  'buildingServerChain.aggregator': 'aggregator',
};
/** Log lines that tell of a moment; all but the first are upstream's wording. */
const SAID: readonly (readonly [MomentName, RegExp])[] = [
  ['READY=1', /READY=1/],
  ['listening', /^Serving securely on /],
  ['MuxAndDiscoveryComplete', /^MuxAndDiscoveryComplete /],
];
const SIGNAL = /\[graceful-termination\].* name="(\w+)"/;
const INSTALLED = /^Adding GroupVersion (.*) to ResourceManager$/;

export function lifeOf(index: TraceIndex, server: string, time: SimTime): ServerLife {
  const state = index.processPhaseAt(server, time);
  const upTo = index.table.lastAt(time);
  const first = state ? lifeStart(index, server, state.seq) : upTo + 1;
  const moments: LifeMoment[] = [];
  const built = new Map<ChainServer, BuiltPart & { groups: string[] }>();
  if (state) moments.push({ name: 'started', at: index.table.timeOf(first), seq: first });
  const rows = index.rowsOf(`${server}/lifecycle`);
  for (let place = countUpTo(rows, first); place < countUpTo(rows, upTo); place += 1) {
    takeState(index, rows[place], moments, built);
    takeLog(index, rows[place], moments, built);
  }
  if (state?.phase === 'exited') moments.push({ name: 'exited', at: state.since, seq: state.seq });
  const has = (name: MomentName): boolean => moments.some((moment) => moment.name === name);
  const listens =
    has('listening') && !has('HTTPServerStoppedListening') && state?.phase !== 'exited';
  const paused = isPaused(index, server, time);
  return { state, paused, listens, moments, built, first };
}

type Building = Map<ChainServer, BuiltPart & { groups: string[] }>;

function takeState({ table }: TraceIndex, seq: Seq, moments: LifeMoment[], built: Building): void {
  const state = table.recordOf(seq, 'state');
  if (!state) return;
  const { t: at, from, to, event } = state;
  if (event === 'firstReady') moments.push({ name: 'HasBeenReady', at, seq });
  const before = BUILDING[from];
  const done = before && built.get(before);
  if (before && done) built.set(before, { ...done, to: at });
  const next = BUILDING[to];
  if (next) built.set(next, { from: at, to: undefined, groups: [], seq });
}

function takeLog({ table }: TraceIndex, seq: Seq, moments: LifeMoment[], built: Building): void {
  const log = table.recordOf(seq, 'log');
  if (!log) return;
  const { t: at, message } = log;
  const group = INSTALLED.exec(message)?.[1];
  if (group !== undefined) [...built.values()].at(-1)?.groups.push(group.trim());
  const signal = SIGNAL.exec(message)?.[1];
  const stop = STOP_SIGNALS.find((name) => name === signal);
  const name = stop ?? SAID.find(([, form]) => form.test(message))?.[0];
  if (name && !moments.some((moment) => moment.name === name)) moments.push({ name, at, seq });
}

/** The record that began the life to which a phase belongs. */
function lifeStart(index: TraceIndex, server: string, upTo: Seq): Seq {
  const rows = index.rowsOf(server);
  for (let place = countUpTo(rows, upTo) - 1; place >= 0; place -= 1) {
    if (index.table.recordOf(rows[place], 'process')?.phase === 'starting') return rows[place];
  }
  return 0;
}
