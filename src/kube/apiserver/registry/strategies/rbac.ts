/**
 * Roles, ClusterRoles and their bindings.
 *
 * Upstream    kubernetes v1.27 pkg/registry/rbac (role, clusterrole, rolebinding,
 *             clusterrolebinding: strategy.go), pkg/apis/rbac/validation/validation.go,
 *             pkg/apis/rbac/v1/defaults.go
 * Simplified  nobody is kept from granting more than they have, as everyone may do everything;
 *             label selectors of an aggregation rule are not checked
 */
import {
  type FieldError,
  goQuote,
  goStrings,
  invalid,
  notSupported,
  required,
} from '../../../api/field-error';
import type { ApiResource, KubeObject } from '../../../api/objects';
import {
  CLUSTER_ROLE_BINDINGS,
  CLUSTER_ROLES,
  RBAC_GROUP,
  ROLE_BINDINGS,
  ROLES,
} from '../../../api/resources';
import { validateCoreMeta } from '../../../api/validate-meta';
import { nameIsDNSSubdomain, pathSegmentName } from '../../../api/validate-text';
import { DEFAULT_STRATEGY, type Strategy } from '../strategy';

export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

export interface RbacSubject {
  readonly kind: string;
  readonly apiGroup?: string;
  readonly name: string;
  readonly namespace?: string;
}

export interface RoleRef {
  readonly apiGroup: string;
  readonly kind: string;
  readonly name: string;
}

export interface RoleObject extends KubeObject {
  readonly rules?: readonly PolicyRule[];
  readonly aggregationRule?: { readonly clusterRoleSelectors?: readonly unknown[] };
}

export interface BindingObject extends KubeObject {
  readonly subjects?: readonly RbacSubject[];
  readonly roleRef: RoleRef;
}

const ROLE_KINDS = ['Role', 'ClusterRole'];
const SERVICE_ACCOUNT = 'ServiceAccount';
const SUBJECT_KINDS = [SERVICE_ACCOUNT, 'User', 'Group'];

const someOf = (list: readonly string[] | undefined): boolean => (list ?? []).length > 0;

/** Upstream: ValidatePolicyRule. */
function validateRule(rule: PolicyRule, namespaced: boolean, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const { nonResourceURLs: urls = [], apiGroups, resources, resourceNames } = rule;
  if (!someOf(rule.verbs)) {
    errors.push(required(`${path}.verbs`, 'verbs must contain at least one value'));
  }
  if (urls.length > 0) {
    const wrong = (detail: string) =>
      errors.push(invalid(`${path}.nonResourceURLs`, goStrings(urls), detail));
    if (namespaced) wrong('namespaced rules cannot apply to non-resource URLs');
    if (someOf(apiGroups) || someOf(resources) || someOf(resourceNames)) {
      wrong('rules cannot apply to both regular resources and non-resource URLs');
    }
    return errors;
  }
  if (!someOf(apiGroups)) {
    const detail = 'resource rules must supply at least one api group';
    errors.push(required(`${path}.apiGroups`, detail));
  }
  if (!someOf(resources)) {
    errors.push(required(`${path}.resources`, 'resource rules must supply at least one resource'));
  }
  return errors;
}

const validateRules = (namespaced: boolean) => (object: KubeObject) => {
  const { rules = [], aggregationRule } = object as RoleObject;
  const errors = validateCoreMeta(object.metadata, namespaced, pathSegmentName);
  rules.forEach((rule, index) => {
    errors.push(...validateRule(rule, namespaced, `rules[${index}]`));
  });
  if (aggregationRule && (aggregationRule.clusterRoleSelectors ?? []).length === 0) {
    const detail = 'at least one clusterRoleSelector required if aggregationRule is non-nil';
    errors.push(required('aggregationRule.clusterRoleSelectors', detail));
  }
  return errors;
};

