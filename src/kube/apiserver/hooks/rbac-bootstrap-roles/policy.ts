/** The objects of the bootstrap policy of a version, read from its text. */
import { compareText, invariant } from '#base';
import type { ApiResource } from '../../../api/objects';
import {
  apiVersionOf,
  CLUSTER_ROLE_BINDINGS as CLUSTER_ROLE_BINDING_KIND,
  CLUSTER_ROLES as CLUSTER_ROLE_KIND,
  RBAC_GROUP,
  ROLE_BINDINGS,
  ROLES,
} from '../../../api/resources';
import { type Profile, profileWithin } from '../../../profile';
import type {
  BindingObject,
  PolicyRule,
  RbacSubject,
  RoleObject,
} from '../../registry/strategies/rbac';
import {
  CLUSTER_ROLE_BINDINGS,
  CLUSTER_ROLES,
  CONTROLLER_ROLES,
  NAMESPACE_ROLE_BINDINGS,
  NAMESPACE_ROLES,
} from './policy-text';

export const AUTOUPDATE = 'rbac.authorization.kubernetes.io/autoupdate';
const AGGREGATE = 'rbac.authorization.k8s.io/aggregate-to-';
const CONTROLLER = 'system:controller:';

export interface BootstrapPolicy {
  readonly clusterRoles: readonly RoleObject[];
  readonly clusterRoleBindings: readonly BindingObject[];
  readonly roles: readonly RoleObject[];
  readonly roleBindings: readonly BindingObject[];
}

/** Where the rules of roles from before aggregation go. Upstream: ClusterRolesToAggregate. */
export const ROLES_TO_AGGREGATE: readonly (readonly [from: string, to: string])[] = [
  ['admin', 'system:aggregate-to-admin'],
  ['edit', 'system:aggregate-to-edit'],
  ['view', 'system:aggregate-to-view'],
];
/** A binding that became two, with the same subjects. Upstream: ClusterRoleBindingsToSplit. */
export const BINDING_TO_SPLIT = { from: 'system:discovery', to: 'system:public-info-viewer' };

const READ = 'get,list,watch';
const SHORT: Readonly<Record<string, string>> = {
  R: READ,
  W: 'create,update,patch,delete,deletecollection',
  U: `${READ},update,patch`,
};
const EVENTS = 'create,update,patch -,events.k8s.io events';

/** The words of a list, each once, in order. Upstream: combine of the rule's builder. */
const sorted = (list: readonly string[]): readonly string[] => [...new Set(list)].sort(compareText);

function readRule(text: string): PolicyRule {
  const [verbWords, groups, resources, names] = (text === 'E' ? EVENTS : text).split(' ');
  const verbs = sorted(verbWords.split(',').flatMap((verb) => (SHORT[verb] ?? verb).split(',')));
  if (groups.startsWith('@')) {
    return { verbs, nonResourceURLs: sorted(groups.slice(1).split(',')) };
  }
  return {
    verbs,
    apiGroups: sorted(groups.split(',').map((group) => (group === '-' ? '' : group))),
    resources: sorted(resources.split(',')),
    ...(names ? { resourceNames: sorted(names.split(',')) } : {}),
  };
}

const linesOf = (text: string): readonly string[] => text.trim().split('\n');
const RANGE = /^([\d.]*\d)?\.\.(\d[\d.]*)? (.*)$/;
const LINE = /^(\S+?)((?: [<>=]\S+?)*):(?: (.*))?$/;

/** The text without its range of versions; nothing where the profile lies outside. */
function within(profile: Profile, text: string): readonly string[] {
  const match = RANGE.exec(text);
  if (!match) return [text];
  const [, since, until, rest] = match;
  return profileWithin(profile, since as Profile, until as Profile) ? [rest] : [];
}

interface Line {
  readonly name: string;
  readonly marks: readonly string[];
  readonly parts: readonly string[];
}

