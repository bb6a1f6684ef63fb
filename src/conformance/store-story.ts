/** Several calls of storage: writes with a TTL and what a watch hears then; two updates at once. */
import { millis, seconds } from '#base';
import { runProcedure } from '#kernel';
import type { StorageResult } from '#kube';
import { type Answer, type Question, Unsupported } from './adapter';
import { Fields, opAlone } from './read-fields';
import { changed, keyOf, objectNamed, putGiven, StoreStand } from './store-stand';

/** Longest time for a lease to expire, and for two updates to end. */
const PATIENCE = seconds(60);

/** A write with a TTL, then a watch from its version. */
export function sequence(question: Question): Answer {
  const given = new Fields(question.given, 'given').only('objects');
  const stand = new StoreStand(question);
  for (const item of given.list('objects')) putGiven(stand, item);
  const watchEvents: string[] = [];
  let revision: number | undefined;
  const steps = new Fields(question.when, 'when').only('sequence').list('sequence');
  steps.forEach((value, index) => {
    const step = new Fields(value, `when.sequence[${index}]`);
    if (step.text('op') !== 'Watch') {
      const written = write(stand, step);
      if (!written.ok) throw new Unsupported(`step ${index + 1}: it failed`);
      revision = written.revision;
    } else if (revision === undefined || !/^rv of the \w+$/.test(step.text('from'))) {
      throw new Unsupported(`from: ${step.text('from')}`);
    } else {
      stand.store.watch(keyOf('/'), revision, {
        onEvent: ({ type }) => watchEvents.push(type),
        onEnd: () => watchEvents.push('end'),
      });
      stand.rig.advance(PATIENCE);
    }
  });
  return { facts: { watchEvents } };
}

function write(stand: StoreStand, step: Fields): StorageResult<unknown> {
  const key = keyOf(step.text('key'));
  const ttlSeconds = step.count('ttlSeconds');
  const object = objectNamed('some');
  switch (step.text('op')) {
    case 'Create':
      step.only('op', 'key', 'ttlSeconds');
      return stand.rig.perform(stand.store.create(key, object, ttlSeconds));
    case 'GuaranteedUpdate': {
      step.only('op', 'key', 'ttlSeconds', 'ignoreNotFound');
      const ignoreNotFound = step.flag('ignoreNotFound');
      const update = () => ({ kind: 'write', object }) as const;
      return stand.rig.perform(
        stand.store.guaranteedUpdate(key, { ignoreNotFound, ttlSeconds, update }),
      );
    }
    default:
      throw new Unsupported(`op ${step.text('op')}: no such step`);
  }
}

/** Both begin at once, each over a client of its own: both read before either writes. */
export function twoUpdates(question: Question): Answer {
  opAlone(question.when);
  const stored = new Fields(question.given, 'given').only('stored').text('stored');
  const stand = new StoreStand(question);
  stand.put(stored, objectNamed(stored));
  const stores = [stand.store, stand.rig.openStorage('other')];
  const calls = [0, 0];
  const results: StorageResult<unknown>[] = [];
  stores.forEach((store, index) => {
    const updating = store.guaranteedUpdate(keyOf(stored), {
      ignoreNotFound: false,
      update: (existing = objectNamed(stored)) => {
        calls[index] += 1;
        const object = changed(existing);
        return { kind: 'write', object: { ...object, spec: { by: `update ${index}` } } };
      },
    });
    runProcedure(updating, (result) => results.push(result));
  });
  for (let waited = 0; results.length < stores.length && waited < PATIENCE; waited += millis(1)) {
    stand.rig.advance(millis(1));
  }
  const bothSucceed = results.length === stores.length && results.every(({ ok }) => ok);
  return { facts: { bothSucceed, secondUpdateFunctionCalls: calls[1] } };
}
