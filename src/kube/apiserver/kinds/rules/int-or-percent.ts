/**
 * Numbers that may be a share: how they are printed, and which are taken.
 *
 * Upstream    kubernetes v1.27 pkg/apis/apps/validation/validation.go
 *             (ValidatePositiveIntOrPercent, IsNotMoreThan100Percent), apimachinery
 *             pkg/util/intstr, pkg/util/validation
 */
import { type FieldError, type GoLiteral, goQuote, invalid } from '../../../api/field-error';
import { notNegative } from './field-checks';

const PERCENT = /^[0-9]+%$/;
const NOT_PERCENT =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or " +
  "'93%', regex used for validation is '[0-9]+%')";
const WHOLE = 100;

/** As Go's `%#v` prints an intstr.IntOrString. */
export function goIntOrString(value: unknown): GoLiteral {
  const text = typeof value === 'string';
  const [type, number, string] = text ? [1, 0, goQuote(value)] : [0, Number(value), '""'];
  return { go: `intstr.IntOrString{Type:${type}, IntVal:${number}, StrVal:${string}}` };
}

/** A number of at least nothing, or a share of at most everything. */
export function validateIntOrPercent(value: unknown, path: string): FieldError[] {
  if (value === undefined) return [];
  if (typeof value !== 'string') return notNegative(value, path);
  const wrong = (text: string) => [invalid(path, goIntOrString(value), text)];
  if (!PERCENT.test(value)) return wrong(NOT_PERCENT);
  return Number.parseInt(value, 10) > WHOLE ? wrong('must not be greater than 100%') : [];
}
