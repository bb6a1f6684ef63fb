/**
 * The versions that clients ask for, which are whole numbers of 64 bits without a sign.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/storage/api_object_versioner.go
 *             (ParseResourceVersion); endpoints/handlers/responsewriters/status.go
 *             (convertStorageErrorOrNot); Go's strconv.ParseUint
 */
import { goQuote } from '../../api/field-error';
import type { Status } from '../../api/objects';
import { newFailure } from '../../api/status';

/** Largest number of 64 bits. */
const MAX = (1n << 64n) - 1n;
/** So few digits are always below `MAX`. */
const SURE = /^\d{0,19}$/;

/** Why Go does not read a number in a text; undefined when it does, or when there is none. */
export function parseUintFault(text: string): string | undefined {
  if (SURE.test(text)) return undefined;
  const [digits = ''] = /^\d*/.exec(text) ?? [];
  // Go reads from the left: what is too large already is never found to be no number.
  const large = digits !== '' && BigInt(digits) > MAX;
  if (!large && digits === text) return undefined;
  const why = large ? 'value out of range' : 'invalid syntax';
  return `strconv.ParseUint: parsing ${goQuote(text)}: ${why}`;
}

/** What is wrong with a version, as storage says it; undefined when nothing is. */
export function versionFault(text: string): string | undefined {
  const fault = parseUintFault(text);
  return fault && `resourceVersion: Invalid value: ${goQuote(text)}: ${fault}`;
}

/**
 * The answer of who parses a version before etcd is asked: a watch, and the watch cache. Nobody
 * interprets that error, so it has no details.
 */
export function unparsedVersion(text: string): Status | undefined {
  const fault = versionFault(text);
  return fault === undefined ? undefined : newFailure(422, 'Invalid', fault);
}
