/** Words of a command line to flags, with the variables of the container filled in. */
import { isMapping, valueAt } from '../fault-path';
import type { Arguments, PodLike } from './pod';

/** One flag as it is written into a scenario. */
export interface FoundFlag {
  /** Without dashes, underscores made dashes. */
  readonly name: string;
  /** `--name=value`, or `--name`. */
  readonly text: string;
  /** The first variable whose value the file does not have. */
  readonly unresolved?: string;
  /** It was written another way, which the component takes as well. */
  readonly writtenAs?: string;
}

export interface FoundFlags {
  readonly flags: readonly FoundFlag[];
  /** Words that belong to no flag. */
  readonly strays: readonly string[];
}

/** Fields of a pod that a variable may be filled from, and where they stand. */
const POD_FIELDS: Readonly<Record<string, readonly string[]>> = {
  'metadata.name': ['metadata', 'name'],
  'metadata.namespace': ['metadata', 'namespace'],
  'spec.nodeName': ['spec', 'nodeName'],
  'status.hostIP': ['status', 'hostIP'],
  'status.podIP': ['status', 'podIP'],
};

/** The value of a container's variable, as far as the file tells it. */
function variable(
  name: string,
  pod: PodLike,
  container: Arguments['container'],
): string | undefined {
  const env = Array.isArray(container.env) ? container.env.filter(isMapping) : [];
  const entry = env.find((each) => each.name === name);
  if (entry === undefined) return undefined;
  if (typeof entry.value === 'string') return entry.value;
  const field = valueAt(entry, ['valueFrom', 'fieldRef', 'fieldPath']);
  const value = valueAt(pod, POD_FIELDS[String(field)] ?? ['nothing']);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** `$(NAME)`, which Kubernetes fills in, and in a script `${NAME}`, `$NAME` and `$(command)`. */
const KUBERNETES_VARIABLE = /\$\$|\$\(([A-Za-z_][A-Za-z0-9_.-]{0,200})\)/g;
const SHELL_VARIABLE =
  /\$\((\w{1,200})\)|\$\([^)]{0,200}\)|\$\{(\w{1,200})\}|\$\{[^}]{0,200}\}|\$([A-Za-z_]\w*)/g;

interface Filled {
  readonly text: string;
  readonly unresolved?: string;
}

/** Fills in variables; one without a known value stays as it is. */
export function fillVariables(
  text: string,
  shell: boolean,
  lookUp: (name: string) => string | undefined,
): Filled {
  let unresolved: string | undefined;
  const pattern = shell ? SHELL_VARIABLE : KUBERNETES_VARIABLE;
  const filled = text.replace(pattern, (whole: string, ...groups: unknown[]) => {
    if (whole === '$$') return '$';
    const name = groups.slice(0, -2).find((group) => typeof group === 'string');
    const value = name === undefined ? undefined : lookUp(name as string);
    if (value === undefined) unresolved ??= whole;
    return value ?? whole;
  });
  return unresolved === undefined ? { text: filled } : { text: filled, unresolved };
}

/** Reads words as pflag does; a word behind a flag without `=` is its value unless it is a flag. */
export function readWords(words: readonly string[]): FoundFlags {
  const flags: FoundFlag[] = [];
  const strays: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index].trim();
    if (word === '' || word === '--') continue;
    if (!/^--?[A-Za-z]/.test(word)) {
      strays.push(word);
      continue;
    }
    const equals = word.indexOf('=');
    const given = (equals < 0 ? word : word.slice(0, equals)).replace(/^--?/, '');
    let value = equals < 0 ? undefined : word.slice(equals + 1);
    const next = words[index + 1];
    if (value === undefined && next !== undefined && !next.startsWith('-')) {
      value = next;
      index += 1;
    }
    const name = given.replaceAll('_', '-');
    const text = value === undefined ? `--${name}` : `--${name}=${value}`;
    const other = name !== given || !word.startsWith('--');
    flags.push({ name, text, ...(other ? { writtenAs: word } : {}) });
  }
  return { flags, strays };
}

/** The flags of a component's process in a pod. */
export function flagsOfArguments(pod: PodLike, found: Arguments): FoundFlags {
  const { words, shell, container } = found;
  const lookUp = (name: string) => variable(name, pod, container);
  const read = readWords(words);
  const flags = read.flags.map((flag) => ({
    ...flag,
    ...fillVariables(flag.text, shell, lookUp),
  }));
  return { flags, strays: read.strays };
}

/** The value of the last use of a flag. */
export function valueOfFlag(flags: readonly FoundFlag[], name: string): string | undefined {
  const last = flags.findLast((flag) => flag.name === name && flag.unresolved === undefined);
  const equals = last?.text.indexOf('=') ?? -1;
  return last === undefined || equals < 0 ? undefined : last.text.slice(equals + 1);
}
