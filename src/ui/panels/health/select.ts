/** Hooks and health of an API server at a time. Pure. */
import type { SimTime } from '#base';
import type { Catalogue, HookDescription } from '#protocol';
import { countUpTo, type HookState, type RecordOf, type Seq, type TraceIndex } from '#trace';
import { healthAnswers, type Moment } from '../../session/health-answers';
import { type ChainServer, lifeOf, type ServerLife } from './life';

export const ENDPOINTS = ['livez', 'readyz', 'healthz'] as const;
export type HealthEndpoint = (typeof ENDPOINTS)[number];

export interface HookLine {
  readonly name: string;
  readonly type: 'post-start' | 'pre-shutdown';
  /** waiting: known from the checks, not started yet. */
  readonly phase: HookState['phase'] | 'waiting';
  readonly from: SimTime | undefined;
  /** When it was done or failed; undefined while it runs. */
  readonly to: SimTime | undefined;
  /** Its newest record. */
  readonly seq: Seq | undefined;
  readonly description: HookDescription | undefined;
}

/** The hooks that one server of the chain registered. */
export interface ChainPart {
  readonly server: ChainServer;
  readonly hooks: readonly HookLine[];
}

export interface HealthView {
  readonly server: string;
  readonly life: ServerLife;
  /** Newest answer of each endpoint in the server's current life. */
  readonly answers: ReadonlyMap<string, RecordOf<'health'>>;
  /** When it was last asked and answered; undefined before. */
  readonly asked: Moment | undefined;
  /** Since when that answer may be true no more: etcd, or the way to it, changed. */
  readonly outdated: Moment | undefined;
  readonly chain: readonly ChainPart[];
  readonly preShutdown: readonly HookLine[];
  /** Checks of the boot sequence, in the order of their lines. */
  readonly boot: readonly string[];
}

const HOOK_CHECK = 'poststarthook/';

export function selectHealth(
  index: TraceIndex,
  catalogue: Catalogue | undefined,
  server: string,
  time: SimTime,
): HealthView {
  const life = lifeOf(index, server, time);
  const running = index.hooksAt(server, lastOf(life, time));
  const begun = startedAt(index, server, time);
  const descriptionOf = (name: string, type: HookLine['type']) =>
    catalogue?.hooks.find((hook) => hook.name === name && hook.type === type);
  const told = running.map(({ name, type, phase, since, seq }): HookLine => {
    const from = begun.get(`${type} ${name}`) ?? since;
    const to = phase === 'started' ? undefined : since;
    return { name, type, phase, from, to, seq, description: descriptionOf(name, type) };
  });
  const boot = bootChecks(index, server, life, time);
  const postStart = inOrder(boot, told, (name) => descriptionOf(name, 'post-start'));
  return {
    server,
    life,
    answers: answersAt(index, server, life, time),
    ...askedAt(index, server, life, time),
    chain: chainOf(postStart),
    preShutdown: told.filter(({ type }) => type === 'pre-shutdown'),
    boot,
  };
}

/** The last moment of a life that is over: its hooks are shown as they were then. */
function lastOf({ state }: ServerLife, time: SimTime): number {
  return state?.phase === 'exited' ? state.since - 1 : time;
}

/** Post-start hooks in the order of their checks; what no check names comes last. */
function inOrder(
  boot: readonly string[],
  told: readonly HookLine[],
  descriptionOf: (name: string) => HookDescription | undefined,
): readonly HookLine[] {
  const started = new Map(
    told.filter(({ type }) => type === 'post-start').map((hook) => [hook.name, hook]),
  );
  const named = boot.flatMap((check) =>
    check.startsWith(HOOK_CHECK) ? [check.slice(HOOK_CHECK.length)] : [],
  );
  return [...new Set([...named, ...started.keys()])].map(
    (name): HookLine =>
      started.get(name) ?? {
        name,
        type: 'post-start',
        phase: 'waiting',
        from: undefined,
        to: undefined,
        seq: undefined,
        description: descriptionOf(name),
      },
  );
}

