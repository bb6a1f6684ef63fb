/**
 * What may come next on a line: verbs, types and their short names, names, namespaces, flags and
 * servers. It asks nobody: names are those that the archive holds at the playhead.
 */
import { compareText } from '#base';
import {
  CREATE_FLAGS,
  type FlagSpec,
  findType,
  GLOBAL_FLAGS,
  type ResourceType,
  ROLLOUT_ACTS,
  SUBRESOURCES,
  splitWords,
  VERB_FLAGS,
  VERBS,
  type VerbName,
} from '#console';

export interface CompletionContext {
  readonly types: readonly ResourceType[];
  readonly servers: readonly string[];
  /** Names of the objects of a type; of one namespace, or of all without one. */
  names(of: ResourceType, namespace: string | undefined): readonly string[];
}

export interface Completion {
  /** Where the word begins that would be replaced. */
  readonly from: number;
  readonly candidates: readonly string[];
}

const OUTPUTS = ['wide', 'yaml', 'json', 'name', 'jsonpath=', 'custom-columns='];
const CASCADES = ['background', 'foreground', 'orphan'];
const PATCH_TYPES = ['json', 'merge', 'strategic'];
const RAW_PATHS = ['/', '/configz', '/healthz', '/livez', '/livez?verbose', '/metrics', '/readyz'];
const LAST_PATHS = ['/readyz?verbose', '/version'];
const OWN_WORDS = ['clear', 'help'];

/** Candidates for the word at the end of a line. */
export function complete(line: string, context: CompletionContext): Completion {
  const from = Math.max(line.lastIndexOf(' '), line.lastIndexOf('\t')) + 1;
  const word = line.slice(from);
  const split = splitWords(line.slice(0, from));
  if (!split.ok) return { from, candidates: [] };
  const all = candidatesOf(split.words, word, context);
  const fitting = [...new Set(all)].filter((each) => each.startsWith(word) && each !== word);
  return { from, candidates: fitting.sort(compareText) };
}

function candidatesOf(
  before: readonly string[],
  word: string,
  context: CompletionContext,
): readonly string[] {
  const words = before[0] === 'kubectl' ? before.slice(1) : before;
  const [verb, ...rest] = words.filter((each, index) => !isValue(words, index) || each === '');
  if (verb === undefined) {
    return [...VERBS, ...(before.length === 0 ? [...OWN_WORDS, 'kubectl'] : [])];
  }
  if (!(VERBS as readonly string[]).includes(verb)) return [];
  const specs = specsOf(verb as VerbName, rest);
  const value = flagAwaiting(words.at(-1), specs);
  if (value) return valuesOf(value, '', context);
  const equals = /^(--[\w-]+=)/.exec(word);
  if (equals) {
    const spec = specs.find(({ name }) => `--${name}=` === equals[1]);
    return spec ? valuesOf(spec, equals[1], context) : [];
  }
  if (word.startsWith('-')) {
    return specs
      .filter(({ modelled }) => modelled)
      .map(({ name, bare }) => `--${name}${bare === undefined ? '=' : ''}`);
  }
  const namespace = namespaceOf(words);
  const args = rest.filter((each) => !each.startsWith('-'));
  return argumentsOf(verb, args, word, { ...context, namespace });
}

/** Whether a word is the value of the flag before it. */
function isValue(words: readonly string[], index: number): boolean {
  const every = Object.values(VERB_FLAGS).flat();
  return flagAwaiting(words[index - 1], [...every, ...GLOBAL_FLAGS]) !== undefined;
}

function specsOf(verb: VerbName, rest: readonly string[]): readonly FlagSpec[] {
  const what = rest.filter((each) => !each.startsWith('-')).slice(0, 2);
  const own =
    verb === 'create'
      ? [what.join(' '), what[0] ?? ''].flatMap((key) =>
          Object.hasOwn(CREATE_FLAGS, key)
            ? [...CREATE_FLAGS[key as keyof typeof CREATE_FLAGS]]
            : [],
        )
      : [];
  return [...own, ...VERB_FLAGS[verb], ...GLOBAL_FLAGS];
}

