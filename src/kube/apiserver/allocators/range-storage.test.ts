import { describe, expect, test } from 'vitest';
import { micros, minutes, seconds } from '#base';
import type { KubeObject } from '../../api/objects';
import { StorageFixture } from '../storage/storage-fixture';
import { immediately } from './backing';
import { IpRange } from './ip-range';
import { NO_ALLOCATION, PRIMARY_IPS, type RangeAllocation, withSnapshot } from './range-allocation';
import { RangeStorage } from './range-storage';

const CIDR = '10.96.0.0/24';
const KEY = '/registry/ranges/serviceips';
const range = new IpRange(CIDR);

type Server = ReturnType<StorageFixture['server']>;

function rangeStorage({ process, store }: Server): RangeStorage {
  return new RangeStorage({
    process,
    actor: `${process.name}/apiserver`,
    storage: store,
    etcdPrefix: '/registry',
    of: PRIMARY_IPS,
    bitmap: range.bitmap(process.random('allocator')),
    itemOf: (offset) => range.ipOf(offset),
  });
}

/** An empty range is stored, unless told otherwise. */
function world(stored = true) {
  const value = { ...NO_ALLOCATION, range: CIDR };
  const fixture = new StorageFixture({ initial: stored ? [{ key: KEY, value }] : [] });
  const servers = [fixture.server(), fixture.server()];
  const [a, b] = servers.map(rangeStorage);
  return { fixture, servers, a, b };
}

const withItems = (object: RangeAllocation, ...offsets: number[]): RangeAllocation => {
  const bitmap = range.bitmap({
    int: (min) => min,
    duration: ({ min }) => min,
    chance: () => false,
  });
  for (const offset of offsets) bitmap.allocate(offset);
  return withSnapshot(object, bitmap.snapshot());
};

const puts = (fixture: StorageFixture) =>
  fixture.records('etcd').filter(({ op, key }) => op === 'put' && key === KEY);

const refusedBy = (text: string) => ({ ok: false, status: conflict(text) });
const conflict = (text: string) => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message: `Operation cannot be fulfilled on serviceipallocations "": ${text}`,
  reason: 'Conflict',
  details: { kind: 'serviceipallocations' },
  code: 409,
});

describe('an operation', () => {
  test('is refused while nothing is stored', () => {
    const { fixture, a } = world(false);
    const error = 'cannot allocate resources of type serviceipallocations at this time';
    expect(fixture.run(a.allocate(1))).toEqual({ ok: false, error });
    expect(fixture.run(a.release(1))).toBe(error);
    expect(a.bitmap.count).toBe(0);
  });

  test('stores what it took as base64 of big-endian bytes', () => {
    const { fixture, a } = world();
    expect(fixture.run(a.allocate(3))).toEqual({ ok: true, offset: 3 });
    expect(fixture.run(a.allocate(9))).toEqual({ ok: true, offset: 9 });
    const found = fixture.run(a.get());
    expect(found).toMatchObject({ ok: true, allocation: { range: CIDR, data: 'Agg=' } });
  });

  test('sees what another server took', () => {
    const { fixture, a, b } = world();
    expect(fixture.run(a.allocate(5))).toEqual({ ok: true, offset: 5 });
    expect(fixture.run(b.allocate(5))).toEqual({ ok: false, error: undefined });
    expect(fixture.run(b.release(5))).toBeUndefined();
    expect(fixture.run(a.allocate(5))).toEqual({ ok: true, offset: 5 });
  });

  test('that changes nothing writes nothing', () => {
    const { fixture, a } = world();
    fixture.run(a.allocate(5));
    const before = puts(fixture).length;
    expect(fixture.run(a.release(6))).toBeUndefined();
    expect(fixture.run(a.allocate(5))).toEqual({ ok: false, error: undefined });
    expect(puts(fixture)).toHaveLength(before);
  });

  test('waits for those before it in its own process, and loses races to others', () => {
    const { fixture, a, b } = world();
    const results = [1, 2, 3, 1].map((offset) => fixture.begin(a.allocate(offset)));
    const others = [3, 4].map((offset) => fixture.begin(b.allocate(offset)));
    fixture.advance(seconds(1));
    const taken = [...results, ...others].flat();
    expect(taken.map(({ ok }) => ok).filter(Boolean)).toHaveLength(4);
    expect(results[3]).toEqual([{ ok: false, error: undefined }]);
    expect(results[2][0].ok).not.toBe(others[0][0].ok);
    const { allocation } = fixture.run(a.get()) as { allocation: RangeAllocation };
    expect(allocation.data).toBe(withItems(NO_ALLOCATION, 1, 2, 3, 4).data);
    const decisions = fixture.records('decision').map(({ reason }) => reason);
    expect(decisions.some((reason) => /run 2 times/.test(reason))).toBe(true);
  });

  test('does not take over a range that is not its own', () => {
    const { fixture, a, servers } = world(false);
    const wider = { ...NO_ALLOCATION, range: '10.96.0.0/20' };
    fixture.run(servers[1].store.create(KEY, wider));
    const error = 'the provided range does not match the current range';
    expect(fixture.run(a.allocate(1))).toEqual({ ok: false, error });
  });

  test('refuses data that is no base64', () => {
    const { fixture, a, servers } = world(false);
    const object: KubeObject = { ...NO_ALLOCATION, range: CIDR, data: '%%%%' };
    fixture.run(servers[1].store.create(KEY, object));
    expect(fixture.run(a.allocate(1))).toEqual({
      ok: false,
      error: 'illegal base64 data at input byte 0',
    });
  });

  test('writes a decision that says from which revision it knew', () => {
    const { fixture, a } = world();
    fixture.run(a.allocate(9));
    fixture.run(a.allocate(9));
    const told = fixture.records('decision').map(({ name, outcome }) => `${name}: ${outcome}`);
    expect(told).toEqual([
      'Etcd.Allocate: allocated 10.96.0.10',
      'Etcd.Allocate: taken 10.96.0.10',
    ]);
  });
});