/** The generic library's hooks are registered by the first server that is built. */
function chainOf(hooks: readonly HookLine[]): readonly ChainPart[] {
  const parts = new Map<ChainServer, HookLine[]>();
  for (const hook of hooks) {
    const said = hook.description?.server ?? 'kube-apiserver';
    const server = said === 'generic' ? 'apiextensions' : said;
    const list = parts.get(server);
    if (list) list.push(hook);
    else parts.set(server, [hook]);
  }
  const order: readonly ChainServer[] = ['apiextensions', 'kube-apiserver', 'aggregator'];
  return order.map((server) => ({ server, hooks: parts.get(server) ?? [] }));
}

/** When each hook of the current life began; hooksAt gives only its newest phase. */
function startedAt(index: TraceIndex, server: string, time: SimTime): ReadonlyMap<string, SimTime> {
  const begun = new Map<string, SimTime>();
  const prefix = `${server}/hooks/`;
  const upTo = index.table.lastAt(time);
  for (const actor of index.actors) {
    if (!actor.startsWith(prefix)) continue;
    const rows = index.rowsOf(actor);
    for (let i = countUpTo(rows, upTo) - 1; i >= 0; i -= 1) {
      const hook = index.table.recordOf(rows[i], 'hook');
      if (hook?.phase !== 'started' || begun.has(`${hook.type} ${hook.name}`)) continue;
      begun.set(`${hook.type} ${hook.name}`, hook.t);
    }
  }
  return begun;
}

function answersAt(
  index: TraceIndex,
  server: string,
  { state, first }: ServerLife,
  time: SimTime,
): ReadonlyMap<string, RecordOf<'health'>> {
  const answers = new Map<string, RecordOf<'health'>>();
  if (!state || state.phase === 'exited') return answers;
  const rows = index.rowsOf(`${server}/health`);
  for (let i = countUpTo(rows, index.table.lastAt(time)) - 1; i >= 0; i -= 1) {
    if (rows[i] < first || answers.size === ENDPOINTS.length) break;
    const record = index.table.recordOf(rows[i], 'health');
    if (record && !answers.has(record.endpoint)) answers.set(record.endpoint, record);
  }
  return answers;
}

function askedAt(
  index: TraceIndex,
  server: string,
  { first }: ServerLife,
  time: SimTime,
): Pick<HealthView, 'asked' | 'outdated'> {
  const answers = healthAnswers(index);
  const upTo = index.table.lastAt(time);
  const asked = answers.answered(server, upTo);
  if (!asked || asked.seq < first) return { asked: undefined, outdated: undefined };
  return { asked, outdated: answers.outdated(server, upTo) };
}

/**
 * The checks of the boot sequence in the order of their lines: those that the first answer of the
 * life names, for then none of them has passed. Every later one that fails is added.
 */
function bootChecks(
  index: TraceIndex,
  server: string,
  { first }: ServerLife,
  time: SimTime,
): readonly string[] {
  const rows = index.rowsOf(`${server}/health`);
  const names = new Set<string>();
  for (let i = countUpTo(rows, first); i < countUpTo(rows, index.table.lastAt(time)); i += 1) {
    const record = index.table.recordOf(rows[i], 'health');
    if (record?.endpoint !== 'healthz') continue;
    for (const name of failingOf(record)) if (isBootCheck(name)) names.add(name);
  }
  return [...names];
}

/** A check that is none of a hook and passes once all built-in APIServices were seen available. */
const COMPLETION = 'autoregister-completion';

const isBootCheck = (name: string): boolean => name.startsWith(HOOK_CHECK) || name === COMPLETION;

const failingOf = ({ failing }: RecordOf<'health'>): readonly string[] =>
  Array.isArray(failing) ? failing.map(String) : [];
