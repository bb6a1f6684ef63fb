/** The bodies of answers, field for field, where storage or the watch cache cannot serve. */
import { expect, it } from 'vitest';
import { interpretFailure } from './registry/storage-failures';
import { STORAGE_CODE } from './storage/storage';
import { storageError } from './storage/storage-errors';
import { CONFIG_MAPS, ready, readyWorld, refusal } from './testing/answers';
import type { ServerWorld } from './testing/server-world';

/** A version that the watch cache of a new server has never seen, since it lists later ones. */
function restarted(): ServerWorld {
  const world = readyWorld();
  for (const name of ['a', 'b']) {
    world.answerOf('', { ...CONFIG_MAPS, verb: 'create', body: { metadata: { name } } });
  }
  world.do(() => world.servers[0].kill());
  world.do(() => world.servers[0].start());
  world.until(() => world.states().at(-1) !== 'serving.ready', 30);
  ready(world).forSeconds(1);
  return world;
}

it('410, as the one event of a watch from before the events of the watch cache', () => {
  const world = restarted();
  const [, list] = world.answerOf('', { ...CONFIG_MAPS, verb: 'list', query: 'resourceVersion=0' });
  const { resourceVersion } = (list as { metadata: { resourceVersion: string } }).metadata;
  const pieces: unknown[] = [];
  const query = 'watch=true&resourceVersion=1';
  const onPiece = (piece: unknown) => pieces.push(piece);
  const watch = world.get('', { ...CONFIG_MAPS, verb: 'watch', query, onPiece });
  world.until(() => watch.reply !== undefined);
  // The stream itself was opened, and ends after the event.
  expect(watch.reply).toMatchObject({ ok: true, code: 200 });
  const said = (pieces[0] as { object: { message: string } }).object.message;
  expect(pieces).toEqual([{ type: 'ERROR', object: refusal(410, 'Expired', said) }]);
  const [, asked, served] = /^too old resource version: (\d+) \((\d+)\)$/.exec(said) ?? [];
  expect(asked).toBe('1');
  expect(Number(served)).toBeLessThanOrEqual(Number(resourceVersion));
  expect(Number(served)).toBeGreaterThan(1);
});

it('504 of one object at a version ahead of the watch cache', () => {
  const world = readyWorld();
  const ahead = { ...CONFIG_MAPS, name: 'x', query: 'resourceVersion=999999' };
  const text = /^Timeout: Too large resource version: 999999, current: \d+$/;
  expect(world.answerOf('x', ahead)).toEqual([
    504,
    refusal(504, 'Timeout', expect.stringMatching(text), {
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      retryAfterSeconds: 1,
    }),
  ]);
});

it('500 in the words of etcd without a leader, which has no reason', () => {
  const world = readyWorld();
  world.etcd.outage('noLeader');
  const create = { ...CONFIG_MAPS, verb: 'create', body: { metadata: { name: 'x' } } };
  expect(world.answerOf('', create)).toEqual([
    500,
    refusal(500, '', 'etcdserver: request timed out'),
  ]);
});

it.each(['get', 'list', 'create', 'update', 'delete'] as const)(
  '500 ServerTimeout of a storage that cannot be reached, to %s',
  (verb) => {
    const of = { group: 'apps', resource: 'deployments' };
    const failure = storageError(STORAGE_CODE.unreachable, '/registry/deployments/x/d');
    expect(interpretFailure(failure as never, { verb, of, name: 'd' })).toEqual(
      refusal(
        500,
        'ServerTimeout',
        `The ${verb} operation against deployments.apps could not be completed at this time, ` +
          'please try again.',
        { name: verb, group: 'apps', kind: 'deployments', retryAfterSeconds: 2 },
      ),
    );
  },
);
