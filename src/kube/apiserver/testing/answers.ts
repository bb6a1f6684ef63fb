/** What tests of whole answers ask a server for, and how they write what it says. */
import { type SentFields, ServerWorld } from './server-world';

export const CONFIG_MAPS: SentFields = {
  version: 'v1',
  resource: 'configmaps',
  namespace: 'default',
};

/** A request for one ConfigMap, or for all where there is no name. */
export const named = (verb: string, name: string, body?: unknown): SentFields => ({
  ...CONFIG_MAPS,
  verb,
  name,
  body,
});

/** A Status that refuses. */
export const refusal = (code: number, reason: string, message: unknown, details?: object) => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message,
  ...(reason === '' ? {} : { reason }),
  ...(details ? { details } : {}),
  code,
});

/** Waits until the server that was started last is ready, at most 30 s. */
export function ready(world: ServerWorld): ServerWorld {
  world.until(() => world.states().at(-1) === 'serving.ready', 30);
  return world;
}

export const readyWorld = (options: ConstructorParameters<typeof ServerWorld>[0] = {}) =>
  ready(new ServerWorld(options).start());