function readLines(text: string, profile: Profile): readonly Line[] {
  const lines = linesOf(text).flatMap((line) => within(profile, line));
  return lines.map((line) => {
    const match = LINE.exec(line);
    invariant(match, `a line of the policy, found ${line}`);
    const [, name, marks, rest] = match;
    const parts = rest ? rest.split('; ').flatMap((part) => within(profile, part)) : [];
    return { name, marks: marks.trim().split(' '), parts };
  });
}

function metadata(name: string, namespace: string, labels: Readonly<Record<string, string>> = {}) {
  return {
    name,
    ...(namespace === '' ? {} : { namespace }),
    labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults', ...labels },
    annotations: { [AUTOUPDATE]: 'true' },
  };
}

const typeOf = (of: ApiResource) => ({ apiVersion: apiVersionOf(of), kind: of.kind });

function readRole(of: ApiResource, { name, marks, parts }: Line, namespace: string): RoleObject {
  const into = marks.find((mark) => mark.startsWith('>'))?.slice(1);
  const from = marks.find((mark) => mark.startsWith('<'))?.slice(1);
  const labels = into ? { [`${AGGREGATE}${into}`]: 'true' } : {};
  const selectors = [{ matchLabels: { [`${AGGREGATE}${from}`]: 'true' } }];
  return {
    ...typeOf(of),
    metadata: metadata(name, namespace, labels),
    ...(from ? { aggregationRule: { clusterRoleSelectors: selectors } } : {}),
    ...(from ? {} : { rules: parts.map(readRule) }),
  };
}

function readSubject(text: string): RbacSubject {
  const [kind, name] = text.split(' ');
  if (kind === 's') return { kind: 'ServiceAccount', name, namespace: 'kube-system' };
  return { kind: kind === 'g' ? 'Group' : 'User', apiGroup: RBAC_GROUP, name };
}

function readBinding(of: ApiResource, line: Line, namespace: string): BindingObject {
  const { name, marks, parts } = line;
  const role = marks.find((mark) => mark.startsWith('='))?.slice(1) ?? name;
  const kind = namespace === '' ? 'ClusterRole' : 'Role';
  return {
    ...typeOf(of),
    metadata: metadata(name, namespace),
    ...(parts.length > 0 ? { subjects: parts.map(readSubject) } : {}),
    roleRef: { apiGroup: RBAC_GROUP, kind, name: role },
  };
}

const known = new Map<Profile, BootstrapPolicy>();

/** The policy of a version; the same objects each time. */
export function bootstrapPolicy(profile: Profile): BootstrapPolicy {
  const found = known.get(profile);
  if (found) return found;
  const controllers = readLines(CONTROLLER_ROLES, profile).map((line) => ({
    ...line,
    name: `${CONTROLLER}${line.name}`,
  }));
  const accounts = controllers.map(({ name }) => ({
    name,
    marks: [],
    parts: [`s ${name.slice(CONTROLLER.length)}`],
  }));
  const clusterRoles = [...readLines(CLUSTER_ROLES, profile), ...controllers];
  const bindings = [...readLines(CLUSTER_ROLE_BINDINGS, profile), ...accounts];
  const inNamespaces = <T>(
    texts: Readonly<Record<string, string>>,
    read: (line: Line, namespace: string) => T,
  ): readonly T[] =>
    Object.entries(texts).flatMap(([namespace, text]) =>
      readLines(text, profile).map((line) => read(line, namespace)),
    );
  const policy = {
    clusterRoles: clusterRoles.map((line) => readRole(CLUSTER_ROLE_KIND, line, '')),
    clusterRoleBindings: bindings.map((line) => readBinding(CLUSTER_ROLE_BINDING_KIND, line, '')),
    roles: inNamespaces(NAMESPACE_ROLES, (line, at) => readRole(ROLES, line, at)),
    roleBindings: inNamespaces(NAMESPACE_ROLE_BINDINGS, (line, at) =>
      readBinding(ROLE_BINDINGS, line, at),
    ),
  };
  known.set(profile, policy);
  return policy;
}
