/** Actors as a tree: a process, and inside it what writes records under its name. */
import { IntList, type Seq, type TraceIndex } from '#trace';
import { MarkBins } from './bins';
import { type ComponentKind, compareNatural, componentKindOf, KIND_ORDER } from './component-kind';
import { STATE_LOOK } from './record-kinds';

/** From this many rows on a lane is summarised in bins. */
const BINNED_FROM = 8_192;
/** Rows between two looks at the clock. */
const ROWS_A_SLICE = 2_048;

/** Rows, and how each of them looks; see `STATE_LOOK`. */
export interface RowLooks {
  readonly index: TraceIndex;
  readonly looks: Uint8Array;
}

/** The rows that a lane shows as marks, with their summary when there are many. */
export class MarkStream {
  readonly rows: () => Int32Array;
  bins: MarkBins | undefined;
  /** How many of the rows the bins hold. */
  binned = 0;

  constructor(rows: () => Int32Array) {
    this.rows = rows;
  }

  /** Bins some of the rows that are not yet. @returns whether there are more. */
  advance({ index, looks }: RowLooks): boolean {
    const rows = this.rows();
    if (rows.length < BINNED_FROM || this.binned === rows.length) return false;
    const { t } = index.table;
    this.bins ??= new MarkBins();
    const end = Math.min(rows.length, this.binned + ROWS_A_SLICE);
    for (let place = this.binned; place < end; place += 1) {
      const seq = rows[place];
      if (looks[seq] < STATE_LOOK) this.bins.add(t[seq], looks[seq]);
    }
    this.binned = end;
    return end < rows.length;
  }
}

export class LaneNode {
  readonly path: string;
  readonly parent: LaneNode | undefined;
  readonly component: ComponentKind;
  /** Last part of the path. */
  readonly title: string;
  readonly children: LaneNode[] = [];
  /** What the actor wrote itself. */
  readonly own: MarkStream;
  /** Notable records of all actors inside; what a folded lane shows. */
  readonly below: MarkStream;
  readonly #belowRows = new IntList();

  constructor(path: string, index: TraceIndex, component: ComponentKind, parent?: LaneNode) {
    this.path = path;
    this.parent = parent;
    this.component = component;
    this.title = parent ? path.slice(parent.path.length + 1) : path;
    this.own = new MarkStream(() => index.rowsOf(path));
    this.below = new MarkStream(() => this.#belowRows.view());
    parent?.children.push(this);
  }

  addBelow(seq: Seq): void {
    this.#belowRows.push(seq);
  }
}

/** Names whose rest is one name even though it has a slash: `hooks/rbac/bootstrap-roles`. */
const ONE_NAME_AFTER = 'hooks';

/** Parts of a server that only carry what others do; their lanes stand last. */
const PLUMBING = ['apiserver', 'loopback', 'etcd-client', 'health'];

/** The parts of an actor path that are lanes of their own, outermost first. */
export function lanePathsOf(path: string): readonly string[] {
  const parts = path.split('/');
  const depth = parts[1] === ONE_NAME_AFTER ? Math.min(parts.length, 3) : parts.length;
  return Array.from({ length: depth }, (_, place) =>
    place === depth - 1 ? path : parts.slice(0, place + 1).join('/'),
  );
}

/** Grows with the trace: a new actor gets its place, the others keep theirs. */
export class LaneTree {
  /** Processes in the order of the lanes. */
  readonly roots: LaneNode[] = [];
  readonly #byPath = new Map<string, LaneNode>();
  readonly #index: TraceIndex;
  readonly #servers: readonly string[];
  #next = 0;

  constructor(index: TraceIndex, servers: readonly string[]) {
    this.#index = index;
    this.#servers = servers;
  }

  /** How many nodes there are. */
  get size(): number {
    return this.#byPath.size;
  }

  /** Takes in new actors. @returns whether there were any. */
  update(): boolean {
    const { actors } = this.#index;
    if (this.#next === actors.length) return false;
    for (; this.#next < actors.length; this.#next += 1) this.#add(actors[this.#next]);
    this.roots.sort(
      (a, b) =>
        KIND_ORDER.indexOf(a.component) - KIND_ORDER.indexOf(b.component) ||
        compareNatural(a.path, b.path),
    );
    return true;
  }

  nodeOf(path: string): LaneNode | undefined {
    return this.#byPath.get(path);
  }

  nodes(): IterableIterator<LaneNode> {
    return this.#byPath.values();
  }

  #add(path: string): void {
    let parent: LaneNode | undefined;
    for (const part of lanePathsOf(path)) {
      let node = this.#byPath.get(part);
      if (!node) {
        const component = componentKindOf(part, this.#servers);
        node = new LaneNode(part, this.#index, component, parent);
        this.#byPath.set(part, node);
        if (!parent) this.roots.push(node);
        else parent.children.sort((a, b) => plumbing(a) - plumbing(b));
      }
      parent = node;
    }
  }
}

const plumbing = (node: LaneNode): number => (PLUMBING.includes(node.title) ? 1 : 0);
