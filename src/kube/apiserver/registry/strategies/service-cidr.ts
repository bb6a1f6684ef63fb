/**
 * ServiceCIDRs, in both versions; stored as v1.
 *
 * Upstream    kubernetes v1.33 pkg/registry/networking/servicecidr/strategy.go,
 *             pkg/apis/networking/validation/validation.go (ValidateServiceCIDR)
 * Simplified  stored as v1 whatever the version; a status is taken as it comes; the finalizer that
 *             guards a range in use is the controller manager's and is not set; the texts of 1.33
 *             in every profile
 */
import { type FieldError, goStrings, invalid, required } from '../../../api/field-error';
import { cidrsOf } from '../../../api/networking';
import type { KubeObject } from '../../../api/objects';
import { apiVersionOf, SERVICE_CIDRS, type ServiceCIDRVersion } from '../../../api/resources';
import { IMMUTABLE_FIELD, validateCoreMeta } from '../../../api/validate-meta';
import { nameIsDNSSubdomain } from '../../../api/validate-text';
import { parseCidr } from '../../options/cidr';
import { DEFAULT_STRATEGY, type Strategy } from '../strategy';
import { statusUpdate } from './status-parts';
import { strictCidrFaults } from './strict-address';

const CIDRS = 'spec.cidrs';
/** One of each family. */
const MOST_CIDRS = 2;

/** Upstream: validateServiceCIDRSpec. */
function validateCidrs(cidrs: readonly string[]): FieldError[] {
  if (cidrs.length === 0) return [required(CIDRS, 'at least one CIDR required')];
  const spec = { go: `networking.ServiceCIDRSpec{CIDRs:${goStrings(cidrs).go}}` };
  if (cidrs.length > MOST_CIDRS) return [invalid(CIDRS, spec, 'may only hold up to 2 values')];
  if (cidrs.length === MOST_CIDRS && !isDual(cidrs)) {
    const why =
      'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64';
    return [invalid(CIDRS, spec, why)];
  }
  return cidrs.flatMap((cidr, index) =>
    strictCidrFaults(cidr).map((wrong) => invalid(`${CIDRS}[${index}]`, cidr, wrong)),
  );
}

/** Upstream: netutils.IsDualStackCIDRStrings, which what is no range is not. */
function isDual(cidrs: readonly string[]): boolean {
  const families = cidrs.map((cidr) => parseCidr(cidr)?.family);
  return families.every((family) => family !== undefined) && families[0] !== families[1];
}

const validate = (object: KubeObject): FieldError[] => [
  ...validateCoreMeta(object.metadata, false, nameIsDNSSubdomain),
  ...validateCidrs(cidrsOf(object)),
];

/** A second family may come; nothing else changes. */
function validateUpdate(object: KubeObject, old: KubeObject): FieldError[] {
  const [is, was] = [cidrsOf(object), cidrsOf(old)];
  const fixed = (index: number): FieldError[] =>
    is[index] === was[index]
      ? []
      : [invalid(`${CIDRS}[${index}]`, is[index] ?? '', IMMUTABLE_FIELD)];
  if (is.length === was.length) return was.flatMap((_, index) => fixed(index));
  if (was.length === 1 && is.length === MOST_CIDRS) return [...fixed(0), ...validateCidrs(is)];
  return [invalid(CIDRS, goStrings(is), IMMUTABLE_FIELD)];
}

export const serviceCIDRStrategy = (version: ServiceCIDRVersion): Strategy => {
  const of = SERVICE_CIDRS[version];
  return {
    ...DEFAULT_STRATEGY,
    of,
    validate,
    validateUpdate,
    subresources: { status: statusUpdate },
    fromStorage: (object) => ({ ...object, apiVersion: apiVersionOf(of) }),
    toStorage: (object) => ({
      ...object,
      apiVersion: apiVersionOf(SERVICE_CIDRS.v1),
    }),
  };
};
