/**
 * Labels and endpoints in a description.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/describe/describe.go
 *             (formatEndpoints, printLabelsMultiline, printAnnotationsMultiline)
 */
import { isMap, type Json, listAt, textAt } from '#base';

/** Most entries of a list in a cell. */
const LIST_MAX = 3;

export const NONE = '<none>';
/** A number, which Go has as 0 where there is none. */
export const numberAt = (value: Json, ...path: readonly string[]): string =>
  textAt(value, ...path) || '0';
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

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** `Labels:` with one entry a line. Upstream: printLabelsMultiline, printAnnotationsMultiline. */
export function entries(title: string, map: Json, sign: string): readonly string[] {
  const found = Object.entries(isMap(map) ? map : {})
    .filter(([key]) => key !== LAST_APPLIED)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}${sign}${String(value).trimEnd()}`);
  if (found.length === 0) return [`${title}:\t<none>`];
  return found.map((text, index) => `${index === 0 ? `${title}:` : ''}\t${text}`);
}

/** `Tue, 11 Apr 2023 00:00:00 +0000`. Upstream: time.RFC1123Z. */
export function rfc1123(text: string): string {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? text : new Date(ms).toUTCString().replace('GMT', '+0000');
}
