/**
 * Makes sure of the two priority classes of the system.
 *
 * Upstream    kubernetes v1.27 pkg/registry/scheduling/rest/storage_scheduling.go
 *             (AddSystemPriorityClasses), pkg/apis/scheduling/v1/helpers.go (SystemPriorityClasses)
 * Acts as     system-priority-classes
 * Runs when   always
 * Blocks      /readyz, until both are there
 * If it is slow, if it fails   after 30 s it fails, and the process exits
 * Reads       PriorityClasses (get)
 * Writes      PriorityClasses (create); what is there is never changed
 * Simplified  nothing
 */
import { seconds } from '#base';
import type { Procedure } from '#kernel';
import type { KubeObject } from '../../../api/objects';
import { apiVersionOf, PRIORITY_CLASSES } from '../../../api/resources';
import { errorText, reasonOf } from '../../../client/rest-client';
import {
  type PriorityClass,
  SYSTEM_PRIORITY_CLASSES,
} from '../../registry/strategies/priority-class';
import type { ServerContext } from '../../server-context';
import type { HookDone } from '../hook-descriptor';
import { AGAIN, DONE, Poll, type PollAttempt } from '../poll';

/** Between two tries, and in all. Source: the wait.Poll of AddSystemPriorityClasses. */
const INTERVAL = seconds(1);
const LIMIT = seconds(30);

/** The classes as they are created, in order. */
export const systemPriorityClasses = (): readonly PriorityClass[] =>
  SYSTEM_PRIORITY_CLASSES.map(({ name, value, description }) => ({
    apiVersion: apiVersionOf(PRIORITY_CLASSES),
    kind: PRIORITY_CLASSES.kind,
    metadata: { name },
    value,
    description,
  }));

export interface PriorityClassesParts {
  readonly server: Pick<ServerContext, 'process' | 'loopback'>;
  readonly actor: string;
}

/** One try: each class is looked for, and created where it is missing. */
export function* addSystemPriorityClasses(parts: PriorityClassesParts): Procedure<PollAttempt> {
  const { server, actor } = parts;
  const { process, loopback } = server;
  for (const priorityClass of systemPriorityClasses()) {
    const { name = '' } = priorityClass.metadata;
    const found = yield* loopback.get(PRIORITY_CLASSES, '', name);
    if (found.ok) continue;
    if (reasonOf(found) !== 'NotFound') {
      const text = `unable to get PriorityClass ${name}: ${errorText(found)}. Retrying...`;
      process.log(actor, 'warning', text);
      return AGAIN;
    }
    const end = yield* create(parts, priorityClass);
    if (end !== DONE) return end;
  }
  const text = 'all system priority classes are created successfully or already exist.';
  process.log(actor, 'info', text);
  return DONE;
}

function* create(
  { server, actor }: PriorityClassesParts,
  object: KubeObject & { readonly value: number },
): Procedure<PollAttempt> {
  const { process, loopback } = server;
  const { name } = object.metadata;
  const created = yield* loopback.create(PRIORITY_CLASSES, object);
  if (created.ok || reasonOf(created) === 'AlreadyExists') {
    process.log(actor, 'info', `created PriorityClass ${name} with value ${object.value}`);
    return DONE;
  }
  const error = errorText(created);
  // The storage versions are being brought up to date.
  if (reasonOf(created) !== 'ServiceUnavailable') return { end: 'error', error };
  const text = `going to retry, unable to create PriorityClass ${name}: ${error}`;
  process.log(actor, 'info', text);
  return AGAIN;
}

/** Tries until both are there; `done` is called once, with an error or without. */
export function ensurePriorityClasses(server: ServerContext, done: HookDone): void {
  const actor = server.actor('system-priority-classes');
  const options = { interval: INTERVAL, limit: LIMIT, immediate: false };
  const attempt = () => addSystemPriorityClasses({ server, actor });
  const end = (error?: string) =>
    done(error === undefined ? error : `unable to add default system priority classes: ${error}`);
  new Poll({ server, actor, ...options, attempt, done: end }).start();
}
