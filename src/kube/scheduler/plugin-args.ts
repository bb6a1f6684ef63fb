/**
 * The arguments of the plugins that a profile configures: decoded by the type of the plugin, and
 * the words for those that it cannot take.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kube-scheduler/config/v1 (types.go:
 *             DecodeNestedObjects, types_pluginargs.go), pkg/scheduler/apis/config/scheme
 * Simplified  the fields of 1.33 in every version
 */
import { decodeError, type FieldType, type StructType } from '../api/decode-fields';
import { decodedValue } from '../api/decoded-value';
import { goQuote } from '../api/field-error';
import { decodedStruct } from '../api/go-types/decoded-types';

export interface PluginConfig {
  readonly name?: string;
  readonly args?: unknown;
}

export const isArgs = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const INT32: FieldType = { kind: 'integer', go: 'int32' };
const INT64: FieldType = { kind: 'integer', go: 'int64' };
const TEXT: FieldType = { kind: 'string', go: 'string' };
const list = (of: FieldType): FieldType => ({ kind: 'list', of });
const struct = (go: string, fields: StructType['fields']): StructType => ({
  ...{ kind: 'struct', go, fields },
});

const SHAPE = list(struct('UtilizationShapePoint', { utilization: INT32, score: INT32 }));
const RESOURCES = list(struct('ResourceSpec', { name: TEXT, weight: INT64 }));
const STRATEGY = struct('ScoringStrategy', {
  type: { kind: 'string', go: 'v1.ScoringStrategyType' },
  resources: RESOURCES,
  requestedToCapacityRatio: struct('RequestedToCapacityRatioParam', { shape: SHAPE }),
});
const DEFAULTING: FieldType = {
  ...{ kind: 'string', go: 'v1.PodTopologySpreadConstraintsDefaulting' },
};

/** By plugin; the others have no arguments of the tree. */
const FIELDS: Readonly<Record<string, () => StructType['fields']>> = {
  DefaultPreemption: () => ({
    minCandidateNodesPercentage: INT32,
    minCandidateNodesAbsolute: INT32,
  }),
  InterPodAffinity: () => ({
    hardPodAffinityWeight: INT32,
    ignorePreferredTermsOfExistingPods: { kind: 'boolean', go: 'bool' },
  }),
  NodeAffinity: () => ({ addedAffinity: decodedStruct('NodeAffinity') }),
  NodeResourcesBalancedAllocation: () => ({ resources: RESOURCES }),
  NodeResourcesFit: () => ({
    ignoredResources: list(TEXT),
    ignoredResourceGroups: list(TEXT),
    scoringStrategy: STRATEGY,
  }),
  PodTopologySpread: () => ({
    defaultConstraints: list(decodedStruct('TopologySpreadConstraint')),
    defaultingType: DEFAULTING,
  }),
  VolumeBinding: () => ({ bindTimeoutSeconds: INT64, shape: SHAPE }),
};

/** The arguments of a plugin as they are after decoding; none of a plugin that has none. */
export function decodedArgs({ name = '', args }: PluginConfig): object {
  const fields = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
  if (!fields || !isArgs(args)) return {};
  return decodedValue(args, struct(`${name}Args`, fields())) as object;
}

const GROUP = 'kubescheduler.config.k8s.io';
/** Source: SimpleMetaFactory.Interpret, which reads these two first. */
const TYPE_META =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; ' +
  'Kind string "json:\\"kind,omitempty\\"" }';

const goKind = (value: unknown): string => {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
};

/** Paths of fields that the type does not have, in the order of the document. */
function unknownFields(value: unknown, type: FieldType, path: string): readonly string[] {
  if (type.kind === 'list' && Array.isArray(value)) {
    return value.flatMap((item, index) => unknownFields(item, type.of, `${path}[${index}]`));
  }
  if (type.kind !== 'struct' || !isArgs(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const place = path === '' ? name : `${path}.${name}`;
    const field = Object.hasOwn(type.fields, name) ? type.fields[name] : undefined;
    return field ? unknownFields(inner, field, place) : [place];
  });
}

type Fault = { readonly text: string; readonly strict: boolean } | undefined;
const fatal = (text: string): Fault => ({ text, strict: false });

export const strictError = (reasons: readonly string[]): string =>
  `strict decoding error: ${reasons.join(', ')}`;

/** Upstream: PluginConfig.decodeNestedObjects. */
function argsFault({ name = '', args }: PluginConfig, version: string, scheme: string): Fault {
  const fields = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
  if (!fields || args === undefined || args === null) return undefined;
  const decoding = `decoding args for plugin ${name}: `;
  if (!isArgs(args)) {
    const why = `json: cannot unmarshal ${goKind(args)} into Go value of type ${TYPE_META}`;
    return fatal(`${decoding}couldn't get version/kind; json parse error: ${why}`);
  }
  const wanted = `${name}Args`;
  const { kind, apiVersion } = args;
  const given = String(kind || wanted);
  const plugin = given.replace(/Args$/, '');
  if (given === plugin || !Object.hasOwn(FIELDS, plugin) || (apiVersion || version) !== version) {
    const what = `"${given}" is registered for version "${String(apiVersion || version)}"`;
    return fatal(`${decoding}no kind ${what} in scheme "${scheme}"`);
  }
  const type = struct(given, { kind: TEXT, apiVersion: TEXT, ...FIELDS[plugin]() });
  const wrong = decodeError(args, type, { struct: given, path: [] });
  if (wrong !== undefined) return fatal(`${decoding}${wrong}`);
  const unknown = unknownFields(args, type, '').map((path) => `unknown field ${goQuote(path)}`);
  if (given !== wanted) {
    const types = `${wanted}.${GROUP}, got ${given}.${GROUP}`;
    return fatal(`args for plugin ${name} were not of type ${types}`);
  }
  if (unknown.length === 0) return undefined;
  return { text: strictError([`${decoding}${strictError(unknown)}`]), strict: true };
}

/** Why the arguments cannot be decoded; "" when they can. Upstream: DecodeNestedObjects. */
export function argsDecodeError(
  profiles: readonly { readonly pluginConfig?: readonly PluginConfig[] }[],
  version: string,
  scheme: string,
): string {
  const strict: string[] = [];
  for (const [index, { pluginConfig = [] }] of profiles.entries()) {
    for (const [at, config] of pluginConfig.entries()) {
      const fault = argsFault(config, version, scheme);
      if (!fault) continue;
      const text = `decoding .profiles[${index}].pluginConfig[${at}]: ${fault.text}`;
      if (!fault.strict) return text;
      strict.push(text);
    }
  }
  return strict.length === 0 ? '' : strictError(strict);
}
