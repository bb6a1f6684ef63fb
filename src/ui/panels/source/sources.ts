/** What is known of the code that models upstream, read from its headers when the page is built. */

/** A line of a header, such as `Upstream` or `Simplified`, and what it says. */
export type Mark = readonly [name: string, text: string];

export interface Constant {
  readonly name: string;
  /** With its unit, as far as code or name tell it. */
  readonly value: string;
  /** Meaning and source, in the words of the code. */
  readonly about: string;
}

/** One file of ours. */
export interface SourcePart {
  readonly file: string;
  readonly purpose: string;
  readonly marks: readonly Mark[];
  readonly constants: readonly Constant[];
}

/** The parts of one thing, as places in the list of all parts; its own file first. */
export type Parts = readonly [name: string, parts: readonly number[]];

export interface Sources {
  readonly parts: readonly SourcePart[];
  /** By actor path without the process, with `...` for any text; or by component. */
  readonly actors: readonly Parts[];
  /** By name of the hook. */
  readonly hooks: readonly Parts[];
}

/** Stands for any text in the path of an actor. */
const ANY = '...';

/** Files that model nothing of upstream say so by not naming it. */
export function isOurs({ marks }: SourcePart): boolean {
  return !marks.some(([name]) => name === 'Upstream');
}

/** The parts behind an actor: its own file, then what it is made of. */
export function partsOf(sources: Sources, actor: string): readonly SourcePart[] {
  const slash = actor.indexOf('/');
  const process = slash < 0 ? actor : actor.slice(0, slash);
  const rest = slash < 0 ? componentOf(process) : actor.slice(slash + 1);
  const hook = /^hooks\/(.+)$/.exec(rest)?.[1];
  const named = sources.hooks.filter(([name]) => name === hook);
  const exact = sources.actors.filter(([name]) => name === rest);
  const like = sources.actors.filter(([name]) => name.includes(ANY) && matches(name, rest));
  const found = [...named, ...exact, ...like].flatMap(([, parts]) => parts);
  return [...new Set(found)].map((place) => sources.parts[place]);
}

/** The actor that each component's own file is known by, by the usual prefix of its processes. */
const OWN_ACTORS: readonly (readonly [prefix: string, actor: string])[] = [
  ['etcd', 'etcd'],
  ['kube-controller-manager', 'controller-manager'],
  ['kube-scheduler', 'scheduler'],
];

/** API servers are named as one likes; the others are what they are called. */
function componentOf(process: string): string {
  const own = OWN_ACTORS.find(([prefix]) => process.startsWith(prefix));
  if (own) return own[1];
  return /^(kubectl|scenario|simulation)$/.test(process) ? process : 'kube-apiserver';
}

function matches(pattern: string, name: string): boolean {
  const [before, after = ''] = pattern.split(ANY);
  return (
    name.startsWith(before) && name.endsWith(after) && name.length > pattern.length - ANY.length
  );
}

/** Whether a `Simplified` mark says that the file leaves nothing out. */
export const leavesNothingOut = (mark: string): boolean => /^(nothing|none)\.?$/i.test(mark);
