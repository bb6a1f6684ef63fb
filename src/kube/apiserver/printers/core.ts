/**
 * The rows of Services, Nodes, Events and what else is in the core group.
 *
 * Upstream    kubernetes v1.27 pkg/printers/internalversion/printers.go
 */
import { at, compareText, type Json, listAt, textAt } from '#base';
import { formatLabels } from '#console';
import type { KubeObject } from '../../api/objects';
import {
  AGE,
  type AgeOf,
  column,
  listWithMore,
  NAME,
  NONE,
  nameOf,
  numberAt,
  orElse,
  type TableKind,
  UNKNOWN,
  wide,
} from './columns';

const NAMESPACES: TableKind = {
  columns: [NAME, column('Status', 'The status of the namespace'), AGE],
  cells: (object, ageOf) => [
    nameOf(object),
    textAt(object, 'status', 'phase'),
    ageOf(object.metadata.creationTimestamp),
  ],
};

/** Addresses of the load balancer, each once, in order. Upstream: loadBalancerStatusStringer. */
export function loadBalancerText(object: KubeObject): string {
  const addresses = listAt(object, 'status', 'loadBalancer', 'ingress')
    .map((each) => textAt(each, 'ip') || textAt(each, 'hostname'))
    .filter((address) => address !== '');
  return [...new Set(addresses)].sort(compareText).join(',');
}

/** Upstream: getServiceExternalIP. */
function externalIp(service: KubeObject): string {
  const external = listAt(service, 'spec', 'externalIPs').join(',');
  switch (textAt(service, 'spec', 'type')) {
    case 'ClusterIP':
    case 'NodePort':
      return orElse(external, NONE);
    case 'LoadBalancer': {
      const all = [loadBalancerText(service), external].filter((text) => text !== '');
      return orElse(all.join(','), '<pending>');
    }
    case 'ExternalName':
      return textAt(service, 'spec', 'externalName');
    default:
      return UNKNOWN;
  }
}

/** `80:30080/TCP,443/TCP`. Upstream: makePortString. */
function servicePorts(service: KubeObject): string {
  const ports = listAt(service, 'spec', 'ports').map((port) => {
    const nodePort = numberAt(port, 'nodePort');
    const number = textAt(port, 'port') + (nodePort > 0 ? `:${nodePort}` : '');
    return `${number}/${textAt(port, 'protocol')}`;
  });
  return orElse(ports.join(','), NONE);
}

const SERVICES: TableKind = {
  columns: [
    NAME,
    column('Type', 'How the Service is reached'),
    column('Cluster-IP', 'First address of the Service in the cluster'),
    column('External-IP', 'Addresses of the Service outside the cluster'),
    column('Port(s)', 'Ports of the Service, and of the Nodes'),
    AGE,
    wide('Selector', 'Labels of the Pods behind the Service'),
  ],
  cells: (object, ageOf) => [
    nameOf(object),
    textAt(object, 'spec', 'type'),
    orElse(String(listAt(object, 'spec', 'clusterIPs')[0] ?? ''), NONE),
    externalIp(object),
    servicePorts(object),
    ageOf(object.metadata.creationTimestamp),
    formatLabels(at(object, 'spec', 'selector')),
  ],
};

const hostPort = (host: string, port: string): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;

function endpointsText(endpoints: KubeObject): string {
  const list = listAt(endpoints, 'subsets').flatMap((subset) => {
    const hosts = listAt(subset, 'addresses').map((address) => textAt(address, 'ip'));
    const ports = listAt(subset, 'ports');
    if (ports.length === 0) return hosts;
    return ports.flatMap((port) => hosts.map((host) => hostPort(host, textAt(port, 'port'))));
  });
  // With subsets that hold nothing the cell is empty.
  return listWithMore(list, listAt(endpoints, 'subsets').length === 0 ? NONE : '');
}

const ENDPOINTS: TableKind = {
  columns: [NAME, column('Endpoints', 'Addresses and ports behind the Service'), AGE],
  cells: (object, ageOf) => [
    nameOf(object),
    endpointsText(object),
    ageOf(object.metadata.creationTimestamp),
  ],
};

/** Source: printers.go (labelNodeRolePrefix, nodeLabelRole). */
const ROLE_PREFIX = 'node-role.kubernetes.io/';
const ROLE_LABEL = 'kubernetes.io/role';

function rolesOf({ metadata }: KubeObject): string {
  const roles = Object.entries(metadata.labels ?? {}).flatMap(([key, value]) => {
    if (key.startsWith(ROLE_PREFIX)) return [key.slice(ROLE_PREFIX.length)];
    return key === ROLE_LABEL ? [value] : [];
  });
  const named = roles.filter((role) => role !== '');
  return orElse([...new Set(named)].sort(compareText).join(','), NONE);
}

function nodeStatus(node: KubeObject): string {
  const ready = listAt(node, 'status', 'conditions').findLast(
    (each) => textAt(each, 'type') === 'Ready',
  );
  const words = { True: 'Ready' } as Readonly<Record<string, string>>;
  const status = ready ? (words[textAt(ready, 'status')] ?? 'NotReady') : 'Unknown';
  return at(node, 'spec', 'unschedulable') === true ? `${status},SchedulingDisabled` : status;
}

