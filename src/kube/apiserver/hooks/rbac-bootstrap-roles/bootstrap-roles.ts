/**
 * Makes sure of the roles and bindings of the bootstrap policy.
 *
 * Upstream    kubernetes v1.27 pkg/registry/rbac/rest/storage_rbac.go
 *             (PolicyData.EnsureRBACPolicy), component-helpers auth/rbac/reconciliation
 * Acts as     bootstrap-roles
 * Runs when   --authorization-mode has RBAC
 * Blocks      /readyz, until all are as they must be
 * If it is slow, if it fails   after 30 s it fails, and the process exits
 * Reads       ClusterRoles and ClusterRoleBindings (list), each object (get)
 * Writes      ClusterRoles, ClusterRoleBindings, Roles, RoleBindings (create, update, delete)
 * Simplified  see policy-text.ts
 */
import { seconds } from '#base';
import type { Procedure } from '#kernel';
import type { ApiResource, KubeObject } from '../../../api/objects';
import { CLUSTER_ROLE_BINDINGS, CLUSTER_ROLES, ROLE_BINDINGS, ROLES } from '../../../api/resources';
import { errorText, type RestResult, reasonOf } from '../../../client/rest-client';
import { DEFAULT_BACKOFF, isConflict, onError } from '../../../client/retry';
import type { BindingObject, RoleObject } from '../../registry/strategies/rbac';
import type { ServerContext } from '../../server-context';
import { createNamespace } from '../bootstrap-controller/master-service';
import { AGAIN, DONE, Poll, type PollAttempt } from '../poll';
import {
  BINDING_TO_SPLIT,
  type BootstrapPolicy,
  bootstrapPolicy,
  ROLES_TO_AGGREGATE,
} from './policy';
import { type Plan, planBinding, planRole } from './reconcile';

/** Source: the wait.Poll of EnsureRBACPolicy. */
const INTERVAL = seconds(1);
const LIMIT = seconds(30);
/** How often one object is looked at again when others change it. Source: run of the options. */
const MAX_ATTEMPTS = 3;

type Reconcile = (existing: KubeObject, expected: KubeObject) => Plan;
const role: Reconcile = (a, b) => planRole(a as RoleObject, b as RoleObject);
const binding: Reconcile = (a, b) => planBinding(a as BindingObject, b as BindingObject);

export class BootstrapRoles {
  readonly #server: ServerContext;
  readonly #actor: string;

  constructor(server: ServerContext) {
    this.#server = server;
    this.#actor = server.actor('bootstrap-roles');
  }

  start(done: (error?: string) => void): void {
    const options = { interval: INTERVAL, limit: LIMIT, immediate: false };
    const parts = { server: this.#server, actor: this.#actor };
    const end = (error?: string) =>
      done(error === undefined ? error : `unable to initialize roles: ${error}`);
    new Poll({ ...parts, ...options, attempt: () => this.ensure(), done: end }).start();
  }

  /** One try: all objects in order, whether or not one before failed. */
  *ensure(): Procedure<PollAttempt> {
    const { loopback, options } = this.#server;
    const lists = [
      ['clusterroles', CLUSTER_ROLES],
      ['clusterrolebindings', CLUSTER_ROLE_BINDINGS],
    ] as const;
    for (const [name, of] of lists) {
      const listed = yield* loopback.list(of, '');
      if (listed.ok) continue;
      this.#error(`unable to initialize ${name}: ${errorText(listed)}`);
      return AGAIN;
    }
    const policy = bootstrapPolicy(options.profile);
    const failure = yield* this.#carryOver(policy);
    if (failure !== undefined) {
      this.#error(failure);
      return AGAIN;
    }
    let well = true;
    for (const [of, objects, plan] of [
      [CLUSTER_ROLES, policy.clusterRoles, role],
      [CLUSTER_ROLE_BINDINGS, policy.clusterRoleBindings, binding],
      [ROLES, policy.roles, role],
      [ROLE_BINDINGS, policy.roleBindings, binding],
    ] as const) {
      for (const object of objects) well = (yield* this.#reconcile(of, object, plan)) && well;
    }
    return well ? DONE : AGAIN;
  }

  /** What older clusters have moves to where it stands now. @returns why not. */
  *#carryOver({ clusterRoleBindings }: BootstrapPolicy): Procedure<string | undefined> {
    for (const [from, to] of ROLES_TO_AGGREGATE) {
      const error = yield* this.#copyRole(from, to);
      if (error === 'nothing to move') break;
      if (error !== undefined) return `unable to prime aggregated clusterroles: ${error}`;
    }
    const { from, to } = BINDING_TO_SPLIT;
    const template = clusterRoleBindings.find(({ metadata }) => metadata.name === to);
    const error = template && (yield* this.#copyBinding(from, template));
    return error === undefined ? error : `unable to prime split ClusterRoleBindings: ${error}`;
  }

  /** Upstream: primeAggregatedClusterRoles. */
  *#copyRole(from: string, to: string): Procedure<string | undefined> {
    const { loopback } = this.#server;
    const there = yield* loopback.get(CLUSTER_ROLES, '', to);
    if (there.ok) return undefined;
    if (reasonOf(there) !== 'NotFound') return errorText(there);
    const old = yield* loopback.get(CLUSTER_ROLES, '', from);
    if (!old.ok) return reasonOf(old) === 'NotFound' ? undefined : errorText(old);
    if ((old.object as RoleObject).aggregationRule) return 'nothing to move';
    const { resourceVersion: _, ...metadata } = old.object.metadata;
    const copy = { ...old.object, metadata: { ...metadata, name: to } };
    return createdError(yield* loopback.create(CLUSTER_ROLES, copy));
  }

  /** Upstream: primeSplitClusterRoleBindings. */
  *#copyBinding(from: string, template: BindingObject): Procedure<string | undefined> {
    const { loopback } = this.#server;
    const old = yield* loopback.get(CLUSTER_ROLE_BINDINGS, '', from);
    if (!old.ok) return reasonOf(old) === 'NotFound' ? undefined : errorText(old);
    const { name = '' } = template.metadata;
    const there = yield* loopback.get(CLUSTER_ROLE_BINDINGS, '', name);
    if (there.ok) return undefined;
    if (reasonOf(there) !== 'NotFound') return errorText(there);
    const { labels, annotations } = old.object.metadata;
    const { subjects } = old.object as BindingObject;
    const copy: BindingObject = { ...template, metadata: { name, labels, annotations }, subjects };
    return createdError(yield* loopback.create(CLUSTER_ROLE_BINDINGS, copy));
  }

