/**
 * What whoever writes a Service should know.
 *
 * Upstream    kubernetes v1.27 pkg/api/service/warnings.go (GetWarningsForService)
 * Simplified  the texts are those of 1.27 in every version; nothing is said of ranges of sources
 */
import { goQuote } from '../../../api/field-error';
import type { KubeObject } from '../../../api/objects';
import { canonicalIP } from '../../options/cidr';
import { specOf } from './service-fields';

const OLD_HINTS = 'service.kubernetes.io/topology-aware-hints';
const HINTS = 'service.kubernetes.io/topology-mode';
const EXTERNAL_NAME = 'ExternalName';

/** An address in another form than the one that it is printed in. */
function formWarning(path: string, address: string): string[] {
  const canonical = canonicalIP(address);
  if (canonical === undefined || canonical === address || !address.includes(':')) return [];
  const form = `is not in RFC 5952 canonical format (${goQuote(canonical)})`;
  const loops = 'which may cause controller apply-loops';
  return [`${path}: IPv6 address ${goQuote(address)} ${form}, ${loops}`];
}

export function serviceWarnings(service: KubeObject): readonly string[] {
  const { type, externalName = '', externalIPs = [], clusterIPs = [], ...spec } = specOf(service);
  const { loadBalancerIP = '' } = spec as { readonly loadBalancerIP?: string };
  const warnings: string[] = [];
  if (service.metadata.annotations?.[OLD_HINTS] !== undefined) {
    warnings.push(`annotation ${OLD_HINTS} is deprecated, please use ${HINTS} instead`);
  }
  clusterIPs.forEach((ip, index) => {
    if (ip !== 'None') warnings.push(...formWarning(`spec.clusterIPs[${index}]`, ip));
  });
  externalIPs.forEach((ip, index) => {
    warnings.push(...formWarning(`spec.externalIPs[${index}]`, ip));
  });
  if (loadBalancerIP !== '') warnings.push(...formWarning('spec.loadBalancerIP', loadBalancerIP));
  if (type === EXTERNAL_NAME && externalIPs.length > 0) {
    warnings.push(`spec.externalIPs is ignored when spec.type is "${EXTERNAL_NAME}"`);
  }
  if (type !== EXTERNAL_NAME && externalName !== '') {
    warnings.push(`spec.externalName is ignored when spec.type is not "${EXTERNAL_NAME}"`);
  }
  return warnings;
}
