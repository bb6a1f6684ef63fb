/**
 * Brings one object of the policy to where it must be: created when it is missing, given what it
 * lacks when it is there, never robbed of anything, and left alone when it says so.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/component-helpers/auth/rbac/reconciliation
 *             (reconcile_role.go, reconcile_rolebindings.go), validation (policy_comparator.go)
 */
import { semanticDeepEqual } from '../../../api/equality';
import type { KubeObject } from '../../../api/objects';
import type {
  BindingObject,
  PolicyRule,
  RbacSubject,
  RoleObject,
} from '../../registry/strategies/rbac';
import { AUTOUPDATE } from './policy';

/** What is to be done: `protected` stands for a change that the object's annotation forbids. */
export type Plan =
  | { readonly operation: 'none' }
  | { readonly operation: 'protected' }
  | { readonly operation: 'update' | 'recreate'; readonly object: KubeObject };

const NONE: Plan = { operation: 'none' };

/** A rule with one verb, one group, one resource and at most one name, or one verb and one path. */
export function breakdownRule(rule: PolicyRule): readonly PolicyRule[] {
  const { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs } = rule;
  if (nonResourceURLs) {
    return nonResourceURLs.flatMap((path) =>
      verbs.map((verb) => ({ verbs: [verb], nonResourceURLs: [path] })),
    );
  }
  return apiGroups.flatMap((group) =>
    resources.flatMap((resource) =>
      verbs.flatMap((verb) => {
        const one = { verbs: [verb], apiGroups: [group], resources: [resource] };
        if (resourceNames.length === 0) return [one];
        return resourceNames.map((name) => ({ ...one, resourceNames: [name] }));
      }),
    ),
  );
}

const has = (list: readonly string[] = [], word = ''): boolean =>
  list.includes('*') || list.includes(word);

const pathCovers = (owned: string, path: string): boolean =>
  owned === path || (owned.endsWith('*') && path.startsWith(owned.slice(0, -1)));

/** Whether a rule grants a broken down one. Upstream: ruleCovers. */
function ruleCovers(owner: PolicyRule, one: PolicyRule): boolean {
  const [verb] = one.verbs;
  const [path] = one.nonResourceURLs ?? [];
  if (!has(owner.verbs, verb)) return false;
  if (path !== undefined) return (owner.nonResourceURLs ?? []).some((own) => pathCovers(own, path));
  const [group] = one.apiGroups ?? [];
  const [resource = ''] = one.resources ?? [];
  const [, subresource] = resource.split('/');
  const resources = owner.resources ?? [];
  const all = subresource !== undefined && resources.includes(`*/${subresource}`);
  if (!has(owner.apiGroups, group) || !(has(resources, resource) || all)) return false;
  const names = owner.resourceNames ?? [];
  const [name] = one.resourceNames ?? [];
  return names.length === 0 || (name !== undefined && names.includes(name));
}

/**
 * The parts of `wanted` that no rule of `owned` grants. A rule that is there word for word grants
 * all its parts, so only others are taken apart. Upstream: Covers.
 */
export const missingRules = (
  owned: readonly PolicyRule[],
  wanted: readonly PolicyRule[],
): readonly PolicyRule[] =>
  wanted
    .filter((rule, at) => !semanticDeepEqual(owned[at], rule))
    .flatMap(breakdownRule)
    .filter((one) => !owned.some((rule) => ruleCovers(rule, one)));

/** What is there counts more. Upstream: merge. */
function withMetadata<T extends KubeObject>(existing: T, expected: KubeObject): T {
  const labels = { ...expected.metadata.labels, ...existing.metadata.labels };
  const annotations = { ...expected.metadata.annotations, ...existing.metadata.annotations };
  return { ...existing, metadata: { ...existing.metadata, labels, annotations } };
}

function planOf(existing: KubeObject, object: KubeObject): Plan {
  if (semanticDeepEqual(existing, object)) return NONE;
  const kept = existing.metadata.annotations?.[AUTOUPDATE] === 'false';
  return kept ? { operation: 'protected' } : { operation: 'update', object };
}

/** Upstream: computeReconciledRole. */
export function planRole(existing: RoleObject, expected: RoleObject): Plan {
  const wanted = expected.aggregationRule?.clusterRoleSelectors ?? [];
  const found = existing.aggregationRule?.clusterRoleSelectors ?? [];
  const selectors = wanted.filter((one) => !found.some((own) => semanticDeepEqual(own, one)));
  const missing = missingRules(existing.rules ?? [], expected.rules ?? []);
  const object: RoleObject = {
    ...withMetadata(existing, expected),
    ...(missing.length > 0 ? { rules: [...(existing.rules ?? []), ...missing] } : {}),
    ...(selectors.length > 0
      ? { aggregationRule: { clusterRoleSelectors: [...found, ...selectors] } }
      : {}),
  };
  return planOf(existing, object);
}

const sameSubject = (a: RbacSubject, b: RbacSubject): boolean =>
  a.kind === b.kind && a.name === b.name && (a.namespace ?? '') === (b.namespace ?? '');

/** Upstream: computeReconciledRoleBinding. Another role cannot be written over: it starts anew. */
export function planBinding(existing: BindingObject, expected: BindingObject): Plan {
  const protectedOne = existing.metadata.annotations?.[AUTOUPDATE] === 'false';
  if (!semanticDeepEqual(existing.roleRef, expected.roleRef)) {
    return protectedOne ? { operation: 'protected' } : { operation: 'recreate', object: expected };
  }
  const found = existing.subjects ?? [];
  const missing = (expected.subjects ?? []).filter(
    (one) => !found.some((own) => sameSubject(own, one)),
  );
  const subjects = missing.length > 0 ? { subjects: [...found, ...missing] } : {};
  return planOf(existing, { ...withMetadata(existing, expected), ...subjects });
}
