/** The keys of etcd as a tree of their path parts, at a time. Pure. */
import type { Archive, Seq } from '#trace';

export interface KeyBranch {
  readonly name: string;
  /** The whole prefix, for use as an identity. */
  readonly path: string;
  readonly branches: readonly KeyBranch[];
  readonly leaves: readonly KeyLeaf[];
}

export interface KeyLeaf {
  readonly name: string;
  readonly key: string;
  /** there: stored at the playhead. gone: deleted by then. later: not written yet. */
  readonly presence: 'there' | 'gone' | 'later';
}

interface Growing {
  readonly name: string;
  readonly path: string;
  readonly branches: Map<string, Growing>;
  readonly leaves: KeyLeaf[];
}

/** The prefix under which all of Kubernetes is stored (upstream: --etcd-prefix). */
const ROOT = '/registry/';

/** @param upTo the last record that counts */
export function selectKeyTree(archive: Archive, keys: readonly string[], upTo: Seq): KeyBranch {
  const root = growing('', '');
  for (const key of keys) {
    const parts = (key.startsWith(ROOT) ? key.slice(ROOT.length) : key).split('/').filter(Boolean);
    const name = parts.pop() ?? key;
    let branch = root;
    for (const part of parts) branch = grow(branch, part);
    const row = archive.at(key, upTo);
    const presence = row === undefined ? 'later' : row.object === undefined ? 'gone' : 'there';
    branch.leaves.push({ name, key, presence });
  }
  return finished(root);
}

function growing(name: string, path: string): Growing {
  return { name, path, branches: new Map(), leaves: [] };
}

function grow(branch: Growing, part: string): Growing {
  const known = branch.branches.get(part);
  if (known) return known;
  const fresh = growing(part, `${branch.path}/${part}`);
  branch.branches.set(part, fresh);
  return fresh;
}

/** Branches that hold nothing but one other branch become one line. */
function finished({ name, path, branches, leaves }: Growing): KeyBranch {
  const inner = [...branches.values()].map(finished);
  const [only] = inner;
  if (path !== '' && leaves.length === 0 && inner.length === 1) {
    return { ...only, name: `${name}/${only.name}` };
  }
  return { name, path, branches: inner, leaves };
}

export type KeyFilter = (key: string) => boolean;

/**
 * Keys that have each typed word in them. A word with a slash is a piece of a path, so it begins
 * where a part does: `leases/` means no masterleases.
 */
export function keyFilter(typed: string): KeyFilter {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const pieces = words.map((word) => (/^[^/]+\//.test(word) ? `/${word}` : word));
  return (key) => pieces.every((piece) => key.toLowerCase().includes(piece));
}

export function hasKey({ branches, leaves }: KeyBranch, isWanted: KeyFilter): boolean {
  if (leaves.some(({ key }) => isWanted(key))) return true;
  return branches.some((branch) => hasKey(branch, isWanted));
}
