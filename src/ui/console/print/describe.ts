/**
 * Descriptions, with the Events of an object.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/describe/describe.go
 * Simplified  kinds that have no description of their own here get the generic one; long
 *             annotations are not broken
 */
import { ageOf, at, isMap, type Json, listAt, textAt } from '#base';
import { alignTabs, DESCRIBE_TABS, formatLabels } from '#console';
import { entries, formatEndpoints, orNone, rfc1123 } from './describe-cells';
import { deploymentLines, podLines } from './describe-pods';
import { eventLines } from './event-lines';
import type { Printed, PrintedObject } from './printed';
import { smartLabel } from './smart-label';

/** An object and what its description needs besides. */
export interface Described {
  readonly main: Printed;
  readonly endpoints: PrintedObject | undefined;
  /** Those that a Deployment controls. */
  readonly replicaSets?: readonly PrintedObject[];
  readonly events: readonly PrintedObject[];
  readonly nowMs: number;
}

/** Lines with tabs for one kind. */
type Describer = (described: Described) => readonly string[];

export function describeText(described: Described): string {
  const { of } = described.main;
  const key = `${of.resource}.${of.group}`;
  const describer = Object.hasOwn(DESCRIBERS, key) ? DESCRIBERS[key] : describeGeneric;
  return alignTabs(describer(described).join('\n'), DESCRIBE_TABS).replace(/\n+$/, '');
}

function head({ main }: Described): readonly string[] {
  const { name, namespace, labels, annotations } = main.object.metadata;
  return [
    `Name:\t${name}`,
    ...(main.of.namespaced ? [`Namespace:\t${namespace ?? ''}`] : []),
    ...entries('Labels', labels, '='),
    ...entries('Annotations', annotations, ': '),
  ];
}

const events = ({ events: all, nowMs }: Described): readonly string[] => eventLines(all, nowMs);

function describeNamespace(described: Described): readonly string[] {
  const { object } = described.main;
  const conditions = listAt(object, 'status', 'conditions');
  const titles = ['Type', 'Status', 'LastTransitionTime', 'Reason', 'Message'];
  const rows = conditions.map((condition) => [
    textAt(condition, 'type'),
    textAt(condition, 'status'),
    rfc1123(textAt(condition, 'lastTransitionTime')),
    textAt(condition, 'reason'),
    textAt(condition, 'message'),
  ]);
  const table = [titles, titles.map((title) => '-'.repeat(title.length)), ...rows];
  return [
    ...head(described),
    `Status:\t${textAt(object, 'status', 'phase')}`,
    ...(conditions.length === 0
      ? []
      : ['Conditions:', ...table.map((cells) => `  ${cells.join('\t')}`)]),
    '',
    'No resource quota.',
    '',
    'No LimitRange resource.',
  ];
}

function describeService(described: Described): readonly string[] {
  const { object } = described.main;
  const spec = at(object, 'spec');
  const line = (title: string, ...path: readonly string[]): readonly string[] => {
    const text = textAt(spec, ...path);
    return text === '' ? [] : [`${title}:\t${text}`];
  };
  const list = (title: string, field: string): readonly string[] => {
    const all = listAt(spec, field).join(',');
    return all === '' ? [] : [`${title}:\t${all}`];
  };
  const ingress = listAt(object, 'status', 'loadBalancer', 'ingress').map(
    (each) => textAt(each, 'ip') || textAt(each, 'hostname'),
  );
  return [
    ...head(described),
    `Selector:\t${formatLabels(at(spec, 'selector'))}`,
    `Type:\t${textAt(spec, 'type')}`,
    ...line('IP Family Policy', 'ipFamilyPolicy'),
    `IP Families:\t${orNone(listAt(spec, 'ipFamilies').join(','))}`,
    `IP:\t${textAt(spec, 'clusterIP')}`,
    `IPs:\t${orNone(listAt(spec, 'clusterIPs').join(','))}`,
    ...list('External IPs', 'externalIPs'),
    ...line('IP', 'loadBalancerIP'),
    ...line('External Name', 'externalName'),
    ...(ingress.length === 0 ? [] : [`LoadBalancer Ingress:\t${ingress.join(', ')}`]),
    ...listAt(spec, 'ports').flatMap((port) => portLines(port, described.endpoints)),
    `Session Affinity:\t${textAt(spec, 'sessionAffinity')}`,
    ...line('External Traffic Policy', 'externalTrafficPolicy'),
    ...line('HealthCheck NodePort', 'healthCheckNodePort'),
    ...list('LoadBalancer Source Ranges', 'loadBalancerSourceRanges'),
    ...events(described),
  ];
}

