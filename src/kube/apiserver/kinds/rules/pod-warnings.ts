/**
 * What whoever writes a Pod, or the template of one, should know.
 *
 * Upstream    kubernetes v1.27 pkg/api/pod/warnings.go (GetWarningsForPod,
 *             GetWarningsForPodTemplate), pkg/api/node/util.go
 * Simplified  the texts are those of 1.27 in every version; nothing is said of paths that projected
 *             volumes share, of volumes that claims are made for, and of topology spread
 */
import { goQuote } from '../../../api/field-error';
import type { KubeObject } from '../../../api/objects';
import { isDNS1123Label } from '../../../api/validate-text';
import { type Fields, fieldsOf, itemsOf } from './pod-defaults';
import { quantityValue } from './quantity';

/** Labels of Nodes that have others in their place. Source: deprecatedNodeLabels. */
const NODE_LABELS: Readonly<Record<string, string>> = {
  'beta.kubernetes.io/arch': 'deprecated since v1.14; use "kubernetes.io/arch" instead',
  'beta.kubernetes.io/os': 'deprecated since v1.14; use "kubernetes.io/os" instead',
  'failure-domain.beta.kubernetes.io/region':
    'deprecated since v1.17; use "topology.kubernetes.io/region" instead',
  'failure-domain.beta.kubernetes.io/zone':
    'deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
  'beta.kubernetes.io/instance-type':
    'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead',
};
const ANNOTATIONS: Readonly<Record<string, string>> = {
  'scheduler.alpha.kubernetes.io/critical-pod':
    'non-functional in v1.16+; use the "priorityClassName" field instead',
  'security.alpha.kubernetes.io/sysctls':
    'non-functional in v1.11+; use the "sysctls" field instead',
  'security.alpha.kubernetes.io/unsafe-sysctls':
    'non-functional in v1.11+; use the "sysctls" field instead',
  'seccomp.security.alpha.kubernetes.io/pod':
    'non-functional in v1.27+; use the "seccompProfile" field instead',
};
const VOLUMES: Readonly<Record<string, string>> = {
  photonPersistentDisk: 'deprecated in v1.11, non-functional in v1.16+',
  gitRepo: 'deprecated in v1.11',
  scaleIO: 'deprecated in v1.16, non-functional in v1.22+',
  flocker: 'deprecated in v1.22, non-functional in v1.25+',
  storageos: 'deprecated in v1.22, non-functional in v1.25+',
  quobyte: 'deprecated in v1.22, non-functional in v1.25+',
  glusterfs: 'deprecated in v1.25, non-functional in v1.26+',
};
/** Amounts of bytes, of which there are no parts. */
const BYTES = ['memory', 'ephemeral-storage'];

/** Items of a list that have a value another one has had. */
function duplicates(items: readonly Fields[], field: string, path: string): string[] {
  const seen = new Set<unknown>();
  return items.flatMap((item, index) => {
    const value = item[field];
    if (!seen.has(value)) {
      seen.add(value);
      return [];
    }
    return [`${path}[${index}].${field}: duplicate ${field} ${goQuote(String(value ?? ''))}`];
  });
}

function selectorKeys(term: Fields, path: string): string[] {
  return itemsOf(term.matchExpressions).flatMap(({ key }, index) => {
    const text = NODE_LABELS[String(key)];
    return text ? [`${path}.matchExpressions[${index}].key: ${key} is ${text}`] : [];
  });
}

function nodeLabels(spec: Fields, path: string): string[] {
  const affinity = fieldsOf(fieldsOf(spec.affinity).nodeAffinity);
  const place = `${path}.affinity.nodeAffinity`;
  const required = fieldsOf(affinity.requiredDuringSchedulingIgnoredDuringExecution);
  const preferred = itemsOf(affinity.preferredDuringSchedulingIgnoredDuringExecution);
  const terms = `${place}.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms`;
  const weighted = `${place}.preferredDuringSchedulingIgnoredDuringExecution`;
  return [
    ...Object.keys(fieldsOf(spec.nodeSelector)).flatMap((key) =>
      NODE_LABELS[key] ? [`${path}.nodeSelector[${key}]: ${NODE_LABELS[key]}`] : [],
    ),
    ...itemsOf(required.nodeSelectorTerms).flatMap((term, index) =>
      selectorKeys(term, `${terms}[${index}]`),
    ),
    ...preferred.flatMap(({ preference }, index) =>
      selectorKeys(fieldsOf(preference), `${weighted}[${index}].preference`),
    ),
  ];
}

