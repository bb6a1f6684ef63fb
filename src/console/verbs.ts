/** The verbs of kubectl: those that a line may use here, and those that exist beside them. */
import { type FlagSpec, flags } from './flags';

/** Most objects of one answer. Source: cmdutil.DefaultChunkSize. */
export const CHUNK_SIZE = 500;
/** Source: cmdutil.SuggestAPIResources. */
export const API_RESOURCES_HINT =
  'Use "kubectl api-resources" for a complete list of supported resources.';

/** Flags that every verb has. */
export const GLOBAL_FLAGS: readonly FlagSpec[] = [
  ...flags('string', 'n/namespace s/server !as !as-uid !cache-dir !certificate-authority'),
  ...flags('string', '!client-certificate !client-key !cluster !context !kubeconfig !token !user'),
  ...flags('string', '!request-timeout !tls-server-name !password !username !profile'),
  ...flags('bool', '!insecure-skip-tls-verify !disable-compression !match-server-version'),
  ...flags('int', '!v/v'),
];

const FILES = [...flags('list', 'f/filename !k/kustomize'), ...flags('bool', '!R/recursive')];
const SELECTORS = flags('string', 'l/selector field-selector');
const DRY_RUN: FlagSpec = { name: 'dry-run', type: 'string', bare: 'unchanged', modelled: true };
const NO_DRY_RUN: FlagSpec = { ...DRY_RUN, modelled: false };
const DRY: readonly FlagSpec[] = [DRY_RUN, ...flags('string', '!field-manager !validate')];
const OUTPUT = flags('string', 'o/output');
const CASCADE: FlagSpec = {
  name: 'cascade',
  type: 'string',
  bare: 'background',
  modelled: true,
};

export const VERB_FLAGS = {
  get: [
    ...OUTPUT,
    ...SELECTORS,
    ...FILES,
    ...flags('bool', 'w/watch watch-only output-watch-events ignore-not-found A/all-namespaces'),
    ...flags('bool', 'no-headers show-labels show-kind show-managed-fields'),
    ...flags('bool', '!server-print !allow-missing-template-keys'),
    ...flags('string', 'raw sort-by subresource !template'),
    ...flags('list', 'L/label-columns'),
    ...flags('int', 'chunk-size'),
  ],
  describe: [
    ...SELECTORS.slice(0, 1),
    ...FILES,
    ...flags('bool', 'A/all-namespaces show-events'),
    ...flags('int', 'chunk-size'),
  ],
  apply: [
    ...FILES,
    ...OUTPUT.map((flag) => ({ ...flag, modelled: false })),
    ...DRY,
    ...flags('bool', '!server-side !force-conflicts !prune !wait !force !all !overwrite'),
    ...flags('string', '!l/selector'),
  ],
  replace: [...FILES, ...DRY, ...flags('bool', '!force !wait'), ...flags('string', '!raw')],
  create: [...FILES, ...OUTPUT, ...DRY, ...flags('bool', '!edit !save-config'), ...raw()],
  delete: [
    ...OUTPUT,
    ...SELECTORS,
    ...FILES,
    ...DRY,
    ...flags('bool', 'all A/all-namespaces force ignore-not-found now wait !i/interactive'),
    ...flags('int', 'grace-period'),
    ...flags('duration', 'timeout'),
    ...raw(),
    CASCADE,
  ],
  label: editFlags(),
  annotate: editFlags(),
  patch: [
    ...flags('string', 'p/patch type subresource !patch-file !field-manager'),
    ...OUTPUT,
    DRY_RUN,
    ...flags('list', '!f/filename !k/kustomize'),
    ...flags('bool', '!local !R/recursive'),
  ],
  'api-resources': [
    ...OUTPUT,
    ...flags('bool', 'namespaced no-headers !cached'),
    ...flags('string', 'api-group sort-by'),
    ...flags('list', 'verbs categories'),
  ],
  'api-versions': [],
  version: [...flags('bool', 'short client'), ...flags('string', 'o/output')],
  'cluster-info': [],
  explain: [...flags('bool', 'recursive'), ...flags('string', '!api-version !output')],
  auth: [
    ...flags('bool', 'A/all-namespaces q/quiet list no-headers'),
    ...flags('string', 'subresource'),
  ],
  scale: [
    ...OUTPUT,
    ...SELECTORS.slice(0, 1),
    NO_DRY_RUN,
    ...flags('bool', 'all !R/recursive'),
    ...flags('int', 'replicas current-replicas'),
    ...flags('string', 'resource-version'),
    ...flags('list', '!f/filename !k/kustomize'),
    ...flags('duration', '!timeout'),
  ],
  expose: [
    ...OUTPUT,
    ...DRY,
    ...flags('string', 'name port target-port protocol type l/labels selector cluster-ip'),
    ...flags('string', 'external-ip load-balancer-ip session-affinity !container-port'),
    ...flags('string', '!overrides !override-type'),
    ...flags('bool', '!R/recursive !save-config'),
    ...flags('list', '!f/filename !k/kustomize'),
  ],
  rollout: [
    ...OUTPUT,
    ...SELECTORS.slice(0, 1),
    ...flags('bool', 'w/watch !R/recursive'),
    ...flags('string', '!field-manager'),
    ...flags('int', '!revision !to-revision'),
    ...flags('list', '!f/filename !k/kustomize'),
    ...flags('duration', 'timeout'),
  ],
  run: [
    ...OUTPUT,
    ...DRY,
    ...flags('string', 'image port restart image-pull-policy !overrides !override-type'),
    ...flags('bool', 'command !i/stdin !t/tty !attach !rm !expose !privileged !q/quiet'),
    ...flags('bool', '!leave-stdin-open !save-config !record'),
    ...flags('list', 'l/labels env annotations'),
    ...flags('duration', '!pod-running-timeout'),
  ],
  wait: [
    ...OUTPUT,
    ...SELECTORS,
    ...flags('bool', 'all A/all-namespaces !R/recursive !local'),
    ...flags('string', 'for'),
    ...flags('list', '!f/filename !k/kustomize'),
    ...flags('duration', 'timeout'),
  ],
} as const satisfies Readonly<Record<string, readonly FlagSpec[]>>;

