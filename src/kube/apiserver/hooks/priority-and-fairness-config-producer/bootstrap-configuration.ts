/**
 * The flow schemas and priority levels that a server makes sure of, as data.
 *
 * Upstream    kubernetes v1.25-v1.33
 *             staging/src/k8s.io/apiserver/pkg/apis/flowcontrol/bootstrap/default.go (before PR
 *             131215 of 1.34)
 */
import type { KubeObject } from '../../../api/objects';
import {
  apiVersionOf,
  FLOW_SCHEMAS,
  type FlowControlVersion,
  PRIORITY_LEVELS,
} from '../../../api/resources';
import type { PriorityLevelSpec } from '../../registry/strategies/flow-control';

/** Says whether the servers may change the spec. */
export const AUTOUPDATE = 'apf.kubernetes.io/autoupdate-spec';
const ALL = ['*'];
const MANAGER = 'system:kube-controller-manager';
const SCHEDULER = 'system:kube-scheduler';
const NODES = 'system:nodes';
const EVERYBODY = ['system:unauthenticated', 'system:authenticated'];
const LOCK_VERBS = ['get', 'create', 'update'];

const groups = (...names: readonly string[]) =>
  names.map((name) => ({ kind: 'Group', group: { name } }));
const users = (...names: readonly string[]) =>
  names.map((name) => ({ kind: 'User', user: { name } }));
const accounts = (...names: readonly string[]) =>
  names.map((name) => ({
    kind: 'ServiceAccount',
    serviceAccount: { namespace: 'kube-system', name },
  }));

interface ResourceRule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly namespaces: readonly string[];
  readonly clusterScope?: true;
}

const rule = (group: string, resources: readonly string[], verbs = LOCK_VERBS): ResourceRule => ({
  verbs,
  apiGroups: [group],
  resources,
  namespaces: ALL,
});
const LEASES = rule('coordination.k8s.io', ['leases']);
const EVERYTHING = {
  resourceRules: [
    { verbs: ALL, apiGroups: ALL, resources: ALL, namespaces: ALL, clusterScope: true },
  ],
  nonResourceRules: [{ verbs: ALL, nonResourceURLs: ALL }],
};

interface Schema {
  readonly name: string;
  readonly level: string;
  readonly precedence: number;
  readonly by?: 'ByUser' | 'ByNamespace';
  readonly subjects: readonly unknown[];
  /** Everything where it is missing. */
  readonly rules?: Readonly<Record<string, unknown>>;
}

const MANDATORY_SCHEMAS: readonly Schema[] = [
  { name: 'exempt', level: 'exempt', precedence: 1, subjects: groups('system:masters') },
  {
    name: 'catch-all',
    level: 'catch-all',
    precedence: 10_000,
    by: 'ByUser',
    subjects: groups(...EVERYBODY),
  },
];

const SUGGESTED_SCHEMAS: readonly Schema[] = [
  {
    name: 'system-nodes',
    level: 'system',
    precedence: 500,
    by: 'ByUser',
    subjects: groups(NODES),
  },
  {
    name: 'system-node-high',
    level: 'node-high',
    precedence: 400,
    by: 'ByUser',
    subjects: groups(NODES),
    rules: {
      resourceRules: [
        { ...rule('', ['nodes', 'nodes/status'], ALL), clusterScope: true },
        { ...LEASES, verbs: ALL },
      ],
    },
  },
  {
    name: 'probes',
    level: 'exempt',
    precedence: 2,
    subjects: groups(...EVERYBODY),
    rules: {
      nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/healthz', '/readyz', '/livez'] }],
    },
  },
  {
    name: 'system-leader-election',
    level: 'leader-election',
    precedence: 100,
    by: 'ByUser',
    subjects: [...users(MANAGER, SCHEDULER), ...accounts('*')],
    rules: { resourceRules: [LEASES] },
  },
  {
    name: 'workload-leader-election',
    level: 'leader-election',
    precedence: 200,
    by: 'ByUser',
    subjects: accounts('*'),
    rules: { resourceRules: [rule('', ['endpoints', 'configmaps']), LEASES] },
  },
  {
    name: 'endpoint-controller',
    level: 'workload-high',
    precedence: 150,
    by: 'ByUser',
    subjects: [
      ...users(MANAGER),
      ...accounts('endpoint-controller', 'endpointslicemirroring-controller'),
    ],
    rules: { resourceRules: [rule('', ['endpoints'])] },
  },
  {
    name: 'kube-controller-manager',
    level: 'workload-high',
    precedence: 800,
    by: 'ByNamespace',
    subjects: users(MANAGER),
  },
  {
    name: 'kube-scheduler',
    level: 'workload-high',
    precedence: 800,
    by: 'ByNamespace',
    subjects: users(SCHEDULER),
  },
  {
    name: 'kube-system-service-accounts',
    level: 'workload-high',
    precedence: 900,
    by: 'ByNamespace',
    subjects: accounts('*'),
  },
  {
    name: 'service-accounts',
    level: 'workload-low',
    precedence: 9_000,
    by: 'ByUser',
    subjects: groups('system:serviceaccounts'),
  },
  {
    name: 'global-default',
    level: 'global-default',
    precedence: 9_900,
    by: 'ByUser',
    subjects: groups(...EVERYBODY),
  },
];

