import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { asTime } from '#base';
import { Recorder } from '#trace';
import { createOrrery, type Orrery } from '../../stores';
import { focusOf } from '../panel';
import { shownRows } from '../testing';
import { InformersPanel } from './informers-panel';

afterEach(cleanup);

const MANAGER = 'kube-controller-manager-a';
const ACTOR = `${MANAGER}/informers/namespaces`;
const KEY = '/registry/namespaces/shop';

/** A manager whose informer listed nothing, heard of one namespace, and whose worker took it. */
function story(): Orrery {
  let now = 0;
  const recorder = new Recorder(() => asTime(now));
  const write = (kind: string, actor: string, fields: object, cause: number | null = null) =>
    recorder.write(kind as never, actor, cause, fields as never);
  write('process', MANAGER, { name: MANAGER, phase: 'starting', exitCode: null, reason: '' });
  const state = { machine: 'reflector', from: '', to: 'listing', event: 'start' };
  write('state', ACTOR, state);
  now = 1_000_000;
  const fields = { op: 'put', key: KEY, revision: 7, lease: 0 };
  const put = recorder.writeRevision('etcd', null, fields, { kind: 'Namespace' });
  now = 3_000_000;
  const watched = write(
    'watch',
    'kube-apiserver-a/apiserver',
    {
      ...{ id: 1, type: 'ADDED', resourceVersion: 7, resource: 'namespaces' },
      ...{ namespace: '', name: 'shop' },
    },
    put,
  );
  const delta = { type: 'Added', resourceVersion: 7, informer: 'v1.Namespace', namespace: '' };
  write('delta', ACTOR, { ...delta, name: 'shop' }, watched);
  const told = { controller: 'namespace', key: 'shop', delay: 0 };
  const add = write('queue', `${MANAGER}/namespace`, { ...told, op: 'add' }, watched);
  write('queue', `${MANAGER}/namespace`, { ...told, op: 'get' }, add);
  const orrery = createOrrery();
  const block = recorder.takeBlock();
  if (block) orrery.trace.append(block);
  orrery.index.update();
  return orrery;
}

const show = (orrery: Orrery, seconds: number) => {
  orrery.selection.setState({ selected: { kind: 'actor', path: MANAGER } });
  const time = asTime(seconds * 1_000_000);
  return render(<InformersPanel orrery={orrery} time={time} focus={focusOf(orrery)} />);
};

it('says that there is none yet', () => {
  const orrery = createOrrery();
  render(<InformersPanel orrery={orrery} time={asTime(0)} focus={focusOf(orrery)} />);
  expect(screen.getByText('No informer at this moment')).toBeTruthy();
});

it('shows what the store lacks that etcd has', () => {
  const orrery = story();
  show(orrery, 2);
  expect(shownRows(-1)).toEqual([['namespaces', 'listing', '0', '0', '1']]);
  expect(screen.getByText(/Changes that etcd has and it has not/)).toBeTruthy();
  expect(screen.getByText('It has taken in nothing yet.')).toBeTruthy();
  expect(screen.getByText(/No work queue of this process/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: KEY }));
  expect(orrery.playback.getState().time).toBe(1_000_000);
});

it('follows a change from the write to the worker, and shows the queue', () => {
  const orrery = story();
  show(orrery, 4);
  expect(shownRows(-1)).toEqual([['namespaces', 'listing', '1', '7', '0']]);
  expect(screen.getByText('It has heard of every change that etcd has.')).toBeTruthy();
  expect(shownRows(0).map(([hop, after]) => [hop, after])).toEqual([
    ['etcd: written', '0 µs'],
    ['the API server tells its watcher', '2.0 s'],
    ['delta taken out, store changed, handlers told', '2.0 s'],
    ['a handler adds the key', '2.0 s'],
    ['a worker takes the key', '2.0 s'],
  ]);
  const queue = screen.getByText('processing').nextElementSibling;
  expect(queue?.textContent).toBe('shop');
  const chosen = screen.getByRole('button', { name: 'Added shop' });
  expect(chosen.getAttribute('aria-pressed')).toBe('true');
});
