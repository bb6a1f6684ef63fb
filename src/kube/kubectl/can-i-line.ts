/**
 * `auth can-i`: asks the server itself.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/auth/cani.go (RunAccessCheck,
 *             RunAccessList, Validate)
 */
import { alignTabs, type CanICommand, TABLE_TABS } from '#console';
import type { Procedure } from '#kernel';
import type { ApiResource, KubeObject } from '../api/objects';
import type { LineCall } from './line-call';

const GROUP = 'authorization.k8s.io';

const review = (resource: string, kind: string): ApiResource => ({
  group: GROUP,
  version: 'v1',
  resource,
  kind,
  namespaced: false,
});
const ACCESS = review('selfsubjectaccessreviews', 'SelfSubjectAccessReview');
const RULES = review('selfsubjectrulesreviews', 'SelfSubjectRulesReview');

/** Source: cani.go (resourceVerbs, nonResourceURLVerbs). */
const VERBS: ReadonlySet<string> = new Set(
  (
    'get list watch create update patch delete deletecollection use bind impersonate * approve ' +
    'sign escalate attest'
  ).split(' '),
);
const PATH_VERBS: ReadonlySet<string> = new Set(
  'get put post head options delete patch *'.split(' '),
);

const isPath = ({ target }: CanICommand): boolean => target.startsWith('/');

/** What is odd about the question; the line ends in an empty one, as upstream's does. */
function warnings(command: CanICommand): readonly string[] {
  const { action, of, target, namespace } = command;
  const found: string[] = [];
  const path = isPath(command);
  if (!path && !of && target !== '*')
    found.push(`the server doesn't have a resource type '${target}'`);
  if (of && !of.namespaced && namespace !== '') {
    const group = of.group === '' ? '' : ` in group '${of.group}'`;
    found.push(`resource '${of.resource}' is not namespace scoped${group}`);
  }
  if (!(path ? PATH_VERBS : VERBS).has(action)) found.push(`verb '${action}' is not a known verb`);
  return found.map((text) => `Warning: ${text}\n`);
}

function attributesOf(command: CanICommand): object {
  const { action, of, target, name, subresource, namespace } = command;
  if (isPath(command)) return { nonResourceAttributes: { path: target, verb: action } };
  return {
    resourceAttributes: {
      ...(namespace === '' ? {} : { namespace }),
      verb: action,
      ...(of && of.group !== '' ? { group: of.group } : {}),
      resource: of?.resource ?? target,
      ...(subresource === '' ? {} : { subresource }),
      ...(name === '' ? {} : { name }),
    },
  };
}

const asked = (of: ApiResource, spec: object): KubeObject => ({
  kind: of.kind,
  apiVersion: `${of.group}/${of.version}`,
  metadata: {},
  spec,
});

export function* runCanI(call: LineCall, command: CanICommand): Procedure<void> {
  if (command.list) return yield* runList(call, command);
  for (const warning of warnings(command)) call.say(warning, 'warning');
  const result = yield* call.client.create(ACCESS, asked(ACCESS, attributesOf(command)));
  if (!result.ok) {
    call.fail([result]);
    return undefined;
  }
  const { allowed, reason = '' } = result.object.status as {
    readonly allowed: boolean;
    readonly reason?: string;
  };
  if (!command.quiet) call.say(allowed ? 'yes' : `no${reason === '' ? '' : ` - ${reason}`}`);
  // An answer of no is no error, and yet the exit code says it.
  if (!allowed) call.failed = true;
  return undefined;
}

interface Rules {
  readonly resourceRules: readonly {
    readonly verbs: readonly string[];
    readonly apiGroups?: readonly string[];
    readonly resources?: readonly string[];
    readonly resourceNames?: readonly string[];
  }[];
  readonly nonResourceRules: readonly {
    readonly verbs: readonly string[];
    readonly nonResourceURLs?: readonly string[];
  }[];
}

const listed = (items: readonly string[] = []): string => `[${items.join(' ')}]`;

function* runList(call: LineCall, { namespace, noHeaders }: CanICommand): Procedure<void> {
  const result = yield* call.client.create(RULES, asked(RULES, { namespace }));
  if (!result.ok) {
    call.fail([result]);
    return;
  }
  const { resourceRules, nonResourceRules } = result.object.status as unknown as Rules;
  const rows = [
    ...(noHeaders ? [] : [['Resources', 'Non-Resource URLs', 'Resource Names', 'Verbs']]),
    ...resourceRules.flatMap(({ verbs, apiGroups = [], resources = [], resourceNames }) =>
      resources.flatMap((resource) =>
        apiGroups.map((group) => {
          const of = group === '' ? resource : `${resource}.${group}`;
          return [of, '[]', listed(resourceNames), listed(verbs)];
        }),
      ),
    ),
    ...nonResourceRules.map(({ verbs, nonResourceURLs }) => [
      '',
      listed(nonResourceURLs),
      '[]',
      listed(verbs),
    ]),
  ];
  if (rows.length > 0)
    call.say(alignTabs(rows.map((row) => row.join('\t')).join('\n'), TABLE_TABS));
}
