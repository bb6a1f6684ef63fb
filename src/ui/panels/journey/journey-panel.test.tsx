import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { asTime } from '#base';
import { Recorder } from '#trace';
import { createOrrery, type Orrery } from '../../stores';
import { focusOf } from '../panel';
import { shownRows } from '../testing';
import { JourneyPanel } from './journey-panel';

afterEach(cleanup);

const MANAGER = 'kube-controller-manager-a';
const SERVER = 'kube-apiserver-a';
const ACTOR = `${MANAGER}/informers/namespaces`;
const KEY = '/registry/namespaces/shop';

/** A Namespace whose event comes to a manager's work queue, where no worker takes the key. */
function story(lost = false, end?: 'killed' | 'standby'): Orrery {
  let now = 0;
  const recorder = new Recorder(() => asTime(now));
  const write = (kind: string, actor: string, fields: object, cause: number | null = null) =>
    recorder.write(kind as never, actor, cause, fields as never);
  write('process', MANAGER, { name: MANAGER, phase: 'starting', exitCode: null, reason: '' });
  const reflector = end === 'standby' ? '' : 'watching';
  write('state', ACTOR, { machine: 'reflector', from: '', to: reflector, event: 'start' });
  const delta = { type: 'Added', informer: 'v1.Namespace', namespace: '', name: 'default' };
  write('delta', ACTOR, { ...delta, resourceVersion: 3 });
  now = 1_000_000;
  const fields = { op: 'put', key: KEY, revision: 7, lease: 0 };
  const put = recorder.writeRevision('etcd', null, fields, { kind: 'Namespace' });
  now = 2_000_000;
  const event = { id: 1, type: 'ADDED', resourceVersion: 7, resource: 'namespaces' };
  const sent = write(
    'watch',
    `${SERVER}/apiserver`,
    { ...event, namespace: '', name: 'shop' },
    put,
  );
  const carrier = { of: sent, sentAt: now, arrivesAt: 3_000_000, from: SERVER };
  write('message', SERVER, { ...carrier, to: reflector ? MANAGER : 'other', lost }, sent);
  now = 3_000_000;
  if (!lost) {
    write('delta', ACTOR, { ...delta, resourceVersion: 7, name: 'shop' }, sent);
    const told = { controller: 'namespace', key: 'shop', delay: 0, op: 'add' };
    write('queue', `${MANAGER}/namespace`, told, sent);
  }
  now = 4_000_000;
  if (end === 'killed') {
    write('process', MANAGER, { name: MANAGER, phase: 'exited', exitCode: 137, reason: 'SIGKILL' });
  }
  if (end === 'standby') {
    const state = { machine: 'controller-manager', from: '', to: 'standby', event: 'start' };
    write('state', `${MANAGER}/controller-manager`, state);
  }
  const orrery = createOrrery();
  const block = recorder.takeBlock();
  if (block) orrery.trace.append(block);
  orrery.index.update();
  orrery.selection.setState({ selected: { kind: 'object', key: KEY } });
  return orrery;
}

const show = (orrery: Orrery, seconds: number) => {
  const time = asTime(seconds * 1_000_000);
  const view = () => <JourneyPanel orrery={orrery} time={time} focus={focusOf(orrery)} />;
  const { rerender } = render(view());
  return () => rerender(view());
};

it('says that there is nothing to follow', () => {
  show(createOrrery(), 0);
  expect(screen.getByText('Nothing to follow yet')).toBeTruthy();
});

it('lists the hops with their times, and says where the key is stuck', () => {
  const orrery = story();
  const again = show(orrery, 8);
  expect(screen.getByText('revision 7, written at 00:01.000')).toBeTruthy();
  expect(shownRows(0)).toEqual([
    ['etcd: written', '00:01.000', ''],
    ['the server sends the event', '00:02.000', '1.0 s'],
    ['the reflector has it', '00:03.000', '1.0 s'],
    ['delta queue (DeltaFIFO) Added', '00:03.000', '0 µs'],
    ['store (indexer) 2 in the store', '00:03.000', '0 µs'],
    ['handlers are told', '00:03.000', '0 µs'],
  ]);
  expect(screen.getByText('Work queue namespace, key shop')).toBeTruthy();
  expect(screen.getByText('Stuck for 5.0 s: no worker has taken the key.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'the reflector has it' }));
  expect(orrery.playback.getState().time).toBe(3_000_000);
  again();
  expect(screen.getByRole('heading', { name: KEY })).toBeTruthy();
});

it('says how long the next hop takes, and dims what is later', () => {
  show(story(), 2.5);
  expect(screen.getByText(/next is “the reflector has it”, in 500 ms\.$/)).toBeTruthy();
  const later = screen.getByRole('button', { name: 'handlers are told' }).closest('tr');
  expect(later?.hasAttribute('data-later')).toBe(true);
});

it('says that the network lost the event', () => {
  show(story(true), 12);
  expect(screen.getByText('Stuck for 10.0 s: the network lost the event.')).toBeTruthy();
});

it('calls nobody stuck who is not running', () => {
  show(story(true, 'killed'), 12);
  const said = screen.getByText('Its process is not running: it hears and does nothing.');
  expect(said.hasAttribute('data-stuck')).toBe(false);
});

it('says that a standby runs no informers', () => {
  show(story(true, 'standby'), 12);
  const said = screen.getByText('Stands by: it runs no informers until it leads.');
  expect(said.hasAttribute('data-stuck')).toBe(false);
});
