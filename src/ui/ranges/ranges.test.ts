import { describe, expect, it } from 'vitest';
import { parseAddress, parseNetwork, printAddress } from './address';
import { Bits } from './bits';
import { eventsOf } from './events';
import { bitmap, RANGE_KEY, repairStory, SERVER } from './example-repair';
import { addressGeometry, type Geometry, isInBand, isReserved, portGeometry } from './geometry';
import { clusterIpsOf, nodePortsOf } from './owners';
import { passHeads, passOf, type RepairPass } from './passes';
import { gridRows, neighbourCell } from './rows';
import { bitmapAt } from './source';
import { type RangeKind, storedRange } from './stored-range';
import { momentsOf, stateAt } from './walk';
import { choosePass, momentAt, stepStates } from './walk-place';

const SECOND = 1_000_000;
const KIND: RangeKind = {
  id: 'primary',
  allocator: 'cluster-ip',
  source: bitmapAt('serviceips'),
  geometryOf: addressGeometry,
  itemsOf: clusterIpsOf,
};
const { orrery, firsts } = repairStory();
const { table } = orrery.trace;
const geometry = addressGeometry('10.96.0.0/24') as Geometry;

describe('Bits', () => {
  it.each([
    ['', []],
    [bitmap([0]), [0]],
    [bitmap([0, 7, 8, 253]), [0, 7, 8, 253]],
    ['no base64!', []],
  ])('reads %s', (data, bits) => {
    const read = new Bits(data);
    expect(read.all()).toEqual(bits);
    expect(read.count).toBe(bits.length);
    expect(bits.every((bit) => read.has(bit))).toBe(true);
    expect(read.has(254)).toBe(false);
  });
});

describe('addresses', () => {
  it.each([
    '10.96.0.1',
    '0.0.0.0',
    '255.255.255.255',
    'fd00::10',
    '::',
    '::1',
    '1:2:3:4:5:6:7:8',
    '1::8',
    'fd00:0:1::',
  ])('%s is read and printed', (text) => {
    const address = parseAddress(text);
    expect(address && printAddress(address)).toBe(text);
  });

  it.each(['', '10.96.0', '10.96.0.256', '10.96.0.1.2', ':::', '1:2', 'g::', '1::2::3'])(
    '%j is no address',
    (text) => expect(parseAddress(text)).toBeUndefined(),
  );

  it('reads a network, its host bits left out', () => {
    expect(parseNetwork('10.96.3.7/16')).toMatchObject({ family: 4, hostBits: 16 });
    expect(parseNetwork('10.96.0.0')).toBeUndefined();
    expect(parseNetwork('10.96.0.0/33')).toBeUndefined();
  });
});