/** The flag that takes the next word as its value. */
function flagAwaiting(word: string | undefined, specs: readonly FlagSpec[]): FlagSpec | undefined {
  if (word === undefined) return undefined;
  return specs.find(
    ({ name, short, bare }) =>
      bare === undefined && (word === `--${name}` || (short !== undefined && word === `-${short}`)),
  );
}

function valuesOf(
  { name }: FlagSpec,
  prefix: string,
  { types, servers, names }: CompletionContext,
): readonly string[] {
  const values = (): readonly string[] => {
    const namespaces = types.find(({ resource }) => resource === 'namespaces');
    switch (name) {
      case 'namespace':
        return namespaces ? names(namespaces, undefined) : [];
      case 'server':
        return servers;
      case 'output':
        return OUTPUTS;
      case 'type':
        return PATCH_TYPES;
      case 'subresource':
        return SUBRESOURCES;
      case 'cascade':
        return CASCADES;
      case 'raw':
        return [...RAW_PATHS, ...LAST_PATHS];
      case 'filename':
        return ['-'];
      default:
        return [];
    }
  };
  return values().map((value) => `${prefix}${value}`);
}

function namespaceOf(words: readonly string[]): string | undefined {
  for (const [index, word] of words.entries()) {
    if (word === '-n' || word === '--namespace') return words[index + 1];
    const joined = /^(?:--namespace=|-n=?)(.+)$/.exec(word);
    if (joined) return joined[1];
    if (word === '-A' || word === '--all-namespaces') return undefined;
  }
  return 'default';
}

interface ArgumentContext extends CompletionContext {
  readonly namespace: string | undefined;
}

function argumentsOf(
  verb: string,
  args: readonly string[],
  word: string,
  context: ArgumentContext,
): readonly string[] {
  if (verb === 'create') return createWords(args);
  if (NO_ARGUMENTS.has(verb)) return [];
  if (verb === 'auth') return authWords(args, context.types);
  if (verb === 'rollout') {
    const [act, ...more] = args;
    return act === undefined ? ROLLOUT_ACTS : argumentsOf('', more, word, context);
  }
  if (verb === 'explain' && args.length > 0) return [];
  const { types, names, namespace } = context;
  const slash = word.indexOf('/');
  if (slash > 0) {
    const of = findType(types, word.slice(0, slash));
    return of ? names(of, namespace).map((name) => `${word.slice(0, slash)}/${name}`) : [];
  }
  const [first] = args;
  if (first === undefined) {
    const comma = word.lastIndexOf(',') + 1;
    return typeWords(types).map((type) => word.slice(0, comma) + type);
  }
  const of = findType(types, first);
  return of ? names(of, namespace).filter((name) => !args.slice(1).includes(name)) : [];
}

const NO_ARGUMENTS: ReadonlySet<string> = new Set(
  'run version apply replace api-resources api-versions cluster-info'.split(' '),
);

const ACTIONS = 'create delete deletecollection get list patch update watch *'.split(' ');

/** `auth can-i VERB TYPE`. */
function authWords(args: readonly string[], types: readonly ResourceType[]): readonly string[] {
  if (args.length === 0) return ['can-i'];
  if (args[0] !== 'can-i' || args.length > 2) return [];
  return args.length === 1 ? ACTIONS : typeWords(types);
}

function createWords(args: readonly string[]): readonly string[] {
  const words = Object.keys(CREATE_FLAGS).sort();
  if (args.length === 0) return words.filter((each) => !each.includes(' '));
  if (args.length > 1) return [];
  const inner = `${args[0] === 'svc' ? 'service' : args[0]} `;
  return words.filter((each) => each.startsWith(inner)).map((each) => each.slice(inner.length));
}

/** Plural names, with the group where two types share one, and short names. */
function typeWords(types: readonly ResourceType[]): readonly string[] {
  const taken = new Set<string>();
  return types.flatMap(({ resource, group, shortNames = [] }) => {
    const plural = taken.has(resource) ? `${resource}.${group}` : resource;
    taken.add(resource);
    return [plural, ...shortNames];
  });
}

/** The longest beginning that all candidates share. */
export function commonStart(candidates: readonly string[]): string {
  const [first = '', ...rest] = candidates;
  let length = first.length;
  for (const other of rest) {
    while (!other.startsWith(first.slice(0, length))) length -= 1;
  }
  return first.slice(0, length);
}
