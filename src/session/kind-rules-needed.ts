/**
 * Whether a run can have objects of kinds with rules of their own, such as Pods. API servers make
 * none by themselves, so it is said by what the document brings. In doubt they are needed.
 */
import { KINDS_WITH_RULES } from '#kube';
import type { Scenario, TimelineStep } from '#protocol';

/** Verbs that act on processes, etcd and the network, and write no objects. */
const WRITES_NONE: ReadonlySet<string> = new Set([
  ...['ask', 'breakpoint', 'clock', 'delay', 'drop', 'etcd', 'hook', 'kill', 'partition'],
  ...['pause', 'restart', 'resume', 'start', 'terminate'],
]);
/** Verbs that write what they name: by its kind, or by a key of etcd, which has its plural. */
const WRITES_WHAT_IT_NAMES: ReadonlySet<string> = new Set([
  ...['apply', 'create', 'delete', 'patch', 'put', 'replace', 'scale'],
]);
/** What a step has beside its verb. */
const NO_VERBS: ReadonlySet<string> = new Set(['at', 'for', 'server', 'user', 'name', 'note']);

/** What kinds are called in any spelling; etcd has names of its own for Nodes and some others. */
const NAMES: readonly string[] = [
  ...KINDS_WITH_RULES.map((kind) => kind.toLowerCase().replace(/y$/, '')),
  ...['minions', 'controllers'],
];

function namesSuchKind(given: unknown): boolean {
  const text = JSON.stringify(given ?? '').toLowerCase();
  return NAMES.some((name) => text.includes(name));
}

const writesNone = (step: TimelineStep): boolean =>
  Object.keys(step).every((key) => {
    if (WRITES_NONE.has(key) || NO_VERBS.has(key)) return true;
    return WRITES_WHAT_IT_NAMES.has(key) && !namesSuchKind(step[key]);
  });

export function needsKindRules({ spec }: Scenario): boolean {
  const { objects, etcdData, controllerManagers, schedulers, timeline } = spec;
  if (namesSuchKind(objects) || namesSuchKind(etcdData)) return true;
  if ([...(controllerManagers ?? []), ...(schedulers ?? [])].length > 0) return true;
  return !(timeline ?? []).every(writesNone);
}
