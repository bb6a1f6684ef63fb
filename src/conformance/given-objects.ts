/** Objects and inputs that cases give, as what the product takes. */
import {
  type ApiResource,
  apiVersionOf,
  decodedObject,
  ENDPOINTS,
  type EndpointPort,
  type Endpoints,
  errorText,
  etcdKeyOf,
  type InitialKey,
  type KubeObject,
  kindError,
  type RestResult,
  resourceOfKind,
  SERVICES,
  type ServicePort,
} from '#kube';
import { Unsupported } from './adapter';
import type { Json } from './case';
import { ErrorFact } from './facts';
import { Fields } from './read-fields';
import { unknownField } from './unknown-field';

/** Where objects without a namespace are. Source: metav1.NamespaceDefault. */
export const NAMESPACE = 'default';

/** An object of a kind; one that names no namespace is in `namespace`. */
export function objectOf(
  of: ApiResource,
  value: Json,
  path: string,
  namespace = NAMESPACE,
): KubeObject {
  const metadata = new Fields(value, path).inside('metadata');
  const own = metadata.text('namespace', namespace);
  if (metadata.text('name') === '') throw new Unsupported(`${path}.metadata.name: expected a name`);
  new Fields(value, path).said('kind', of.kind);
  const object = typedAs(of, value, path);
  return { ...object, metadata: { ...object.metadata, namespace: own } };
}

/** The value as a server decodes it; other types or fields make the case unsupported. */
export function typedAs(of: ApiResource, value: Json, path: string): KubeObject {
  const typed = { apiVersion: apiVersionOf(of), kind: of.kind };
  const wrong = kindError(value, typed);
  if (wrong !== undefined) throw new Unsupported(`${path}: ${wrong}`);
  const unknown = unknownField(of, value);
  if (unknown !== undefined) throw new Unsupported(`${path}: ${of.kind} has no field ${unknown}`);
  return decodedObject(value, typed);
}

/** The keys of the objects that are there before the case begins, stored past the API. */
export function storedObjects(
  values: readonly Json[],
  path: string,
  namespace = NAMESPACE,
): readonly InitialKey[] {
  const stored = values.map((value, index) => storedObject(value, `${path}[${index}]`, namespace));
  stored.forEach(({ key }, index) => {
    if (stored.findIndex((other) => other.key === key) === index) return;
    throw new Unsupported(`${path}[${index}]: ${key} is there already`);
  });
  return stored;
}

function storedObject(value: Json, path: string, namespace: string): InitialKey {
  const kind = new Fields(value, path).text('kind');
  const of = resourceOfKind(kind);
  if (!of || of.kind !== kind) throw new Unsupported(`${path}: kind ${kind} is not stored`);
  const object = objectOf(of, value, path, namespace);
  const { metadata } = object;
  const key = etcdKeyOf(of, metadata.namespace ?? '', metadata.name ?? '');
  return { key, value: { apiVersion: apiVersionOf(of), ...object } };
}

/** Ports of Endpoints. */
export function endpointPorts(value: readonly Json[], path: string): readonly EndpointPort[] {
  numbered(value, path);
  const { subsets } = typedAs(ENDPOINTS, { subsets: [{ ports: value }] }, path) as Endpoints;
  return subsets?.[0]?.ports ?? [];
}

/** Ports of a Service. */
export function servicePorts(value: readonly Json[], path: string): readonly ServicePort[] {
  numbered(value, path);
  const { spec } = typedAs(SERVICES, { spec: { ports: value } }, path);
  return (spec as { ports?: readonly ServicePort[] }).ports ?? [];
}

function numbered(ports: readonly Json[], path: string): void {
  ports.forEach((port, index) => {
    new Fields(port, `${path}[${index}]`).whole('port');
  });
}

/** What a client heard instead of an object. */
export function restError(result: RestResult<unknown> | undefined): ErrorFact {
  if (!result || result.ok) return new ErrorFact(undefined);
  const { reason, code, message } = result.status ?? {};
  return new ErrorFact(errorText(result), { reason, code, message });
}
