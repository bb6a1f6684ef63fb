/**
 * Subresources that a POST makes something of and that are kept nowhere: their bodies.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/endpoints/handlers/create.go
 *             (createHandler)
 */
import type { KubeObject, Status } from '../../../api/objects';
import { newBadRequest } from '../../../api/status';
import { CREATED, type Outcome, served } from '../outcome';
import { NAMESPACE_MISMATCH, versionOf } from '../request-body';

/** What was posted, and to which object. */
export interface SubresourceRequest {
  readonly namespace: string;
  /** Of the object that the subresource is of. */
  readonly name: string;
  readonly body: unknown;
  readonly dryRun: boolean;
}

interface Expected {
  readonly kind: string;
  readonly apiVersions: readonly string[];
}

/** The body as an object of that kind, or why it is none. */
export function postedObject(
  { body, namespace }: SubresourceRequest,
  { kind, apiVersions }: Expected,
): KubeObject | Status {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return newBadRequest(`the object provided is unrecognized (must be of type ${kind})`);
  }
  const object = { metadata: {}, ...body } as KubeObject;
  const { kind: given = kind, apiVersion = apiVersions[0] } = object;
  if (given !== kind) {
    const text = `${given} in version "${versionOf(apiVersion)}" cannot be handled as a ${kind}`;
    return newBadRequest(
      `${text}: converting (${apiVersion}.${given}) to ${kind}: unknown conversion`,
    );
  }
  if (!apiVersions.includes(apiVersion)) {
    const text = `the API version in the data (${apiVersion}) does not match the expected`;
    return newBadRequest(`${text} API version (${apiVersions[0]})`);
  }
  const own = object.metadata.namespace ?? '';
  return own === '' || own === namespace ? object : newBadRequest(NAMESPACE_MISMATCH);
}

const SUCCESS: Status = {
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Success',
  code: CREATED,
};

/** It is done, and there is nothing to show. */
export const succeeded = (): Outcome => served(CREATED, SUCCESS, 0);
