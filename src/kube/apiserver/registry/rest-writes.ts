/**
 * POST, PUT and PATCH of an object: from the body to the registry.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/endpoints/handlers (create.go,
 *             update.go, patch.go)
 */
import type { IncomingCall, Procedure } from '#kernel';
import { nameOf } from '../../api/meta';
import type { KubeObject } from '../../api/objects';
import { withoutEqualOwners } from './equal-owners';
import { type Outcome, refused } from './outcome';
import { patcherOf } from './patch';
import type { RegistryStore } from './registry-store';
import { checkName, decodeBody } from './request-body';
import { decided, type Target } from './rest-verbs';

type Carry = (call: IncomingCall, store: RegistryStore, target: Target) => Procedure<Outcome>;

export const createFrom: Carry = (call, store, target) => {
  const decoded = decodeBody(store, call.body, target.namespace, target.rules);
  if (!decoded.ok) return decided(decoded);
  const object = withoutEqualOwners(decoded.object, 'sent', target.warn);
  const name = nameOf(object);
  return store.create({ name, subresource: '', object, ...target });
};

export const updateFrom: Carry = (call, store, target) => {
  const decoded = decodeBody(store, call.body, target.namespace, target.rules);
  if (!decoded.ok) return decided(decoded);
  const object = withoutEqualOwners(decoded.object, 'sent', target.warn);
  const { name, subresource } = call.fields;
  const wrong = checkName(object, name);
  if (wrong) return decided(refused(wrong));
  const { namespace, dryRun, user, warn } = target;
  // Field by field: every renewal of a lease passes here, and spreads are slow.
  return store.update({ name, subresource, object, namespace, dryRun, user, warn });
};

export const patchFrom: Carry = (call, store, target) => {
  const { name, subresource, query } = call.fields;
  const { namespace, rules, warn } = target;
  const made = patcherOf(store, call.body, { namespace, name, subresource, query, rules, warn });
  if (!made.ok) return decided(made);
  const object: KubeObject = { metadata: { name, namespace } };
  const { patcher } = made;
  return store.update({ name, subresource, object, patcher, ...target });
};
