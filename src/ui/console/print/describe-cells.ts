/**
 * Labels and endpoints in a description.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/describe/describe.go
 *             (formatEndpoints)
 */
import { type Json, listAt, textAt } from '#base';

/** Most entries of a list in a cell. */
const LIST_MAX = 3;

export const NONE = '<none>';
export const orNone = (text: string): string => (text === '' ? NONE : text);

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
