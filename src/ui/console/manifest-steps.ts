/**
 * A manifest for `apply -f -` and its like as steps of the timeline, or what kubectl says of it
 * before it sends anything.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/cli-runtime/pkg/resource/visitor.go
 *             (RequireNamespace, FlattenList), mapper.go, kubectl/pkg/validation/schema.go
 */
import { bad, good, isMap, type Result, textAt } from '#base';
import type { ManifestCommand, ResourceType } from '#console';
import { readYaml } from '#protocol';
import type { StepFields } from '../session/put-steps';

type Manifest = Readonly<Record<string, unknown>>;

const fault = (reason: string): Result<never> => bad([{ path: '', reason: `error: ${reason}` }]);

export function manifestSteps(
  text: string,
  { act, namespace, enforced, policy }: ManifestCommand,
  resources: readonly ResourceType[],
): Result<readonly StepFields[]> {
  const read = readYaml(text, { documents: 'many' });
  if (!read.ok) {
    const [{ reason, line }] = read.faults;
    const where = line === undefined ? '' : `line ${line}: `;
    return fault(`error parsing STDIN: error converting YAML to JSON: yaml: ${where}${reason}`);
  }
  const objects = read.value.flatMap(({ value }) => flattened(value));
  if (objects.length === 0) return fault(`no objects passed to ${act}`);
  const ready: Manifest[] = [];
  for (const object of objects) {
    const problem = problemOf(object, { namespace, enforced, resources });
    if (problem !== undefined) return fault(problem);
    ready.push(withNamespace(object as Manifest, { namespace, enforced, resources }));
  }
  if (act !== 'delete') return good([{ [act]: ready.length === 1 ? ready[0] : ready }]);
  const options = policy === undefined ? {} : { propagationPolicy: policy };
  return good(ready.map((object) => ({ delete: { ...object, ...options } })));
}

/** The items of a List, or the object itself. */
function flattened(value: unknown): readonly unknown[] {
  if (value === null || value === undefined) return [];
  if (isMap(value) && value.kind === 'List' && Array.isArray(value.items)) {
    return value.items.flatMap(flattened);
  }
  return [value];
}

interface Place {
  readonly namespace: string;
  readonly enforced: boolean;
  readonly resources: readonly ResourceType[];
}

const apiVersionOf = ({ group, version }: ResourceType): string =>
  group === '' ? version : `${group}/${version}`;

const resourceOf = (object: unknown, resources: readonly ResourceType[]) =>
  resources.find(
    (each) =>
      each.kind === textAt(object, 'kind') && apiVersionOf(each) === textAt(object, 'apiVersion'),
  );

/** What kubectl says of an object that it does not send. */
function problemOf(object: unknown, place: Place): string | undefined {
  const [kind, apiVersion, name] = [
    textAt(object, 'kind'),
    textAt(object, 'apiVersion'),
    textAt(object, 'metadata', 'name'),
  ];
  const unset = [apiVersion === '' ? 'apiVersion not set' : '', kind === '' ? 'kind not set' : ''];
  const missing = unset.filter((each) => each !== '');
  if (missing.length > 0) {
    const list = missing.length === 1 ? missing[0] : `[${missing.join(', ')}]`;
    const off = 'if you choose to ignore these errors, turn validation off with --validate=false';
    return `error validating "STDIN": error validating data: ${list}; ${off}`;
  }
  if (name === '' && textAt(object, 'metadata', 'generateName') === '') {
    return 'error when retrieving current configuration of: resource name may not be empty';
  }
  const own = textAt(object, 'metadata', 'namespace');
  const resource = resourceOf(object, place.resources);
  if (!resource) {
    const named = `name: "${name}" namespace: "${own}" from "STDIN"`;
    const none = `no matches for kind "${kind}" in version "${apiVersion}"`;
    return `resource mapping not found for ${named}: ${none}\nensure CRDs are installed first`;
  }
  if (!place.enforced || !resource.namespaced || own === '' || own === place.namespace) {
    return undefined;
  }
  return (
    `the namespace from the provided object "${own}" does not match the namespace ` +
    `"${place.namespace}". You must pass '--namespace=${own}' to perform this operation.`
  );
}

function withNamespace(object: Manifest, { namespace, enforced, resources }: Place): Manifest {
  const own = textAt(object, 'metadata', 'namespace');
  if (!enforced || own !== '' || !resourceOf(object, resources)?.namespaced) return object;
  return { ...object, metadata: { ...(object.metadata as object), namespace } };
}
