/**
 * How kubectl says that something failed.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/util/helpers.go (checkErr,
 *             StandardErrorMessage, MultilineError, MultipleErrors, AddSourceToErr), cli-runtime
 *             pkg/resource/visitor.go (EnhanceListError)
 */
import type { Status } from '../api/objects';
import { errorText, type RestResult } from '../client/rest-client';

type Failed = Extract<RestResult<unknown>, { ok: false }>;

export const isNotFound = ({ status }: Failed): boolean => status?.reason === 'NotFound';

/** What is read as a manifest, by name. Source: cli-runtime, FileVisitorForSTDIN. */
export const STDIN = 'STDIN';

/** What the server said of a manifest. Upstream: cmdutil.AddSourceToErr. */
export function addSourceToErr(doing: string, failed: Failed): Failed {
  const { status } = failed;
  if (!status) return failed;
  const message = `error when ${doing} ${JSON.stringify(STDIN)}: ${status.message ?? ''}`;
  return { ok: false, seq: failed.seq, transport: undefined, status: { ...status, message } };
}

/** One failure that stands alone. */
export function failureText(failed: Failed): string {
  const { status } = failed;
  return status?.reason === 'Invalid' ? invalidText(status) : messageOf(failed);
}

/** Several failures, each said once. */
export function failuresText(failures: readonly Failed[]): string {
  if (failures.length === 1) return failureText(failures[0]);
  return [...new Set(failures.map(messageOf))].join('\n');
}

/** Upstream: StandardErrorMessage, and the fallback of checkErr. */
function messageOf(failed: Failed): string {
  const { status, transport } = failed;
  if (status) return statusText(status);
  if ('construction' in failed && failed.construction) return `error: ${transport}`;
  const refused = /^\w+ "https:\/\/([^/]+)\/.*connection refused$/.exec(transport ?? '');
  if (refused) {
    const hint = 'did you specify the right host or port?';
    return `The connection to the server ${refused[1]} was refused - ${hint}`;
  }
  const [, reason = errorText(failed)] = /^\w+ "[^"]*": (.*)$/s.exec(transport ?? '') ?? [];
  return `Unable to connect to the server: ${reason}`;
}

function statusText({ reason = '', message = '' }: Status): string {
  if (reason === 'Unauthorized') {
    return `error: You must be logged in to the server (${message})`;
  }
  return reason === ''
    ? `Error from server: ${message}`
    : `Error from server (${reason}): ${message}`;
}

function invalidText({ details, message = '' }: Status): string {
  if (!details)
    return message === '' ? 'The request is invalid' : `The request is invalid: ${message}`;
  const { kind = '', name = '', causes = [] } = details;
  const named = kind !== '' || name !== '';
  const head = named ? `The ${kind} ${JSON.stringify(name)} is invalid` : 'The request is invalid';
  const lines = [...new Set(causes.map(({ field = '', message: text }) => `${field}: ${text}`))];
  if (lines.length === 0) return named || message === '' ? head : `${head}: ${message}`;
  if (lines.length === 1) return `${head}: ${lines[0]}`;
  return [`${head}: `, ...lines.map((line) => `* ${line}`)].join('\n');
}

export interface ListedBy {
  /** `/v1, Resource=services`. */
  readonly subject: string;
  readonly labelSelector: string;
  readonly fieldSelector: string;
}

/** A list's failure says what was to be listed. Upstream: EnhanceListError. */
export function enhanceListError(failed: Failed, by: ListedBy): Failed {
  const { status } = failed;
  if (status?.reason !== 'BadRequest' && status?.reason !== 'NotFound') return failed;
  const { subject, labelSelector, fieldSelector } = by;
  const [what, label, field] = [subject, labelSelector, fieldSelector].map((text) =>
    JSON.stringify(text),
  );
  const tried =
    labelSelector === '' && fieldSelector === ''
      ? `Unable to list ${what}`
      : `Unable to find ${what} that match label selector ${label}, field selector ${field}`;
  const message = `${tried}: ${status.message ?? ''}`;
  return { ok: false, seq: failed.seq, transport: undefined, status: { ...status, message } };
}
