/**
 * LimitRanges and ResourceQuotas.
 *
 * Upstream    kubernetes v1.27 pkg/apis/core/validation/validation.go (ValidateLimitRange,
 *             ValidateResourceQuota, validateScopeSelector), pkg/apis/core/helper/helpers.go
 *             (IsResourceQuotaScopeValidForResource), pkg/apis/core/v1/defaults.go
 */
import {
  duplicate,
  type FieldError,
  forbidden,
  type GoLiteral,
  goQuote,
  invalid,
  required,
} from '../../../api/field-error';
import type { KubeObject } from '../../../api/objects';
import { IMMUTABLE_FIELD } from '../../../api/validate-meta';
import { isQualifiedName, isValidLabelValue } from '../../../api/validate-text';
import type { KindRules } from '../../registry/strategies/plain';
import { type Fields, fieldsOf, itemsOf, withDefaults } from './pod-defaults';
import { quantityValue } from './quantity';
import {
  goQuantity,
  isOvercommitAllowed,
  isQuotaResource,
  validateContainerResourceName,
  validateQuantityOf,
  validateQuotaResourceName,
  validateResourceName,
} from './resource-names';

const LIMIT_TYPES = ['Pod', 'Container', 'PersistentVolumeClaim'];
const IN_POD = "may not be specified when `type` is 'Pod'";

/** Upstream: validateLimitRangeTypeName. */
function limitType(type: string, path: string): FieldError[] {
  const wrong = isQualifiedName(type).map((text) => invalid(path, type, text));
  if (wrong.length > 0 || type.includes('/') || LIMIT_TYPES.includes(type)) return wrong;
  return [invalid(path, type, 'must be a standard limit type or fully qualified')];
}

interface Limits {
  readonly min: Fields;
  readonly max: Fields;
  readonly default: Fields;
  readonly defaultRequest: Fields;
  readonly maxLimitRequestRatio: Fields;
}

/** `low` may not be more than `high`: where both stand, and what is said. */
const PAIRS = [
  ['min', 'max', 'min', 'min', 'min value', 'max value'],
  [
    'min',
    'defaultRequest',
    'defaultRequest',
    'defaultRequest',
    'min value',
    'default request value',
  ],
  [
    'defaultRequest',
    'max',
    'defaultRequest',
    'defaultRequest',
    'default request value',
    'max value',
  ],
  [
    ...(['defaultRequest', 'default', 'defaultRequest', 'defaultRequest'] as const),
    ...(['default request value', 'default limit value'] as const),
  ],
  ['min', 'default', 'default', 'min', 'min value', 'default value'],
  ['default', 'max', 'default', 'max', 'default value', 'max value'],
] as const;

/** Values of one resource that do not fit each other. */
function limitsOf(name: string, limits: Limits, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const amountOf = (field: keyof Limits) => quantityValue(limits[field][name]);
  const has = (field: keyof Limits) => limits[field][name] !== undefined;
  const wrong = (field: keyof Limits, shown: keyof Limits, text: string) =>
    errors.push(invalid(`${path}.${field}[${name}]`, goQuantity(limits[shown][name]), text));
  for (const [low, high, field, shown, lowWords, highWords] of PAIRS) {
    if (!has(low) || !has(high) || amountOf(low) <= amountOf(high)) continue;
    const words = `${lowWords} ${limits[low][name]} is greater than ${highWords}`;
    wrong(field, shown, `${words} ${limits[high][name]}`);
  }
  const ratio = 'maxLimitRequestRatio';
  if (has(ratio)) {
    const given = limits[ratio][name];
    const most = amountOf('max') / amountOf('min');
    if (amountOf(ratio) < 1) wrong(ratio, ratio, `ratio ${given} is less than 1`);
    if (has('min') && has('max') && amountOf(ratio) > most) {
      wrong(ratio, ratio, `ratio ${given} is greater than max/min = ${most.toFixed(6)}`);
    }
  }
  const both = has('default') && has('defaultRequest');
  if (!isOvercommitAllowed(name) && both && amountOf('default') !== amountOf('defaultRequest')) {
    const words = `default value ${limits.default[name]} must equal to defaultRequest value`;
    const text = `${words} ${limits.defaultRequest[name]} in ${name}`;
    wrong('defaultRequest', 'defaultRequest', text);
  }
  return errors;
}

