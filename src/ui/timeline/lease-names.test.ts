import { describe, expect, it } from 'vitest';
import { asTime } from '#base';
import { Recorder, TraceIndex } from '#trace';
import type { FrameView } from './frame-view';
import { listLanes } from './lanes';
import { holderProcess, leaseTitle } from './lease-names';
import { type LeaseWords, leasePicture } from './lease-picture';
import { RowRaster } from './raster';
import type { TimelineWords } from './texts';

const SECOND = 1_000_000;
const MANAGERS = 'kube-system/kube-controller-manager';
const uid = (digit: string) => `${digit.repeat(8)}-1111-4111-8111-${digit.repeat(12)}`;
const A = `kube-controller-manager-a_${uid('a')}`;
const B = `kube-controller-manager-b_${uid('b')}`;

/** @param writes lease, holder, time in s */
function indexOf(...writes: readonly (readonly [string, string, number])[]): TraceIndex {
  let now = 0;
  const recorder = new Recorder(() => asTime(now));
  for (const [lease, holder, at] of writes) {
    now = at * SECOND;
    const actor = `${holderProcess(holder)}/leader-election`;
    recorder.write('lease', actor, null, { lease, holder, phase: 'renewed' });
  }
  const index = new TraceIndex(recorder.table);
  index.update();
  return index;
}

const NOTHING_CHOSEN = { folded: new Set<string>(), pinned: new Set<string>(), filter: '' };
const lanesOf = (index: TraceIndex) => listLanes([], index.leases(), NOTHING_CHOSEN);

it.each([
  [A, 'kube-controller-manager-a'],
  [`kube-scheduler_${uid('c')}`, 'kube-scheduler'],
  ['kube-apiserver-a', 'kube-apiserver-a'],
  ['my_host', 'my_host'],
])('the process of %s', (holder, process) => expect(holderProcess(holder)).toBe(process));

describe('lanes of leases', () => {
  it('are there for every election, also with one candidate of the same name', () => {
    const lone = `kube-controller-manager_${uid('d')}`;
    const index = indexOf(
      ['kube-system/apiserver-x', `apiserver-x_${uid('e')}`, 0],
      [MANAGERS, lone, 1],
      ['kube-system/kube-scheduler', `kube-scheduler-a_${uid('f')}`, 2],
    );
    const titles = lanesOf(index).map(({ title }) => title);
    expect(titles).toEqual(['kube-controller-manager', 'kube-scheduler']);
  });

  it('are called after the object that the lock is', () => {
    const t = ((key: string, { name }: { name: string }) => `${key} ${name}`) as TimelineWords;
    const [lease] = indexOf([MANAGERS, A, 0]).leases();
    const endpoints = Object.assign(Object.create(lease), { lock: 'endpoints' });
    expect([lease, endpoints].map((each) => leaseTitle(t, each))).toEqual([
      'lock-leases kube-controller-manager',
      'lock-endpoints kube-controller-manager',
    ]);
    const ids = listLanes([], [lease, endpoints], NOTHING_CHOSEN).map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
  });

  it('leave out what a process says of itself, whatever its version', () => {
    const index = indexOf(
      [`kube-system/kube-apiserver-${uid('a')}`, `kube-apiserver-${uid('a')}`, 0],
      ['kube-node-lease/node-1', 'node-1', 1],
    );
    expect(lanesOf(index)).toEqual([]);
  });
});

describe('the lane of an election', () => {
  const renewals = (holder: string, from: number, to: number) =>
    Array.from(
      { length: (to - from) / 2 + 1 },
      (_, i) => [MANAGERS, holder, from + 2 * i] as const,
    );
  const index = indexOf(...renewals(A, 4, 38), ...renewals(B, 54, 70));
  const words: LeaseWords = {
    heldBy: (holder) => `held by ${holder}`,
    heldAndRenewed: (holder, every) => `${holder} every ${every}`,
    notRenewed: (holder) => `none by ${holder}`,
    renewedLate: (holder) => `late by ${holder}`,
    notRenewedShort: 'not renewed',
    overdue: 'overdue',
    renewedByNobody: 'nobody',
    expired: 'expired',
    removed: 'removed',
    span: (us) => `${us / SECOND} s`,
  };

  it('says which process led, in its colour, and when the lease was waited out', () => {
    const window = { from: 0, to: 80 * SECOND };
    const view = { window, reached: asTime(71 * SECOND), seqFrom: 0, seqTo: 1_000 };
    const kindOf = (process: string) => (process.startsWith('kube-c') ? 'kcm' : 'client');
    const context = { index, view: view as unknown as FrameView, words, kindOf } as const;
    const { bars } = leasePicture(context, index.leases()[0], new RowRaster());
    expect(bars.map(({ from, label, component }) => [from / SECOND, label, component])).toEqual([
      [4, 'kube-controller-manager-a every 2 s', 'kcm'],
      [40, 'none by kube-controller-manager-a', 'lease'],
      [54, 'kube-controller-manager-b every 2 s', 'kcm'],
    ]);
    expect(bars[0].short).toEqual(['kube-controller-manager-a']);
  });
});