/** Upstream: ValidateRoleBindingSubject. */
function validateSubject(subject: RbacSubject, namespaced: boolean, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const { kind = '', name, apiGroup = '' } = subject;
  if (!name) errors.push(required(`${path}.name`, ''));
  if (!SUBJECT_KINDS.includes(kind)) {
    return [...errors, notSupported(`${path}.kind`, kind, SUBJECT_KINDS)];
  }
  const group = kind === SERVICE_ACCOUNT ? '' : RBAC_GROUP;
  if (kind === SERVICE_ACCOUNT && name) {
    const wrong = nameIsDNSSubdomain(name, false);
    errors.push(...wrong.map((text) => invalid(`${path}.name`, name, text)));
  }
  if (apiGroup !== group) errors.push(notSupported(`${path}.apiGroup`, apiGroup, [group]));
  if (kind === SERVICE_ACCOUNT && !namespaced && !subject.namespace) {
    errors.push(required(`${path}.namespace`, ''));
  }
  return errors;
}

const validateBinding = (namespaced: boolean) => (object: KubeObject) => {
  const { subjects = [], roleRef } = object as BindingObject;
  const { apiGroup = '', kind = '', name = '' } = roleRef ?? {};
  const kinds = namespaced ? ROLE_KINDS : ['ClusterRole'];
  const errors = validateCoreMeta(object.metadata, namespaced, pathSegmentName);
  if (apiGroup !== RBAC_GROUP) {
    errors.push(notSupported('roleRef.apiGroup', apiGroup, [RBAC_GROUP]));
  }
  if (!kinds.includes(kind)) errors.push(notSupported('roleRef.kind', kind, kinds));
  if (name === '') errors.push(required('roleRef.name', ''));
  else {
    const wrong = pathSegmentName(name, false);
    errors.push(...wrong.map((text) => invalid('roleRef.name', name, text)));
  }
  subjects.forEach((subject, index) => {
    errors.push(...validateSubject(subject, namespaced, `subjects[${index}]`));
  });
  return errors;
};

const goRoleRef = ({ apiGroup = '', kind = '', name = '' }: Partial<RoleRef> = {}): string => {
  const fields = [`APIGroup:${goQuote(apiGroup)}`, `Kind:${goQuote(kind)}`];
  return `rbac.RoleRef{${[...fields, `Name:${goQuote(name)}`].join(', ')}}`;
};

const sameRef = (a: RoleRef, b: RoleRef): boolean =>
  a.apiGroup === b.apiGroup && a.kind === b.kind && a.name === b.name;

/** The group of a reference and of subjects that name none. Upstream: SetDefaults_Subject. */
function setBindingDefaults(object: KubeObject): KubeObject {
  const { subjects, roleRef } = object as BindingObject;
  const filled = subjects?.map((subject) =>
    subject.apiGroup || subject.kind === SERVICE_ACCOUNT
      ? subject
      : { ...subject, apiGroup: RBAC_GROUP },
  );
  const ref = roleRef?.apiGroup ? roleRef : { ...roleRef, apiGroup: RBAC_GROUP };
  return { ...object, ...(filled ? { subjects: filled } : {}), roleRef: ref };
}

const shared = { ...DEFAULT_STRATEGY, allowCreateOnUpdate: true } as const;

function role(of: ApiResource): Strategy {
  const validate = validateRules(of.namespaced);
  return { ...shared, of, validate, validateUpdate: validate };
}

function binding(of: ApiResource): Strategy {
  const validate = validateBinding(of.namespaced);
  const validateUpdate = (object: KubeObject, old: KubeObject): FieldError[] => {
    const errors = validate(object);
    const now = (object as BindingObject).roleRef;
    if (now && sameRef(now, (old as BindingObject).roleRef)) return errors;
    return [...errors, invalid('roleRef', { go: goRoleRef(now) }, 'cannot change roleRef')];
  };
  return { ...shared, of, setDefaults: setBindingDefaults, validate, validateUpdate };
}

export const RBAC_STRATEGIES: readonly Strategy[] = [
  role(ROLES),
  binding(ROLE_BINDINGS),
  role(CLUSTER_ROLES),
  binding(CLUSTER_ROLE_BINDINGS),
];