  *#reconcile(of: ApiResource, expected: KubeObject, plan: Reconcile): Procedure<boolean> {
    const { process } = this.#server;
    const retriable = (failed: RestResult<unknown>) =>
      isConflict(failed) || reasonOf(failed) === 'ServiceUnavailable';
    const retrier = { process, actor: this.#actor, backoff: DEFAULT_BACKOFF, retriable };
    const result = yield* onError(retrier, () => this.#attempt(of, expected, plan, 1));
    if (result.ok) return true;
    const { namespace = '', name } = expected.metadata;
    const what = `${of.kind.toLowerCase()}.${RBAC}/${name}`;
    const where = namespace === '' ? '' : ` in ${namespace}`;
    this.#error(`unable to reconcile ${what}${where}: ${errorText(result)}`);
    return false;
  }

  *#attempt(
    of: ApiResource,
    expected: KubeObject,
    plan: Reconcile,
    attempt: number,
  ): Procedure<RestResult<unknown>> {
    const { loopback, process } = this.#server;
    const { namespace = '', name = '' } = expected.metadata;
    const found = yield* loopback.get(of, namespace, name);
    const again = (result: RestResult<unknown>, reason: string) =>
      reasonOf(result) === reason && attempt < MAX_ATTEMPTS;
    if (!found.ok) {
      if (reasonOf(found) !== 'NotFound') return found;
      const created = yield* this.#create(of, expected);
      if (!again(created, 'AlreadyExists')) return created;
      return yield* this.#attempt(of, expected, plan, attempt + 1);
    }
    const planned = plan(found.object, expected);
    if (planned.operation === 'none') return found;
    if (planned.operation === 'protected') {
      const what = `${of.kind.toLowerCase()}.${RBAC}/${name}`;
      process.log(this.#actor, 'warning', `skipped reconcile-${what} as protected`);
      return found;
    }
    const { object } = planned;
    if (planned.operation === 'recreate') {
      const { uid } = found.object.metadata;
      const preconditions = { preconditions: { uid } };
      const deleted = yield* loopback.delete(of, namespace, name, preconditions);
      if (!deleted.ok && reasonOf(deleted) !== 'NotFound') return deleted;
      return yield* loopback.create(of, object);
    }
    const updated = yield* loopback.update(of, object);
    if (!again(updated, 'NotFound')) return updated;
    return yield* this.#attempt(of, expected, plan, attempt + 1);
  }

  /** The namespace first, as it may not be there yet. Upstream: tryEnsureNamespace. */
  *#create(of: ApiResource, object: KubeObject): Procedure<RestResult<unknown>> {
    const { loopback } = this.#server;
    if (of.namespaced) {
      const failure = yield* createNamespace(loopback, object.metadata.namespace ?? '');
      if (failure) return failure;
    }
    return yield* loopback.create(of, object);
  }

  #error(message: string): void {
    this.#server.process.log(this.#actor, 'error', message);
  }
}

/** The error of a create; that somebody was faster is none. */
const createdError = (created: RestResult<unknown>): string | undefined =>
  created.ok || reasonOf(created) === 'AlreadyExists' ? undefined : errorText(created);

const RBAC = 'rbac.authorization.k8s.io';
