/** Sorts what is in the files: API servers, objects, and what is neither. */
import type { InputFault } from '#base';
import { isMapping, NOT_MODELLED, valueAt } from '../fault-path';
import { quote } from '../wording';
import { readYaml } from '../yaml-text';
import { type FoundFlags, flagsOfArguments, readWords } from './flags';
import { markOf, templateReason } from './manifest-flags';
import { argumentsOfPod, containersOf, objectsIn, type PodLike, podOf, titleOf } from './pod';
import { shellStatements } from './shell-words';
import { firstMark } from './template-marks';

export interface ImportFile {
  /** As the person called it. */
  readonly name: string;
  readonly text: string;
}

/** An API server as a file describes it. */
export interface FoundServer extends FoundFlags {
  readonly file: string;
  /** The pod it comes from; absent for a file of arguments. */
  readonly pod?: PodLike;
  readonly image?: string;
}

export interface FoundObject {
  readonly file: string;
  readonly object: Readonly<Record<string, unknown>>;
}

export interface Sorted {
  readonly servers: FoundServer[];
  readonly objects: FoundObject[];
  /** What was left out, a line for each. */
  readonly notes: string[];
  readonly faults: InputFault[];
}

const COMPONENT = 'kube-apiserver';

/** The kinds that are stored, with their group and version; a test compares them with the model. */
const STORED_KINDS: readonly string[] = [
  'v1 Namespace',
  'v1 Service',
  'v1 Endpoints',
  'v1 ConfigMap',
  'v1 Event',
  'events.k8s.io/v1 Event',
  'discovery.k8s.io/v1 EndpointSlice',
  'coordination.k8s.io/v1 Lease',
  'scheduling.k8s.io/v1 PriorityClass',
  ...kindsOf('rbac.authorization.k8s.io', ['v1'], 'ClusterRole', 'ClusterRoleBinding'),
  ...kindsOf('rbac.authorization.k8s.io', ['v1'], 'Role', 'RoleBinding'),
  ...kindsOf(
    'flowcontrol.apiserver.k8s.io',
    ['v1beta2', 'v1beta3', 'v1'],
    'FlowSchema',
    'PriorityLevelConfiguration',
  ),
  ...kindsOf('networking.k8s.io', ['v1beta1', 'v1'], 'ServiceCIDR', 'IPAddress'),
  'apiregistration.k8s.io/v1 APIService',
  'apiextensions.k8s.io/v1 CustomResourceDefinition',
];

function kindsOf(group: string, versions: readonly string[], ...kinds: readonly string[]) {
  return versions.flatMap((version) => kinds.map((kind) => `${group}/${version} ${kind}`));
}

/** Programs whose argument files look like those of an API server. */
const OTHER_PROGRAM =
  /(kube-controller-manager|kube-scheduler|kube-proxy|kubelet|containerd|etcd|kubectl)/;

/** Whether a text is a file of arguments, one flag or more a line, and nothing else. */
function isArgumentsFile(text: string): boolean {
  const lines = text.split('\n').map((line) => line.trim());
  const said = lines.filter((line) => line !== '' && !line.startsWith('#'));
  return said.length > 0 && said.every((line) => /^--?[A-Za-z]/.test(line));
}

function sortArgumentsFile(file: ImportFile, into: Sorted): void {
  const other = OTHER_PROGRAM.exec(file.name)?.[1];
  if (other !== undefined) {
    into.notes.push(`${file.name}: ${other}: ${NOT_MODELLED}`);
    return;
  }
  const mark = firstMark(file.text, true);
  if (mark !== undefined) {
    into.faults.push(placed(file, mark.offset, templateReason(mark)));
    return;
  }
  const { flags, strays } = readWords(shellStatements(file.text).flat());
  const withMarks = flags.map((flag) => {
    const variable = firstMark(flag.text)?.mark;
    return variable === undefined ? flag : { ...flag, unresolved: variable };
  });
  into.servers.push({ file: file.name, flags: withMarks, strays });
}

