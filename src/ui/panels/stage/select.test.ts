import { beforeAll, describe, expect, it } from 'vitest';
import { TraceIndex } from '#trace';
import { castOf } from './process-kind';
import { CUT_AT, CUT_FOR, KILL_AT, rehearse, serverAddress, serverName } from './rehearsal';
import { addressesOf, type StageSource, stageAt } from './select';
import { StageHistory } from './stage-history';

const SECOND = 1_000_000;
const MOMENT = 1_500_000;
const [A, B, C] = [serverName(0), serverName(1), serverName(2)];

describe('the stage at a time', () => {
  let source: StageSource;
  const at = (seconds: number) => stageAt(source, Math.round(seconds * SECOND), MOMENT);
  const process = (seconds: number, name: string) => at(seconds).processes.get(name);

  beforeAll(() => {
    const table = rehearse({ servers: 3, managers: 1 }, 120 * SECOND);
    const history = new StageHistory(table);
    history.update();
    const index = new TraceIndex(table);
    index.update();
    const cast = castOf(history.processes, [A, B, C]);
    const advertised = new Map([A, B, C].map((name, i) => [name, serverAddress(i)]));
    source = { history, index, cast, advertised };
  });

  it('has everyone on it before anything has happened', () => {
    const { seq, processes } = stageAt(source, -1, MOMENT);
    expect(seq).toBe(-1);
    const looks = [...processes.values()].map(({ name, look }) => `${name} ${look}`);
    expect(looks).toEqual([
      'etcd absent',
      `${A} absent`,
      `${B} absent`,
      `${C} absent`,
      'kube-controller-manager-a absent',
      'kubectl ready',
    ]);
  });

  it.each([
    [0.3, 'starting'],
    [1.2, 'unready'],
    [20, 'ready'],
  ])('at %d s a server is %s', (seconds, look) => {
    expect(process(seconds, A)?.look).toBe(look);
  });

  it('fills the hooks as they finish', () => {
    const phases = (seconds: number) =>
      new Set(process(seconds, A)?.hooks.map(({ phase }) => phase));
    expect(phases(0.5)).toEqual(new Set(['waiting']));
    expect(phases(1.3)).toEqual(new Set(['started', 'succeeded']));
    expect(phases(20)).toEqual(new Set(['succeeded']));
    expect(process(20, A)?.hooks).toHaveLength(25);
  });

  it('shrinks a master lease in virtual time', () => {
    const left = (seconds: number) => process(seconds, A)?.lease?.leftUs ?? 0;
    expect(left(30) - left(31)).toBe(SECOND);
    expect(process(30, A)?.lease?.ttlUs).toBeLessThanOrEqual(15 * SECOND);
  });

  it('lets the lease of a dead server run out, and only then drops its address', () => {
    const dead = process(44, C);
    expect(dead).toMatchObject({ look: 'exited', reason: 'SIGKILL', since: KILL_AT });
    expect(dead?.lease?.leftUs).toBeGreaterThan(0);
    const listed = (seconds: number) =>
      at(seconds).endpoints.addresses.map(({ ip, look }) => `${ip} ${look}`);
    expect(listed(44)).toContain('10.0.0.13 down');
    const later = at(50);
    expect(later.processes.get(C)?.lease).toBeUndefined();
    expect(listed(50)).toContain('10.0.0.13 down');
    expect(listed(60)).toEqual(['10.0.0.11 live', '10.0.0.12 live']);
  });

  it('shows a removal at its moment', () => {
    const rows = source.history.table.archive.history(
      '/registry/services/endpoints/default/kubernetes',
    );
    const after = rows.findLast((row) => addressesOf(row.object).includes('10.0.0.13'));
    const next = rows[rows.indexOf(after as (typeof rows)[number]) + 1];
    const removal = source.history.table.timeOf(next.seq);
    const looks = (time: number) =>
      stageAt(source, time, MOMENT).endpoints.addresses.map(({ look }) => look);
    expect(looks(removal - 1)).toEqual(['live', 'live', 'down']);
    expect(looks(removal)).toEqual(['live', 'live', 'removed']);
    expect(looks(removal + MOMENT)).toEqual(['live', 'live']);
  });

  it('has behind an address the server that runs, not one that is to follow it', () => {
    const history = source.history;
    const advertised = new Map([...source.advertised, ['after-b', serverAddress(1)]]);
    const cast = castOf(history.processes, [A, B, C, 'after-b']);
    const view = stageAt({ ...source, cast, advertised }, 20 * SECOND, MOMENT);
    const [, row] = view.endpoints.addresses;
    expect(row).toMatchObject({ ip: '10.0.0.12', server: B, look: 'live' });
    expect(view.processes.get(B)?.lease).toBeDefined();
    expect(view.processes.get('after-b')?.lease).toBeUndefined();
  });

  it('gives the same answer whichever way time went', () => {
    const forward = at(45);
    at(100);
    at(3);
    expect(at(45)).toEqual(forward);
  });

  it('knows the partition while it lasts', () => {
    const cut = (us: number) => stageAt(source, us, MOMENT).partitions.length;
    expect([CUT_AT - 1, CUT_AT, CUT_AT + CUT_FOR - 1, CUT_AT + CUT_FOR].map(cut)).toEqual([
      0, 1, 1, 0,
    ]);
  });

  it('has the latest note, in both languages', () => {
    expect(at(1).note?.text).toMatchObject({ en: 'Three servers start.' });
    expect(at(41).note?.text).toMatchObject({ zh: expect.stringContaining('租约') });
  });

  it('counts the revisions of the store', () => {
    expect(at(1).revision).toBe(0);
    expect(at(40).revision).toBeGreaterThan(at(20).revision);
  });
});

it.each([
  [undefined, []],
  [{}, []],
  [{ subsets: [] }, []],
  [{ subsets: [{ addresses: [{ ip: '10.0.0.1' }] }, { notReadyAddresses: [] }] }, ['10.0.0.1']],
  [{ subsets: 'x' }, []],
])('addressesOf %j is %j', (object, addresses) => {
  expect(addressesOf(object)).toEqual(addresses);
});
