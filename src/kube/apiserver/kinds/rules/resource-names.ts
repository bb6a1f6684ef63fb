/**
 * Names of resources, and quantities as validation sees them.
 *
 * Upstream    kubernetes v1.27 pkg/apis/core/helper/helpers.go,
 *             pkg/apis/core/validation/validation.go (ValidateResourceName,
 *             ValidateResourceQuantityValue, ValidateNonnegativeQuantity,
 *             ValidatePositiveQuantityValue), apimachinery pkg/api/resource/quantity.go
 */
import { type FieldError, type GoLiteral, goQuote, invalid } from '../../../api/field-error';
import { isQualifiedName } from '../../../api/validate-text';
import { NOT_NEGATIVE } from './field-checks';
import { quantityValue } from './quantity';

const COMPUTE = ['cpu', 'memory', 'ephemeral-storage'];
const ASKED = COMPUTE.flatMap((name) => [name, `requests.${name}`, `limits.${name}`]);
/** Counted in whole objects. Source: integerResources. */
const COUNTED = [
  ...['pods', 'resourcequotas', 'services', 'replicationcontrollers', 'secrets', 'configmaps'],
  ...['persistentvolumeclaims', 'services.nodeports', 'services.loadbalancers'],
];
const OF_QUOTAS: ReadonlySet<string> = new Set([...ASKED, ...COUNTED, 'requests.storage']);
const STANDARD: ReadonlySet<string> = new Set([...OF_QUOTAS, 'storage']);

const isHugePage = (name: string): boolean => name.startsWith('hugepages-');
const isQuotaHugePage = (name: string): boolean => /^(requests\.)?hugepages-/.test(name);

export const isQuotaResource = (name: string): boolean =>
  OF_QUOTAS.has(name) || isQuotaHugePage(name);

const isNative = (name: string): boolean => !name.includes('/') || name.includes('kubernetes.io/');
const isExtended = (name: string): boolean =>
  !isNative(name) &&
  !name.startsWith('requests.') &&
  isQualifiedName(`requests.${name}`).length === 0;

/** Whether more may be allowed than is asked for. */
export const isOvercommitAllowed = (name: string): boolean => isNative(name) && !isHugePage(name);

/** Upstream: validateResourceName. */
export function validateResourceName(name: string, path: string): FieldError[] {
  const wrong = isQualifiedName(name).map((text) => invalid(path, name, text));
  if (wrong.length > 0 || name.includes('/')) return wrong;
  return STANDARD.has(name) || isQuotaHugePage(name)
    ? []
    : [invalid(path, name, 'must be a standard resource type or fully qualified')];
}

/** Upstream: validateContainerResourceName. */
export function validateContainerResourceName(name: string, path: string): FieldError[] {
  const wrong = validateResourceName(name, path);
  if (!name.includes('/')) {
    if (COMPUTE.includes(name) || isHugePage(name)) return wrong;
    return [...wrong, invalid(path, name, 'must be a standard resource for containers')];
  }
  if (isNative(name) || isExtended(name)) return wrong;
  return [...wrong, invalid(path, name, "doesn't follow extended resource name standard")];
}

/** Upstream: ValidateResourceQuotaResourceName. */
export function validateQuotaResourceName(name: string, path: string): FieldError[] {
  const wrong = validateResourceName(name, path);
  if (name.includes('/') || isQuotaResource(name)) return wrong;
  return [...wrong, invalid(path, name, 'must be a standard resource for quota')];
}

/** A quantity as Go's `%#v` prints it after it was read from JSON. */
export function goQuantity(quantity: unknown): GoLiteral {
  const text = String(quantity);
  const [, digits = '0', suffix = ''] = /^([+-]?[\d.]+)(.*)$/.exec(text) ?? [];
  const binary = suffix.endsWith('i');
  const exponent = /^[eE]/.test(suffix);
  const format = binary ? 'BinarySI' : exponent ? 'DecimalExponent' : 'DecimalSI';
  const [whole, part = ''] = digits.split('.');
  const thousands = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'].indexOf(suffix) - 3;
  const power = binary ? 0 : exponent ? Number(suffix.slice(1)) : 3 * thousands;
  const value = binary ? quantityValue(text) : Number(whole + part);
  const scale = binary ? 0 : power - part.length;
  const amount = `i:resource.int64Amount{value:${value}, scale:${value === 0 ? 0 : scale}}`;
  const decimal = 'd:resource.infDecAmount{Dec:(*inf.Dec)(nil)}';
  const kept = goQuote(text === '0' ? text : '');
  return { go: `resource.Quantity{${amount}, ${decimal}, s:${kept}, Format:${goQuote(format)}}` };
}

/** Upstream: ValidateResourceQuantityValue. */
export function validateQuantityOf(name: string, quantity: unknown, path: string): FieldError[] {
  const value = quantityValue(quantity);
  const errors = value < 0 ? [invalid(path, String(quantity), NOT_NEGATIVE)] : [];
  const counted = COUNTED.includes(name) || isExtended(name);
  if (counted && !Number.isInteger(value)) {
    errors.push(invalid(path, goQuantity(quantity), 'must be an integer'));
  }
  return errors;
}

/** Upstream: ValidatePositiveQuantityValue. */
export const validatePositive = (quantity: unknown, path: string): FieldError[] =>
  quantityValue(quantity) > 0 ? [] : [invalid(path, String(quantity), 'must be greater than zero')];

/** Of a PersistentVolume. Upstream: validateBasicResource, ValidatePositiveQuantityValue. */
export function validateCapacity(quantity: unknown, path: string): FieldError[] {
  const value = Math.ceil(quantityValue(quantity));
  return [
    ...(value < 0 ? [invalid(path, value, 'must be a valid resource quantity')] : []),
    ...validatePositive(quantity, path),
  ];
}
