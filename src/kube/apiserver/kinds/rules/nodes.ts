/**
 * Nodes, and the classes of their runtimes.
 *
 * Upstream    kubernetes v1.27 pkg/apis/core/validation/validation.go (ValidateNode,
 *             ValidateNodeUpdate, validateNodeTaints), pkg/apis/core/v1/conversion.go (podCIDR),
 *             pkg/apis/node/validation/validation.go
 * Simplified  an address twice in a status is let through
 */
import { semanticDeepEqual } from '../../../api/equality';
import {
  duplicate,
  type FieldError,
  forbidden,
  goQuote,
  goStrings,
  invalid,
  notSupported,
  required,
} from '../../../api/field-error';
import type { KubeObject } from '../../../api/objects';
import { IMMUTABLE_FIELD } from '../../../api/validate-meta';
import { isQualifiedName, isValidLabelValue, nameIsDNSLabel } from '../../../api/validate-text';
import { parseCidr } from '../../options/cidr';
import type { KindRules } from '../../registry/strategies/plain';
import { type Fields, fieldsOf, itemsOf, withDefaults } from './pod-defaults';
import { validateQuantityOf } from './resource-names';

const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

/** Upstream: validateNodeTaints, which looks for them below metadata. */
function taints(list: readonly Fields[]): FieldError[] {
  const seen = new Set<string>();
  return list.flatMap(({ key = '', value = '', effect = '' }, index) => {
    const path = `metadata.taints[${index}]`;
    const name = String(key);
    const how = String(effect);
    const errors = isQualifiedName(name).map((text) => invalid(`${path}.key`, name, text));
    const wrong = isValidLabelValue(String(value));
    if (wrong.length > 0) errors.push(invalid(`${path}.value`, String(value), wrong.join(';')));
    if (how === '') errors.push(required(`${path}.effect`, ''));
    else if (!EFFECTS.includes(how)) errors.push(notSupported(`${path}.effect`, how, EFFECTS));
    if (seen.has(`${how} ${name}`)) {
      const texts = Object.entries({ Key: name, Value: String(value), Effect: how });
      const fields = texts.map(([field, text]) => `${field}:${goQuote(text)}`).join(', ');
      const shown = { go: `core.Taint{${fields}, TimeAdded:<nil>}` };
      const detail = 'taints must be unique by key and effect pair';
      errors.push({ ...duplicate(path, shown), detail });
    }
    seen.add(`${how} ${name}`);
    return errors;
  });
}

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(String) : [];

/** The one range of a Node and the first of its ranges are the same. */
function rangesOf({ podCIDR, podCIDRs }: Fields): readonly string[] {
  const list = textsOf(podCIDRs);
  return podCIDR && list[0] !== podCIDR ? [String(podCIDR)] : list;
}

function withRanges(spec: Fields): Fields {
  const podCIDRs = rangesOf(spec);
  return podCIDRs.length === 0 ? spec : { ...spec, podCIDR: podCIDRs[0], podCIDRs };
}

function podRanges(list: readonly string[]): FieldError[] {
  const path = 'spec.podCIDRs';
  const ranges = list.map((text) => parseCidr(text));
  const errors = ranges.flatMap((range, index) =>
    range ? [] : [invalid(`${path}[${index}]`, goStrings(list), 'must be valid CIDR')],
  );
  if (list.length < 2 || errors.length > 0) return errors;
  const dual = new Set(ranges.map((range) => range?.family)).size === 2;
  if (!dual || list.length > 2) {
    const text = 'may specify no more than one CIDR for each IP family';
    errors.push(invalid(path, goStrings(list), text));
  }
  return [
    ...errors,
    ...list.flatMap((text, at) =>
      list.indexOf(text) < at ? [duplicate(`${path}[${at}]`, text)] : [],
    ),
  ];
}

const quantities = (status: Fields, field: string): FieldError[] =>
  Object.entries(fieldsOf(status[field])).flatMap(([name, quantity]) =>
    validateQuantityOf(name, quantity, `status.${field}.${name}`),
  );

const resources = (status: unknown): FieldError[] =>
  ['capacity', 'allocatable'].flatMap((field) => quantities(fieldsOf(status), field));

function validateUpdate(object: KubeObject, before: KubeObject): FieldError[] {
  const [spec, old] = [fieldsOf(object.spec), fieldsOf(before.spec)];
  const errors = resources(object.status);
  const only = (field: string) => `node updates may not change ${field} except from "" to valid`;
  const ranges = rangesOf(old);
  if (ranges.length > 0 && !semanticDeepEqual(ranges, rangesOf(spec))) {
    errors.push(forbidden('spec.podCIDRs', only('podCIDR')));
  }
  if (old.providerID && old.providerID !== spec.providerID) {
    errors.push(forbidden('spec.providerID', only('providerID')));
  }
  return [...errors, ...taints(itemsOf(spec.taints))];
}

export const nodeRules: KindRules = {
  setDefaults: (object) => {
    const status = fieldsOf(object.status);
    const filled = withDefaults(status, { allocatable: status.capacity });
    return { ...object, spec: withRanges(fieldsOf(object.spec)), status: filled };
  },
  keepsGivenStatus: true,
  validateCreate: ({ spec, status }) => [
    ...taints(itemsOf(fieldsOf(spec).taints)),
    ...resources(status),
    ...podRanges(rangesOf(fieldsOf(spec))),
  ],
  validateUpdate,
  selectableFields: ({ spec }) => ({
    'spec.unschedulable': String(fieldsOf(spec).unschedulable ?? false),
  }),
  fieldNotSupported: (field) => `field label not supported: ${field}`,
};

export const runtimeClassRules: KindRules = {
  validate: ({ handler }) => {
    const name = String(handler ?? '');
    return nameIsDNSLabel(name, false).map((text) => invalid('handler', name, text));
  },
  validateUpdate: ({ handler }, old) =>
    handler === old.handler ? [] : [invalid('handler', String(handler ?? ''), IMMUTABLE_FIELD)],
};