/** A fault with the line of a place in a file. */
function placed(file: ImportFile, offset: number, reason: string): InputFault {
  const before = file.text.slice(0, offset).split('\n');
  const column = before[before.length - 1].length + 1;
  return { path: file.name, reason, line: before.length, column };
}

/** The fault of a template; the first mark in the text is named, the one a reader meets first. */
function templateFault(file: ImportFile, mark: { mark: string; offset: number }): InputFault {
  const first = firstMark(file.text);
  if (first === undefined) return { path: file.name, reason: templateReason(mark) };
  return placed(file, first.offset, templateReason(first));
}

function sortPod(file: ImportFile, pod: PodLike, into: Sorted): void {
  const found = argumentsOfPod(pod, COMPONENT);
  if (found === undefined) {
    const names = containersOf(pod).map(({ name }) => name);
    const has = names.length === 0 ? 'no container' : `only the containers ${names.join(', ')}`;
    const why = `has no ${COMPONENT} container, ${has}`;
    into.notes.push(`${file.name}: ${pod.title} (${why}): ${NOT_MODELLED}`);
    return;
  }
  const mark = markOf(pod, found);
  if (mark !== undefined) {
    into.faults.push(templateFault(file, mark));
    return;
  }
  const image = found.container.image;
  into.servers.push({
    file: file.name,
    pod,
    image: typeof image === 'string' ? image : undefined,
    ...flagsOfArguments(pod, found),
  });
}

function sortObject(file: ImportFile, object: FoundObject['object'], into: Sorted): void {
  const pod = podOf(object);
  if (pod !== undefined) {
    sortPod(file, pod, into);
    return;
  }
  const kind = `${object.apiVersion} ${object.kind}`;
  if (!STORED_KINDS.includes(kind)) {
    into.notes.push(`${file.name}: ${titleOf(object)} (${object.apiVersion}): ${NOT_MODELLED}`);
    return;
  }
  const name = valueAt(object, ['metadata', 'name']);
  if (typeof name === 'string' && name !== '') into.objects.push({ file: file.name, object });
  else into.notes.push(`${file.name}: ${object.kind} without a name is left out`);
}

function sortFile(file: ImportFile, into: Sorted): void {
  if (isArgumentsFile(file.text)) {
    sortArgumentsFile(file, into);
    return;
  }
  const documents = readYaml(file.text, { documents: 'many' });
  if (!documents.ok) {
    const mark = firstMark(file.text);
    if (mark !== undefined) into.faults.push(templateFault(file, mark));
    else into.faults.push(...documents.faults.map((fault) => ({ ...fault, path: file.name })));
    return;
  }
  let empty = 0;
  for (const { value } of documents.value) {
    const objects = objectsIn(value);
    if (objects.length === 0) empty += 1;
    for (const object of objects) sortObject(file, object, into);
  }
  if (empty > 0) {
    const what = empty === 1 ? 'a document that is no' : `${empty} documents that are no`;
    into.notes.push(`${file.name}: passed over ${what} Kubernetes object`);
  }
}

/** Keeps the first of objects with one name, and the store's own numbers out. */
function tidyObjects(sorted: Sorted): FoundObject[] {
  const seen = new Set<string>();
  return sorted.objects.flatMap(({ file, object }) => {
    const title = `${object.apiVersion} ${titleOf(object)}`;
    if (seen.has(title)) {
      sorted.notes.push(`${file}: ${title} is given again; the first one is kept`);
      return [];
    }
    seen.add(title);
    const metadata = isMapping(object.metadata) ? { ...object.metadata } : {};
    if (metadata.resourceVersion !== undefined) {
      const version = quote(String(metadata.resourceVersion));
      const why = 'the simulated etcd counts its own revisions';
      sorted.notes.push(`${file}: ${title}: resourceVersion ${version} is left out, ${why}`);
      delete metadata.resourceVersion;
    }
    return [{ file, object: { ...object, metadata } }];
  });
}

/** Reads all files and sorts what is in them. */
export function sortFiles(files: readonly ImportFile[]): Sorted {
  const sorted: Sorted = { servers: [], objects: [], notes: [], faults: [] };
  for (const file of files) sortFile(file, sorted);
  return { ...sorted, objects: tidyObjects(sorted) };
}