function portLines(port: Json, endpoints: PrintedObject | undefined): readonly string[] {
  const name = textAt(port, 'name');
  const shown = name === '' ? '<unset>' : name;
  const protocol = textAt(port, 'protocol');
  const nodePort = textAt(port, 'nodePort');
  return [
    `Port:\t${shown}\t${textAt(port, 'port')}/${protocol}`,
    `TargetPort:\t${textAt(port, 'targetPort')}/${protocol}`,
    ...(nodePort === '' || nodePort === '0'
      ? []
      : [`NodePort:\t${shown}\t${nodePort}/${protocol}`]),
    `Endpoints:\t${formatEndpoints(endpoints, name)}`,
  ];
}

const PORT_HEAD = ['Name\tPort\tProtocol', '----\t----\t--------'];
const portRow = (port: Json): string => {
  const cells = ['name', 'port'].map((field) => textAt(port, field) || '<unset>');
  return [...cells, textAt(port, 'protocol')].join('\t');
};

function describeEndpoints(described: Described): readonly string[] {
  const addresses = (subset: Json, field: string): string =>
    orNone(
      listAt(subset, field)
        .map((each) => textAt(each, 'ip'))
        .join(','),
    );
  const subsets = listAt(described.main.object, 'subsets').flatMap((subset) => {
    const ports = listAt(subset, 'ports');
    return [
      `  Addresses:\t${addresses(subset, 'addresses')}`,
      `  NotReadyAddresses:\t${addresses(subset, 'notReadyAddresses')}`,
      ...(ports.length === 0
        ? []
        : ['  Ports:', ...[...PORT_HEAD, ...ports.map(portRow)].map((row) => `    ${row}`), '']),
    ];
  });
  return [...head(described), 'Subsets:', ...subsets, ...events(described)];
}

function describeSlice(described: Described): readonly string[] {
  const { object } = described.main;
  const ports = listAt(object, 'ports');
  const endpoints = listAt(object, 'endpoints').flatMap((endpoint) => {
    const ready = at(endpoint, 'conditions', 'ready');
    const line = (title: string, text: string) => (text === '' ? [] : [`    ${title}:\t${text}`]);
    const target = at(endpoint, 'targetRef');
    return [
      `  - Addresses:\t${listAt(endpoint, 'addresses').join(',')}`,
      '    Conditions:',
      `      Ready:\t${ready === undefined ? '<unset>' : String(ready)}`,
      `    Hostname:\t${textAt(endpoint, 'hostname') || '<unset>'}`,
      ...(target ? line('TargetRef', `${textAt(target, 'kind')}/${textAt(target, 'name')}`) : []),
      `    NodeName:\t${textAt(endpoint, 'nodeName') || '<unset>'}`,
      `    Zone:\t${textAt(endpoint, 'zone') || '<unset>'}`,
    ];
  });
  return [
    ...head(described),
    `AddressType:\t${textAt(object, 'addressType')}`,
    ...(ports.length === 0
      ? ['Ports: <unset>']
      : ['Ports:', ...[...PORT_HEAD, ...ports.map(portRow)].map((row) => `  ${row}`)]),
    ...(endpoints.length === 0 ? ['Endpoints: <none>'] : ['Endpoints:', ...endpoints]),
    ...events(described),
  ];
}

