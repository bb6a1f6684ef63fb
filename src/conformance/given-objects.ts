/** Objects and inputs that cases give, as what the product takes. */
import {
  type ApiResource,
  apiVersionOf,
  decodedObject,
  type EndpointPort,
  errorText,
  etcdKeyOf,
  type InitialKey,
  type KubeObject,
  kindError,
  type RestResult,
  resourceOfKind,
  type ServicePort,
} from '#kube';
import { Unsupported } from './adapter';
import type { Json } from './case';
import { ErrorFact } from './facts';
import { Fields } from './read-fields';

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
  const object = typedAs(of, value, path);
  return { ...object, metadata: { ...object.metadata, namespace: own } };
}

/** The value as a server decodes it; one of other types makes the case unsupported. */
export function typedAs(of: ApiResource, value: Json, path: string): KubeObject {
  const typed = { apiVersion: apiVersionOf(of), kind: of.kind };
  const wrong = kindError(value, typed);
  if (wrong !== undefined) throw new Unsupported(`${path}: ${wrong}`);
  return decodedObject(value, typed);
}

/** The keys of the objects that are there before the case begins, stored past the API. */
export const storedObjects = (
  values: readonly Json[],
  path: string,
  namespace = NAMESPACE,
): readonly InitialKey[] =>
  values.map((value, index) => storedObject(value, `${path}[${index}]`, namespace));

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
export const endpointPorts = (value: readonly Json[], path: string): readonly EndpointPort[] =>
  value.map((port, index) => portOf<EndpointPort>(port, `${path}[${index}]`));

/** Ports of a Service. */
export const servicePorts = (value: readonly Json[], path: string): readonly ServicePort[] =>
  value.map((port, index) => portOf<ServicePort>(port, `${path}[${index}]`));

function portOf<T>(value: Json, path: string): T {
  const fields = new Fields(value, path);
  fields.number('port');
  for (const key of ['name', 'protocol', 'appProtocol']) fields.text(key, '');
  return value as unknown as T;
}

/** What a client heard instead of an object. */
export function restError(result: RestResult<unknown> | undefined): ErrorFact {
  if (!result || result.ok) return new ErrorFact(undefined);
  const { reason, code, message } = result.status ?? {};
  return new ErrorFact(errorText(result), { reason, code, message });
}
