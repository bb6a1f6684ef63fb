/** Sorts what is in the files: processes, objects, and what is neither. */
import type { InputFault } from '#base';
import { checkScenario, type ReadOptions } from '../check-scenario';
import { isMapping, NOT_MODELLED, valueAt } from '../fault-path';
import { readScenario } from '../read-scenario';
import type { Scenario } from '../scenario';
import { DEFAULT_PROFILE } from '../scenario';
import { readYaml } from '../yaml-text';
import { otherComponent } from './component-of-flags';
import { configIn, type FoundConfig } from './configs';
import { type FoundFlags, flagsOfArguments, readWords } from './flags';
import { markOf, templateReason } from './manifest-flags';
import type { ImportNote } from './notes';
import { argumentsOfPod, containersOf, objectsIn, type PodLike, podOf, titleOf } from './pod';
import { isProgram, PROGRAMS, PROGRAMS_IN_WORDS, type ProgramName, removedIn } from './programs';
import type { FlagRules } from './servers';
import { shellStatements } from './shell-words';
import { firstMark } from './template-marks';

export interface ImportFile {
  /** As the person called it. */
  readonly name: string;
  readonly text: string;
}

/** Where something was found. */
export interface Place {
  readonly file: string;
  /** Which document of the file, from 1; absent where the file has one. */
  readonly document?: number;
}

/** A process as a file describes it: an API server, or one of its clients. */
export interface FoundServer extends FoundFlags, Place {
  readonly program: ProgramName;
  /** The pod it comes from; absent for a file of arguments. */
  readonly pod?: PodLike;
  readonly image?: string;
}

export interface FoundObject extends Place {
  readonly object: Readonly<Record<string, unknown>>;
}

/** A scenario that was given beside real files, or alone. */
export interface FoundScenario extends Place {
  readonly scenario: Scenario;
}

export interface Sorted {
  readonly servers: FoundServer[];
  readonly objects: FoundObject[];
  readonly configs: FoundConfig[];
  readonly scenarios: FoundScenario[];
  readonly notes: ImportNote[];
  readonly faults: InputFault[];
}

/** What runs as static pods; everything else in a pod is a workload. */
const CONTROL_PLANE = [...PROGRAMS, 'etcd'] as const;
const TRACE_REASON =
  'is an exported trace: it has records but no scenario; the page shows it when it is opened alone';

const NO_TRACE = 'is no trace: its first line is not a record (JSON with seq, t, actor and kind)';

/** Programs whose argument files look like those of an API server. */
const OTHER_PROGRAM =
  /(kube-controller-manager|kube-scheduler|kube-proxy|kubelet|containerd|etcd|kubectl)/;

/** Longest first line that is looked at to know a trace, characters. */
const FIRST_LINE_MAX = 65_536;

/** Whether a text is a file of arguments, one flag or more a line, and nothing else. */
function isArgumentsFile(text: string): boolean {
  const lines = text.split('\n').map((line) => line.trim());
  const said = lines.filter((line) => line !== '' && !line.startsWith('#'));
  return said.length > 0 && said.every((line) => /^--?[A-Za-z]/.test(line));
}

/** Whether a text is a trace as JSON Lines: its first line is a record. */
export function isTrace(text: string): boolean {
  const first = /^\s*(\{[^\n]*\})\s*(\n|$)/.exec(text.slice(0, FIRST_LINE_MAX))?.[1];
  if (first === undefined) return false;
  try {
    const { seq, t, actor, kind } = JSON.parse(first) as Record<string, unknown>;
    return typeof seq === 'number' && typeof t === 'number' && !!actor && typeof kind === 'string';
  } catch {
    return false;
  }
}

/** The program that a file of arguments is for: its name tells, or else the flags do. */
function programOf(
  file: ImportFile,
  { flags }: FoundFlags,
  { knownFlags }: FlagRules,
  into: Sorted,
): ProgramName | undefined {
  const named = OTHER_PROGRAM.exec(file.name)?.[1];
  if (isProgram(named)) return named;
  const isKnown = (name: string) =>
    removedIn('kube-apiserver', name) !== undefined ||
    knownFlags(DEFAULT_PROFILE, name, 'kube-apiserver') !== 'unknown';
  const whose = otherComponent(flags, isKnown);
  if (whose === undefined) return 'kube-apiserver';
  const { component = 'another component', telling } = whose;
  const names = telling.map((name) => `--${name}`).join(', ');
  const note = { file: file.name, field: names };
  const why = `kube-apiserver has no ${names}; the file is of ${component}`;
  if (isProgram(component)) {
    into.notes.push({ ...note, reason: why, leftOut: false });
    return component;
  }
  into.notes.push({ ...note, reason: `${why}: ${NOT_MODELLED}`, leftOut: true });
  return undefined;
}

