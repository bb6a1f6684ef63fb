/** The keys of etcd as a tree of their path parts, and the rows that are on screen of it. Pure. */
import type { KeyFacts, StoreView } from './select';

/** Every key that the run ever writes, so that the tree stays in place while time moves. */
export interface KeyBranch {
  readonly name: string;
  /** The whole prefix; its identity. */
  readonly path: string;
  readonly branches: readonly KeyBranch[];
  readonly leaves: readonly { readonly name: string; readonly key: string }[];
  /** Keys below it, all in all. */
  readonly size: number;
}

export interface BranchRow {
  readonly kind: 'branch';
  readonly id: string;
  readonly name: string;
  readonly depth: number;
  readonly open: boolean;
  /** Keys below it that are stored at the playhead. */
  readonly count: number;
  /** A key below it changed just now; said only while the branch is shut. */
  readonly lit: boolean;
}

export interface KeyRow {
  readonly kind: 'key';
  readonly id: string;
  readonly name: string;
  readonly depth: number;
  readonly facts: KeyFacts;
  readonly lit: boolean;
}

export type TreeRow = BranchRow | KeyRow;

/** A branch with more keys than this is shut at first. */
export const OPEN_SIZE = 40;
/** A key is lit for so long after it changed, µs. */
export const LIT_US = 1_000_000;
/** A deleted key is still shown for so long, struck through, µs. */
export const GONE_US = 5_000_000;

interface Growing {
  readonly name: string;
  readonly path: string;
  readonly branches: Map<string, Growing>;
  readonly leaves: { readonly name: string; readonly key: string }[];
}

export function keyTree(keys: readonly string[]): KeyBranch {
  const root: Growing = { name: '', path: '', branches: new Map(), leaves: [] };
  for (const key of keys) {
    const parts = key.split('/').filter(Boolean);
    const name = parts.pop() ?? key;
    let branch = root;
    for (const part of parts) branch = grow(branch, part);
    branch.leaves.push({ name, key });
  }
  return finished(root);
}

function grow(branch: Growing, part: string): Growing {
  const known = branch.branches.get(part);
  if (known) return known;
  const path = `${branch.path}/${part}`;
  const fresh: Growing = { name: part, path, branches: new Map(), leaves: [] };
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
  const size = inner.reduce((sum, branch) => sum + branch.size, leaves.length);
  return { name, path, branches: inner, leaves, size };
}

export interface TreeLook {
  readonly time: number;
  /** Branches that were opened or shut by hand. */
  readonly toggled: ReadonlySet<string>;
  /** Part of a key, any case; everything that matches is open. */
  readonly filter: string;
}

/** The rows from top to bottom: only keys that are stored, or were deleted a moment ago. */
export function treeRows(tree: KeyBranch, view: StoreView, look: TreeLook): readonly TreeRow[] {
  return rowsBelow(tree, { view, look: { ...look, filter: look.filter.toLowerCase() } }, 0).rows;
}

interface Walk {
  readonly view: StoreView;
  readonly look: TreeLook;
}

interface Below {
  readonly rows: readonly TreeRow[];
  readonly count: number;
  readonly lit: boolean;
}

function rowsBelow(branch: KeyBranch, walk: Walk, depth: number): Below {
  const inner = branch.branches.map((each) => branchRows(each, walk, depth));
  const keys = branch.leaves.flatMap(({ name, key }) => keyRow(name, key, walk, depth) ?? []);
  return {
    rows: [...inner.flatMap(({ rows }) => rows), ...keys],
    count: inner.reduce(
      (sum, { count }) => sum + count,
      keys.filter(({ facts }) => !facts.deleted).length,
    ),
    lit: inner.some(({ lit }) => lit) || keys.some(({ lit }) => lit),
  };
}

function branchRows(branch: KeyBranch, walk: Walk, depth: number): Below {
  const { filter, toggled } = walk.look;
  const { path, name, size } = branch;
  const open = filter !== '' || (size <= OPEN_SIZE || depth === 0) !== toggled.has(path);
  const below = rowsBelow(branch, walk, depth + 1);
  if (below.rows.length === 0) return below;
  const { count, lit } = below;
  const id = `${path}/`;
  const row: BranchRow = { kind: 'branch', id, name, depth, open, count, lit: lit && !open };
  return { rows: open ? [row, ...below.rows] : [row], count, lit };
}

function keyRow(name: string, key: string, walk: Walk, depth: number): KeyRow | undefined {
  const { filter, time } = walk.look;
  const facts = walk.view.keys.get(key);
  if (!facts || (filter !== '' && !key.toLowerCase().includes(filter))) return undefined;
  const age = time - facts.changedAt;
  if (facts.deleted && age > GONE_US) return undefined;
  return { kind: 'key', id: key, name, depth, facts, lit: age <= LIT_US };
}