describe('geometry', () => {
  it.each([
    // The numbers of upstream's own tests of NewInMemory and calculateRangeOffset.
    ['192.168.1.0/24', 254, 16],
    ['10.96.0.0/12', 1_048_574, 256],
    ['192.168.1.0/28', 14, 0],
    ['fd00::/112', 65_535, 256],
    ['fd00::/64', 65_535, 256],
  ])('%s has %d addresses and a band of %d', (text, items, band) => {
    expect(addressGeometry(text)).toMatchObject({ items, band });
  });

  it.each([
    ['30000-32767', true, 2_768, 86],
    ['30000-32767', false, 2_768, 0],
    ['30000-30009', true, 10, 0],
  ])('%s has its ports', (text, staticBand, items, band) => {
    expect(portGeometry(text, staticBand)).toMatchObject({ items, band });
  });

  it('never hands out the network and the broadcast address', () => {
    expect([0, 1, 254, 255].map((cell) => isReserved(geometry, cell))).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect([geometry.itemOf(0), geometry.itemOf(255)]).toEqual(['10.96.0.0', '10.96.0.255']);
  });

  it('keeps the first items after the network for choices by name', () => {
    expect([0, 1, 16, 17].map((cell) => isInBand(geometry, cell))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('finds the cell of an item, and none of another range', () => {
    expect(geometry.cellOf('10.96.0.33')).toBe(33);
    expect(geometry.cellOf('10.97.0.33')).toBeUndefined();
    expect(geometry.cellOf('fd00::1')).toBeUndefined();
    expect(portGeometry('30000-32767', false)?.cellOf('30080')).toBe(80);
    expect(portGeometry('30000-32767', false)?.cellOf('40000')).toBeUndefined();
  });

  it('names a row by what differs', () => {
    expect(geometry.shortOf(16)).toBe('.16');
    expect(addressGeometry('10.96.0.0/12')?.shortOf(65_536)).toBe('10.97.0.0');
    expect(addressGeometry('fd00::/108')?.shortOf(16)).toBe(':10');
  });

  it.each(['', 'none', '10.96.0.0'])('%j is no range', (text) => {
    expect(addressGeometry(text)).toBeUndefined();
    expect(portGeometry(text, true)).toBeUndefined();
  });
});

describe('gridRows', () => {
  const large = addressGeometry('10.96.0.0/12') as Geometry;
  const shape = (used: readonly number[], limit = 40): readonly string[] =>
    gridRows(large, used, limit).map((row) =>
      row.kind === 'cells' ? `cells ${row.first}` : `${row.kind} ${row.rows}`,
    );

  it('draws a small range whole', () => {
    expect(gridRows(geometry, [], 40)).toHaveLength(16);
  });

  it('folds what is free of a large one', () => {
    expect(shape([])).toEqual(['cells 0', 'fold 65535']);
    expect(shape([1_000, 1_000_000])).toEqual([
      'cells 0',
      'fold 61',
      'cells 992',
      'fold 62437',
      'cells 1000000',
      'fold 3035',
    ]);
  });

  it('draws one free row between two in use', () => {
    expect(shape([1, 33])).toEqual(['cells 0', 'cells 16', 'cells 32', 'fold 65533']);
  });

  it('leaves rows in use out beyond the limit, and says how many', () => {
    expect(shape([0, 160, 320, 480], 2)).toEqual(['cells 0', 'fold 9', 'cells 160', 'more 2']);
  });

  it('moves on the rows that are drawn', () => {
    const rows = gridRows(large, [1_000], 40);
    const from = (cell: number, key: string): number => neighbourCell(rows, cell, key);
    expect(from(3, 'ArrowDown')).toBe(995);
    expect(from(995, 'ArrowUp')).toBe(3);
    expect(from(0, 'ArrowLeft')).toBe(0);
    expect(from(3, 'End')).toBe(15);
    expect(from(995, 'ArrowDown')).toBe(995);
  });
});

describe('Services', () => {
  it('have addresses, none when headless', () => {
    expect(clusterIpsOf({ clusterIP: 'a', clusterIPs: ['a', 'b'] })).toEqual(['a', 'b']);
    expect(clusterIpsOf({ clusterIP: 'a' })).toEqual(['a']);
    expect(clusterIpsOf({ clusterIP: 'None', clusterIPs: ['None'] })).toEqual([]);
    expect(clusterIpsOf({})).toEqual([]);
  });

  it('have node ports, each once', () => {
    const ports = [{ nodePort: 30080 }, { nodePort: 30080 }, { port: 1 }, { nodePort: 0 }];
    expect(nodePortsOf({ ports, healthCheckNodePort: 31000 })).toEqual(['30080', '31000']);
  });
});

describe('storedRange', () => {
  const linesAt = (seconds: number): readonly string[] =>
    (storedRange(table, KIND, table.lastAt(seconds * SECOND))?.lines ?? []).map(
      ({ item, holding, services }) => `${item} ${holding} ${services.join(',')}`.trim(),
    );

  it('tells who has what is taken, and what is wrong', () => {
    expect(linesAt(1)).toEqual([
      '10.200.0.1 outside old/legacy',
      '10.96.0.1 taken default/kubernetes',
      '10.96.0.5 nobody',
      '10.96.0.33 clash ops/auth,shop/api',
      '10.96.0.52 missing shop/db',
    ]);
  });

  it('follows the playhead', () => {
    expect(linesAt(10)).toContain('10.96.0.52 taken shop/db');
    expect(linesAt(200)).not.toContain('10.96.0.5 nobody');
    const view = storedRange(table, KIND, table.lastAt(200 * SECOND));
    expect(view).toMatchObject({ key: RANGE_KEY, used: 3, free: 251, bandUsed: 1 });
  });

  it('is not there before it is stored', () => {
    expect(storedRange(table, KIND, -1)).toBeUndefined();
    expect(
      storedRange(table, { ...KIND, source: bitmapAt('nothing') }, table.length),
    ).toBeUndefined();
  });
});

describe('passes', () => {
  const heads = passHeads(table, 'cluster-ip');
  const pass = (place: number): RepairPass => passOf(table, heads[place]) as RepairPass;

  it('are one for each try, in order', () => {
    expect(heads.map(({ first }) => first)).toEqual(firsts);
    const tries = heads.map((_, place) => [pass(place).run, pass(place).attempt]);
    expect(tries).toEqual([
      [1, 1],
      [1, 2],
      [2, 1],
      [3, 1],
    ]);
    expect(passHeads(table, 'node-port')).toEqual([]);
    expect(passHeads(table, 'cluster-ip', 'kube-apiserver-b')).toEqual([]);
  });

  it('tell what was read, claimed, left over and saved', () => {
    expect(pass(1)).toMatchObject({ configured: '10.96.0.0/24', stored: { version: '17' } });
    expect(pass(1).rebuilt?.claims.map(({ service, verdict }) => `${service} ${verdict}`)).toEqual([
      'default/kubernetes valid',
      'ops/auth valid',
      'shop/api already-allocated',
      'shop/db not-allocated',
    ]);
    expect(pass(1).leaks).toMatchObject([{ item: '10.96.0.5', outcome: 'kept', before: 1 }]);
    expect(pass(1).end).toMatchObject({ kind: 'saved', version: '18' });
  });

  it('end in a conflict, or with nothing to write', () => {
    expect(pass(0).end).toMatchObject({ kind: 'conflict' });
    expect(pass(3).end).toMatchObject({ kind: 'saved', version: undefined });
  });

  it('know which Events were written and which counted on', () => {
    const told = (place: number) =>
      eventsOf(orrery.index, pass(place)).map(({ service, written, counted }) => [
        service,
        written !== undefined,
        counted,
      ]);
    expect(told(0)).toEqual([
      ['shop/api', true, false],
      ['shop/db', true, false],
    ]);
    expect(told(1)).toEqual([
      ['shop/api', false, true],
      ['shop/db', false, true],
    ]);
  });

  it('are chosen by the playhead, and by the server that is selected', () => {
    const at = (seconds: number, process?: string): number =>
      choosePass(table, 'cluster-ip', table.lastAt(seconds * SECOND), process).at;
    expect([at(1), at(2.01), at(100), at(200)]).toEqual([-1, 0, 1, 2]);
    expect(at(200, SERVER)).toBe(2);
    expect(at(200, 'kube-apiserver-b')).toBe(2);
  });
});

describe('the walk', () => {
  const pass = passOf(table, passHeads(table, 'cluster-ip')[1]) as RepairPass;
  const moments = momentsOf(pass);
  const grids = { stored: geometry, rebuilt: geometry };
  const marksAt = (at: number) => {
    const { stored, rebuilt } = stateAt(pass, moments[at], grids);
    const list = (cells: ReadonlyMap<number, string>): string =>
      [...cells].map(([cell, mark]) => `${cell} ${mark}`).join(', ');
    return [list(stored), list(rebuilt)];
  };

  it('has a moment for each claim and each leak', () => {
    expect(moments.map(({ step }) => step)).toEqual([
      'snapshot',
      'read',
      ...Array(4).fill('rebuild'),
      'leaks',
      'save',
    ]);
  });

  it.each([
    [0, '1 stored, 5 stored, 33 stored', ''],
    [2, '1 current, 5 stored, 33 stored', '1 current'],
    [3, '1 released, 5 stored, 33 current', '1 rebuilt, 33 current'],
    [4, '1 released, 5 stored, 33 released', '1 rebuilt, 33 clash'],
    [5, '1 released, 5 stored, 33 released', '1 rebuilt, 33 rebuilt, 52 current'],
    [6, '1 released, 5 kept, 33 released', '1 rebuilt, 33 rebuilt, 52 repaired, 5 kept'],
  ])('at moment %d holds stored %s and rebuilt %s', (at, stored, rebuilt) => {
    expect(marksAt(at)).toEqual([stored, rebuilt]);
  });

  it('frees what was seen for the third time', () => {
    const third = passOf(table, passHeads(table, 'cluster-ip')[2]) as RepairPass;
    const last = momentsOf(third).at(-1);
    const { stored, rebuilt } = stateAt(third, last ?? moments[0], grids);
    expect(stored.get(5)).toBe('freed');
    expect(rebuilt.has(5)).toBe(false);
  });

  it('says so where nothing was left over', () => {
    const quiet = passOf(table, passHeads(table, 'cluster-ip')[3]) as RepairPass;
    expect(momentsOf(quiet).filter(({ step }) => step === 'leaks')).toMatchObject([{ place: -1 }]);
  });

  it('is at the moment of the selected record, and remembers which of several', () => {
    const rebuilt = pass.rebuilt?.seq;
    expect(momentAt(moments, undefined, 3)).toBe(-1);
    expect(momentAt(moments, rebuilt, -1)).toBe(1);
    expect(momentAt(moments, rebuilt, 4)).toBe(4);
    expect(momentAt(moments, pass.first, 4)).toBe(0);
    expect(momentAt(moments, 1, 4)).toBe(-1);
  });

  it('shows how far it is', () => {
    expect(stepStates(moments, 3).map(([, state]) => state)).toEqual([
      'done',
      'done',
      'now',
      'ahead',
      'ahead',
    ]);
    expect(stepStates(moments, -1).map(([, state]) => state)).toEqual(Array(5).fill('ahead'));
    expect(stepStates(moments.slice(0, 1), 0)[4]).toEqual(['save', 'missing']);
  });
});
