/** Whether an object of a case has fields that its kind has not, so that a misspelt one is told. */
import { type ApiResource, apiVersionOf, type FieldType, fieldTypesOf } from '#kube';
import { isObject, type Json } from './case';

/** Kinds of which every field is known. */
const WHOLE: ReadonlySet<string> = new Set([
  ...['Service', 'Endpoints', 'EndpointSlice', 'Namespace', 'IPAddress', 'ServiceCIDR'],
]);
/** Fields that every kind has, or that nobody looks at. */
const OF_ALL: Readonly<Record<string, FieldType | undefined>> = {
  kind: undefined,
  apiVersion: undefined,
  status: undefined,
  managedFields: undefined,
  trafficDistribution: undefined,
};

/** The path of the first field that the kind has not; undefined when it has them all. */
export function unknownField(of: ApiResource, value: Json): string | undefined {
  if (!WHOLE.has(of.kind)) return undefined;
  const fields = fieldTypesOf({ apiVersion: apiVersionOf(of), kind: of.kind });
  return inStruct(value, fields, '');
}

function inStruct(
  value: Json,
  fields: Readonly<Record<string, FieldType>>,
  path: string,
): string | undefined {
  if (!isObject(value)) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const place = path === '' ? name : `${path}.${name}`;
    if (!Object.hasOwn(fields, name) && !Object.hasOwn(OF_ALL, name)) return place;
    const found = inField(inner, fields[name], place);
    if (found !== undefined) return found;
  }
  return undefined;
}

function inField(value: Json, type: FieldType | undefined, path: string): string | undefined {
  if (type?.kind === 'struct') return inStruct(value, type.fields, path);
  if (type?.kind !== 'list' || !Array.isArray(value)) return undefined;
  const found = value.map((item: Json, index) => inField(item, type.of, `${path}[${index}]`));
  return found.find((place) => place !== undefined);
}
