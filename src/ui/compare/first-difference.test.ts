import { expect, it } from 'vitest';
import { asTime } from '#base';
import { Recorder, type TraceTable } from '#trace';
import { DifferenceFinder } from './first-difference';

type Write = (recorder: Recorder) => unknown;

/** A trace with one record a millisecond. */
function traceOf(...writes: readonly Write[]): TraceTable {
  let now = 0;
  const recorder = new Recorder(() => asTime(now));
  for (const write of writes) {
    now += 1_000;
    write(recorder);
  }
  return recorder.table;
}

const log =
  (message: string): Write =>
  (recorder) =>
    recorder.write('log', 'kube-apiserver-a', null, { level: 'info', message });

const response =
  (id: number, code: number): Write =>
  (recorder) =>
    recorder.write('response', 'etcd', null, { id, code, reason: '', resourceVersion: 7 });

const timer =
  (actor: string, firesAt: number): Write =>
  (recorder) =>
    recorder.write('timer', actor, null, { name: 'x', phase: 'armed', firesAt: asTime(firesAt) });

const find = (a: TraceTable, b: TraceTable) =>
  new DifferenceFinder(a, b).advance({ a: 60_000_000, b: 60_000_000 });

it('finds none in two runs that do the same', () => {
  const writes = [log('x'), response(1, 200), timer('a', 9_000)];
  expect(find(traceOf(...writes), traceOf(...writes))).toBeUndefined();
});

it('numbers that only name things are no difference, what is said is', () => {
  const a = traceOf(log('x'), response(1, 200), response(2, 200));
  const b = traceOf(log('x'), response(8, 200), response(9, 409));
  expect(find(a, b)).toEqual({ time: 3_000, a: 2, b: 2 });
});

it('a timer is a difference, unless it is the one that ends a step', () => {
  expect(find(traceOf(timer('a', 5_000)), traceOf(timer('a', 6_000)))).toBeDefined();
  const [a, b] = [5_000, 6_000].map((at) => traceOf(timer('scenario', at), log('x')));
  expect(find(a, b)).toBeUndefined();
});

it('notes and verdicts are passed over', () => {
  const note: Write = (recorder) =>
    recorder.write('fault', 'scenario', null, { verb: 'note', target: '', step: 'look' });
  const verdict: Write = (recorder) =>
    recorder.write('expect', 'scenario', null, { name: 'n', ok: true, got: 1, want: 1 });
  const pause: Write = () => undefined;
  expect(find(traceOf(note, verdict, log('x')), traceOf(pause, pause, log('x')))).toBeUndefined();
});

it('what one run does and the other does not any more is a difference, within both ends', () => {
  const [a, b] = [traceOf(log('x'), log('y')), traceOf(log('x'))];
  expect(new DifferenceFinder(a, b).advance()).toBeUndefined();
  expect(find(a, b)).toEqual({ time: 2_000, a: 1, b: undefined });
  expect(new DifferenceFinder(b, a).advance({ a: 1_500, b: 9_000 })).toBeUndefined();
});

it('goes on where it stopped as the runs grow', () => {
  let now = 0;
  const recorders = [0, 1].map(() => new Recorder(() => asTime(now)));
  const [a, b] = recorders.map(({ table }) => table);
  const finder = new DifferenceFinder(a, b);
  for (const recorder of recorders) log('x')(recorder);
  expect(finder.advance()).toBeUndefined();
  now = 5_000;
  log('y')(recorders[0]);
  expect(finder.advance()).toBeUndefined();
  log('z')(recorders[1]);
  expect(finder.advance()).toEqual({ time: 5_000, a: 1, b: 1 });
});