function describeConfigMap(described: Described): readonly string[] {
  const { object } = described.main;
  const sorted = (map: Json) =>
    Object.entries(isMap(map) ? map : {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const data = sorted(object.data).flatMap(([key, value]) => [`${key}:`, '----', `${value}`]);
  const binary = sorted(object.binaryData).map(
    ([key, value]) => `${key}: ${base64Size(String(value))} bytes`,
  );
  const parts = ['', 'Data', '====', ...data, '', 'BinaryData', '====', ...binary, ''];
  return [...head(described), ...parts, ...events(described)];
}

function describeSecret(described: Described): readonly string[] {
  const { object } = described.main;
  const type = textAt(object, 'type');
  const data = Object.entries(isMap(object.data) ? object.data : {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => {
      const shown = key === 'token' && type === 'kubernetes.io/service-account-token';
      return `${key}:\t${shown ? atob(String(value)) : `${base64Size(String(value))} bytes`}`;
    });
  return [...head(described), '', `Type:\t${type}`, '', 'Data', '====', ...data];
}

function describeDeployment(described: Described): readonly string[] {
  const { object } = described.main;
  const [name, namespace, ...rest] = head(described);
  const created = `CreationTimestamp:\t${rfc1123(object.metadata.creationTimestamp ?? '')}`;
  const lines = deploymentLines(object, described.replicaSets ?? []);
  return [name, namespace, created, ...rest, ...lines, ...events(described)];
}

function describePod(described: Described): readonly string[] {
  const { object } = described.main;
  const [name, namespace] = head(described);
  const age = (time: Json) => ageOf(time, described.nowMs);
  return [name, namespace, ...podLines(object, age), ...events(described)];
}

const base64Size = (text: string): number => Math.floor((text.replace(/=+$/, '').length * 3) / 4);

function describePriorityClass(described: Described): readonly string[] {
  const { object } = described.main;
  return [
    `Name:\t${object.metadata.name}`,
    `Value:\t${textAt(object, 'value')}`,
    `GlobalDefault:\t${textAt(object, 'globalDefault') || 'false'}`,
    `PreemptionPolicy:\t${textAt(object, 'preemptionPolicy')}`,
    `Description:\t${textAt(object, 'description')}`,
    '',
    ...entries('Annotations', object.metadata.annotations, ': '),
    ...events(described),
  ];
}

/** Upstream: genericDescriber. */
function describeGeneric(described: Described): readonly string[] {
  const { object } = described.main;
  const { name, namespace = '', labels, annotations, ...metadata } = object.metadata;
  const { managedFields: _left, ...shown } = metadata;
  return [
    `Name:\t${name}`,
    `Namespace:\t${namespace}`,
    ...entries('Labels', labels, '='),
    ...entries('Annotations', annotations, ': '),
    ...contentLines({ ...object, metadata: shown }, ''),
    ...events(described),
  ];
}

function contentLines(content: Readonly<Record<string, Json>>, indent: string): readonly string[] {
  const inner = `${indent}  `;
  return Object.keys(content)
    .sort()
    .flatMap((field) => {
      const value = content[field];
      const label = smartLabel(field);
      if (isMap(value)) return [`${indent}${label}:`, ...contentLines(value, inner)];
      if (!Array.isArray(value)) return [`${indent}${label}:\t${value ?? '<nil>'}`];
      const items = value.flatMap((each) =>
        isMap(each) ? contentLines(each, inner) : [`${inner}${each}`],
      );
      return [`${indent}${label}:`, ...items];
    });
}

const DESCRIBERS: Readonly<Record<string, Describer>> = {
  'namespaces.': describeNamespace,
  'services.': describeService,
  'endpoints.': describeEndpoints,
  'endpointslices.discovery.k8s.io': describeSlice,
  'configmaps.': describeConfigMap,
  'secrets.': describeSecret,
  'pods.': describePod,
  'deployments.apps': describeDeployment,
  'priorityclasses.scheduling.k8s.io': describePriorityClass,
};