describe('a write that etcd does not answer', () => {
  /** Server a takes an item while etcd is away: memory has it, storage has not. */
  function stale() {
    const all = world();
    const { fixture, a, servers } = all;
    fixture.run(a.allocate(1));
    fixture.run(a.allocate(2));
    const sent = fixture.verbs(servers[0].process).length;
    const lost = fixture.begin(a.allocate(7));
    // It has read, and its transaction is on the way.
    while (fixture.verbs(servers[0].process).length < sent + 2) fixture.advance(micros(50));
    fixture.etcd.process.kill();
    fixture.advance(minutes(1));
    fixture.etcd.process.start();
    fixture.advance(minutes(1));
    return { ...all, lost };
  }

  test('leaves the item in memory, where the next request finds it taken', () => {
    const { fixture, a, b, lost } = stale();
    expect(lost[0].ok).toBe(false);
    expect(a.bitmap.has(7)).toBe(true);
    expect(fixture.run(a.allocate(7))).toEqual({ ok: false, error: undefined });
    expect(fixture.records('decision').at(-1)).toMatchObject({
      outcome: 'taken 10.96.0.8',
      reason: expect.stringMatching(
        /^memory kept: revision \d+ is what the last write was based on$/,
      ),
    });
    // The other server knows only what is stored.
    expect(fixture.run(b.allocate(7))).toEqual({ ok: true, offset: 7 });
  });

  test('is forgotten when the repair loop saves what is stored already', () => {
    const { fixture, a } = stale();
    const found = fixture.run(a.get());
    if (!found.ok) throw new Error('nothing is stored');
    const before = puts(fixture).length;
    const { resourceVersion } = found.allocation.metadata;
    const saved = fixture.run(a.createOrUpdate(withItems(found.allocation, 1, 2)));
    expect(saved).toEqual({ ok: true, resourceVersion });
    expect(puts(fixture)).toHaveLength(before);
    expect(a.bitmap.has(7)).toBe(false);
    expect(fixture.run(a.allocate(7))).toEqual({ ok: true, offset: 7 });
  });

  test('is forgotten when somebody else writes', () => {
    const { fixture, a, b } = stale();
    fixture.run(b.allocate(40));
    expect(fixture.run(a.allocate(7))).toEqual({ ok: true, offset: 7 });
  });
});

describe('createOrUpdate', () => {
  const fresh = withItems(NO_ALLOCATION, 0);

  test('makes the object, which has no version where it is missing', () => {
    const { fixture, a } = world(false);
    expect(fixture.run(a.get())).toEqual({ ok: true, allocation: NO_ALLOCATION });
    const made = fixture.run(a.createOrUpdate(fresh));
    expect(made).toEqual({ ok: true, resourceVersion: expect.stringMatching(/^\d+$/) });
    expect(a.bitmap.has(0)).toBe(true);
    expect(fixture.run(a.allocate(0))).toEqual({ ok: false, error: undefined });
  });

  test('conflicts with another that was first', () => {
    const { fixture, a, b } = world(false);
    fixture.run(a.createOrUpdate(fresh));
    const text = 'another caller has already initialized the resource';
    expect(fixture.run(b.createOrUpdate(fresh))).toEqual(refusedBy(text));
  });

  test('conflicts with a change since it was read', () => {
    const { fixture, a, b } = world();
    const read = fixture.run(a.get());
    if (!read.ok) throw new Error('nothing is stored');
    fixture.run(b.allocate(4));
    const text = 'the provided resource version does not match';
    expect(fixture.run(a.createOrUpdate(read.allocation))).toEqual(refusedBy(text));
  });

  test('that lost its write ends in the second conflict, its version being gone', () => {
    const { fixture, a, b } = world();
    const read = fixture.run(a.get());
    if (!read.ok) throw new Error('nothing is stored');
    const ends = fixture.begin(a.createOrUpdate(withItems(read.allocation, 1)));
    const raced = fixture.begin(b.createOrUpdate(withItems(read.allocation, 2)));
    fixture.advance(seconds(1));
    const lost = [...ends, ...raced].filter(({ ok }) => !ok);
    expect(lost).toEqual([refusedBy('another caller has already initialized the resource')]);
  });
});

test('only what waits for nothing can be run at once', () => {
  const { a } = world();
  expect(() => immediately(a.allocate(1))).toThrow('the procedure waits for nothing');
});
