import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { asTime } from '#base';
import { Recorder } from '#trace';
import { createOrrery, type Orrery } from '../../stores';
import { focusOf } from '../panel';
import { shownRows } from '../testing';
import { WatchCachePanel } from './watch-cache-panel';

afterEach(cleanup);

const SERVER = 'kube-apiserver-a';
const ACTOR = `${SERVER}/watch-cache/namespaces`;
const REQUEST = {
  group: '',
  version: 'v1',
  subresource: '',
  namespace: '',
  userAgent: 'kubectl/v1',
};

/** A cache that listed version 7, heard of one change, and has one watcher, who is sent it. */
function story(): Orrery {
  let now = 0;
  const recorder = new Recorder(() => asTime(now));
  const write = (kind: never, actor: string, fields: object, cause: number | null = null) =>
    recorder.write(kind, actor, cause, fields as never);
  const state = (from: string, to: string, event: string) =>
    write('state' as never, ACTOR, { machine: 'cacher', from, to, event });
  const watch = (id: number, actor: string, resourceVersion: number) =>
    write('watch' as never, actor, {
      ...{ id, type: 'MODIFIED', resource: 'namespaces', namespace: '', name: 'shop' },
      resourceVersion,
    });
  const message = (of: number, arrivesAt: number) =>
    write('message' as never, 'etcd', {
      ...{ of, sentAt: now, arrivesAt, from: 'etcd', to: SERVER, lost: false },
    });
  state('', 'listing', 'start');
  now = 1_000_000;
  state('listing', 'watching.streaming', 'listed');
  const ask = { ...REQUEST, id: 1, client: SERVER, server: 'etcd', verb: 'watch', user: '' };
  write('request' as never, `${SERVER}/etcd-client`, {
    ...ask,
    ...{ group: 'etcdserverpb', resource: 'watch', name: '/registry/namespaces/' },
    query: 'revision=8',
  });
  now = 2_000_000;
  const opened = write('request' as never, 'kubectl', {
    ...{ ...REQUEST, id: 2, client: 'kubectl', server: SERVER, verb: 'watch', user: '' },
    ...{ resource: 'namespaces', name: '', query: 'allowWatchBookmarks=true&resourceVersion=7' },
  });
  const limit = { name: 'watch timeout', phase: 'armed', firesAt: 2_000_000_000 };
  write('timer' as never, `${SERVER}/apiserver`, limit, opened);
  now = 3_000_000;
  message(watch(1, 'etcd', 9), 3_500_000);
  now = 3_500_000;
  message(watch(2, `${SERVER}/apiserver`, 9), 9_000_000);
  now = 10_000_000;
  write('decision' as never, ACTOR, {
    ...{ name: 'resizeCacheLocked', outcome: '100 -> 200 events', reason: 'it is full', saw: [] },
  });
  const orrery = createOrrery();
  const block = recorder.takeBlock();
  if (block) orrery.trace.append(block);
  orrery.index.update();
  return orrery;
}

const show = (orrery: Orrery, seconds: number) => {
  orrery.selection.setState({ selected: { kind: 'actor', path: ACTOR } });
  const time = asTime(seconds * 1_000_000);
  return render(<WatchCachePanel orrery={orrery} time={time} focus={focusOf(orrery)} />);
};

it('says that there is none yet', () => {
  render(
    <WatchCachePanel orrery={createOrrery()} time={asTime(0)} focus={focusOf(createOrrery())} />,
  );
  expect(screen.getByText('No watch cache at this moment')).toBeTruthy();
});

it('shows the window, its watchers with what is under way, and all caches', () => {
  show(story(), 5);
  expect(screen.getByText('1 of 100 events')).toBeTruthy();
  expect(screen.getByText(/A watch from version 7 on is served/)).toBeTruthy();
  expect(shownRows(0)).toEqual([['kubectl', '7', '1', '1', 'in 57.0 s']]);
  expect(shownRows(-1)).toEqual([['namespaces', '1/100', '9', '1']]);
  expect(screen.queryByText('Decided')).toBeNull();
});

it('follows the playhead: delivered later, resized later still', () => {
  const orrery = story();
  const { unmount } = show(orrery, 3.2);
  expect(screen.getByText(/no event since the list/)).toBeTruthy();
  unmount();
  show(orrery, 11);
  expect(screen.getByText('1 of 200 events')).toBeTruthy();
  expect(shownRows(0)).toEqual([['kubectl', '7', '1', '0', 'in 51.0 s']]);
  expect(screen.getByText('Decided')).toBeTruthy();
});

it('leads to the list and to the request of a watcher', () => {
  const orrery = story();
  show(orrery, 5);
  fireEvent.click(screen.getByRole('button', { name: '7' }));
  expect(orrery.playback.getState().time).toBe(1_000_000);
  fireEvent.click(screen.getByRole('button', { name: 'kubectl' }));
  expect(orrery.playback.getState().time).toBe(2_000_000);
});
