/**
 * Nodes, volumes and their claims, Secrets, and what else has defaults or names of its own.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core (node, persistentvolume, persistentvolumeclaim,
 *             secret), pkg/apis/core/v1/defaults.go, pkg/apis/storage/v1/defaults.go,
 *             pkg/apis/networking/v1/defaults.go, pkg/apis/autoscaling/v2/defaults.go,
 *             pkg/apis/certificates/validation (ValidateClusterTrustBundleName)
 * Simplified  of these kinds only what is named here is looked at
 */
import { compareText } from '#base';
import { type FieldError, required } from '../../../api/field-error';
import { encodeBase64, STD_ENCODING } from '../../../api/go-base64';
import type { KubeObject } from '../../../api/objects';
import { type NameCheck, nameIsDNSSubdomain } from '../../../api/validate-text';
import type { KindRules } from '../../registry/strategies/plain';
import { type Fields, fieldsOf, itemsOf, mapped, withDefaults } from './pod-defaults';

const inSpec = (object: KubeObject, defaults: Fields): KubeObject => ({
  ...object,
  spec: withDefaults(fieldsOf(object.spec), defaults),
});

export const nodeRules: KindRules = {
  setDefaults: (object) => {
    const status = mapped(fieldsOf(object.status), 'capacity', (capacity) => capacity);
    const filled = withDefaults(status, { allocatable: status.capacity });
    return { ...object, spec: fieldsOf(object.spec), status: filled };
  },
  keepsGivenStatus: true,
  selectableFields: ({ spec }) => ({
    'spec.unschedulable': String(fieldsOf(spec).unschedulable ?? false),
  }),
  fieldNotSupported: (field) => `field label not supported: ${field}`,
};

function validateClaim({ spec: given }: KubeObject): FieldError[] {
  const spec = fieldsOf(given);
  const { requests } = fieldsOf(spec.resources);
  const modes = Array.isArray(spec.accessModes) ? spec.accessModes : [];
  return [
    ...(modes.length > 0
      ? []
      : [required('spec.accessModes', 'at least 1 access mode is required')]),
    ...(fieldsOf(requests).storage === undefined ? [required('spec.resources[storage]', '')] : []),
  ];
}

export const claimRules: KindRules = {
  setDefaults: (object) => inSpec(object, { volumeMode: 'Filesystem' }),
  firstStatus: () => ({ phase: 'Pending' }),
  validate: validateClaim,
};

export const volumeRules: KindRules = {
  setDefaults: (object) =>
    inSpec(object, { persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Filesystem' }),
  firstStatus: () => ({ phase: 'Pending' }),
};

/** Texts become data, and are never stored. Upstream: Convert_v1_Secret_To_core_Secret. */
function withoutTexts({ stringData, ...secret }: KubeObject): KubeObject {
  const texts = Object.entries(fieldsOf(stringData));
  if (texts.length === 0) return secret as KubeObject;
  const coded = texts.map(([key, text]) => [key, encodeBase64(String(text), STD_ENCODING)]);
  const data = { ...fieldsOf(secret.data), ...Object.fromEntries(coded) };
  const sorted = Object.entries(data).sort(([a], [b]) => compareText(a, b));
  return { ...secret, data: Object.fromEntries(sorted) } as KubeObject;
}

export const secretRules: KindRules = {
  setDefaults: (object) => withDefaults(withoutTexts(object), { type: 'Opaque' }) as KubeObject,
  selectableFields: ({ type }) => ({ type: String(type ?? '') }),
};

export const storageClassRules: KindRules = {
  setDefaults: (object) =>
    withDefaults(object, {
      reclaimPolicy: 'Delete',
      volumeBindingMode: 'Immediate',
    }) as KubeObject,
  validate: ({ provisioner }) => (provisioner ? [] : [required('provisioner', '')]),
};

export const networkPolicyRules: KindRules = {
  setDefaults: (object) => {
    const { egress } = fieldsOf(object.spec);
    const both = itemsOf(egress).length > 0;
    return inSpec(object, { policyTypes: both ? ['Ingress', 'Egress'] : ['Ingress'] });
  },
};

/** Source: autoscaling.DefaultCPUUtilization. */
const CPU_UTILIZATION = 80;

export const autoscalerRules: KindRules = {
  setDefaults: (object) => {
    const target = { type: 'Utilization', averageUtilization: CPU_UTILIZATION };
    const metric = { type: 'Resource', resource: { name: 'cpu', target } };
    const newer = object.apiVersion === 'autoscaling/v2' ? { metrics: [metric] } : {};
    return inSpec(object, { minReplicas: 1, ...newer });
  },
};

/** A bundle of a signer is called after it; one of nobody must not look as if it were. */
function trustBundleName({ spec }: KubeObject): NameCheck {
  const { signerName } = fieldsOf(spec);
  if (typeof signerName !== 'string' || signerName === '') {
    const wrong = 'ClusterTrustBundle without signer name must not have ":" in its name';
    return (name, prefix) => (name.includes(':') ? [wrong] : nameIsDNSSubdomain(name, prefix));
  }
  const start = `${signerName.replaceAll('/', ':')}:`;
  const owner = `ClusterTrustBundle for signerName ${signerName}`;
  const wrong = `${owner} must be named with prefix ${start}`;
  return (name, prefix) =>
    name.startsWith(start) ? nameIsDNSSubdomain(name.slice(start.length), prefix) : [wrong];
}

export const trustBundleRules: KindRules = { nameCheck: trustBundleName };
