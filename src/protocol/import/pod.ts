/**
 * Pods in real files: where they stand, which container runs a component, and with what arguments.
 */
import { isMapping, valueAt } from '../fault-path';
import { readYaml } from '../yaml-text';
import { shellStatements } from './shell-words';

type Mapping = Readonly<Record<string, unknown>>;

/** A pod, or the template of one. */
export interface PodLike {
  readonly metadata: Mapping;
  readonly spec: Mapping;
  /** Of a pod that runs. */
  readonly status: Mapping;
  /** `Pod kube-system/kube-apiserver`, for people. */
  readonly title: string;
}

/** Arguments of a component's process. */
export interface Arguments {
  readonly container: Mapping;
  readonly words: readonly string[];
  /** They stand in a shell script, where `${NAME}` is a variable. */
  readonly shell: boolean;
}

const SHELLS: readonly string[] = ['sh', 'bash', 'ash', 'dash'];
const WITH_TEMPLATE: readonly string[] = [
  'Deployment',
  'DaemonSet',
  'StatefulSet',
  'ReplicaSet',
  'Job',
];
/** Deepest that a document is searched for texts which are manifests themselves. */
const NESTED_DEPTH_MAX = 4;

const mapping = (value: unknown): Mapping => (isMapping(value) ? value : {});
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/** `Kind namespace/name` of an object, for people. */
export function titleOf(object: Mapping): string {
  const { name, namespace } = mapping(object.metadata);
  const full = [namespace, name].filter((part) => typeof part === 'string').join('/');
  return `${object.kind ?? 'object'}${full === '' ? '' : ` ${full}`}`;
}

/**
 * The objects in a document: itself, the items of a list, manifests in texts (as kops writes them).
 */
export function objectsIn(value: unknown): Mapping[] {
  if (!isMapping(value)) return [];
  if (typeof value.kind !== 'string') return nestedManifests(value, 0);
  if (value.kind.endsWith('List') && Array.isArray(value.items))
    return value.items.flatMap(objectsIn);
  return [value];
}

function nestedManifests(value: unknown, depth: number): Mapping[] {
  if (typeof value === 'string') {
    if (!/^[ \t]*kind:/m.test(value) || !/^[ \t]*apiVersion:/m.test(value)) return [];
    const read = readYaml(value, { documents: 'many' });
    if (!read.ok) return [];
    return read.value.flatMap(({ value: inner }) =>
      isMapping(inner) && typeof inner.kind === 'string' ? objectsIn(inner) : [],
    );
  }
  if (typeof value !== 'object' || value === null || depth >= NESTED_DEPTH_MAX) return [];
  return Object.values(value).flatMap((inner) => nestedManifests(inner, depth + 1));
}

/** The pod that an object is or makes; undefined for other objects. */
export function podOf(object: Mapping): PodLike | undefined {
  const holder = WITH_TEMPLATE.includes(String(object.kind))
    ? mapping(valueAt(object, ['spec', 'template']))
    : object;
  if (holder === object && object.kind !== 'Pod') return undefined;
  return {
    metadata: { ...mapping(object.metadata), ...mapping(holder.metadata) },
    spec: mapping(holder.spec),
    status: mapping(object.status),
    title: titleOf(object),
  };
}

export function containersOf(pod: PodLike): Mapping[] {
  const containers = pod.spec.containers;
  return Array.isArray(containers) ? containers.filter(isMapping) : [];
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Name of an image without registry, tag and digest. */
function imageName(image: unknown): string {
  return typeof image === 'string' ? baseName(image).replace(/[:@].*$/, '') : '';
}

/** Index of the first word behind the program's name, or undefined when it is not started here. */
function behindProgram(words: readonly string[], component: string): number | undefined {
  const short = component.replace(/^kube-/, '');
  for (const [index, word] of words.entries()) {
    const name = baseName(word);
    if (name === component && !word.startsWith('-')) return index + 1;
    if (name !== 'hyperkube') continue;
    if ([component, short].includes(words[index + 1])) return index + 2;
  }
  return undefined;
}

/** The script that a shell is given, or undefined when the words start no shell. */
function scriptOf(words: readonly string[]): string | undefined {
  if (words.length < 2 || !SHELLS.includes(baseName(words[0]))) return undefined;
  const flag = words.findIndex((word, index) => index > 0 && /^-[a-z]*c[a-z]*$/.test(word));
  return flag < 0 ? undefined : words[flag + 1];
}

function argumentsIn(container: Mapping, component: string): Arguments | undefined {
  const command = texts(container.command);
  const all = [...command, ...texts(container.args)];
  const script = scriptOf(all);
  if (script !== undefined) {
    for (const words of shellStatements(script)) {
      const start = behindProgram(words, component);
      if (start !== undefined) return { container, words: words.slice(start), shell: true };
    }
    return undefined;
  }
  const start = behindProgram(all, component);
  if (start !== undefined) return { container, words: all.slice(start), shell: false };
  // Without a command the image says what is started.
  const started = command.length === 0 && imageName(container.image) === component;
  return started ? { container, words: all, shell: false } : undefined;
}

/**
 * The arguments with which a pod starts a component; undefined when none of its containers does.
 */
export function argumentsOfPod(pod: PodLike, component: string): Arguments | undefined {
  for (const container of containersOf(pod)) {
    const found = argumentsIn(container, component);
    if (found !== undefined) return found;
  }
  return undefined;
}
