/**
 * Objects that come from outside: whether they have the types of their kind.
 *
 * Upstream    Go encoding/json, kubernetes v1.27
 *             staging/src/k8s.io/apimachinery/pkg/runtime/serializer
 */

import { decodeError, type FieldType } from '../../api/decode-fields';
import { decodedValue } from '../../api/decoded-value';
import type { KubeObject } from '../../api/objects';
import { API_RESOURCES, apiVersionOf } from '../../api/resources';
import { etcdPrefixOf } from '../storage/keys';
import { OBJECT_META, PARTS, TYPES } from './decode-types';
import { wholeType } from './field-validation';
import { SERVICE_SPEC } from './strategies/service-types';

interface Typed {
  readonly apiVersion: string;
  readonly kind: string;
}

type Fields = Readonly<Record<string, FieldType>>;

/** What a kind's own strategy knows of its fields; it goes before what its whole type says. */
export const ownFieldTypes = ({ apiVersion, kind }: Typed): Fields | undefined =>
  kind === 'Service' ? { spec: SERVICE_SPEC } : TYPES[`${apiVersion}/${kind}`];

/** What the fields of a kind are, as far as the model looks at them. */
export function fieldTypesOf({ apiVersion, kind }: Typed): Readonly<Record<string, FieldType>> {
  const own = ownFieldTypes({ apiVersion, kind });
  return { ...(own ?? wholeType(apiVersion, kind) ?? PARTS), metadata: OBJECT_META };
}

/** Go's text of the first field of another type; undefined when the value can be of that kind. */
export function kindError(
  value: unknown,
  of: Typed,
  types: Fields = fieldTypesOf(of),
): string | undefined {
  if (!isFields(value)) {
    const what = Array.isArray(value) ? 'array' : typeof value;
    return `json: cannot unmarshal ${what} into Go value of type v1.${of.kind}`;
  }
  for (const field in types) {
    if (decodeError(value[field], types[field], undefined) === undefined) continue;
    return decodeError(value[field], types[field], { struct: of.kind, path: [field] });
  }
  return undefined;
}

/** The value as Go has it after decoding: what is null is not there, or is empty in a list. */
export function decodedObject(
  value: unknown,
  of: Typed,
  types: Fields = fieldTypesOf(of),
): KubeObject {
  const always = of.kind === 'Service' ? { spec: {} } : {};
  const object = decodedValue(value, { kind: 'struct', go: of.kind, fields: types, always });
  return Object.assign({ metadata: {} }, object);
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Where values of a kind stand. */
interface Place extends Typed {
  readonly prefix: string;
  /** Whether the key ends with namespace and name; undefined where it names no object. */
  readonly namespaced: boolean | undefined;
}

const PLACES: readonly Place[] = [
  ...API_RESOURCES.map((of) => {
    const { kind, namespaced } = of;
    return { prefix: etcdPrefixOf(of), apiVersion: apiVersionOf(of), kind, namespaced };
  }),
  ...(['masterleases', 'ranges'] as const).map((place) => ({
    prefix: `/registry/${place}/`,
    apiVersion: 'v1',
    kind: place === 'ranges' ? 'RangeAllocation' : 'Endpoints',
    namespaced: undefined,
  })),
];

/** The kinds that the value under a key can be of; none where anything may stand. */
const kindsAt = (key: string): readonly Place[] =>
  PLACES.filter(({ prefix }) => key.startsWith(prefix));

/** Why a value cannot stand under that key of etcd; undefined when it can. */
export function storedValueError(key: string, value: unknown): string | undefined {
  const kinds = kindsAt(key);
  if (kinds.length === 0) return undefined;
  const wrong = kinds.map((of) => otherKind(value, of) ?? kindError(value, of));
  return wrong.includes(undefined) ? undefined : wrong[0];
}

function otherKind(value: unknown, { apiVersion, kind }: Typed): string | undefined {
  if (!isFields(value)) return undefined;
  const given = value as Partial<Typed>;
  if ((given.kind ?? kind) === kind && (given.apiVersion ?? apiVersion) === apiVersion) {
    return undefined;
  }
  return `expected ${kind} of ${apiVersion}, found ${given.kind} of ${given.apiVersion}`;
}

/** A value as it is stored under a key, which says what it does not say of itself. */
export function storedValue(key: string, value: unknown): unknown {
  const [place] = kindsAt(key).filter((of) => otherKind(value, of) === undefined);
  if (!place || !isFields(value)) return value;
  const object = decodedObject(value, place);
  const { prefix, apiVersion, kind, namespaced } = place;
  if (namespaced === undefined) return object;
  const names = key.slice(prefix.length).split('/');
  const namespace = namespaced && names.length > 1 ? { namespace: names[0] } : {};
  const metadata = { name: names[names.length - 1], ...namespace, ...object.metadata };
  return { apiVersion, kind, ...object, metadata };
}
