import { bad, good, type InputFault, type Result } from '#base';
import { DOCUMENT, isMapping } from '../fault-path';
import { quote } from '../wording';
import { readYaml } from '../yaml-text';
import { flagsOfArguments } from './flags';
import {
  type Arguments,
  argumentsOfPod,
  containersOf,
  objectsIn,
  type PodLike,
  podOf,
} from './pod';
import { firstMark, type TemplateMark } from './template-marks';

/** The first template mark in what decides how a component is started. */
export function markOf(pod: PodLike, found: Arguments): TemplateMark | undefined {
  const { name, image, env } = found.container;
  const variables = Array.isArray(env) ? env.filter(isMapping).map((entry) => entry.value) : [];
  const plain = [pod.metadata.name, name, image, ...variables];
  for (const text of plain) {
    const mark = typeof text === 'string' ? firstMark(text) : undefined;
    if (mark !== undefined) return mark;
  }
  return found.words.map((word) => firstMark(word, found.shell)).find((mark) => mark !== undefined);
}

/** Words for a template: what was found, and what to give instead. */
export function templateReason({ mark }: TemplateMark): string {
  return `is a template: ${quote(mark)} is not filled in; give the file that comes out of it`;
}

const WHOLE = '';

function refused(reason: string): Result<never> {
  return bad([{ path: WHOLE, reason }]);
}

function whole(faults: readonly InputFault[]): Result<never> {
  return bad(faults.map((fault) => (fault.path === DOCUMENT ? { ...fault, path: WHOLE } : fault)));
}

/**
 * The flags that a manifest gives a component, as the component gets them: variables of the
 * container filled in, nothing left out. The text must hold one pod, or workload, that starts the
 * component.
 * @returns faults with the path in the manifest, "" for all of it.
 */
export function flagsOfManifest(text: string, component: string): Result<readonly string[]> {
  const documents = readYaml(text, { documents: 'many' });
  if (!documents.ok) {
    const mark = firstMark(text);
    return mark === undefined ? whole(documents.faults) : refused(templateReason(mark));
  }
  const pods = documents.value
    .flatMap(({ value }) => objectsIn(value))
    .flatMap((object) => podOf(object) ?? []);
  const starts = pods.flatMap((pod) => {
    const found = argumentsOfPod(pod, component);
    return found === undefined ? [] : [{ pod, found }];
  });
  if (starts.length !== 1) {
    const names = pods.flatMap(containersOf).map(({ name }) => quote(String(name)));
    const there =
      names.length === 0 ? 'there is no container' : `the containers are ${names.join(', ')}`;
    const count = starts.length === 0 ? 'none' : String(starts.length);
    return refused(`expected one container that starts ${component}, found ${count}; ${there}`);
  }
  const [{ pod, found }] = starts;
  const mark = markOf(pod, found);
  if (mark !== undefined) return refused(templateReason(mark));
  const { flags, strays } = flagsOfArguments(pod, found);
  const open = flags.filter((flag) => flag.unresolved !== undefined);
  if (open.length === 0) return good([...flags.map((flag) => flag.text), ...strays]);
  return bad(
    open.map(({ unresolved, text: flag }) => ({
      path: WHOLE,
      reason: `the value of ${unresolved} in ${quote(flag)} is known only where the pod runs`,
    })),
  );
}

/** A manifest that gives a component these flags and nothing else. */
export function manifestWithFlags(component: string, flags: readonly string[]): string {
  // Two dollar signs are one that begins no variable.
  const words = flags.map((flag) => `        - ${JSON.stringify(flag.replaceAll('$', '$$$$'))}\n`);
  return `apiVersion: v1
kind: Pod
metadata:
  name: ${component}
  namespace: kube-system
spec:
  containers:
    - name: ${component}
      command:
        - ${component}
${words.join('')}`;
}
