/**
 * `dryRun=All`: the request is decided as any other, and nothing of it is kept.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation
 *             (ValidateCreateOptions, ValidateDryRun)
 */
import type { IncomingCall } from '#kernel';
import { goStrings, notSupported } from '../../api/field-error';
import type { Status } from '../../api/objects';
import { parseQuery } from '../../api/query-string';
import { newInvalid } from '../../api/status';

const OPTIONS_KIND: Readonly<Record<string, string>> = {
  create: 'CreateOptions',
  update: 'UpdateOptions',
  patch: 'PatchOptions',
  delete: 'DeleteOptions',
  deletecollection: 'DeleteOptions',
};

/** Whether the request is only tried, or why it is refused. */
export function dryRunOf({ fields, body }: IncomingCall): boolean | Status {
  const kind = OPTIONS_KIND[fields.verb];
  if (kind === undefined) return false;
  const asked = fields.verb.startsWith('delete') ? inBody(body) : [];
  const given = fields.query.includes('dryRun=')
    ? parseQuery(fields.query).get('dryRun')
    : undefined;
  const values = given === undefined ? asked : [...asked, given];
  if (values.every((value) => value === 'All')) return values.length > 0;
  const error = notSupported('dryRun', goStrings(values), ['All']);
  return newInvalid({ group: 'meta.k8s.io', kind }, '', [error]);
}

/** `dryRun` of a DeleteOptions. */
function inBody(body: unknown): readonly string[] {
  if (typeof body !== 'object' || body === null || !('dryRun' in body)) return [];
  return Array.isArray(body.dryRun) ? body.dryRun.map(String) : [];
}