function limit(item: Fields, path: string): FieldError[] {
  const type = String(item.type ?? '');
  const inPod = type === 'Pod';
  const check =
    inPod || type === 'Container' ? validateContainerResourceName : validateResourceName;
  const given = (field: string) => fieldsOf(item[field]);
  const names = (field: string) =>
    Object.keys(given(field)).flatMap((name) => check(name, `${path}.${field}[${name}]`));
  const errors = [...names('max'), ...names('min')];
  for (const field of ['default', 'defaultRequest']) {
    if (!inPod) errors.push(...names(field));
    else if (Object.keys(given(field)).length > 0)
      errors.push(forbidden(`${path}.${field}`, IN_POD));
  }
  if (type === 'PersistentVolumeClaim' && !given('min').storage && !given('max').storage) {
    const text = 'either minimum or maximum storage value is required, but neither was provided';
    errors.push(required(`${path}.limits`, text));
  }
  errors.push(...names('maxLimitRequestRatio'));
  const limits: Limits = {
    min: given('min'),
    max: given('max'),
    default: inPod ? {} : given('default'),
    defaultRequest: inPod ? {} : given('defaultRequest'),
    maxLimitRequestRatio: given('maxLimitRequestRatio'),
  };
  const all = new Set(Object.values(limits).flatMap((fields: Fields) => Object.keys(fields)));
  return [...errors, ...[...all].flatMap((name) => limitsOf(name, limits, path))];
}

/** What stands for a default that is not given. Upstream: SetDefaults_LimitRangeItem. */
function defaultLimit(item: Fields): Fields {
  if (item.type !== 'Container') return item;
  const limits = withDefaults(fieldsOf(item.default), fieldsOf(item.max));
  const requests = withDefaults(
    withDefaults(fieldsOf(item.defaultRequest), limits),
    fieldsOf(item.min),
  );
  const filled = Object.entries({ default: limits, defaultRequest: requests });
  const kept = filled.filter(([, fields]) => Object.keys(fields).length > 0);
  return { ...item, ...Object.fromEntries(kept) };
}

export const limitRangeRules: KindRules = {
  setDefaults: (object) => {
    const spec = fieldsOf(object.spec);
    return { ...object, spec: { ...spec, limits: itemsOf(spec.limits).map(defaultLimit) } };
  },
  validate: ({ spec }) => {
    const seen = new Set<string>();
    return itemsOf(fieldsOf(spec).limits).flatMap((item, index) => {
      const path = `spec.limits[${index}]`;
      const type = String(item.type ?? '');
      const errors = limitType(type, `${path}.type`);
      if (seen.has(type)) errors.push(duplicate(`${path}.type`, type));
      seen.add(type);
      return [...errors, ...limit(item, path)];
    });
  },
};

const SCOPES = [
  ...['Terminating', 'NotTerminating', 'BestEffort', 'NotBestEffort', 'PriorityClass'],
  'CrossNamespacePodAffinity',
];
const CONFLICTS = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
];
/** Source: podComputeQuotaResources, podObjectCountQuotaResources. */
const OF_PODS = [
  ...['pods', 'cpu', 'memory', 'limits.cpu', 'limits.memory', 'requests.cpu', 'requests.memory'],
];

const fits = (scope: string, name: string): boolean =>
  scope === 'BestEffort' ? name === 'pods' : !SCOPES.includes(scope) || OF_PODS.includes(name);

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(String) : [];

