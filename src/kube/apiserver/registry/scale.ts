/**
 * The subresource scale: how many replicas a workload shall have, as an object of its own.
 *
 * Upstream    kubernetes v1.27 pkg/registry/apps/deployment/storage/storage.go (ScaleREST),
 *             pkg/apis/autoscaling/validation/validation.go (ValidateScale)
 */
import type { Procedure } from '#kernel';
import { invalid } from '../../api/field-error';
import type { KubeObject, Status } from '../../api/objects';
import { isStatus, newBadRequest, newInvalid } from '../../api/status';
import type { Outcome } from './outcome';
import { refused } from './outcome';
import { mergerOf } from './patch';
import type { RegistryStore } from './registry-store';

interface Scaled {
  readonly replicas?: number;
  readonly selector?: unknown;
}

/** A selector as the query of a list writes it. */
function selectorText(selector: unknown): string {
  const { matchLabels, ...plain } = (selector ?? {}) as Readonly<Record<string, unknown>>;
  const labels = (matchLabels ?? plain) as Readonly<Record<string, unknown>>;
  const pairs = Object.entries(labels).filter(([, value]) => typeof value === 'string');
  return pairs.map(([key, value]) => `${key}=${value}`).join(',');
}

export function scaleOf(object: KubeObject): KubeObject {
  const spec = (object.spec ?? {}) as Scaled;
  const status = (object.status ?? {}) as Scaled;
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const selector = selectorText(spec.selector);
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: {
      name,
      namespace,
      uid,
      resourceVersion,
      creationTimestamp,
    } as KubeObject['metadata'],
    spec: { replicas: spec.replicas ?? 0 },
    status: { replicas: status.replicas ?? 0, ...(selector === '' ? {} : { selector }) },
  };
}

/** The workload with the replicas of a Scale. */
function scaled(object: KubeObject, scale: unknown): KubeObject | Status {
  const given = scale as KubeObject | undefined;
  if ((given?.kind ?? 'Scale') !== 'Scale' || !given?.metadata) {
    return newBadRequest(`expected input object type to be Scale, but ${typeof scale}`);
  }
  const { replicas = 0 } = (given.spec ?? {}) as Scaled;
  if (!Number.isInteger(replicas)) {
    const text = 'Scale in version "v1" cannot be handled as a Scale';
    return newBadRequest(`${text}: json: cannot unmarshal ${typeof replicas} into replicas`);
  }
  if (replicas < 0) {
    const error = invalid('spec.replicas', replicas, 'must be greater than or equal to 0');
    const { name = '' } = object.metadata;
    return newInvalid({ group: 'autoscaling', kind: 'Scale' }, name, [error]);
  }
  const { resourceVersion } = given.metadata;
  const metadata = { ...object.metadata, ...(resourceVersion ? { resourceVersion } : {}) };
  return { ...object, metadata, spec: { ...(object.spec as object), replicas } };
}

export interface ScaleRequest {
  readonly namespace: string;
  readonly name: string;
  readonly dryRun: boolean;
  readonly body: unknown;
}

export function* getScale(
  store: RegistryStore,
  { namespace, name }: Pick<ScaleRequest, 'namespace' | 'name'>,
): Procedure<Outcome> {
  return asScale(yield* store.get(namespace, name));
}

/** PUT of a Scale, or a PATCH of one. */
export function* writeScale(
  store: RegistryStore,
  verb: 'update' | 'patch',
  { namespace, name, dryRun, body }: ScaleRequest,
): Procedure<Outcome> {
  const merge = verb === 'patch' ? mergerOf(body) : undefined;
  if (isStatus(merge)) return refused(merge);
  const patcher = (existing: KubeObject): KubeObject | Status => {
    if (!merge) return scaled(existing, body);
    const patched = merge(scaleOf(existing));
    return patched.ok ? scaled(existing, patched.value) : patched.status;
  };
  const object: KubeObject = { metadata: { name, namespace } };
  const request = { namespace, name, subresource: '', object, patcher, dryRun };
  return asScale(yield* store.update(request));
}

function asScale(outcome: Outcome): Outcome {
  return outcome.ok ? { ...outcome, body: scaleOf(outcome.body as KubeObject) } : outcome;
}
