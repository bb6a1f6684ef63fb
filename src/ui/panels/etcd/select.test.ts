import { describe, expect, it } from 'vitest';
import { asTime } from '#base';
import { Recorder, type TraceTable } from '#trace';
import { keyTree, type TreeRow, treeRows } from './key-tree';
import { leftOf, selectStore } from './select';
import { storeLogOf } from './store-log';
import { nextActive, windowOf } from './tree-window';

const SECOND = 1_000_000;
const LEASE_KEY = '/registry/masterleases/10.0.0.11';
const POD = '/registry/pods/default/a';

class Story {
  #now = 0;
  #revision = 1;
  readonly recorder = new Recorder(() => asTime(this.#now));

  write(at: number, key: string, object: unknown, lease = 0): void {
    this.#now = at * SECOND;
    this.#revision += 1;
    const op = object === undefined ? 'delete' : 'put';
    const fields = { op, key, revision: this.#revision, lease };
    this.recorder.writeRevision('etcd', null, fields, object);
  }

  /** The key is written on a lease of its own, as the lease manager does. */
  renew(at: number, lease: number): void {
    this.#now = at * SECOND;
    const firesAt = asTime(this.#now + 15 * SECOND);
    const timer = { name: `lease ${lease}`, phase: 'armed', firesAt };
    this.recorder.write('timer', 'etcd/lessor', null, timer);
    this.write(at, LEASE_KEY, { lease }, lease);
  }

  compact(at: number, revision: number): void {
    this.#now = at * SECOND;
    this.recorder.write('etcd', 'etcd', null, { op: 'compact', key: '', revision, lease: 0 });
  }
}

/** A lease key that is renewed twice and ends; a Pod that is made, deleted and made again. */
function story(): TraceTable {
  const told = new Story();
  told.write(1, POD, { n: 1 });
  told.renew(10, 1);
  told.write(11, POD, undefined);
  told.renew(20, 2);
  told.write(21, POD, { n: 2 });
  told.write(22, POD, { n: 3 });
  told.compact(25, 4);
  told.write(35, LEASE_KEY, undefined);
  return told.recorder.table;
}

const table = story();
const viewAt = (seconds: number) => selectStore(table, table.lastAt(seconds * SECOND));

describe('selectStore', () => {
  it('counts the versions of a key from its making', () => {
    expect(viewAt(5).keys.get(POD)).toMatchObject({
      modRevision: 2,
      createRevision: 2,
      version: 1,
    });
  });

  it('begins anew after a delete', () => {
    const facts = { modRevision: 7, createRevision: 6, version: 2, deleted: false };
    expect(viewAt(30).keys.get(POD)).toMatchObject(facts);
    expect(viewAt(12).keys.get(POD)).toMatchObject({ deleted: true, version: 0, modRevision: 4 });
  });

  it('knows the lease of a key and what is left of it', () => {
    const lease = viewAt(23).keys.get(LEASE_KEY)?.lease;
    expect(lease).toEqual({ id: 2, since: 20 * SECOND, endsAt: 35 * SECOND });
    expect(lease && leftOf(lease, 26 * SECOND)).toEqual({ leftUs: 9 * SECOND, part: 0.6 });
    expect(lease && leftOf(lease, 99 * SECOND)).toEqual({ leftUs: 0, part: 0 });
  });

  it('sums the store up', () => {
    expect(viewAt(30)).toMatchObject({ revision: 7, stored: 2, leases: 1 });
    expect(viewAt(40)).toMatchObject({ revision: 8, stored: 1, leases: 0 });
    expect(viewAt(0)).toMatchObject({ revision: 0, stored: 0 });
  });

  it('marks what was compacted, from when on', () => {
    expect(viewAt(24).compaction).toBeUndefined();
    expect(viewAt(25).compaction).toMatchObject({ revision: 4, at: 25 * SECOND });
  });
});

it('says when the store was changed last, so that nothing is told twice', () => {
  const log = storeLogOf(table);
  expect(log.lastChangeAt(table.lastAt(0))).toBe(-1);
  expect(log.lastChangeAt(table.lastAt(19 * SECOND))).toBe(table.lastAt(11 * SECOND));
});

describe('treeRows', () => {
  const tree = keyTree(table.archive.keys());
  const none = { toggled: new Set<string>(), filter: '' };
  const rowsAt = (seconds: number, look: Partial<typeof none> = {}): readonly TreeRow[] =>
    treeRows(tree, viewAt(seconds), { time: seconds * SECOND, ...none, ...look });
  const linesAt = (seconds: number, look?: Partial<typeof none>): readonly string[] =>
    rowsAt(seconds, look).map((row) => {
      const marks = [row.lit && 'lit', row.kind === 'key' && row.facts.deleted && 'gone'];
      return ['  '.repeat(row.depth) + row.name, ...marks].filter(Boolean).join(' ');
    });

  it('joins branches that hold one branch only', () => {
    expect(linesAt(30)).toEqual([
      'registry',
      '  masterleases',
      '    10.0.0.11',
      '  pods/default',
      '    a',
    ]);
  });

  it('lights what changed in the last second, and strikes through what has just gone', () => {
    expect(linesAt(22)).toContain('    a lit');
    expect(linesAt(35)).toContain('    10.0.0.11 lit gone');
    expect(linesAt(39)).toContain('    10.0.0.11 gone');
    expect(linesAt(41)).toEqual(['registry', '  pods/default', '    a']);
  });

  it('shows nothing of what is written later', () => {
    expect(linesAt(5)).toEqual(['registry', '  pods/default', '    a']);
  });

  it('shuts a branch, which then is lit for what is in it', () => {
    const toggled = new Set(['/registry/pods/default']);
    const shut = rowsAt(22, { toggled }).at(-1);
    expect(shut).toMatchObject({ kind: 'branch', open: false, count: 1, lit: true });
  });

  it('filters by any part of the key', () => {
    expect(linesAt(30, { filter: 'POD' })).toEqual(['registry', '  pods/default', '    a']);
    expect(linesAt(30, { filter: 'nothing' })).toEqual([]);
  });
});

describe('the window on the rows', () => {
  it.each([
    [
      { top: 0, height: 230, rowPx: 23, count: 500 },
      { from: 0, to: 18 },
    ],
    [
      { top: 2_300, height: 230, rowPx: 23, count: 500 },
      { from: 92, to: 118 },
    ],
    [
      { top: 99_999, height: 230, rowPx: 23, count: 12 },
      { from: 0, to: 12 },
    ],
    [
      { top: 0, height: 0, rowPx: 23, count: 3 },
      { from: 0, to: 3 },
    ],
  ])('%j shows %j', (place, shown) => expect(windowOf(place)).toEqual(shown));

  it('moves between rows and up to the branch', () => {
    const rows = [0, 1, 2, 2, 1].map((depth) => ({ depth }) as TreeRow);
    expect(nextActive(rows, 3, 'left')).toBe(1);
    expect(nextActive(rows, 0, 'left')).toBe(0);
    expect(nextActive(rows, 4, 'down')).toBe(4);
    expect(nextActive(rows, 0, 'page-down')).toBe(4);
  });
});
