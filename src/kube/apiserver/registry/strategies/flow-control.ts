/**
 * FlowSchemas and PriorityLevelConfigurations, in every version that was served. All versions are
 * one stored object, in the words of v1beta3.
 *
 * Upstream    kubernetes v1.27 pkg/registry/flowcontrol (strategy.go of both),
 *             pkg/apis/flowcontrol/validation/validation.go, pkg/apis/flowcontrol/v1beta3
 *             (defaults.go), v1beta2 (conversion.go)
 * Simplified  stored as v1beta3 whatever the version; v1beta2 has no default of lendablePercent,
 *             which 1.25 does not know (1.26 to 1.28: 0); rules and the specs of the mandatory
 *             objects are not checked; a status is taken as it comes
 */
import {
  type FieldError,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../../api/field-error';
import type { KubeObject } from '../../../api/objects';
import {
  apiVersionOf,
  FLOW_CONTROL_VERSIONS,
  FLOW_SCHEMAS,
  type FlowControlVersion,
  PRIORITY_LEVELS,
} from '../../../api/resources';
import { validateCoreMeta } from '../../../api/validate-meta';
import { nameIsDNSSubdomain } from '../../../api/validate-text';
import { withValues } from '../../kinds/rules/pod-defaults';
import { DEFAULT_STRATEGY, type Strategy } from '../strategy';
import { firstGeneration, keepStatus, statusUpdate } from './status-parts';

export interface FlowSchemaSpec {
  readonly priorityLevelConfiguration?: { readonly name?: string };
  readonly matchingPrecedence?: number;
  readonly distinguisherMethod?: { readonly type: string };
  readonly rules?: readonly unknown[];
}

export interface LimitResponse {
  readonly type?: string;
  readonly queuing?: {
    readonly queues?: number;
    readonly handSize?: number;
    readonly queueLengthLimit?: number;
  };
}

export interface PriorityLevelSpec {
  readonly type?: string;
  readonly limited?: {
    readonly nominalConcurrencyShares?: number;
    readonly assuredConcurrencyShares?: number;
    readonly lendablePercent?: number;
    readonly limitResponse?: LimitResponse;
  };
  readonly exempt?: {
    readonly nominalConcurrencyShares?: number;
    readonly lendablePercent?: number;
  };
}

/** Source: FlowSchemaDefaultMatchingPrecedence, FlowSchemaMaxMatchingPrecedence. */
const DEFAULT_PRECEDENCE = 1_000;
const MAX_PRECEDENCE = 10_000;
/** Source: PriorityLevelConfigurationDefault... of v1beta3/defaults.go. */
const DEFAULT_SHARES = 30;
const DEFAULT_QUEUING = { queues: 64, handSize: 8, queueLengthLimit: 50 };
const MAX_PERCENT = 100;
export const EXEMPT = 'exempt';
const EXEMPT_TYPE = 'Exempt';
const DISTINGUISHERS = ['ByNamespace', 'ByUser'];

const schemaOf = (object: KubeObject) => (object.spec ?? {}) as FlowSchemaSpec;
const levelOf = (object: KubeObject) => (object.spec ?? {}) as PriorityLevelSpec;

function setSchemaDefaults(object: KubeObject): KubeObject {
  const spec = schemaOf(object);
  if (spec.matchingPrecedence) return object;
  return { ...object, spec: { ...spec, matchingPrecedence: DEFAULT_PRECEDENCE } };
}

/** @param lends whether the version has a percentage that may be lent */
function setLevelDefaults(object: KubeObject, lends: boolean): KubeObject {
  const { limited, exempt, ...spec } = levelOf(object);
  if (exempt) {
    const filled = { nominalConcurrencyShares: 0, lendablePercent: 0, ...exempt };
    return { ...object, spec: { ...spec, exempt: filled } };
  }
  if (!limited) return object;
  const { nominalConcurrencyShares: shares, limitResponse } = limited;
  const { lendablePercent = lends ? 0 : undefined } = limited;
  const { queuing } = limitResponse ?? {};
  const response = queuing
    ? { ...limitResponse, queuing: withValues(queuing, DEFAULT_QUEUING) }
    : limitResponse;
  const filled = {
    nominalConcurrencyShares: shares || DEFAULT_SHARES,
    ...(response ? { limitResponse: response } : {}),
    ...(lendablePercent === undefined ? {} : { lendablePercent }),
  };
  return { ...object, spec: { ...spec, limited: filled } };
}

/** Upstream: ValidateFlowSchemaSpec. */
function validateSchema(object: KubeObject): FieldError[] {
  const { matchingPrecedence: at = 0, distinguisherMethod, ...spec } = schemaOf(object);
  const errors = validateCoreMeta(object.metadata, false, nameIsDNSSubdomain);
  const wrong = (detail: string) => errors.push(invalid('spec.matchingPrecedence', at, detail));
  if (at <= 0) wrong('must be a positive value');
  if (at > MAX_PRECEDENCE) wrong(`must not be greater than ${MAX_PRECEDENCE}`);
  if (at === 1 && object.metadata.name !== EXEMPT) {
    wrong("only the schema named 'exempt' may have matchingPrecedence 1");
  }
  if (distinguisherMethod && !DISTINGUISHERS.includes(distinguisherMethod.type)) {
    const { type = '' } = distinguisherMethod;
    errors.push(notSupported('spec.distinguisherMethod.type', type, DISTINGUISHERS));
  }
  const { name = '' } = spec.priorityLevelConfiguration ?? {};
  const path = 'spec.priorityLevelConfiguration.name';
  if (name === '') errors.push(required(path, 'must reference a priority level'));
  else {
    errors.push(...nameIsDNSSubdomain(name, false).map((text) => invalid(path, name, text)));
  }
  return errors;
}

/** Upstream: ValidatePriorityLevelConfigurationSpec. */
function validateLevel(object: KubeObject): FieldError[] {
  const { type = '', limited } = levelOf(object);
  const errors = validateCoreMeta(object.metadata, false, nameIsDNSSubdomain);
  if ((object.metadata.name === EXEMPT) !== (type === EXEMPT_TYPE)) {
    const detail = "type must be 'Exempt' if and only if name is 'exempt'";
    errors.push(invalid('spec.type', type, detail));
  }
  if (type === EXEMPT_TYPE) {
    if (limited) errors.push(forbidden('spec.limited', 'must be nil if the type is not Limited'));
  } else if (type !== 'Limited') {
    errors.push(notSupported('spec.type', type, [EXEMPT_TYPE, 'Limited']));
  } else if (!limited) {
    errors.push(required('spec.limited', 'must not be empty when type is Limited'));
  } else errors.push(...validateLimited(limited));
  return errors;
}

function validateLimited(limited: NonNullable<PriorityLevelSpec['limited']>): FieldError[] {
  const { nominalConcurrencyShares: shares = 0, lendablePercent = 0, limitResponse } = limited;
  const { type = '', queuing } = limitResponse ?? {};
  const errors: FieldError[] = [];
  const path = 'spec.limited';
  if (shares <= 0) {
    errors.push(invalid(`${path}.nominalConcurrencyShares`, shares, 'must be positive'));
  }
  if (lendablePercent < 0 || lendablePercent > MAX_PERCENT) {
    const detail = `must be between 0 and ${MAX_PERCENT}, inclusive`;
    errors.push(invalid(`${path}.lendablePercent`, lendablePercent, detail));
  }
  const queuingPath = `${path}.limitResponse.queuing`;
  if (type === 'Reject' && queuing) {
    const detail = 'must be nil if limited.limitResponse.type is not Limited';
    errors.push(forbidden(queuingPath, detail));
  } else if (type === 'Queue' && !queuing) {
    const detail = 'must not be empty if limited.limitResponse.type is Limited';
    errors.push(required(queuingPath, detail));
  } else if (type !== 'Reject' && type !== 'Queue') {
    errors.push(notSupported(`${path}.limitResponse.type`, type, ['Queue', 'Reject']));
  }
  return errors;
}

type Convert = (object: KubeObject) => KubeObject;

/** v1beta2 has another name for the shares. */
function renameShares(object: KubeObject, from: Shares, to: Shares): KubeObject {
  const { limited, ...spec } = levelOf(object);
  const { [from]: shares, ...rest } = limited ?? {};
  if (shares === undefined) return object;
  return { ...object, spec: { ...spec, limited: { [to]: shares, ...rest } } };
}

type Shares = 'nominalConcurrencyShares' | 'assuredConcurrencyShares';
const NOMINAL: Shares = 'nominalConcurrencyShares';
const ASSURED: Shares = 'assuredConcurrencyShares';

const STORED: FlowControlVersion = 'v1beta3';

const inVersion =
  (apiVersion: string): Convert =>
  (object) => ({ ...object, apiVersion });

const base = {
  ...DEFAULT_STRATEGY,
  prepareForCreate: firstGeneration,
  prepareForUpdate: keepStatus,
  allowUnconditionalUpdate: false,
  subresources: { status: statusUpdate },
} as const;

function schemaStrategy(version: FlowControlVersion): Strategy {
  const of = FLOW_SCHEMAS[version];
  return {
    ...base,
    of,
    setDefaults: setSchemaDefaults,
    validate: validateSchema,
    validateUpdate: validateSchema,
    fromStorage: inVersion(apiVersionOf(of)),
    toStorage: inVersion(apiVersionOf(FLOW_SCHEMAS[STORED])),
  };
}

function levelStrategy(version: FlowControlVersion): Strategy {
  const of = PRIORITY_LEVELS[version];
  const out = inVersion(apiVersionOf(of));
  const into = inVersion(apiVersionOf(PRIORITY_LEVELS[STORED]));
  const older = version === 'v1beta2';
  return {
    ...base,
    of,
    setDefaults: (object) => setLevelDefaults(object, !older),
    validate: validateLevel,
    validateUpdate: validateLevel,
    fromStorage: older ? (object) => out(renameShares(object, NOMINAL, ASSURED)) : out,
    toStorage: older ? (object) => into(renameShares(object, ASSURED, NOMINAL)) : into,
  };
}

export const FLOW_CONTROL_STRATEGIES: readonly Strategy[] = FLOW_CONTROL_VERSIONS.flatMap(
  (version) => [schemaStrategy(version), levelStrategy(version)],
);
