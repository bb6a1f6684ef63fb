/**
 * The subresource scale: how many replicas a workload shall have, as an object of its own.
 *
 * Upstream    kubernetes v1.27 pkg/registry/apps/deployment/storage/storage.go (ScaleREST),
 *             pkg/apis/autoscaling/validation/validation.go (ValidateScale)
 */
import type { Json } from '#base';
import type { Procedure } from '#kernel';
import { invalid } from '../../api/field-error';
import type { KubeObject, Status } from '../../api/objects';
import type { PatchBody } from '../../api/patch-body';
import { isStatus, newBadRequest, newInvalid } from '../../api/status';
import { selectorText } from '../printers/label-selector';
import { kindError } from './decode-object';
import { INT32, OBJECT_META, struct, text } from './decode-types';
import type { Outcome } from './outcome';
import { refused } from './outcome';
import { mergerOf } from './patch';
import { undecodablePatch } from './patch-shape';
import type { RegistryStore } from './registry-store';

interface Scaled {
  readonly replicas?: number;
  readonly selector?: unknown;
}

/** Source: staging/src/k8s.io/api/autoscaling/v1/types.go. */
const SCALE = { apiVersion: 'autoscaling/v1', kind: 'Scale' };
const SCALE_TYPES = {
  metadata: OBJECT_META,
  spec: struct('ScaleSpec', { replicas: INT32 }),
  status: struct('ScaleStatus', { replicas: INT32, selector: text() }),
};

/** A selector as the query of a list writes it; that of a ReplicationController is plain labels. */
function selectorOf({ kind, spec }: KubeObject): string {
  const { selector } = (spec ?? {}) as Scaled;
  const labels = kind === 'ReplicationController' ? { matchLabels: selector } : selector;
  return selectorText(labels as Json) ?? '';
}

export function scaleOf(object: KubeObject): KubeObject {
  const spec = (object.spec ?? {}) as Scaled;
  const status = (object.status ?? {}) as Scaled;
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const selector = selectorOf(object);
  return {
    ...SCALE,
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

/** The answer where the types of a Scale are wrong, which Go's decoder says so. */
type Undecodable = (text: string) => Status;

const handledAsScale: Undecodable = (text) =>
  newBadRequest(`Scale in version "v1" cannot be handled as a Scale: ${text}`);

/** The workload with the replicas of a Scale. */
function scaled(
  object: KubeObject,
  scale: unknown,
  undecodable = handledAsScale,
): KubeObject | Status {
  const given = scale as KubeObject | undefined;
  if ((given?.kind ?? SCALE.kind) !== SCALE.kind || !given?.metadata) {
    return newBadRequest(`expected input object type to be Scale, but ${typeof scale}`);
  }
  const wrong = kindError(given, SCALE, SCALE_TYPES);
  if (wrong !== undefined) return undecodable(wrong);
  const replicas = ((given.spec ?? {}) as Scaled).replicas ?? 0;
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
    if (!patched.ok) return patched.status;
    const undecodable = (text: string) => undecodablePatch(body as PatchBody, patched.value, text);
    return scaled(existing, patched.value, undecodable);
  };
  const object: KubeObject = { metadata: { name, namespace } };
  const request = { namespace, name, subresource: '', object, patcher, dryRun };
  return asScale(yield* store.update(request));
}

function asScale(outcome: Outcome): Outcome {
  return outcome.ok ? { ...outcome, body: scaleOf(outcome.body as KubeObject) } : outcome;
}
