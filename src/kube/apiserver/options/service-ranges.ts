/**
 * The ranges of Service addresses and the checks on them. The names are upstream's.
 *
 * Upstream    kubernetes v1.25-v1.33 cmd/kube-apiserver/app/options/{completion,validation}.go;
 *             v1.25 cmd/kube-apiserver/app/server.go (getServiceIPAndRanges)
 */

import type { PortRange } from '../../component/port-range';
import { type Cidr, indexedIP, parseCidr, rangeSize } from './cidr';

/** Used when no range is given. Upstream: DefaultServiceIPCIDR. */
export const DEFAULT_SERVICE_CIDR = '10.0.0.0/24';
/** Fewest addresses of a range, and the most that are counted. Upstream: ServiceIPRange. */
const MIN_RANGE_SIZE = 8;
const MAX_RANGE_SIZE = 65_536;
/** Most host bits of a range. Upstream: maxCIDRBits. */
const MAX_CIDR_BITS = 20;

export type ServiceRanges =
  | {
      readonly ok: true;
      readonly apiServerServiceIP: string;
      readonly primary: Cidr;
      readonly secondary: Cidr | undefined;
      /** Nothing was given; the default was taken. */
      readonly defaulted: boolean;
    }
  | { readonly ok: false; readonly error: string };

const bad = (error: string): ServiceRanges => ({ ok: false, error });

/** Reads --service-cluster-ip-range. */
export function getServiceIPAndRanges(serviceClusterIPRanges: string): ServiceRanges {
  const defaulted = serviceClusterIPRanges === '';
  const [first, second] = (defaulted ? DEFAULT_SERVICE_CIDR : serviceClusterIPRanges).split(',');
  const primary = parseCidr(first);
  if (!primary) return bad('service-cluster-ip-range[0] is not a valid cidr');
  if (Math.min(rangeSize(primary), MAX_RANGE_SIZE) < MIN_RANGE_SIZE) {
    return bad(
      'error determining service IP ranges for primary service cidr: ' +
        `the service cluster IP range must be at least ${MIN_RANGE_SIZE} IP addresses`,
    );
  }
  const secondary = second === undefined ? undefined : parseCidr(second);
  if (second !== undefined && !secondary) {
    return bad('service-cluster-ip-range[1] is not an ip net');
  }
  return { ok: true, apiServerServiceIP: indexedIP(primary, 1), primary, secondary, defaulted };
}

/** An error text when a range has too many host bits. An absent range passes. */
export function validateMaxCIDRRange(
  cidr: Cidr | undefined,
  maxCIDRBits: number,
  flag: string,
): string | undefined {
  if (!cidr || cidr.bits - cidr.ones <= maxCIDRBits) return undefined;
  const { bits } = cidr;
  const need = `the mask must be >= ${bits - maxCIDRBits}`;
  return `specified ${flag} is too large; for ${bits}-bit addresses, ${need}`;
}

export interface ClusterIPFlags {
  /** The flag as given. */
  readonly serviceClusterIPRanges: string;
  readonly primary: Cidr | undefined;
  readonly secondary: Cidr | undefined;
  /** Whether ranges larger than a bitmap are allowed (allocator by IPAddress objects alone). */
  readonly anySize?: boolean;
}

export function validateClusterIPFlags(flags: ClusterIPFlags): readonly string[] {
  const { primary, secondary, serviceClusterIPRanges, anySize } = flags;
  const errors: (string | undefined)[] = [];
  const flag = '--service-cluster-ip-range';
  if (!primary) errors.push(`${flag} must contain at least one valid cidr`);
  if (serviceClusterIPRanges.split(',').length > 2) {
    errors.push(`${flag} must not contain more than two entries`);
  }
  if (!anySize) errors.push(validateMaxCIDRRange(primary, MAX_CIDR_BITS, flag));
  if (secondary) {
    errors.push(...familyErrors(primary, secondary));
    if (!anySize) errors.push(validateMaxCIDRRange(secondary, MAX_CIDR_BITS, `${flag}[1]`));
  }
  return errors.filter((error) => error !== undefined);
}

function familyErrors(primary: Cidr | undefined, secondary: Cidr): readonly string[] {
  if (primary && primary.family !== secondary.family) return [];
  const ends = '--service-cluster-ip-range[0] and --service-cluster-ip-range[1]';
  return [`${ends} must be of different IP family`];
}

/** Upstream: PortRange.String. */
export const printPortRange = ({ base, size }: PortRange): string =>
  size === 0 ? '' : `${base}-${base + size - 1}`;

const contains = ({ base, size }: PortRange, port: number): boolean =>
  port >= base && port < base + size;

export function validateServiceNodePort(
  kubernetesServiceNodePort: number,
  range: PortRange,
): readonly string[] {
  const port = kubernetesServiceNodePort;
  const errors: string[] = [];
  if (port < 0 || port > 65_535) {
    errors.push(
      `--kubernetes-service-node-port ${port} must be between 0 and 65535, inclusive. ` +
        'If 0, the Kubernetes master service will be of type ClusterIP',
    );
  }
  if (port > 0 && !contains(range, port)) {
    const printed = printPortRange(range);
    errors.push(`kubernetes service node port range ${printed} doesn't contain ${port}`);
  }
  return errors;
}
