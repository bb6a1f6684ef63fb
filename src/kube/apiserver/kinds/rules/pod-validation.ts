/**
 * What is wrong with the spec of a Pod.
 *
 * Upstream    kubernetes v1.27 pkg/apis/core/validation/validation.go (ValidatePodSpec,
 *             validatePodMetadataAndSpec, ValidatePodTemplateSpec, ValidateVolumes,
 *             ValidateHostAliases)
 * Simplified  security, DNS and topology spread are not looked at
 */
import { duplicate, type FieldError, forbidden, invalid } from '../../../api/field-error';
import { validateIP } from '../../../api/ip-address';
import { validateAnnotations, validateLabels } from '../../../api/validate-meta';
import { isDNS1123Subdomain } from '../../../api/validate-text';
import { oneOf, qualifiedName } from './field-checks';
import {
  labelName,
  validateContainers,
  validateInitContainers,
  validateOnlyForPod,
} from './pod-containers';
import { type Fields, fieldsOf, itemsOf } from './pod-defaults';
import { validateClasses, validateHostNetwork, validateNames } from './pod-host';
import { validateAffinity, validateTolerations } from './pod-placement';
import { validateVolumeSource } from './pod-volumes';

type Texts = Readonly<Record<string, string>>;

const RESTART_POLICIES = ['Always', 'OnFailure', 'Never'];
const DNS_POLICIES = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];
const PREEMPTION_POLICIES = ['PreemptLowerPriority', 'Never'];

/** Upstream: ValidateVolumes. @returns with the names of the volumes that nothing is wrong with. */
function volumesOf(spec: Fields, path: string) {
  const good = new Set<unknown>();
  const errors = itemsOf(spec.volumes).flatMap((volume, index): FieldError[] => {
    const { name } = volume;
    const place = `${path}[${index}]`;
    const wrongName = labelName(name, `${place}.name`);
    if (wrongName.length === 0 && good.has(name)) {
      wrongName.push(duplicate(`${place}.name`, String(name)));
    }
    const wrong = [...validateVolumeSource(volume, place), ...wrongName];
    if (wrong.length === 0) good.add(name);
    return wrong;
  });
  return { good, errors };
}

const hostAliases = (value: unknown, path: string): FieldError[] =>
  itemsOf(value).flatMap(({ ip, hostnames }, index) => [
    ...validateIP(String(ip ?? ''), `${path}[${index}].ip`),
    ...(Array.isArray(hostnames) ? hostnames.map(String) : []).flatMap((name, at) =>
      isDNS1123Subdomain(name).map((text) =>
        invalid(`${path}[${index}].hostnames[${at}]`, name, text),
      ),
    ),
  ]);

const readinessGates = (value: unknown, path: string): FieldError[] =>
  itemsOf(value).flatMap(({ conditionType }, index) =>
    qualifiedName(conditionType, `${path}[${index}].conditionType`),
  );

function schedulingGates(value: unknown, path: string): FieldError[] {
  const seen = new Set<unknown>();
  return itemsOf(value).flatMap(({ name }, index) => {
    const place = `${path}[${index}]`;
    const again = seen.has(name) ? [duplicate(place, String(name))] : [];
    seen.add(name);
    return [...qualifiedName(name, place), ...again];
  });
}

/** Upstream: ValidatePodSpec. @param path of the spec, such as `spec` or `spec.template.spec` */
export function validatePodSpec(value: unknown, path: string): FieldError[] {
  const spec = fieldsOf(value);
  const { good, errors } = volumesOf(spec, `${path}.volumes`);
  const { preemptionPolicy } = spec;
  return [
    ...errors,
    ...validateContainers(itemsOf(spec.containers), good, `${path}.containers`),
    ...validateInitContainers(spec, good, `${path}.initContainers`),
    ...oneOf(spec.restartPolicy, `${path}.restartPolicy`, RESTART_POLICIES),
    ...oneOf(spec.dnsPolicy, `${path}.dnsPolicy`, DNS_POLICIES),
    ...validateLabels(fieldsOf(spec.nodeSelector) as Texts, `${path}.nodeSelector`),
    ...validateHostNetwork(spec, path),
    ...validateAffinity(spec.affinity, `${path}.affinity`),
    ...readinessGates(spec.readinessGates, `${path}.readinessGates`),
    ...schedulingGates(spec.schedulingGates, `${path}.schedulingGates`),
    ...validateNames(spec, path),
    ...validateTolerations(spec.tolerations, `${path}.tolerations`),
    ...hostAliases(spec.hostAliases, `${path}.hostAliases`),
    ...validateClasses(spec, path),
    ...(preemptionPolicy === undefined
      ? []
      : oneOf(preemptionPolicy, `${path}.preemptionPolicy`, PREEMPTION_POLICIES)),
  ];
}

/** Upstream: validatePodMetadataAndSpec, its metadata apart. */
export const validatePod = (value: unknown): FieldError[] => [
  ...validatePodSpec(value, 'spec'),
  ...validateOnlyForPod(itemsOf(fieldsOf(value).containers), 'spec.containers'),
  ...validateOnlyForPod(itemsOf(fieldsOf(value).initContainers), 'spec.initContainers'),
];

/** Labels and annotations of a template, under paths that do not name its metadata. */
export function validateTemplateMeta(template: Fields, path: string): FieldError[] {
  const { labels, annotations } = fieldsOf(template.metadata);
  return [
    ...validateLabels(fieldsOf(labels) as Texts, `${path}.labels`),
    ...validateAnnotations(fieldsOf(annotations) as Texts, `${path}.annotations`),
  ];
}

/** Upstream: ValidatePodTemplateSpec. */
export function validatePodTemplate(value: unknown, path: string): FieldError[] {
  const template = fieldsOf(value);
  const place = `${path}.spec.ephemeralContainers`;
  return [
    ...validateTemplateMeta(template, path),
    ...validatePodSpec(template.spec, `${path}.spec`),
    ...(itemsOf(fieldsOf(template.spec).ephemeralContainers).length > 0
      ? [forbidden(place, 'ephemeral containers not allowed in pod template')]
      : []),
  ];
}
