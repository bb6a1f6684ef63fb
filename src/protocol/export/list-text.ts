/** Objects as `kubectl get -o yaml` prints several: a v1 List. */
import { stringify } from 'yaml';

/** YAML that tools of version 1.1 read the same way: what would be a date there is in quotes. */
export function writeYaml(value: unknown, kubectlStyle = false): string {
  const plain = {
    aliasDuplicateObjects: false,
    compat: 'yaml-1.1' as const,
    lineWidth: 0,
  };
  return stringify(value, {
    ...plain,
    sortMapEntries: kubectlStyle,
    indentSeq: !kubectlStyle,
  });
}

/** A List; keys are sorted and sequences not indented, as kubectl prints them. */
export function writeList(items: readonly unknown[]): string {
  const list = {
    apiVersion: 'v1',
    items,
    kind: 'List',
    metadata: { resourceVersion: '' },
  };
  return writeYaml(list, true);
}

interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

/** Whether the API serves it: keys past it hold addresses of servers and the like. */
export function isKubernetesObject(value: unknown): value is KubernetesObject {
  const { apiVersion, kind, metadata } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const { name } = (metadata ?? {}) as { readonly name?: unknown };
  return [apiVersion, kind, name].every((field) => typeof field === 'string');
}

/** The object as the API shows it: its revision is not stored in it. */
export function withVersion(object: object, revision: number): object {
  const { metadata } = object as { readonly metadata: object };
  return {
    ...object,
    metadata: { ...metadata, resourceVersion: String(revision) },
  };
}
