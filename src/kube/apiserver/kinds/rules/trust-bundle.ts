/**
 * Bundles of trust, whose names are their signer's.
 *
 * Upstream    kubernetes v1.27 pkg/apis/certificates/validation (ValidateClusterTrustBundleName)
 */
import type { KubeObject } from '../../../api/objects';
import { type NameCheck, nameIsDNSSubdomain } from '../../../api/validate-text';
import type { KindRules } from '../../registry/strategies/plain';
import { fieldsOf } from './pod-defaults';

/** A bundle of a signer is called after it; one of nobody must not look as if it were. */
function trustBundleName({ spec }: KubeObject): NameCheck {
  const { signerName } = fieldsOf(spec);
  if (typeof signerName !== 'string' || signerName === '') {
    const wrong = 'ClusterTrustBundle without signer name must not have ":" in its name';
    return (name, prefix) => (name.includes(':') ? [wrong] : nameIsDNSSubdomain(name, prefix));
  }
  const start = `${signerName.replaceAll('/', ':')}:`;
  const owner = `ClusterTrustBundle for signerName ${signerName}`;
  const wrong = `${owner} must be named with prefix ${start}`;
  return (name, prefix) =>
    name.startsWith(start) ? nameIsDNSSubdomain(name.slice(start.length), prefix) : [wrong];
}

export const trustBundleRules: KindRules = { nameCheck: trustBundleName };