function fractions(container: Fields, path: string): string[] {
  const resources = fieldsOf(container.resources);
  return ['limits', 'requests'].flatMap((part) =>
    BYTES.flatMap((name) => {
      const value = fieldsOf(resources[part])[name];
      if (value === undefined || Number.isInteger(quantityValue(value))) return [];
      const text = `fractional byte value ${goQuote(String(value))} is invalid, must be an integer`;
      return [`${path}.resources.${part}[${name}]: ${text}`];
    }),
  );
}

/** Ports of all containers that say the same, or nearly. */
function ports(containers: readonly (readonly [Fields, string])[]): string[] {
  const known: { readonly place: string; readonly port: Fields }[] = [];
  return containers.flatMap(([container, path]) =>
    itemsOf(container.ports).flatMap((port, index) => {
      const place = `${path}.ports[${index}]`;
      const { containerPort, protocol = 'TCP', hostIP = '', hostPort = 0 } = port;
      const others = known.filter(
        ({ port: { containerPort: number, protocol: kind = 'TCP' } }) =>
          number === containerPort && kind === protocol,
      );
      known.push({ place, port });
      return others.flatMap(({ place: other, port: { hostIP: ip = '', hostPort: host = 0 } }) => {
        if (ip === hostIP && host === hostPort) {
          return [`${place}: duplicate port definition with ${other}`];
        }
        const overlaps = hostPort === 0 || host === 0 || (host === hostPort && !(ip && hostIP));
        return overlaps ? [`${place}: overlapping port definition with ${other}`] : [];
      });
    }),
  );
}

/** @param path before `spec` and `metadata`: "" of a Pod, `spec.template.` of a template. */
export function podWarnings(pod: Fields, path: string): string[] {
  const spec = fieldsOf(pod.spec);
  const annotations = fieldsOf(fieldsOf(pod.metadata).annotations);
  const containers = ['initContainers', 'containers'].flatMap((list) =>
    itemsOf(spec[list]).map((each, index) => [each, `${path}spec.${list}[${index}]`] as const),
  );
  const secrets = itemsOf(spec.imagePullSecrets);
  const grace = spec.terminationGracePeriodSeconds;
  const negative = 'must be >= 0; negative values are invalid and will be treated as 1';
  return [
    ...nodeLabels(spec, `${path}spec`),
    ...Object.entries(ANNOTATIONS).flatMap(([key, text]) =>
      annotations[key] === undefined ? [] : [`${path}metadata.annotations[${key}]: ${text}`],
    ),
    ...itemsOf(spec.volumes).flatMap((volume, index) =>
      Object.entries(VOLUMES).flatMap(([source, text]) =>
        volume[source] === undefined ? [] : [`${path}spec.volumes[${index}].${source}: ${text}`],
      ),
    ),
    ...duplicates(itemsOf(spec.hostAliases), 'ip', `${path}spec.hostAliases`),
    ...duplicates(secrets, 'name', `${path}spec.imagePullSecrets`),
    ...secrets.flatMap(({ name }, index) =>
      name ? [] : [`${path}spec.imagePullSecrets[${index}].name: invalid empty name ""`],
    ),
    ...containers.flatMap(([container, place]) => [
      ...fractions(container, place),
      ...duplicates(itemsOf(container.env), 'name', `${place}.env`),
    ]),
    ...ports(containers),
    ...(typeof grace === 'number' && grace < 0
      ? [`${path}spec.terminationGracePeriodSeconds: ${negative}`]
      : []),
  ];
}

/** @param used what the name is used in. */
function nameWarnings({ metadata: { name = '' } }: KubeObject, used: string): string[] {
  const wrong = isDNS1123Label(name);
  if (wrong.length === 0) return [];
  const surprise = 'which can result in surprising behavior; a DNS label is recommended';
  return [`metadata.name: this is used in ${used}, ${surprise}: [${wrong.join(' ')}]`];
}

/** Of a Pod; of one that changes only what it is. */
export const warningsOfPod = (pod: KubeObject, old: KubeObject | undefined): string[] => [
  ...(old ? [] : nameWarnings(pod, "the Pod's hostname")),
  ...podWarnings(pod as unknown as Fields, ''),
];

/** Of what has a template; of one that changes, where its generation does. */
export function warningsOfTemplate(object: KubeObject, old: KubeObject | undefined): string[] {
  if (old && old.metadata.generation === object.metadata.generation) return [];
  const template = fieldsOf(fieldsOf(object.spec).template);
  return [
    ...(old ? [] : nameWarnings(object, 'Pod names and hostnames')),
    ...podWarnings(template, 'spec.template.'),
  ];
}
