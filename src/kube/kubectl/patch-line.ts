/**
 * `patch`: what it sends, and what it says of it.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/patch/patch.go (RunPatch,
 *             patchOperation)
 */
import { DRY_RUN_TEXT, type PatchCommand } from '#console';
import type { Procedure } from '#kernel';
import { semanticDeepEqual } from '../api/equality';
import type { KubeObject } from '../api/objects';
import { JSON_PATCH, MERGE_PATCH, STRATEGIC_MERGE_PATCH } from '../api/patch-body';
import { type Failed, type Info, type LineCall, titleOf } from './line-call';

const CONTENT_TYPE = {
  json: JSON_PATCH,
  merge: MERGE_PATCH,
  strategic: STRATEGIC_MERGE_PATCH,
} as const;

const partOf = (subresource: string) => (subresource === '' ? undefined : { subresource });

/** What was patched, by what the server answers: of a scale that is no object of the kind. */
function patchedOf(
  { of, name }: Info,
  { kind, apiVersion = '' }: KubeObject,
): Pick<Info, 'of' | 'name'> {
  if (kind === undefined || kind === of.kind) return { of, name };
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  return { of: { ...of, kind, group }, name };
}

export function* runPatch(call: LineCall, command: PatchCommand): Procedure<void> {
  const { selection, type, patch, nameOnly, dryRun, subresource } = command;
  const { infos, failures } = yield* call.visit(selection, {
    chunkSize: 0,
    form: partOf(subresource),
  });
  const failed: Failed[] = [...failures];
  for (const info of infos) {
    const { of, namespace, name, object } = info;
    const dry = dryRun === 'server' ? { dryRun: 'All' as const } : {};
    const options = { fieldManager: 'kubectl-patch', ...dry };
    const body = { contentType: CONTENT_TYPE[type], patch, options, subresource };
    const result = yield* call.client.patch(of, namespace, name, body);
    if (!result.ok) {
      failed.push(result);
      continue;
    }
    const changed = !semanticDeepEqual(result.object, object);
    const title = titleOf(patchedOf(info, result.object));
    call.say(
      nameOnly ? title : `${title} patched${changed ? '' : ' (no change)'}${DRY_RUN_TEXT[dryRun]}`,
    );
  }
  call.fail(failed);
}
