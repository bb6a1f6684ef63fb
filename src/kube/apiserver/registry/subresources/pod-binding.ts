/**
 * Subresource binding of Pods, and the older resource bindings: a Pod gets its node.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/pod/storage/storage.go (BindingREST,
 *             LegacyBindingREST), pkg/apis/core/validation/validation.go (ValidatePodBinding)
 */
import type { Procedure } from '#kernel';
import { aggregateText, type FieldError, notSupported, required } from '../../../api/field-error';
import { withMeta } from '../../../api/meta';
import type { KubeObject } from '../../../api/objects';
import { isStatus, newBadRequest, newConflict, newUnknownError } from '../../../api/status';
import { formatTime } from '../../../api/timestamps';
import { withPodCondition } from '../../kinds/rules/pod-conditions';
import { fieldsOf, itemsOf } from '../../kinds/rules/pod-defaults';
import type { Updated } from '../../storage/storage';
import { type Outcome, refused } from '../outcome';
import type { RegistryStore } from '../registry-store';
import { postedObject, type SubresourceRequest, succeeded } from './request';

const EXPECTED = { kind: 'Binding', apiVersions: ['v1'] };
/** What a refusal is about. */
const SUBJECT = { group: '', resource: 'pods/binding' };

export interface BindingParts {
  readonly pods: RegistryStore;
  /** Gate PodSchedulingReadiness. */
  readonly schedulingGates: boolean;
}

/** Upstream: ValidatePodBinding. */
function validate(target: { readonly kind?: unknown; readonly name?: unknown }): FieldError[] {
  const { kind = '', name = '' } = target;
  return [
    ...(kind === '' || kind === 'Node'
      ? []
      : [notSupported('target.kind', String(kind), ['Node', '<empty>'])]),
    ...(name === '' ? [required('target.name', '')] : []),
  ];
}

export function* bind(
  { pods, schedulingGates }: BindingParts,
  request: SubresourceRequest,
): Procedure<Outcome> {
  const { namespace, name, dryRun } = request;
  const binding = postedObject(request, EXPECTED);
  if (isStatus(binding)) return refused(binding);
  if (binding.metadata.name !== name) {
    return refused(newBadRequest('name in URL does not match name in Binding object'));
  }
  const target = fieldsOf((binding as { readonly target?: unknown }).target);
  const errors = validate(target);
  if (errors.length > 0) return refused(newUnknownError(aggregateText(errors)));
  const attributes = { operation: 'CREATE', of: pods.of, subresource: 'binding' } as const;
  const denied = yield* pods.admit({ ...attributes, namespace, name, object: binding });
  if (denied) return refused(denied);
  const { uid, resourceVersion } = binding.metadata;
  const preconditions = {
    ...(uid ? { uid } : {}),
    ...(resourceVersion ? { resourceVersion } : {}),
  };
  const result = yield* pods.storageOf({ dryRun }).guaranteedUpdate(pods.keyOf(namespace, name), {
    ignoreNotFound: false,
    preconditions,
    update: (pod) => {
      const why = whyNot(pod as KubeObject, schedulingGates);
      if (why !== undefined) return { kind: 'refuse', refusal: newConflict(SUBJECT, name, why) };
      return assigned(pod as KubeObject, binding, String(target.name), formatTime(pods.wallMs()));
    },
  });
  return result.ok ? succeeded() : refused(pods.failed(result.failure, 'update', name));
}

function whyNot({ metadata, spec: given }: KubeObject, gates: boolean): string | undefined {
  const { name } = metadata;
  const spec = fieldsOf(given);
  if (metadata.deletionTimestamp !== undefined) {
    return `pod ${name} is being deleted, cannot be assigned to a host`;
  }
  if (spec.nodeName) return `pod ${name} is already assigned to node "${spec.nodeName}"`;
  const held = gates && itemsOf(spec.schedulingGates).length > 0;
  return held ? `pod ${name} has non-empty .spec.schedulingGates` : undefined;
}

function assigned(pod: KubeObject, binding: KubeObject, nodeName: string, now: string): Updated {
  const { annotations } = binding.metadata;
  const merged =
    annotations && withMeta(pod, { annotations: { ...pod.metadata.annotations, ...annotations } });
  const placed = { ...(merged ?? pod), spec: { ...fieldsOf(pod.spec), nodeName } };
  const object = withPodCondition(placed, { type: 'PodScheduled', status: 'True' }, now);
  return { kind: 'write', object };
}
