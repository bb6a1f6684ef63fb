/**
 * `scale`: patches the subresource, or, with preconditions, reads and replaces it.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/scale/scale.go (RunScale),
 *             pkg/scale/scale.go (ScaleSimple, ScalePrecondition)
 * Simplified  a conflict is said and not tried again
 */
import type { ScaleCommand } from '#console';
import type { Procedure } from '#kernel';
import type { KubeObject } from '../api/objects';
import { MERGE_PATCH } from '../api/patch-body';
import type { RestResult } from '../client/rest-client';
import { type Failed, type Info, type LineCall, titleOf } from './line-call';

const SUBRESOURCE = 'scale';

export function* runScale(call: LineCall, command: ScaleCommand): Procedure<void> {
  const { selection, resourceVersion, nameOnly } = command;
  const { infos, failures } = yield* call.visit(selection, { chunkSize: 500 });
  if (resourceVersion !== '' && infos.length > 1) {
    call.say('error: cannot use --resource-version with multiple resources', 'error');
    return;
  }
  for (const info of infos) {
    const result = yield* scaleOne(call, info, command);
    if (typeof result === 'string') {
      call.say(`error: ${result}`, 'error');
      return;
    }
    if (!result.ok) {
      call.fail([...failures, result]);
      return;
    }
    call.say(nameOnly ? titleOf(info) : `${titleOf(info)} scaled`);
  }
  if (infos.length === 0 && failures.length === 0) {
    call.say('error: no objects passed to scale', 'error');
  }
  call.fail(failures);
}

type Scaled = RestResult<unknown> | string;

/** @returns why the preconditions do not hold, or what the server said. */
function* scaleOne(call: LineCall, info: Info, command: ScaleCommand): Procedure<Scaled> {
  const { of, namespace, name } = info;
  const { replicas, currentReplicas, resourceVersion } = command;
  if (currentReplicas === undefined && resourceVersion === '') {
    const patch = { spec: { replicas } };
    const body = { contentType: MERGE_PATCH, patch, subresource: SUBRESOURCE };
    return yield* call.client.patch(of, namespace, name, body);
  }
  const target = { verb: 'get', namespace, name, subresource: SUBRESOURCE, query: {} } as const;
  const found = yield* call.client.getPath(of, target);
  if (!found.ok) return found as Failed;
  const scale = found.object as KubeObject;
  const spec = scale.spec as { readonly replicas?: number };
  const wrong = precondition(command, spec.replicas ?? 0, scale.metadata.resourceVersion ?? '');
  if (wrong !== undefined) return wrong;
  // Go keeps the lower 32 bits of what does not fit.
  const wanted = { ...scale, spec: { ...spec, replicas: replicas | 0 } };
  return yield* call.client.updateSubresource(of, wanted, SUBRESOURCE);
}

/** Upstream: ScalePrecondition.validate. */
function precondition(
  { currentReplicas, resourceVersion }: ScaleCommand,
  replicas: number,
  version: string,
): string | undefined {
  if (currentReplicas !== undefined && currentReplicas !== replicas) {
    return `Expected replicas to be ${currentReplicas}, was ${replicas}`;
  }
  if (resourceVersion !== '' && resourceVersion !== version) {
    return `Expected resource version to be ${resourceVersion}, was ${version}`;
  }
  return undefined;
}
