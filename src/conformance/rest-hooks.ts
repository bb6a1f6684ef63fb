/** Hooks of a registry that note when they are called, and fail as a case says. */
import type { Procedure } from '#kernel';
import { type KubeObject, newUnknownError, type Strategy, type WriteHooks } from '#kube';
import { Unsupported } from './adapter';
import type { Fields } from './read-fields';

const HOOKS = [
  ...['BeginCreate', 'AfterCreate', 'BeginUpdate', 'AfterUpdate', 'Decorator', 'TTLFunc'],
];
/** Of the cases that name no hooks: those of an update. */
const OF_UPDATE = ['BeginUpdate', 'AfterUpdate', 'Decorator', 'TTLFunc'];
/** `TTLFunc fails once`: the hook, and how often. */
const FAILURE = /^(BeginCreate|BeginUpdate|TTLFunc) (fails|always fails|fails once)$/;

export interface HookStory {
  readonly hooks: WriteHooks;
  readonly ttl: Strategy['ttl'];
  /** In which order they were called. */
  readonly order: readonly string[];
}

/** What waits for nothing. */
// biome-ignore lint/correctness/useYield: the same.
function* atOnce<T>(call: () => T): Procedure<T> {
  return call();
}

/** @param given with `hooks` and `failure`. */
export function hooksOf(given: Fields): HookStory {
  const present = new Set(given.texts('hooks', OF_UPDATE));
  const unknown = [...present].find((hook) => !HOOKS.includes(hook));
  if (unknown !== undefined) throw new Unsupported(`given.hooks: ${unknown}`);
  const failing = failureOf(given, present);
  const order: string[] = [];
  const failure = newUnknownError('the hook fails');
  const fails = (hook: string): boolean => {
    const fault = failing.get(hook) ?? 0;
    failing.set(hook, fault - 1);
    return fault > 0;
  };
  const only = <T>(hook: string, call: T): T | undefined => (present.has(hook) ? call : undefined);
  const begin = (verb: string) => (object: KubeObject) =>
    atOnce(() => {
      order.push(`Begin${verb}`);
      if (fails(`Begin${verb}`)) return { ok: false as const, status: failure };
      const finish = (success: boolean) =>
        atOnce(() => {
          order.push(`Finish${verb}(${success})`);
        });
      return { ok: true as const, object, finish };
    });
  const noted = (hook: string) => (object: KubeObject) => {
    order.push(hook);
    return object;
  };
  const hooks: WriteHooks = {
    beginCreate: only('BeginCreate', begin('Create')),
    beginUpdate: only('BeginUpdate', begin('Update')),
    afterCreate: only('AfterCreate', noted('AfterCreate')),
    afterUpdate: only('AfterUpdate', noted('AfterUpdate')),
    decorator: only('Decorator', noted('Decorator')),
  };
  const ttl = only('TTLFunc', (_object: unknown, existing: number) => {
    const failed = fails('TTLFunc');
    order.push(failed ? 'TTLError' : 'TTL');
    return failed ? failure : existing;
  });
  return { hooks, ttl, order };
}

function failureOf(given: Fields, present: ReadonlySet<string>): Map<string, number> {
  if (!given.has('failure')) return new Map();
  const text = given.text('failure');
  const [, hook, often] = FAILURE.exec(text) ?? [];
  if (hook === undefined || !present.has(hook)) throw new Unsupported(`given.failure: ${text}`);
  return new Map([[hook, often === 'fails once' ? 1 : Number.POSITIVE_INFINITY]]);
}
