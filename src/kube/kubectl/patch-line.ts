/**
 * `patch`: what it sends, and what it says of it.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/patch/patch.go (RunPatch,
 *             patchOperation)
 */
import type { PatchCommand } from '#console';
import type { Procedure } from '#kernel';
import { JSON_PATCH, MERGE_PATCH, STRATEGIC_MERGE_PATCH } from '../api/patch-body';
import { type Failed, type LineCall, titleOf } from './line-call';

const CONTENT_TYPE = {
  json: JSON_PATCH,
  merge: MERGE_PATCH,
  strategic: STRATEGIC_MERGE_PATCH,
} as const;

export function* runPatch(call: LineCall, command: PatchCommand): Procedure<void> {
  const { selection, type, patch, nameOnly } = command;
  const { infos, failures } = yield* call.visit(selection, { chunkSize: 0 });
  const failed: Failed[] = [...failures];
  for (const info of infos) {
    const { of, namespace, name, object } = info;
    const options = { fieldManager: 'kubectl-patch' };
    const body = { contentType: CONTENT_TYPE[type], patch, options };
    const result = yield* call.client.patch(of, namespace, name, body);
    if (!result.ok) {
      failed.push(result);
      continue;
    }
    const before = object?.metadata.resourceVersion;
    const changed = result.object.metadata.resourceVersion !== before;
    const title = titleOf(info);
    call.say(nameOnly ? title : `${title} patched${changed ? '' : ' (no change)'}`);
  }
  call.fail(failed);
}
