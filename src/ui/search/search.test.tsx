import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asTime } from '#base';
import { Recorder } from '#trace';
import { createOrrery, type Orrery } from '../stores';
import { hitColumns } from '../timeline/hit-marks';
import { RecordSearch } from './record-search';
import { SearchBar } from './search-bar';
import { nextHit, openSearch } from './walk-hits';

let orrery: Orrery;
let now = 0;
let recorder: Recorder;

function flush(): void {
  const block = recorder.takeBlock();
  if (block) act(() => orrery.trace.append(block));
}

beforeEach(() => {
  orrery = createOrrery();
  now = 0;
  recorder = new Recorder(() => asTime(now));
  const at = (us: number, write: () => void): void => {
    now = us;
    write();
  };
  at(10, () => recorder.write('log', 'kube-apiserver-a/health', null, log('Ready at last')));
  at(20, () => recorder.write('message', 'etcd', 0, message()));
  at(30, () => recorder.write('response', 'etcd', 0, response(404, 'NotFound')));
  at(40, () => recorder.write('log', 'scheduler', 0, log('ready')));
  at(50, () => recorder.write('decision', 'a', 0, { ...decision, saw: [{ name: 'web-0' }] }));
  flush();
  orrery.session.setState({ reached: asTime(60), status: 'done', traceVersion: 1 });
});
afterEach(cleanup);

const log = (text: string) => ({ level: 'info', message: text });
const message = () => ({
  of: 0,
  sentAt: asTime(20),
  arrivesAt: asTime(25),
  from: 'ready',
  to: 'b',
  lost: false,
});
const response = (code: number, reason: string) => ({ id: 1, code, reason, resourceVersion: 7 });
const decision = { name: 'syncPod', outcome: 'none', reason: 'NothingToDo', saw: [] };

function hitsOf(query: string): readonly number[] {
  const search = new RecordSearch(orrery.trace.table, query);
  while (search.advance(() => 0, 1));
  return [...search.hits];
}

describe('a query', () => {
  it.each([
    ['texts, in any case', 'READY', [0, 3]],
    ['actors', 'apiserver', [0]],
    ['kinds', 'decision', [4]],
    ['reasons', 'notfound', [2]],
    ['names of objects', 'web-0', [4]],
    ['whole numbers', '404', [2]],
    ['all of its words', 'ready sched', [3]],
    ['carriers only when it says so', 'message etcd', [1]],
    ['nothing', 'nothing like it', []],
    ['nothing, when it is empty', '  ', []],
  ])('finds %s', (_name, query, hits) => {
    expect(hitsOf(query)).toEqual(hits);
  });

  it('of digits finds codes and whole numbers, and neither lengths of time nor parts', () => {
    const texts = [
      'GET /readyz answered 409 in 12 ms',
      'took 409 ms, or 409ms, or 409.5 s, or 1.409 s',
      'uid 3f409a, revision 40912',
      'port 409, not 4090',
      'rpc error: code = 409 desc',
    ];
    for (const text of texts) recorder.write('log', 'a', 0, log(text));
    recorder.write('response', 'etcd', 0, response(409, 'Conflict'));
    flush();
    expect(hitsOf('409')).toEqual([5, 8, 9, 10]);
  });

  it('finds no request by the number that only ties its answer to it', () => {
    recorder.write('response', 'etcd', 0, { ...response(201, 'Created'), id: 409 });
    flush();
    expect(hitsOf('409')).toEqual([]);
    expect(hitsOf('201')).toEqual([5]);
  });

  it('goes on where it stopped when the trace grows', () => {
    const search = new RecordSearch(orrery.trace.table, 'ready');
    expect(search.advance(() => 9, 1)).toBe(false);
    now = 60;
    recorder.write('log', 'late', 0, log('ready again'));
    flush();
    search.advance(() => 0, 1);
    expect([...search.hits]).toEqual([0, 3, 5]);
  });
});

it('the next hit is the nearest one, and round at either end', () => {
  const hits = Int32Array.of(2, 5, 9);
  expect([nextHit(hits, 5, 1), nextHit(hits, 5, -1), nextHit(hits, 6, -1)]).toEqual([2, 0, 1]);
  expect([nextHit(hits, 9, 1), nextHit(hits, 2, -1)]).toEqual([0, 2]);
  expect(nextHit(new Int32Array(0), 2, 1)).toBeUndefined();
});

it('hits share the columns of the minimap', () => {
  const t = Float64Array.of(0, 10, 11, 100);
  expect(hitColumns({ t, hits: Int32Array.of(0, 1, 2, 3) }, 100, 50)).toEqual([0, 5, 49]);
});

describe('the bar', () => {
  const field = () => screen.getByRole('textbox', { name: 'Search records' });
  const type = (value: string) => fireEvent.change(field(), { target: { value } });
  const selected = () => orrery.selection.getState().selected;

  beforeEach(() => {
    openSearch(orrery);
    render(<SearchBar orrery={orrery} />);
  });

  it('takes the cursor, counts, and walks with Enter and Shift Enter', () => {
    expect(document.activeElement).toBe(field());
    type('ready');
    expect(screen.getByRole('status').textContent).toBe('hits: 2');
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(selected()).toEqual({ kind: 'record', seq: 0 });
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(selected()).toEqual({ kind: 'record', seq: 3 });
    expect(screen.getByRole('status').textContent).toBe('hit 2 of 2');
    expect(orrery.playback.getState().time).toBe(40);
    fireEvent.keyDown(field(), { key: 'Enter', shiftKey: true });
    expect(selected()).toEqual({ kind: 'record', seq: 0 });
  });

  it('says so when nothing is found', () => {
    type('no such thing');
    expect(screen.getByRole('status').textContent).toBe('No record has all of “no such thing”.');
    expect(screen.getByRole('button', { name: /^Next hit/ })).toHaveProperty('disabled', true);
  });

  it('closes with Escape and forgets its hits', () => {
    type('ready');
    fireEvent.keyDown(field(), { key: 'Escape' });
    expect(orrery.search.getState()).toMatchObject({ open: false, query: '' });
    expect(orrery.search.getState().hits).toHaveLength(0);
  });
});
