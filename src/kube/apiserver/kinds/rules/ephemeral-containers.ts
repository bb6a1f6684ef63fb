/**
 * Subresource ephemeralcontainers of Pods: containers that join a Pod to look at it.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/pod/strategy.go (podEphemeralContainersStrategy),
 *             pkg/apis/core/validation/validation.go (validateEphemeralContainers,
 *             ValidatePodEphemeralContainersUpdate)
 * Simplified  of a container that was changed, the difference is not printed
 */
import { semanticDeepEqual } from '../../../api/equality';
import { duplicate, type FieldError, forbidden, notFoundValue } from '../../../api/field-error';
import { withMeta } from '../../../api/meta';
import type { KubeObject } from '../../../api/objects';
import type { UpdateStrategy } from '../../registry/strategy';
import { validateContainer, validateOnlyForPod } from './pod-containers';
import { type Fields, fieldsOf, itemsOf } from './pod-defaults';

const FIELD = 'ephemeralContainers';
/** Of a container that is there to be looked through. Source: allowedEphemeralContainerFields. */
const ALLOWED: ReadonlySet<string> = new Set([
  ...['name', 'image', 'command', 'args', 'workingDir', 'envFrom', 'env', 'volumeMounts'],
  ...['volumeDevices', 'terminationMessagePath', 'terminationMessagePolicy', 'imagePullPolicy'],
  ...['securityContext', 'stdin', 'stdinOnce', 'tty', 'targetContainerName'],
]);
const MIRROR = 'kubernetes.io/config.mirror';
const NOT_ALLOWED = 'cannot be set for an Ephemeral Container';

const isSet = (value: unknown): boolean =>
  value !== undefined &&
  !(typeof value === 'object' && value !== null && Object.keys(value).length === 0);

/** Upstream: validateEphemeralContainers. @param path of the spec. */
export function validateEphemeralContainers(spec: Fields, path: string): FieldError[] {
  const targets = new Set(itemsOf(spec.containers).map(({ name }) => name));
  const names = new Set([...targets, ...itemsOf(spec.initContainers).map(({ name }) => name)]);
  const volumes = new Set(itemsOf(spec.volumes).map(({ name }) => name));
  return itemsOf(spec[FIELD]).flatMap((container, index): FieldError[] => {
    const place = `${path}.${FIELD}[${index}]`;
    const { name, targetContainerName: target } = container;
    const taken = name !== undefined && names.has(name);
    names.add(name);
    return [
      ...validateContainer(container, volumes, place),
      ...validateOnlyForPod([container], place),
      ...(taken ? [duplicate(`${place}.name`, String(name))] : []),
      ...(target && !targets.has(target)
        ? [notFoundValue(`${place}.targetContainerName`, String(target))]
        : []),
      ...Object.entries(container).flatMap(([field, value]) =>
        ALLOWED.has(field) || !isSet(value) ? [] : [forbidden(`${place}.${field}`, NOT_ALLOWED)],
      ),
      ...itemsOf(container.volumeMounts).flatMap(({ subPath, subPathExpr }, at) => [
        ...(subPath ? [forbidden(`${place}.volumeMounts[${at}].subPath`, NOT_ALLOWED)] : []),
        ...(subPathExpr
          ? [forbidden(`${place}.volumeMounts[${at}].subPathExpr`, NOT_ALLOWED)]
          : []),
      ]),
    ];
  });
}

function validateUpdate(pod: KubeObject, old: KubeObject): FieldError[] {
  const errors = validateEphemeralContainers(fieldsOf(pod.spec), 'spec');
  if (old.metadata.annotations?.[MIRROR] !== undefined) {
    return [forbidden('', 'static pods do not support ephemeral containers')];
  }
  const now = itemsOf(fieldsOf(pod.spec)[FIELD]);
  for (const before of itemsOf(fieldsOf(old.spec)[FIELD])) {
    const same = now.find(({ name }) => name === before.name);
    const which = `existing ephemeral containers "${before.name}"`;
    if (!same) errors.push(forbidden(`spec.${FIELD}`, `${which} may not be removed\n`));
    else if (!semanticDeepEqual(same, before)) {
      errors.push(forbidden(`spec.${FIELD}`, `${which} may not be changed\n`));
    }
  }
  return errors;
}

/** Nothing else of the Pod is changed by it. */
export const ephemeralContainersStrategy: UpdateStrategy = {
  prepareForUpdate: (pod, old) => {
    const { resourceVersion } = pod.metadata;
    const given = fieldsOf(pod.spec)[FIELD];
    const spec = { ...fieldsOf(old.spec), [FIELD]: given };
    return { ...withMeta(old, { resourceVersion }), spec };
  },
  validateUpdate,
};