const addressOf = (node: KubeObject, type: string): string => {
  const found = listAt(node, 'status', 'addresses').find((each) => textAt(each, 'type') === type);
  return found === undefined ? NONE : textAt(found, 'address');
};

const NODES: TableKind = {
  columns: [
    NAME,
    column('Status', 'The status of the node'),
    column('Roles', 'The roles of the node'),
    AGE,
    column('Version', 'Version of the kubelet'),
    wide('Internal-IP', 'Address within the cluster'),
    wide('External-IP', 'Address outside the cluster'),
    wide('OS-Image', 'Operating system, as the Node reports it'),
    wide('Kernel-Version', 'Version of the kernel, as the Node reports it'),
    wide('Container-Runtime', 'Container runtime and its version'),
  ],
  cells: (object, ageOf) => {
    const info = (field: string) => textAt(object, 'status', 'nodeInfo', field);
    return [
      nameOf(object),
      nodeStatus(object),
      rolesOf(object),
      ageOf(object.metadata.creationTimestamp),
      info('kubeletVersion'),
      addressOf(object, 'InternalIP'),
      addressOf(object, 'ExternalIP'),
      orElse(info('osImage'), UNKNOWN),
      orElse(info('kernelVersion'), UNKNOWN),
      orElse(info('containerRuntimeVersion'), UNKNOWN),
    ];
  },
};

/** The field by the name that it has in v1, or in events.k8s.io. */
const eitherOf = (event: KubeObject, v1: string, newer: string): Json =>
  at(event, v1) ?? at(event, newer);

/** `kubelet, node-a`. Upstream: formatEventSource. */
function sourceOf(event: KubeObject): string {
  const source = eitherOf(event, 'source', 'deprecatedSource');
  const controller = textAt(event, 'reportingComponent') || textAt(event, 'reportingController');
  const component = orElse(textAt(source, 'component'), controller);
  const host = orElse(textAt(source, 'host'), textAt(event, 'reportingInstance'));
  return host === '' ? component : `${component}, ${host}`;
}

function eventCells(event: KubeObject, ageOf: AgeOf) {
  const firstTime = eitherOf(event, 'firstTimestamp', 'deprecatedFirstTimestamp');
  const lastTime = eitherOf(event, 'lastTimestamp', 'deprecatedLastTimestamp');
  const first = ageOf(firstTime ?? at(event, 'eventTime'));
  const series = at(event, 'series');
  const once = lastTime ? ageOf(lastTime) : first;
  const count = Number(eitherOf(event, 'count', 'deprecatedCount') ?? 0);
  const about = eitherOf(event, 'involvedObject', 'regarding');
  const kind = textAt(about, 'kind').toLowerCase();
  const name = textAt(about, 'name');
  return [
    series ? ageOf(at(series, 'lastObservedTime')) : once,
    textAt(event, 'type'),
    textAt(event, 'reason'),
    name === '' ? kind : `${kind}/${name}`,
    textAt(about, 'fieldPath'),
    sourceOf(event),
    String(eitherOf(event, 'message', 'note') ?? '').trim(),
    first,
    series ? numberAt(series, 'count') : count || 1,
    nameOf(event),
  ];
}

const EVENTS: TableKind = {
  columns: [
    column('Last Seen', 'Time since it happened last'),
    column('Type', 'Normal or Warning'),
    column('Reason', 'Why it was written, in one word'),
    column('Object', 'Object that it is about'),
    wide('Subobject', 'Part of the object that it is about'),
    wide('Source', 'Component that wrote it'),
    column('Message', 'What happened'),
    wide('First Seen', 'Time since it happened first'),
    wide('Count', 'How often it happened'),
    { ...NAME, priority: 1 },
  ],
  cells: eventCells,
};

const countOf = (map: Json): number =>
  typeof map === 'object' && map !== null ? Object.keys(map).length : 0;

const SECRETS: TableKind = {
  columns: [NAME, column('Type', 'What the data are for'), column('Data', 'Number of keys'), AGE],
  cells: (object, ageOf) => [
    nameOf(object),
    textAt(object, 'type'),
    countOf(object.data),
    ageOf(object.metadata.creationTimestamp),
  ],
};

const CONFIG_MAPS: TableKind = {
  columns: [NAME, column('Data', 'Number of keys'), AGE],
  cells: (object, ageOf) => [
    nameOf(object),
    countOf(object.data) + countOf(object.binaryData),
    ageOf(object.metadata.creationTimestamp),
  ],
};

const SERVICE_ACCOUNTS: TableKind = {
  columns: [NAME, column('Secrets', 'Number of Secrets that Pods may use'), AGE],
  cells: (object, ageOf) => [
    nameOf(object),
    listAt(object, 'secrets').length,
    ageOf(object.metadata.creationTimestamp),
  ],
};

/** By `resource.group`. */
export const CORE_TABLES: Readonly<Record<string, TableKind>> = {
  'namespaces.': NAMESPACES,
  'services.': SERVICES,
  'endpoints.': ENDPOINTS,
  'nodes.': NODES,
  'events.': EVENTS,
  'events.events.k8s.io': EVENTS,
  'secrets.': SECRETS,
  'configmaps.': CONFIG_MAPS,
  'serviceaccounts.': SERVICE_ACCOUNTS,
};
