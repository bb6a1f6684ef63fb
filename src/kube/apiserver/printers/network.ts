/**
 * The rows of networking beside Services.
 *
 * Upstream    kubernetes v1.27 pkg/printers/internalversion/printers.go
 */
import { at, type Json, listAt, textAt } from '#base';
import type { KubeObject } from '../../api/objects';
import {
  AGE,
  column,
  listWithMore,
  NAME,
  NONE,
  nameOf,
  optional,
  type TableKind,
  UNSET,
} from './columns';
import { loadBalancerText } from './core';
import { formatLabelSelector } from './label-selector';

const portText = (port: Json): string => textAt(port, 'port') || textAt(port, 'name') || '*';

const ENDPOINT_SLICES: TableKind = {
  columns: [
    NAME,
    column('AddressType', 'IPv4, IPv6 or FQDN'),
    column('Ports', 'Ports of each endpoint'),
    column('Endpoints', 'Addresses of the endpoints'),
    AGE,
  ],
  cells: (object, ageOf) => [
    nameOf(object),
    textAt(object, 'addressType'),
    listWithMore(listAt(object, 'ports').map(portText), UNSET),
    listWithMore(
      listAt(object, 'endpoints').flatMap((each) => listAt(each, 'addresses').map(String)),
      UNSET,
    ),
    ageOf(object.metadata.creationTimestamp),
  ],
};

/** Most hosts in a cell. */
const HOSTS_MAX = 3;

/** Upstream: formatHosts, which counts rules without a host among those left out. */
function hostsText(ingress: KubeObject): string {
  const rules = listAt(ingress, 'spec', 'rules');
  const hosts = rules.map((rule) => textAt(rule, 'host')).filter((host) => host !== '');
  const shown = hosts.slice(0, HOSTS_MAX);
  if (shown.length === 0) return '*';
  const text = shown.join(',');
  const third = rules.findIndex((rule) => textAt(rule, 'host') === hosts[HOSTS_MAX - 1]);
  const more = shown.length === HOSTS_MAX && third < rules.length - 1;
  return more ? `${text} + ${rules.length - HOSTS_MAX} more...` : text;
}

const INGRESSES: TableKind = {
  columns: [
    NAME,
    column(
      'Class',
      'The name of the IngressClass resource that should be used for additional configuration',
    ),
    column('Hosts', 'Hosts that incoming requests are matched against before the ingress rule'),
    column('Address', 'Address is a list containing ingress points for the load-balancer'),
    column('Ports', 'Ports of TLS configurations that open'),
    AGE,
  ],
  cells: (object, ageOf) => [
    nameOf(object),
    optional(object, NONE, 'spec', 'ingressClassName'),
    hostsText(object),
    loadBalancerText(object),
    listAt(object, 'spec', 'tls').length > 0 ? '80, 443' : '80',
    ageOf(object.metadata.creationTimestamp),
  ],
};

const INGRESS_CLASSES: TableKind = {
  columns: [
    NAME,
    column('Controller', 'Controller that is responsible for handling this class'),
    column('Parameters', 'A reference to a resource with additional parameters'),
    AGE,
  ],
  cells: (object, ageOf) => {
    const parameters = at(object, 'spec', 'parameters');
    const group = textAt(parameters, 'apiGroup');
    const kind = textAt(parameters, 'kind') + (group === '' ? '' : `.${group}`);
    return [
      nameOf(object),
      textAt(object, 'spec', 'controller'),
      parameters ? `${kind}/${textAt(parameters, 'name')}` : NONE,
      ageOf(object.metadata.creationTimestamp),
    ];
  },
};

const NETWORK_POLICIES: TableKind = {
  columns: [NAME, column('Pod-Selector', 'Pods that it is about'), AGE],
  cells: (object, ageOf) => [
    nameOf(object),
    formatLabelSelector(at(object, 'spec', 'podSelector')),
    ageOf(object.metadata.creationTimestamp),
  ],
};

const SERVICE_CIDRS: TableKind = {
  columns: [NAME, column('CIDRs', 'Ranges of addresses for Services'), AGE],
  cells: (object, ageOf) => [
    nameOf(object),
    listAt(object, 'spec', 'cidrs').join(','),
    ageOf(object.metadata.creationTimestamp),
  ],
};

function parentText(address: KubeObject): string {
  const parent = at(address, 'spec', 'parentRef');
  if (!parent) return NONE;
  const group = textAt(parent, 'group');
  const resource = textAt(parent, 'resource') + (group === '' ? '' : `.${group}`);
  const namespace = textAt(parent, 'namespace');
  const place = namespace === '' ? '' : `/${namespace}`;
  return `${resource.toLowerCase()}${place}/${textAt(parent, 'name')}`;
}

const IP_ADDRESSES: TableKind = {
  columns: [NAME, column('ParentRef', 'Object that has the address'), AGE],
  cells: (object, ageOf) => [
    nameOf(object),
    parentText(object),
    ageOf(object.metadata.creationTimestamp),
  ],
};

/** By `resource.group`. */
export const NETWORK_TABLES: Readonly<Record<string, TableKind>> = {
  'endpointslices.discovery.k8s.io': ENDPOINT_SLICES,
  'ingresses.networking.k8s.io': INGRESSES,
  'ingressclasses.networking.k8s.io': INGRESS_CLASSES,
  'networkpolicies.networking.k8s.io': NETWORK_POLICIES,
  'servicecidrs.networking.k8s.io': SERVICE_CIDRS,
  'ipaddresses.networking.k8s.io': IP_ADDRESSES,
};
