/**
 * The server's OpenAPI documents: the types of the kinds of each version.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kube-aggregator/pkg/controllers/openapiv3,
 *             k8s.io/kube-openapi/pkg/handler3/handler.go, apiextensions-apiserver
 *             pkg/controller/openapi/builder/builder.go (BuildOpenAPIV3)
 * Simplified  types only, no paths; the fields of 1.33 in every profile, none of them marked as
 *             required; a type is named as if it were of the group that is asked for; descriptions
 *             are ours, and many are missing; kinds whose Go type is not known have metadata alone;
 *             no hash in the links, no OpenAPI v2
 */
import { apiGroups, enabledVersions, resourcesOf, type ServingOptions } from '../../api/api-groups';
import { crdSpec } from '../../api/crd-spec';
import { customResource } from '../../api/custom-resource';
import { fieldsOfType, type GoType, typeOfKind } from '../../api/go-types/go-types';
import type { ApiResource, KubeObject } from '../../api/objects';
import { gitVersion } from '../../profile';
import { FIELD_DOCS } from './field-docs';
import { typeDoc } from './type-docs';

type Schema = Readonly<Record<string, unknown>>;

const MACHINERY = 'io.k8s.apimachinery.pkg';
const refTo = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const INT_OR_STRING = `${MACHINERY}.util.intstr.IntOrString`;
const QUANTITY = `${MACHINERY}.api.resource.Quantity`;
const RAW = `${MACHINERY}.runtime.RawExtension`;