export type VerbName = keyof typeof VERB_FLAGS;

function raw(): readonly FlagSpec[] {
  return flags('string', '!raw');
}

function editFlags(): readonly FlagSpec[] {
  return [
    ...SELECTORS,
    ...DRY,
    ...flags('list', '!f/filename !k/kustomize'),
    ...flags('bool', 'overwrite list all A/all-namespaces !local !R/recursive'),
    ...flags('string', 'resource-version !o/output'),
  ];
}

/** Flags of `create`'s own verbs, beside `create`'s. */
export const CREATE_FLAGS = {
  namespace: [],
  service: [],
  'service clusterip': [...flags('list', 'tcp'), ...flags('string', 'clusterip')],
  'service nodeport': [...flags('list', 'tcp'), ...flags('int', 'node-port')],
  'service loadbalancer': flags('list', 'tcp'),
  'service externalname': [...flags('list', 'tcp'), ...flags('string', 'external-name')],
  configmap: [...flags('list', 'from-literal !from-file !from-env-file'), ...hash()],
  secret: [],
  'secret generic': [
    ...flags('list', 'from-literal !from-file !from-env-file'),
    ...flags('string', 'type'),
    ...hash(),
  ],
  serviceaccount: [],
  priorityclass: [
    ...flags('int', 'value'),
    ...flags('bool', 'global-default'),
    ...flags('string', 'description preemption-policy'),
  ],
  quota: flags('string', 'hard scopes'),
  deployment: [...flags('list', 'image'), ...flags('int', 'port r/replicas')],
  job: flags('string', 'image !from'),
  cronjob: flags('string', 'image schedule restart'),
} as const satisfies Readonly<Record<string, readonly FlagSpec[]>>;

function hash(): readonly FlagSpec[] {
  return flags('bool', '!append-hash');
}

/** Other names of a word after `create`. */
export const CREATE_ALIASES: Readonly<Record<string, string>> = {
  ns: 'namespace',
  svc: 'service',
  cm: 'configmap',
  sa: 'serviceaccount',
  pc: 'priorityclass',
  resourcequota: 'quota',
  deploy: 'deployment',
  cj: 'cronjob',
};

/** Flags that a verb cannot do without. Source: each command's MarkFlagRequired. */
export const REQUIRED_FLAGS: Readonly<Record<string, readonly string[]>> = {
  deployment: ['image'],
  cronjob: ['image', 'schedule'],
  run: ['image'],
};

/** Words under `create` that have words under them. */
export const CREATE_GROUPS: readonly string[] = ['service', 'secret'];

/** Real words under `create` that are not modelled yet. */
export const OTHER_CREATES: readonly string[] = [
  ...'clusterrole clusterrolebinding ingress ing poddisruptionbudget pdb role rolebinding'.split(
    ' ',
  ),
  ...['token', 'secret tls', 'secret docker-registry'],
];

export const VERBS = Object.keys(VERB_FLAGS) as readonly VerbName[];

/** Real verbs that speak to a container. */
export const OF_CONTAINERS: readonly string[] = 'attach cp debug exec logs port-forward'.split(' ');

/** Real verbs that are not modelled yet. */
export const OTHER_VERBS: readonly string[] = (
  'alpha autoscale certificate completion config cordon diff drain edit events kustomize ' +
  'options plugin proxy set taint uncordon'
).split(' ');

export const isVerb = (word: string): word is VerbName => Object.hasOwn(VERB_FLAGS, word);
