/**
 * Checks of one field that many kinds share.
 *
 * Upstream    kubernetes v1.27 pkg/apis/core/validation/validation.go (ValidateNonnegativeField)
 */
import { type FieldError, invalid, notSupported, required } from '../../../api/field-error';
import { isQualifiedName } from '../../../api/validate-text';

export const NOT_NEGATIVE = 'must be greater than or equal to 0';

/** Upstream: ValidateNonnegativeField. */
export function notNegative(value: unknown, path: string): FieldError[] {
  return typeof value === 'number' && value < 0 ? [invalid(path, value, NOT_NEGATIVE)] : [];
}

/** A text of a few that are known. */
export function oneOf(value: unknown, path: string, known: readonly string[]): FieldError[] {
  if (value === undefined || value === '') return [required(path, '')];
  return known.includes(String(value)) ? [] : [notSupported(path, String(value), known)];
}

/** Upstream: ValidateQualifiedName, ValidateLabelName. */
export function qualifiedName(value: unknown, path: string): FieldError[] {
  const name = String(value ?? '');
  return isQualifiedName(name).map((text) => invalid(path, name, text));
}
