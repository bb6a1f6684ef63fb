/**
 * The ServiceAccount that a controller acts as, made when it is not there.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/controller-manager/pkg/clientbuilder
 *             (client_builder_dynamic.go, getOrCreateServiceAccount)
 * Simplified  no token is asked for: a client of the model says who it is
 */
import type { Procedure } from '#kernel';
import type { KubeObject } from '../api/objects';
import { NAMESPACES, SERVICE_ACCOUNTS } from '../api/resources';
import { errorText, type RestClient, reasonOf } from '../client/rest-client';

const NAMESPACE = 'kube-system';

export const userOfAccount = (account: string): string =>
  `system:serviceaccount:${NAMESPACE}:${account}`;

/** @returns why it could not be had; undefined when it is there. */
export function* getOrCreateServiceAccount(
  client: RestClient,
  name: string,
): Procedure<string | undefined> {
  const found = yield* client.get(SERVICE_ACCOUNTS, NAMESPACE, name);
  if (found.ok) return undefined;
  if (reasonOf(found) !== 'NotFound') return errorText(found);
  const namespace = yield* client.get(NAMESPACES, '', NAMESPACE);
  if (!namespace.ok) {
    if (reasonOf(namespace) !== 'NotFound') return errorText(namespace);
    const object = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } };
    yield* client.create(NAMESPACES, object as KubeObject);
  }
  const account = {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { namespace: NAMESPACE, name },
  };
  const made = yield* client.create(SERVICE_ACCOUNTS, account as KubeObject);
  if (made.ok || reasonOf(made) === 'AlreadyExists') return undefined;
  return errorText(made);
}
