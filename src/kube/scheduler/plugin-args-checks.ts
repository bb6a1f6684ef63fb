/**
 * What upstream checks of the arguments of plugins once they are decoded and defaulted, and of
 * extenders.
 *
 * Upstream    kubernetes v1.27 pkg/scheduler/apis/config/validation (validation.go:
 *             validatePluginConfig, validateExtenders; validation_pluginargs.go),
 *             pkg/scheduler/apis/config/v1/defaults.go
 * Simplified  selectors of NodeAffinity are not looked at; the gate of the shape of VolumeBinding
 *             (VolumeCapacityPriority, from 1.33 on StorageCapacityScoring) counts as off
 */
import {
  duplicate,
  type FieldError,
  fieldErrorText,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../api/field-error';
import { isQualifiedName } from '../api/validate-text';
import { type Profile, profileWithin } from '../profile';
import { decodedArgs, type PluginConfig } from './plugin-args';

type Check = (args: never, path: string, profile: Profile) => readonly FieldError[];

const ranged = (field: string, value: number, least: number, most: number): FieldError[] =>
  value < least || value > most
    ? [invalid(field, value, `not in valid range [${least}, ${most}]`)]
    : [];

interface Preemption {
  readonly minCandidateNodesPercentage?: number;
  readonly minCandidateNodesAbsolute?: number;
}

function preemption(args: Preemption, path: string): readonly FieldError[] {
  const { minCandidateNodesPercentage: share = 10, minCandidateNodesAbsolute: count = 100 } = args;
  const [ofShare, ofCount] = ['minCandidateNodesPercentage', 'minCandidateNodesAbsolute'];
  const both = (other: string) => `cannot be zero at the same time as ${other}`;
  return [
    ...ranged(`${path}.${ofShare}`, share, 0, 100),
    ...(count < 0 ? [invalid(`${path}.${ofCount}`, count, 'not in valid range [0, inf)')] : []),
    ...(share === 0 && count === 0
      ? [
          invalid(`${path}.${ofShare}`, share, both(ofCount)),
          invalid(`${path}.${ofCount}`, count, both(ofShare)),
        ]
      : []),
  ];
}

const podAffinity = (args: { readonly hardPodAffinityWeight?: number }, path: string) =>
  ranged(`${path}.hardPodAffinityWeight`, args.hardPodAffinityWeight ?? 1, 0, 100);

interface Resource {
  readonly name?: string;
  readonly weight?: number;
}

function balanced({ resources = [] }: { readonly resources?: readonly Resource[] }, path: string) {
  const names = resources.map(({ name = '' }) => name);
  return resources.flatMap(({ weight }, index) => {
    const at = `${path}.resources[${index}]`;
    const twice = names.indexOf(names[index]) < index;
    return [
      ...(twice ? [duplicate(`${at}.name`, names[index])] : []),
      ...((weight || 1) === 1 ? [] : [invalid(`${at}.weight`, weight ?? 0, 'must be 1')]),
    ];
  });
}

interface Constraint {
  readonly maxSkew?: number;
  readonly topologyKey?: string;
  readonly whenUnsatisfiable?: string;
  readonly labelSelector?: object;
}
const ACTIONS = ['DoNotSchedule', 'ScheduleAnyway'];
const EMPTY = 'can not be empty';

function constraintErrors(all: readonly Constraint[], index: number, path: string): FieldError[] {
  const { maxSkew = 0, topologyKey: key = '', whenUnsatisfiable: action = '' } = all[index];
  const at = `${path}.defaultConstraints[${index}]`;
  const same = all
    .slice(0, index)
    .some((other) => other.topologyKey === key && other.whenUnsatisfiable === action);
  const errors: FieldError[] = [];
  if (maxSkew <= 0) errors.push(invalid(`${at}.maxSkew`, maxSkew, 'not in valid range (0, inf)'));
  if (key === '') errors.push(required(`${at}.topologyKey`, EMPTY));
  else for (const why of isQualifiedName(key)) errors.push(invalid(`${at}.topologyKey`, key, why));
  if (action === '') errors.push(required(`${at}.whenUnsatisfiable`, EMPTY));
  else if (!ACTIONS.includes(action)) {
    errors.push(notSupported(`${at}.whenUnsatisfiable`, action, ACTIONS));
  }
  if (all[index].labelSelector !== undefined) {
    const why = 'constraint must not define a selector, as they deduced for each pod';
    errors.push(forbidden(`${at}.labelSelector`, why));
  }
  if (same) errors.push(duplicate(at, `{${key}, ${action}}`));
  return errors;
}

interface Spread {
  readonly defaultConstraints?: readonly Constraint[];
  readonly defaultingType?: string;
}

function spread({ defaultConstraints = [], defaultingType }: Spread, path: string) {
  const by = defaultingType || 'System';
  const field = `${path}.defaultingType`;
  const errors: FieldError[] = [];
  if (by !== 'System' && by !== 'List') errors.push(notSupported(field, by, ['System', 'List']));
  else if (by === 'System' && defaultConstraints.length > 0) {
    errors.push(invalid(field, by, 'when .defaultConstraints are not empty'));
  }
  const each = defaultConstraints.map((_, at) => constraintErrors(defaultConstraints, at, path));
  return [...errors, ...each.flat()];
}

interface Point {
  readonly utilization?: number;
  readonly score?: number;
}
/** Source: config.MaxCustomPriorityScore. */
const SCORE_MAX = 10;

function shapeErrors(shape: readonly Point[], path: string): readonly FieldError[] {
  if (shape.length === 0) return [required(path, 'at least one point must be specified')];
  const uses = shape.map(({ utilization = 0 }) => utilization);
  const falls = uses.findIndex((use, index) => index > 0 && uses[index - 1] >= use);
  const why = 'values must be sorted in increasing order';
  const sorted = falls < 0 ? [] : [invalid(`${path}[${falls}].utilization`, uses[falls], why)];
  const points = shape.flatMap(({ score = 0 }, index) => [
    ...ranged(`${path}[${index}].utilization`, uses[index], 0, 100),
    ...ranged(`${path}[${index}].score`, score, 0, SCORE_MAX),
  ]);
  return [...sorted, ...points];
}

interface Binding {
  readonly bindTimeoutSeconds?: number;
  readonly shape?: readonly Point[];
}

function binding(args: Binding, path: string, profile: Profile): readonly FieldError[] {
  const { bindTimeoutSeconds: timeout = 600, shape } = args;
  const negative = 'invalid BindTimeoutSeconds, should not be a negative value';
  const later = profileWithin(profile, '1.33');
  const gate = later ? 'StorageCapacityScoring' : 'VolumeCapacityPriority';
  const name = 'config.UtilizationShapePoint';
  const points = (shape ?? []).map(
    ({ utilization = 0, score = 0 }) => `${name}{Utilization:${utilization}, Score:${score}}`,
  );
  const off = `unexpected field \`shape\`, remove it or turn on the feature gate ${gate}`;
  const given = { go: `[]${name}{${points.join(', ')}}` };
  return [
    ...(timeout < 0 ? [invalid(`${path}.bindTimeoutSeconds`, timeout, negative)] : []),
    ...(shape === undefined ? [] : [invalid(`${path}.shape`, given, off)]),
  ];
}

interface Strategy {
  readonly type?: string;
  readonly resources?: readonly Resource[];
  readonly requestedToCapacityRatio?: { readonly shape?: readonly Point[] };
}
interface Fit {
  readonly ignoredResources?: readonly string[];
  readonly ignoredResourceGroups?: readonly string[];
  readonly scoringStrategy?: Strategy;
}
const BY_RATIO = 'RequestedToCapacityRatio';
const STRATEGIES = ['LeastAllocated', 'MostAllocated', BY_RATIO];

const nameErrors = (path: string, name: string): FieldError[] =>
  isQualifiedName(name).map((why) => invalid(path, name, why));

/** Upstream calls it as the plugin is made, with no path. Source: NewFit. */
export function fitErrors(args: Fit): readonly FieldError[] {
  const { ignoredResources = [], ignoredResourceGroups = [], scoringStrategy } = args;
  const errors = ignoredResources.flatMap((name, at) =>
    nameErrors(`ignoredResources[${at}]`, name),
  );
  for (const [at, group] of ignoredResourceGroups.entries()) {
    const path = `ignoredResourceGroups[${at}]`;
    const why = "resource group name can't contain '/'";
    if (group.includes('/')) errors.push(invalid(path, group, why));
    errors.push(...nameErrors(path, group));
  }
  if (!scoringStrategy) return errors;
  const { type = '', resources = [], requestedToCapacityRatio: ratio } = scoringStrategy;
  const path = 'scoringStrategy';
  if (!STRATEGIES.includes(type)) errors.push(notSupported(`${path}.type`, type, STRATEGIES));
  for (const [at, { name = '', weight }] of resources.entries()) {
    const given = weight || 1;
    const why = `resource weight of ${name} not in valid range (0, 100]`;
    const field = `${path}.resources[${at}].weight`;
    if (given < 0 || given > 100) errors.push(invalid(field, given, why));
  }
  const field = `${path}.requestedToCapacityRatio`;
  if (type !== BY_RATIO) {
    const why = `must be nil when type is not ${BY_RATIO}`;
    return ratio ? [...errors, forbidden(field, why)] : errors;
  }
  const why = `must be specified when type is ${BY_RATIO}`;
  if (!ratio) return [...errors, required(field, why)];
  return [...errors, ...shapeErrors(ratio.shape ?? [], `${field}.shape`)];
}

/** Upstream has those of NodeResourcesFit under a name that no plugin has. */
const CHECKS: Readonly<Record<string, Check>> = {
  DefaultPreemption: preemption,
  InterPodAffinity: podAffinity,
  NodeResourcesBalancedAllocation: balanced,
  PodTopologySpread: spread,
  VolumeBinding: binding,
};

/** What is wrong with the arguments of one plugin, at their path. */
export function argsErrors(
  config: PluginConfig,
  path: string,
  profile: Profile,
): readonly string[] {
  const { name = '' } = config;
  const check = Object.hasOwn(CHECKS, name) ? CHECKS[name] : undefined;
  return check ? check(decodedArgs(config) as never, path, profile).map(fieldErrorText) : [];
}

interface Extender {
  readonly prioritizeVerb?: string;
  readonly weight?: number;
  readonly bindVerb?: string;
  readonly managedResources?: readonly { readonly name?: string }[];
}

/** Source: core/v1/helper (IsExtendedResourceName), of a name that is qualified. */
const isExtended = (name: string): boolean =>
  name.includes('/') &&
  !name.includes('kubernetes.io/') &&
  !name.startsWith('requests.') &&
  isQualifiedName(`requests.${name}`).length === 0;

/** Source: validateExtenders. */
export function extenderErrors(extenders: readonly Extender[]): readonly string[] {
  const errors: FieldError[] = [];
  const managed = new Set<string>();
  for (const [
    index,
    { prioritizeVerb, weight = 0, managedResources = [] },
  ] of extenders.entries()) {
    const path = `extenders[${index}]`;
    if (prioritizeVerb && weight <= 0) {
      errors.push(invalid(`${path}.weight`, weight, 'must have a positive weight applied to it'));
    }
    for (const [at, { name = '' }] of managedResources.entries()) {
      const field = `${path}.managedResources[${at}].name`;
      const wrong = nameErrors(field, name);
      if (wrong.length > 0) errors.push(...wrong);
      else if (!isExtended(name)) {
        errors.push(invalid(field, name, 'is an invalid extended resource name'));
      }
      if (managed.has(name)) {
        errors.push(invalid(field, name, 'duplicate extender managed resource name'));
      }
      managed.add(name);
    }
  }
  const binders = extenders.filter(({ bindVerb }) => bindVerb).length;
  if (binders > 1) {
    const found = `found ${binders} extenders implementing bind`;
    errors.push(invalid('extenders', found, 'only one extender can implement bind'));
  }
  return errors.map(fieldErrorText);
}
