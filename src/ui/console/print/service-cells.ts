/**
 * How Services and their endpoints are put into a cell.
 *
 * Upstream    kubernetes v1.27 pkg/printers/internalversion/printers.go (printService,
 *             getServiceExternalIP, formatEndpoints, formatDiscoveryPorts)
 */
import { at, type Json, listAt, textAt } from './printed';

/** Most entries of a list in a cell. */
const LIST_MAX = 3;

export const NONE = '<none>';
export const orNone = (text: string): string => (text === '' ? NONE : text);

/** `a=b,c=d`. Upstream: labels.FormatLabels. */
export function formatLabels(labels: Json): string {
  const entries = Object.entries((labels ?? {}) as Readonly<Record<string, string>>);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return orNone(entries.map(([key, value]) => `${key}=${value}`).join(','));
}

function listWithMore(list: readonly string[], otherwise: string): string {
  if (list.length === 0) return otherwise;
  const shown = list.slice(0, LIST_MAX).join(',');
  return list.length > LIST_MAX ? `${shown} + ${list.length - LIST_MAX} more...` : shown;
}

const joinHostPort = (host: string, port: string): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;

/** Addresses of an Endpoints object, of one port or of all. */
export function formatEndpoints(endpoints: Json, portName?: string): string {
  const list = listAt(endpoints, 'subsets').flatMap((subset) => {
    const hosts = listAt(subset, 'addresses').map((address) => textAt(address, 'ip'));
    const ports = listAt(subset, 'ports');
    if (ports.length === 0) return hosts;
    return ports
      .filter((port) => portName === undefined || textAt(port, 'name') === portName)
      .flatMap((port) => hosts.map((host) => joinHostPort(host, textAt(port, 'port'))));
  });
  return listWithMore(list, NONE);
}

export const formatSlicePorts = (slice: Json): string =>
  listWithMore(
    listAt(slice, 'ports').map((port) => textAt(port, 'port') || textAt(port, 'name') || '*'),
    '<unset>',
  );

export const formatSliceEndpoints = (slice: Json): string =>
  listWithMore(
    listAt(slice, 'endpoints').flatMap((endpoint) => listAt(endpoint, 'addresses').map(String)),
    '<unset>',
  );

export function formatServicePorts(service: Json): string {
  const ports = listAt(service, 'spec', 'ports').map((port) => {
    const nodePort = Number(at(port, 'nodePort') ?? 0);
    const number = textAt(port, 'port') + (nodePort > 0 ? `:${nodePort}` : '');
    return `${number}/${textAt(port, 'protocol')}`;
  });
  return orNone(ports.join(','));
}

export function formatExternalIp(service: Json): string {
  const external = listAt(service, 'spec', 'externalIPs').map(String);
  const type = textAt(service, 'spec', 'type');
  if (type === 'ExternalName') return textAt(service, 'spec', 'externalName');
  if (type !== 'LoadBalancer') return orNone(external.join(','));
  const ingress = listAt(service, 'status', 'loadBalancer', 'ingress').map(
    (each) => textAt(each, 'ip') || textAt(each, 'hostname'),
  );
  const all = [...ingress, ...external];
  return all.length === 0 ? '<pending>' : all.join(',');
}