/**
 * Name, shares, percent that may be lent (from 1.26 on), queues and hand size. Without queues a
 * request that finds no seat is refused.
 */
type Level = readonly [
  name: string,
  shares: number,
  lendable: number,
  queues?: number,
  hand?: number,
];

const SUGGESTED_LEVELS: readonly Level[] = [
  ['system', 30, 33, 64, 6],
  ['node-high', 40, 25, 64, 6],
  ['leader-election', 10, 0, 16, 4],
  ['workload-high', 40, 50, 128, 6],
  ['workload-low', 100, 90, 128, 6],
  ['global-default', 20, 50, 128, 6],
];
const CATCH_ALL: Level = ['catch-all', 5, 0];
/** Source: every QueuingConfiguration of the file. */
const QUEUE_LENGTH = 50;

export interface BootstrapConfiguration {
  readonly suggested: Objects;
  readonly mandatory: Objects;
}
export interface Objects {
  readonly schemas: readonly KubeObject[];
  readonly levels: readonly KubeObject[];
}

export function bootstrapConfiguration(
  version: FlowControlVersion,
  exemptHasShares: boolean,
): BootstrapConfiguration {
  const made = (name: string, kind: string, apiVersion: string, spec: unknown): KubeObject => ({
    apiVersion,
    kind,
    metadata: { name, annotations: { [AUTOUPDATE]: 'true' } },
    spec: spec as Readonly<Record<string, unknown>>,
  });
  const schema = ({ name, level, precedence, by, subjects, rules = EVERYTHING }: Schema) =>
    made(name, 'FlowSchema', apiVersionOf(FLOW_SCHEMAS[version]), {
      priorityLevelConfiguration: { name: level },
      matchingPrecedence: precedence,
      ...(by ? { distinguisherMethod: { type: by } } : {}),
      rules: [{ subjects, ...rules }],
    });
  const level = (name: string, spec: PriorityLevelSpec) =>
    made(name, 'PriorityLevelConfiguration', apiVersionOf(PRIORITY_LEVELS[version]), spec);
  const limited = (row: Level) => level(row[0], limitedSpec(row, version));
  const exempt = exemptHasShares
    ? { type: 'Exempt', exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } }
    : { type: 'Exempt' };
  return {
    suggested: { schemas: SUGGESTED_SCHEMAS.map(schema), levels: SUGGESTED_LEVELS.map(limited) },
    mandatory: {
      schemas: MANDATORY_SCHEMAS.map(schema),
      levels: [limited(CATCH_ALL), level('exempt', exempt)],
    },
  };
}

function limitedSpec(row: Level, version: FlowControlVersion): PriorityLevelSpec {
  const [, shares, lendablePercent, queues, handSize] = row;
  const named =
    version === 'v1beta2'
      ? { assuredConcurrencyShares: shares }
      : { nominalConcurrencyShares: shares, lendablePercent };
  const limitResponse =
    queues === undefined
      ? { type: 'Reject' }
      : { type: 'Queue', queuing: { queues, handSize, queueLengthLimit: QUEUE_LENGTH } };
  return { type: 'Limited', limited: { ...named, limitResponse } };
}
