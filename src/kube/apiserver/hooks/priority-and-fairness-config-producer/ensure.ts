/**
 * Makes sure of one set of objects: creates what is missing, and keeps the spec of those that the
 * servers may change.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/util/flowcontrol and
 *             pkg/registry/flowcontrol/ensurer/strategy.go (ShouldUpdate, EnsureConfigurations,
 *             RemoveUnwantedObjects)
 * Simplified  fields that defaults add to a spec are not compared
 */
import type { Procedure } from '#kernel';
import { semanticDeepEqual } from '../../../api/equality';
import type { ApiResource, KubeObject } from '../../../api/objects';
import { errorText, type RestClient, reasonOf } from '../../../client/rest-client';
import type { ServerInformer } from '../../server-context';
import { AUTOUPDATE } from './bootstrap-configuration';

/** Whose say counts: the cluster's operator may change suggested objects only. */
export type Strategy = 'suggested' | 'mandatory';

export interface EnsureParts {
  readonly client: RestClient;
  readonly of: ApiResource;
  readonly informer: ServerInformer;
}

/** Go's strconv.ParseBool; undefined when it is none. */
function parseBool(text: string | undefined): boolean | undefined {
  if (['1', 't', 'T', 'TRUE', 'true', 'True'].includes(text ?? '')) return true;
  if (['0', 'f', 'F', 'FALSE', 'false', 'False'].includes(text ?? '')) return false;
  return undefined;
}

const annotationOf = ({ metadata }: KubeObject): boolean | undefined =>
  parseBool(metadata.annotations?.[AUTOUPDATE]);

/** Whether all that `wanted` says stands in `found`. */
function says(found: unknown, wanted: unknown): boolean {
  const plain = (value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!plain(wanted) || !plain(found)) return semanticDeepEqual(found, wanted);
  const fields = found as Readonly<Record<string, unknown>>;
  return Object.entries(wanted as object).every(([key, value]) => says(fields[key], value));
}

/** The object to write over `current`; undefined when it is up to date. Upstream: ShouldUpdate. */
export function updateNeeded(
  current: KubeObject,
  bootstrap: KubeObject,
  strategy: Strategy,
): KubeObject | undefined {
  const annotated = annotationOf(current);
  const untouched = current.metadata.generation === 1;
  const autoUpdate = strategy === 'mandatory' || (annotated ?? untouched);
  const specChanged = autoUpdate && !says(current.spec, bootstrap.spec);
  if (annotated === autoUpdate && !specChanged) return undefined;
  const annotations = { ...current.metadata.annotations, [AUTOUPDATE]: String(autoUpdate) };
  return {
    ...current,
    metadata: { ...current.metadata, annotations },
    ...(specChanged ? { spec: bootstrap.spec } : {}),
  };
}

/** @returns the error that ends the round; undefined when all are as they must be. */
export function* ensureConfigurations(
  parts: EnsureParts,
  objects: readonly KubeObject[],
  strategy: Strategy,
): Procedure<string | undefined> {
  for (const object of objects) {
    const error = yield* ensure(parts, object, strategy);
    if (error !== undefined) return error;
  }
  return undefined;
}

/** Objects that need no update, each with what they were compared with. */
const upToDate = new WeakMap<KubeObject, KubeObject>();

function* ensure(
  { client, of, informer }: EnsureParts,
  bootstrap: KubeObject,
  strategy: Strategy,
): Procedure<string | undefined> {
  const { name = '' } = bootstrap.metadata;
  const which = `type=${strategy} name="${name}" error=`;
  let current = informer.get('', name);
  while (!current) {
    const created = yield* client.create(of, bootstrap);
    if (created.ok) return undefined;
    if (reasonOf(created) !== 'AlreadyExists') {
      return `cannot create ${of.kind} ${which}${errorText(created)}`;
    }
    // Another server was faster; soon the informer has it.
    current = informer.get('', name);
  }
  // Every round looks at all of them, and nearly always finds what the last round has found.
  if (upToDate.get(current) === bootstrap) return undefined;
  const object = updateNeeded(current, bootstrap, strategy);
  if (!object) {
    upToDate.set(current, bootstrap);
    return undefined;
  }
  const updated = yield* client.update(of, object);
  if (updated.ok || reasonOf(updated) === 'Conflict') return undefined;
  return `failed to update the ${of.kind}, will retry later ${which}${errorText(updated)}`;
}

/** Removes what carries the annotation, may be changed and is no part of any configuration. */
export function* removeUnwanted(
  { client, of, informer }: EnsureParts,
  wanted: readonly KubeObject[],
): Procedure<string | undefined> {
  const names = new Set(wanted.map(({ metadata }) => metadata.name));
  for (const object of informer.list('')) {
    const { name = '' } = object.metadata;
    if (names.has(name) || annotationOf(object) !== true) continue;
    const deleted = yield* client.delete(of, '', name);
    if (deleted.ok || reasonOf(deleted) === 'NotFound') continue;
    const text = `name="${name}" error=${errorText(deleted)}`;
    return `failed to delete the ${of.kind}, will retry later ${text}`;
  }
  return undefined;
}