const PLAIN: Readonly<Partial<Record<GoType['kind'], Schema>>> = {
  string: { type: 'string' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  double: { type: 'number', format: 'double' },
  boolean: { type: 'boolean' },
  bytes: { type: 'string', format: 'byte' },
  time: { type: 'string', format: 'date-time' },
  microTime: { type: 'string', format: 'date-time' },
  intOrString: refTo(INT_OR_STRING),
  quantity: refTo(QUANTITY),
  any: refTo(RAW),
};

/** Types of apimachinery's meta/v1, which every group has. */
const OF_META: ReadonlySet<string> = new Set([
  'ObjectMeta',
  'ManagedFieldsEntry',
  'OwnerReference',
]);

const described = (description: string | undefined): Schema =>
  description === undefined ? {} : { description };

class Document {
  readonly schemas: Record<string, Schema> = {
    [INT_OR_STRING]: { type: 'string', format: 'int-or-string' },
    [QUANTITY]: { type: 'string' },
    [RAW]: { type: 'object' },
  };
  readonly #prefix: string;

  constructor(group: string, version: string) {
    this.#prefix = `io.k8s.api.${group === '' ? 'core' : group.split('.')[0]}.${version}`;
  }

  nameOf(struct: string): string {
    const meta = OF_META.has(struct) ? `${MACHINERY}.apis.meta.v1` : this.#prefix;
    return `${meta}.${struct}`;
  }

  /** The schema of a struct, once, and of all that it holds. */
  struct(struct: string): Schema {
    const name = this.nameOf(struct);
    if (this.schemas[name]) return refTo(name);
    this.schemas[name] = {};
    const fields = [...(fieldsOfType(struct)?.values() ?? [])];
    const properties = fields.map((field) => [
      field.name,
      this.#field(field.name, field.type, struct),
    ]);
    this.schemas[name] = {
      ...described(typeDoc(struct)),
      type: 'object',
      properties: Object.fromEntries(properties),
    };
    return refTo(name);
  }

  kind(group: string, version: string, kind: string): void {
    const apiVersion = group === '' ? version : `${group}/${version}`;
    const struct = typeOfKind(apiVersion, kind);
    const name = this.nameOf(kind);
    if (struct !== undefined) this.struct(struct);
    const known = struct === undefined ? undefined : this.schemas[this.nameOf(struct)];
    const own = (known?.properties ?? {
      metadata: this.#field('metadata', { kind: 'struct', name: 'ObjectMeta' }),
    }) as Schema;
    const text: GoType = { kind: 'string' };
    this.schemas[name] = {
      ...described(struct === undefined ? undefined : typeDoc(struct)),
      type: 'object',
      properties: {
        apiVersion: this.#field('apiVersion', text),
        kind: this.#field('kind', text),
        ...own,
      },
      'x-kubernetes-group-version-kind': [{ group, kind, version }],
    };
  }

  /** The schema that a definition has, with what every object has. */
  custom({ group, version, kind }: ApiResource, schema: Schema): void {
    const prefix = group.split('.').reverse().join('.');
    const text: GoType = { kind: 'string' };
    this.schemas[`${prefix}.${version}.${kind}`] = {
      ...schema,
      type: 'object',
      properties: {
        ...(schema.properties as Schema | undefined),
        apiVersion: this.#field('apiVersion', text),
        kind: this.#field('kind', text),
        metadata: this.#field('metadata', { kind: 'struct', name: 'ObjectMeta' }),
      },
      'x-kubernetes-group-version-kind': [{ group, kind, version }],
    };
  }

  #field(name: string, type: GoType, struct = ''): Schema {
    const plain = Object.hasOwn(FIELD_DOCS, name) ? FIELD_DOCS[name] : undefined;
    const description = typeDoc(`${struct}.${name}`) ?? plain;
    const schema = this.#type(type);
    if (description === undefined) return schema;
    // Beside a reference nothing else may stand.
    return '$ref' in schema ? { description, allOf: [schema] } : { description, ...schema };
  }

  #type(type: GoType): Schema {
    switch (type.kind) {
      case 'list':
        return { type: 'array', items: this.#type(type.of) };
      case 'map':
        return { type: 'object', additionalProperties: this.#type(type.of) };
      case 'struct':
        return this.struct(type.name);
      default:
        return PLAIN[type.kind] ?? { type: 'object' };
    }
  }
}

const pathOf = (group: string, version: string): string =>
  group === '' ? `api/${version}` : `apis/${group}/${version}`;

const ROOT = '/openapi/v3';

export interface OpenApiOptions extends ServingOptions {
  /** The definitions that there are. */
  readonly definitions: () => readonly KubeObject[];
}

type Custom = readonly [of: ApiResource, schema: Schema];

/** The versions of definitions that are in force. */
const customOf = ({ definitions }: OpenApiOptions): readonly Custom[] =>
  definitions().flatMap((crd) =>
    (crdSpec(crd).versions ?? []).flatMap(({ name = '' }) => {
      const made = customResource(crd, name);
      return made ? [[made.of, made.version.schema?.openAPIV3Schema ?? {}] as const] : [];
    }),
  );

/** The document of a path; undefined where there is none. */
export function openApiDocument(options: OpenApiOptions, path: string): object | undefined {
  if (!path.startsWith(ROOT)) return undefined;
  const custom = customOf(options);
  const builtIn = apiGroups(options.profile).flatMap(({ name }) =>
    enabledVersions(options, name).map(({ version }) => [name, version] as const),
  );
  const served = [...builtIn, ...custom.map(([of]) => [of.group, of.version] as const)];
  if (path === ROOT) {
    const paths = served.map(([group, version]) => {
      const own = pathOf(group, version);
      return [own, { serverRelativeURL: `${ROOT}/${own}` }];
    });
    return { paths: Object.fromEntries(paths) };
  }
  const found = served.find(([group, version]) => path === `${ROOT}/${pathOf(group, version)}`);
  if (!found) return undefined;
  const [group, version] = found;
  const document = new Document(group, version);
  for (const { kind } of resourcesOf(options.profile, group, version)) {
    document.kind(group, version, kind);
  }
  for (const [of, schema] of custom) {
    if (of.group === group && of.version === version) document.custom(of, schema);
  }
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: gitVersion(options.profile) },
    paths: {},
    components: { schemas: document.schemas },
  };
}
