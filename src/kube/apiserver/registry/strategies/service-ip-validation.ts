/**
 * What clusterIPs, ipFamilies and ipFamilyPolicy may be together, and how they may change.
 *
 * Upstream    kubernetes v1.27 pkg/apis/core/validation/validation.go
 *             (ValidateServiceClusterIPsRelatedFields, validateUpgradeDowngradeClusterIPs,
 *             validateUpgradeDowngradeIPFamilies)
 */
import {
  type BadValue,
  duplicate,
  type FieldError,
  goQuote,
  goStrings,
  invalid,
  notSupported,
  required,
} from '../../../api/field-error';
import { validateIP } from '../../../api/ip-address';
import type { ServiceSpec } from '../../../api/objects';
import { familyOf } from '../../allocators/ip-range';
import { CLUSTER_IP_NONE, isHeadless, needsClusterIP } from './service-fields';

/** Source: the sets in validation.go, sorted. */
const FAMILIES = ['IPv4', 'IPv6'];
const POLICIES = ['PreferDualStack', 'RequireDualStack', 'SingleStack'];

const IPS = 'spec.clusterIPs';
const FAMILY_LIST = 'spec.ipFamilies';
const POLICY = 'spec.ipFamilyPolicy';
const FIXED = 'may not change once set';

const familyList = (families: readonly string[]): BadValue => ({
  go: `[]core.IPFamily{${families.map(goQuote).join(', ')}}`,
});

export function validateClusterIPFields(spec: ServiceSpec): FieldError[] {
  if (!needsClusterIP(spec)) return [];
  const { clusterIP = '', clusterIPs = [], ipFamilies = [], ipFamilyPolicy } = spec;
  const errors: FieldError[] = [];
  if (clusterIP !== '') {
    if (clusterIPs.length === 0) errors.push(required(IPS, ''));
    else if (clusterIPs[0] !== clusterIP) {
      errors.push(invalid(IPS, goStrings(clusterIPs), 'first value must match `clusterIP`'));
    }
  } else if (clusterIPs.length > 0) {
    const why = 'must be empty when `clusterIP` is not specified';
    errors.push(invalid(IPS, goStrings(clusterIPs), why));
  }
  ipFamilies.forEach((family, index) => {
    const path = `${FAMILY_LIST}[${index}]`;
    if (!FAMILIES.includes(family)) errors.push(notSupported(path, family, FAMILIES));
    if (ipFamilies.indexOf(family) < index) errors.push(duplicate(path, family));
  });
  if (ipFamilyPolicy !== undefined && !POLICIES.includes(ipFamilyPolicy)) {
    errors.push(notSupported(POLICY, ipFamilyPolicy, POLICIES));
  }
  return [...errors, ...validateAddresses(spec)];
}

function validateAddresses(spec: ServiceSpec): FieldError[] {
  const { clusterIPs = [] } = spec;
  const errors: FieldError[] = [];
  let broken = false;
  clusterIPs.forEach((ip, index) => {
    if (index === 0 && ip === CLUSTER_IP_NONE) {
      if (clusterIPs.length === 1) return;
      broken = true;
      errors.push(invalid(IPS, goStrings(clusterIPs), "'None' must be the first and only value"));
      return;
    }
    const wrong = validateIP(ip, `${IPS}[${index}]`);
    broken ||= wrong.length > 0;
    errors.push(...wrong);
  });
  if (clusterIPs.length > 2) {
    errors.push(invalid(IPS, goStrings(clusterIPs), 'may only hold up to 2 values'));
  }
  // With an address that is none, what follows would be said of the wrong ones.
  return broken ? errors : [...errors, ...validateFamilies(spec)];
}

function validateFamilies(spec: ServiceSpec): FieldError[] {
  const { clusterIPs = [], ipFamilies = [] } = spec;
  const errors: FieldError[] = [];
  // Upstream: IsDualStackIPStrings.
  const dual = new Set(clusterIPs.map(familyOf)).size === 2;
  if (clusterIPs.length > 1 && !dual) {
    const why = 'may specify no more than one IP for each IP family';
    errors.push(invalid(IPS, goStrings(clusterIPs), why));
  }
  if (isHeadless(spec)) return errors;
  clusterIPs.forEach((ip, index) => {
    const family = ipFamilies[index];
    if (!FAMILIES.includes(family) || family === familyOf(ip)) return;
    const why = `expected an ${family} value as indicated by \`ipFamilies[${index}]\``;
    errors.push(invalid(`${IPS}[${index}]`, ip, why));
  });
  return errors;
}

/** How addresses and families may change: a second one may come and go, the first one stays. */
export function validateUpgradeDowngrade(before: ServiceSpec, spec: ServiceSpec): FieldError[] {
  if (!needsClusterIP(spec) || !needsClusterIP(before)) return [];
  return [...ipChange(before, spec), ...familyChange(before, spec)];
}

function ipChange(before: ServiceSpec, spec: ServiceSpec): FieldError[] {
  if (isHeadless(before) && isHeadless(spec)) return [];
  const [was, is] = [before.clusterIPs ?? [], spec.clusterIPs ?? []];
  const value = goStrings(is);
  const errors: FieldError[] = [];
  if (was.length === is.length) {
    was.forEach((ip, index) => {
      if (ip !== is[index]) errors.push(invalid(`${IPS}[${index}]`, value, FIXED));
    });
    return errors;
  }
  if (is.length === 0) {
    errors.push(invalid(`${IPS}[0]`, value, 'primary clusterIP can not be unset'));
  }
  if (was.length > 0 && is.length > 0 && was[0] !== is[0]) {
    errors.push(invalid(`${IPS}[0]`, value, FIXED));
  }
  if (was.length > is.length && is.length === 1) {
    const why = "must be set to 'SingleStack' when releasing the secondary clusterIP";
    errors.push(...unlessSingleStack(spec, why));
  }
  return errors;
}

function familyChange(before: ServiceSpec, spec: ServiceSpec): FieldError[] {
  if (isHeadless(before) || isHeadless(spec)) return [];
  const [was, is] = [before.ipFamilies ?? [], spec.ipFamilies ?? []];
  const first = `${FAMILY_LIST}[0]`;
  const errors: FieldError[] = [];
  if (was.length === is.length) {
    was.forEach((family, index) => {
      if (family !== is[index]) errors.push(invalid(first, familyList(is), FIXED));
    });
    return errors;
  }
  // Upstream looks at the addresses here.
  if (was.length > is.length && (spec.clusterIPs ?? []).length === 0) {
    errors.push(invalid(first, familyList(is), 'primary ipFamily can not be unset'));
  }
  if (was.length > 0 && is.length > 0 && was[0] !== is[0]) {
    errors.push(invalid(first, goStrings(spec.clusterIPs ?? []), FIXED));
  }
  if (was.length > is.length && is.length === 1) {
    const why = "must be set to 'SingleStack' when releasing the secondary ipFamily";
    errors.push(...unlessSingleStack(spec, why));
  }
  return errors;
}

function unlessSingleStack({ ipFamilyPolicy }: ServiceSpec, why: string): FieldError[] {
  if (ipFamilyPolicy === 'SingleStack') return [];
  return [invalid(POLICY, ipFamilyPolicy ?? null, why)];
}