const goScopes = (scopes: readonly string[]): GoLiteral => ({
  go: `[]core.ResourceQuotaScope{${scopes.map(goQuote).join(', ')}}`,
});

/** Scopes that do not suit what is limited, or each other. */
function scopeErrors(scopes: readonly string[], hard: readonly string[], path: string) {
  const wrong = (text: string) => invalid(path, goScopes(scopes), text);
  const errors = scopes.flatMap((scope) => [
    ...(SCOPES.includes(scope) ? [] : [wrong('unsupported scope')]),
    ...hard
      .filter((name) => isQuotaResource(name) && !fits(scope, name))
      .map(() => wrong('unsupported scope applied to resource')),
  ]);
  const both = CONFLICTS.filter((pair) => pair.every((scope) => scopes.includes(scope)));
  return [...errors, ...both.map(() => wrong('conflicting scopes'))];
}

const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist'];
/** Scopes that are there or not. */
const BARE = [...SCOPES.slice(0, 4), 'CrossNamespacePodAffinity'];

/** Upstream: validateScopedResourceSelectorRequirement. */
function scopeRequirement({ scopeName, operator, values }: Fields, path: string): FieldError[] {
  const scope = String(scopeName ?? '');
  const how = String(operator ?? '');
  const list = textsOf(values);
  const errors: FieldError[] = [];
  if (!SCOPES.includes(scope)) {
    errors.push(invalid(`${path}.scopeName`, scope, 'unsupported scope'));
  }
  if (BARE.includes(scope) && how !== 'Exists') {
    const text = "must be 'Exist' when scope is any of ResourceQuotaScopeTerminating,";
    const rest = 'ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort,';
    const end = 'ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity';
    errors.push(invalid(`${path}.operator`, how, `${text} ${rest} ${end}`));
  }
  if (how === 'In' || how === 'NotIn') {
    const text = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
    if (list.length === 0) errors.push(required(`${path}.values`, text));
    errors.push(
      ...list.flatMap((value, at) =>
        isValidLabelValue(value).map((why) => invalid(`${path}.values[${at}]`, value, why)),
      ),
    );
  } else if (!OPERATORS.includes(how)) {
    errors.push(invalid(`${path}.operator`, how, 'not a valid selector operator'));
  } else if (list.length > 0) {
    const text =
      "must be no value when `operator` is 'Exists' or 'DoesNotExist' for scope selector";
    errors.push(
      invalid(`${path}.values`, { go: `[]string{${list.map(goQuote).join(', ')}}` }, text),
    );
  }
  return errors;
}

function validateQuota({ spec: given }: KubeObject): FieldError[] {
  const { hard, scopes, scopeSelector } = fieldsOf(given);
  const names = Object.keys(fieldsOf(hard));
  const terms = itemsOf(fieldsOf(scopeSelector).matchExpressions);
  const place = 'spec.scopeSelector.matchExpressions';
  const selected = terms.map(({ scopeName }) => String(scopeName ?? ''));
  return [
    ...names.flatMap((name) => [
      ...validateQuotaResourceName(name, `spec.hard[${name}]`),
      ...validateQuantityOf(name, fieldsOf(hard)[name], `spec.hard[${name}]`),
    ]),
    ...scopeErrors(textsOf(scopes), names, 'spec.scopes'),
    ...terms.flatMap((term) => scopeRequirement(term, place)),
    ...scopeErrors(selected, names, place).filter(({ detail }) => detail !== 'unsupported scope'),
  ];
}

export const quotaRules: KindRules = {
  validate: validateQuota,
  validateUpdate: ({ spec }, old) => {
    const [now, before] = [spec, old.spec].map((each) => textsOf(fieldsOf(each).scopes));
    const same =
      new Set(now).size === new Set(before).size && now.every((each) => before.includes(each));
    return same ? [] : [invalid('spec.scopes', goScopes(now), IMMUTABLE_FIELD)];
  },
};
