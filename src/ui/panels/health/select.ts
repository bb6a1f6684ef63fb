/** Hooks and health of an API server at a time. Pure. */
import type { SimTime } from '#base';
import type { Catalogue, HookDescription } from '#protocol';
import { countUpTo, type HookState, type RecordOf, type TraceIndex } from '#trace';

export const ENDPOINTS = ['livez', 'readyz', 'healthz'] as const;
export type HealthEndpoint = (typeof ENDPOINTS)[number];

export interface HookLine extends HookState {
  /** How long it ran, or has run, µs. */
  readonly tookUs: number;
  readonly description: HookDescription | undefined;
}

export interface HealthView {
  readonly server: string;
  /** Newest answer of each endpoint in the server's current life. */
  readonly answers: ReadonlyMap<string, RecordOf<'health'>>;
  readonly hooks: readonly HookLine[];
}

export function selectHealth(
  index: TraceIndex,
  catalogue: Catalogue | undefined,
  server: string,
  time: SimTime,
): HealthView {
  const started = startedAt(index, server, time);
  const hooks = index.hooksAt(server, time).map((hook): HookLine => {
    const begun = started.get(`${hook.type} ${hook.name}`) ?? hook.since;
    const end = hook.phase === 'started' ? time : hook.since;
    const description = catalogue?.hooks.find(
      ({ name, type }) => name === hook.name && type === hook.type,
    );
    return { ...hook, tookUs: end - begun, description };
  });
  return { server, answers: answersAt(index, server, time), hooks };
}

/** When each hook of the current life began; hooksAt gives only its newest phase. */
function startedAt(index: TraceIndex, server: string, time: SimTime): ReadonlyMap<string, number> {
  const begun = new Map<string, number>();
  const prefix = `${server}/hooks/`;
  const upTo = index.table.lastAt(time);
  for (const actor of index.actors) {
    if (!actor.startsWith(prefix)) continue;
    const rows = index.rowsOf(actor);
    for (let i = countUpTo(rows, upTo) - 1; i >= 0; i -= 1) {
      const hook = index.table.recordOf(rows[i], 'hook');
      if (hook?.phase !== 'started') continue;
      begun.set(`${hook.type} ${hook.name}`, hook.t);
      break;
    }
  }
  return begun;
}

function answersAt(
  index: TraceIndex,
  server: string,
  time: SimTime,
): ReadonlyMap<string, RecordOf<'health'>> {
  const answers = new Map<string, RecordOf<'health'>>();
  const phase = index.processPhaseAt(server, time);
  if (!phase || phase.phase === 'exited') return answers;
  const rows = index.rowsOf(`${server}/health`);
  const lifeFrom = lifeStart(index, server, phase.seq);
  for (let i = countUpTo(rows, index.table.lastAt(time)) - 1; i >= 0; i -= 1) {
    if (rows[i] < lifeFrom || answers.size === ENDPOINTS.length) break;
    const record = index.table.recordOf(rows[i], 'health');
    if (record && !answers.has(record.endpoint)) answers.set(record.endpoint, record);
  }
  return answers;
}

/** The record that began the life to which a phase belongs. */
function lifeStart(index: TraceIndex, server: string, upTo: number): number {
  const rows = index.rowsOf(server);
  for (let i = countUpTo(rows, upTo) - 1; i >= 0; i -= 1) {
    if (index.table.recordOf(rows[i], 'process')?.phase === 'starting') return rows[i];
  }
  return 0;
}

/** A line of the verbose answer. */
export interface CheckLine {
  readonly name: string;
  readonly ok: boolean;
}

/**
 * The checks that records tell of: those that fail, and the hooks that have finished. Checks that
 * never failed and are no hook leave no record and are not shown.
 */
export function checkLines({ answers, hooks }: HealthView, endpoint: HealthEndpoint): CheckLine[] {
  const failing = answers.get(endpoint)?.failing;
  const bad = new Set(Array.isArray(failing) ? failing.map(String) : []);
  const named = hooks
    .filter(({ type }) => type === 'post-start')
    .map(({ name }) => `poststarthook/${name}`);
  const names = [...new Set([...named, ...bad])];
  return names.map((name) => ({ name, ok: !bad.has(name) }));
}
