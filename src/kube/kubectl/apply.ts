/**
 * `apply`: the object that is not there is created, one that is there is patched by what the
 * manifest changes.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/apply (applyOneObject, patcher.go
 *             buildMergePatch, buildStrategicMergeFromStructs), pkg/util/apply.go
 *             (GetModifiedConfiguration)
 * Simplified  a patch that meets a conflict is not tried again, and nothing is deleted and created
 *             anew
 */
import type { Procedure } from '#kernel';
import { isBuiltIn } from '../api/api-groups';
import { typeOfKind } from '../api/go-types/go-types';
import type { ApiResource, KubeObject } from '../api/objects';
import { MERGE_PATCH, STRATEGIC_MERGE_PATCH } from '../api/patch-body';
import { apiVersionOf } from '../api/resources';
import type { RestClient, RestResult, WriteOptions } from '../client/rest-client';
import { addSourceToErr, isNotFound } from './errors';
import { type Fields, goJson, isFields, threeWayPatch } from './three-way-patch';

/** Source: kubectl's annotation of apply, corev1.LastAppliedConfigAnnotation. */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
/** Groups whose types kubectl does not know. Source: kubectl pkg/scheme/install.go. */
const NOT_IN_SCHEME: ReadonlySet<string> = new Set([
  'apiextensions.k8s.io',
  'apiregistration.k8s.io',
]);

export interface ApplyCall {
  readonly client: RestClient;
  readonly of: ApiResource;
  readonly object: KubeObject;
  readonly options: WriteOptions;
  readonly warn: (text: string) => void;
}

type Applied = readonly [result: RestResult<unknown>, done: string];

export function* apply(call: ApplyCall): Procedure<Applied> {
  const { client, of, object, options } = call;
  const { namespace = '', name = '' } = object.metadata;
  const modified = withLastApplied(object);
  const live = yield* client.get(of, namespace, name);
  if (live.ok) return yield* patched(call, modified, live);
  if (!isNotFound(live)) {
    const from = `retrieving current configuration of:\n${subjectOf(call)}\nfrom server for:`;
    return [addSourceToErr(from, live), 'configured'];
  }
  const created = yield* client.create(of, modified, options);
  return [created.ok ? created : addSourceToErr('creating', created), 'created'];
}

/** Upstream: Patcher.patchSimple. */
function* patched(
  call: ApplyCall,
  modified: KubeObject,
  live: Extract<RestResult<KubeObject>, { ok: true }>,
): Procedure<Applied> {
  const { client, of, object, options, warn } = call;
  const { namespace = '', name = '' } = object.metadata;
  const last = live.object.metadata.annotations?.[LAST_APPLIED];
  if (last === undefined) warn(missingText(of, name));
  const typed = isBuiltIn(of.group) && !NOT_IN_SCHEME.has(of.group);
  const patch = threeWayPatch(
    {
      original: parsed(last),
      modified: modified as unknown as Fields,
      current: live.object as unknown as Fields,
    },
    typed ? typeOfKind(apiVersionOf(of), of.kind) : undefined,
  );
  const nothing = Object.keys(patch).length === 0;
  const contentType = typed ? STRATEGIC_MERGE_PATCH : MERGE_PATCH;
  const body = { contentType, patch, options };
  const result = nothing ? live : yield* client.patch(of, namespace, name, body);
  if (!result.ok) {
    const applying = `applying patch:\n${goJson(patch)}\nto:\n${subjectOf(call)}\nfor:`;
    return [addSourceToErr(applying, addSourceToErr('patching', result)), 'configured'];
  }
  if (result.object.metadata.deletionTimestamp !== undefined) warn(deletingText(name));
  return [result, nothing ? 'unchanged' : 'configured'];
}

/** Upstream: resource.Info.String. */
function subjectOf({ of, object }: ApplyCall): string {
  const { namespace = '', name = '' } = object.metadata;
  const [resource, kind] = [`Resource=${of.resource}`, `Kind=${of.kind}`].map((text) =>
    JSON.stringify(`${of.group}/${of.version}, ${text}`),
  );
  const where = `Name: ${JSON.stringify(name)}, Namespace: ${JSON.stringify(namespace)}`;
  return `Resource: ${resource}, GroupVersionKind: ${kind}\n${where}`;
}

/** Upstream: warningNoLastAppliedConfigAnnotation. */
const missingText = (of: ApiResource, name: string): string =>
  `resource ${of.resource}/${name} is missing the ${LAST_APPLIED} annotation which is required ` +
  'by kubectl apply. kubectl apply should only be used on resources created declaratively by ' +
  'either kubectl create --save-config or kubectl apply. The missing annotation will be patched ' +
  'automatically.';

/** Upstream: warningChangesOnDeletingResource. */
const deletingText = (name: string): string =>
  `Detected changes to resource ${name} which is currently being deleted.`;

function parsed(text: string | undefined): Fields {
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : {};
  } catch {
    return {};
  }
}

/** The manifest with itself, as it was before, among its annotations. */
function withLastApplied(object: KubeObject): KubeObject {
  const { [LAST_APPLIED]: _, ...annotations } = object.metadata.annotations ?? {};
  const annotated = (more: object) => ({
    ...object,
    metadata: { ...object.metadata, annotations: { ...annotations, ...more } },
  });
  return annotated({ [LAST_APPLIED]: `${goJson(annotated({}))}\n` });
}