function sortArgumentsFile(file: ImportFile, rules: FlagRules, into: Sorted): void {
  const other = OTHER_PROGRAM.exec(file.name)?.[1];
  if (other !== undefined && !isProgram(other)) {
    into.notes.push({ file: file.name, about: other, reason: NOT_MODELLED, leftOut: true });
    return;
  }
  const mark = firstMark(file.text, true);
  if (mark !== undefined) {
    into.faults.push(placed(file, mark.offset, templateReason(mark)));
    return;
  }
  const read = readWords(shellStatements(file.text).flat());
  const program = programOf(file, read, rules, into);
  if (program === undefined) return;
  const flags = read.flags.map((flag) => {
    const variable = firstMark(flag.text)?.mark;
    return variable === undefined ? flag : { ...flag, unresolved: variable };
  });
  into.servers.push({ program, file: file.name, flags, strays: read.strays });
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

function sortPod(file: ImportFile, place: Place, pod: PodLike, into: Sorted): void {
  const starts = PROGRAMS.flatMap((program) => {
    const found = argumentsOfPod(pod, program);
    return found === undefined ? [] : [{ program, found }];
  });
  if (starts.length === 0) {
    const names = containersOf(pod).map(({ name }) => name);
    const has = names.length === 0 ? 'no container' : `only the containers ${names.join(', ')}`;
    const why = `has no container of ${PROGRAMS_IN_WORDS}, ${has}`;
    const reason = `${why}: ${NOT_MODELLED}`;
    const words = `${pod.title} (${why}): ${NOT_MODELLED}`;
    const field = 'spec.containers';
    into.notes.push({ ...place, about: pod.title, field, reason, words, leftOut: true });
    return;
  }
  for (const { program, found } of starts) {
    const mark = markOf(pod, found);
    if (mark !== undefined) {
      into.faults.push(templateFault(file, mark));
      return;
    }
    const image = found.container.image;
    into.servers.push({
      ...place,
      program,
      pod,
      image: typeof image === 'string' ? image : undefined,
      ...flagsOfArguments(pod, found),
    });
  }
}

/** Whether a pod is a process of the control plane, and no object that people made. */
function runsControlPlane(pod: PodLike): boolean {
  const containers = containersOf(pod);
  if (containers.length === 0) return true;
  return CONTROL_PLANE.some(
    (component) =>
      argumentsOfPod(pod, component) !== undefined ||
      containers.some(({ name }) => name === component),
  );
}

function sortObject(
  { file, storedKind }: Pick<FlagRules, 'storedKind'> & { readonly file: ImportFile },
  place: Place,
  object: FoundObject['object'],
  into: Sorted,
): void {
  const pod = podOf(object);
  if (pod !== undefined && runsControlPlane(pod)) {
    sortPod(file, place, pod, into);
    return;
  }
  if (!storedKind(String(object.apiVersion), String(object.kind))) {
    const about = `${titleOf(object)} (${object.apiVersion})`;
    into.notes.push({ ...place, about, field: 'kind', reason: NOT_MODELLED, leftOut: true });
    return;
  }
  const name = valueAt(object, ['metadata', 'name']);
  if (typeof name === 'string' && name !== '') into.objects.push({ ...place, object });
  else into.notes.push(nameless(place, String(object.kind)));
}

function nameless(place: Place, kind: string): ImportNote {
  const reason = `${kind} without a name is left out`;
  return { ...place, field: 'metadata.name', reason, leftOut: true };
}

/** Whether a document is one of ours, whatever its version. */
function isScenario(value: unknown): boolean {
  return isMapping(value) && /^kube-orrery\//.test(String(value.apiVersion));
}

/** Takes in a scenario; its faults name its fields, with their lines where it is alone. */
function sortScenario(
  file: ImportFile,
  { place, value }: { readonly place: Place; readonly value: unknown },
  options: ReadOptions,
  into: Sorted,
): void {
  const alone = place.document === undefined;
  const read = alone ? readScenario(file.text, options) : checkScenario(value, options);
  if (read.ok) into.scenarios.push({ ...place, scenario: read.value });
  else into.faults.push(...read.faults.map((fault) => ({ ...fault, ...place })));
}

function sortFile(file: ImportFile, options: ReadOptions & FlagRules, into: Sorted): void {
  if (isTrace(file.text)) {
    into.faults.push({ path: file.name, reason: TRACE_REASON });
    return;
  }
  if (isArgumentsFile(file.text)) {
    sortArgumentsFile(file, options, into);
    return;
  }
  const documents = readYaml(file.text, { documents: 'many' });
  if (!documents.ok && /\.jsonl$/i.test(file.name)) {
    into.faults.push({ path: file.name, reason: NO_TRACE, line: 1 });
    return;
  }
  if (!documents.ok) {
    const mark = firstMark(file.text);
    if (mark !== undefined) into.faults.push(templateFault(file, mark));
    else into.faults.push(...documents.faults.map((fault) => ({ ...fault, path: file.name })));
    return;
  }
  const many = documents.value.length > 1;
  let empty = 0;
  for (const [index, { value }] of documents.value.entries()) {
    const place: Place = { file: file.name, ...(many ? { document: index + 1 } : {}) };
    if (isScenario(value)) {
      sortScenario(file, { place, value }, options, into);
      continue;
    }
    const objects = objectsIn(value);
    if (objects.length === 0) empty += 1;
    const { storedKind } = options;
    for (const object of objects) {
      const config = configIn(object, place, value);
      if (config) into.configs.push(config);
      else sortObject({ file, storedKind }, place, object, into);
    }
  }
  if (empty > 0) {
    const what = empty === 1 ? 'a document that is no' : `${empty} documents that are no`;
    const reason = `passed over ${what} Kubernetes object`;
    into.notes.push({ file: file.name, reason, leftOut: true });
  }
}

/** Reads all files and sorts what is in them. */
export function sortFiles(files: readonly ImportFile[], options: ReadOptions & FlagRules): Sorted {
  const lists = { servers: [], objects: [], configs: [], scenarios: [] };
  const sorted: Sorted = { ...lists, notes: [], faults: [] };
  for (const file of files) sortFile(file, options, sorted);
  return sorted;
}
