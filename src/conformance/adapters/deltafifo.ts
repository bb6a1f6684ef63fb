/** Area `deltafifo`: what a reflector has brought and nobody has taken in yet. */
import { between, formatGoDuration, parseGoDuration as lengthOf } from '#base';
import { type Delta, DeltaFifo, type Deltas, newest, objectOf, Tombstone } from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import type { Json, JsonObject } from '../case';
import type { Facts } from '../facts';
import { stepsOf } from '../queue-stand';
import {
  KEY_FUNCTION,
  keyOf,
  MOST,
  QueueSteps,
  shownThing,
  type Thing,
  thingOf,
  thingsOf,
} from '../queue-steps';
import { Fields } from '../read-fields';
import { Rig } from '../rig';
import { DescribedFact } from '../time-facts';

export const deltaFifoAdapter: AreaAdapter = { area: 'deltafifo', calls: { list: deltas } };

const POPPERS = /^start (\d+) blocked Pops on the empty queue$/;
const PRODUCERS =
  /^(two|three|four) producers concurrently Add (\d+) distinct keys each, values 1\.\.(\d+)$/;
const NUMBERS = ['', 'one', 'two', 'three', 'four'];

const shownDelta = ({ type, object }: Delta<Thing>): Json => ({
  type,
  obj:
    object instanceof Tombstone
      ? { tombstoneKey: object.key, obj: shownThing(object.object) }
      : shownThing(object),
});

const typesOf = (queued: Deltas<Thing>): readonly string[] => queued.map(({ type }) => type);

class DeltaSteps extends QueueSteps<Deltas<Thing>> {
  readonly queue: DeltaFifo<Thing>;
  readonly #saved = new Map<string, Deltas<Thing>>();
  readonly closed: { error: string | undefined }[] = [];
  key: string | undefined;
  #poppers = 0;

  constructor({ given, switches }: Question) {
    super();
    const inputs = new Fields(given, 'given');
    inputs.only('keyFunction', 'knownObjects', 'emitDeltaTypeReplaced');
    if (inputs.text('keyFunction') !== KEY_FUNCTION) throw new Unsupported('given.keyFunction');
    const known = new Map<string, Thing>();
    const given_ = inputs.has('knownObjects') ? thingsOf(inputs, 'knownObjects') : [];
    for (const thing of given_) known.set(thing.key, thing);
    this.queue = new DeltaFifo<Thing>({
      keyOf,
      known: inputs.has('knownObjects') ? known : undefined,
      emitReplaced: inputs.flag('emitDeltaTypeReplaced'),
      replaceChecksQueue: switches.deltaFifoReplaceChecksQueue,
    });
  }

  get poppers(): number {
    return this.#poppers;
  }

  protected override pop(step: Fields): void {
    super.pop(step);
    const { thing } = this.popped[this.popped.length - 1];
    if (step.has('saveAs') && thing) this.#saved.set(step.text('saveAs'), thing);
  }

  protected change(op: string, step: Fields): Facts | undefined {
    const { queue } = this;
    if (op === 'Add') queue.add(thingOf(step.only('op', 'obj').inside('obj')));
    else if (op === 'Update') queue.update(thingOf(step.only('op', 'obj').inside('obj')));
    else if (op === 'Delete') queue.delete(thingOf(step.only('op', 'obj').inside('obj')));
    else if (op === 'Replace') queue.replace(thingsOf(step.only('op', 'list'), 'list'));
    else if (op === 'Resync') queue.resync();
    else if (op === 'KeyOf') this.key = this.#keyOf(step.inside('arg'));
    else if (op === 'Close') queue.close();
    else if (op === 'AddIfNotPresent') return this.#addIfNotPresent(step);
    else return this.#words(op);
    return {};
  }

  #words(op: string): Facts | undefined {
    const poppers = POPPERS.exec(op)?.[1];
    if (poppers !== undefined) {
      this.#poppers = Math.min(Number(poppers), MOST);
      for (let left = this.#poppers; left > 0; left -= 1) {
        this.queue.pop(
          () => undefined,
          (error) => this.closed.push({ error }),
        );
      }
      return {};
    }
    const [, producers, keys, last] = PRODUCERS.exec(op) ?? [];
    if (producers === undefined || keys !== last) return undefined;
    for (let val = 1; val <= Math.min(Number(keys), MOST); val += 1) {
      for (let producer = 0; producer < NUMBERS.indexOf(producers); producer += 1) {
        this.queue.add({ key: `${producer}/${val}`, val });
      }
    }
    return {};
  }

  #addIfNotPresent(step: Fields): Facts {
    step.only('op', 'deltas', 'deltasFrom');
    const saved = step.has('deltasFrom') ? this.#saved.get(step.text('deltasFrom')) : [];
    const written = step.has('deltas') && step.list('deltas').length > 0;
    if (!saved || written)
      throw new Unsupported('AddIfNotPresent: expected deltas that were saved');
    return { expectError: this.queue.addIfNotPresent(saved) ?? null };
  }

  #keyOf(arg: Fields): string {
    if (arg.has('plain')) return this.queue.keyOf(thingOf(arg.inside('plain')));
    if (arg.has('tombstoneKey')) return this.queue.keyOf(tombstoneOf(arg));
    const list = arg.only('deltas').list('deltas');
    const last = new Fields(list[list.length - 1], 'deltas').only('obj').inside('obj');
    const object = last.has('tombstoneKey') ? tombstoneOf(last) : thingOf(last);
    return this.queue.keyOf(object);
  }

  /** Whether the values that each producer added come out in their order. */
  get orderPerProducer(): boolean {
    const lasts = new Map<string, number>();
    return this.popped.every(({ thing }) => {
      const [delta] = thing ?? [];
      const { key, val } = delta ? objectOf(delta.object) : { key: '', val: 0 };
      const producer = key.split('/')[0];
      const grows = Number(val) > (lasts.get(producer) ?? 0);
      lasts.set(producer, Number(val));
      return grows;
    });
  }
}

const tombstoneOf = (fields: Fields): Tombstone<Thing> =>
  new Tombstone(fields.only('tombstoneKey', 'obj').text('tombstoneKey'), { key: '', val: null });

function deltas(question: Question): Answer {
  const run = new DeltaSteps(question);
  // Nothing that a queue does takes time of its own.
  const rig = new Rig({ switches: question.switches });
  const from = rig.sim.now;
  const steps = run.run(stepsOf(question.when));
  const took = between(from, rig.sim.now);
  const { queue, popped, closed } = run;
  const queued = queue.keys.map((key) => [key, typesOf(queue.get(key) ?? [])] as const);
  const things = popped.flatMap(({ thing }) => (thing ? [thing] : []));
  const newestVals = things.map((thing) => newest(thing).val);
  const errors = new Set(closed.map(({ error }) => error ?? null));
  const facts: Facts = {
    key: run.key,
    list: queue.list().map(shownThing),
    listKeys: [...queue.keys],
    hasSynced: queue.hasSynced,
    itemDeltaTypes: Object.fromEntries(queued) as JsonObject,
    popped: things.map((thing) => thing.map(shownDelta)),
    poppedNewestVals: newestVals,
    lastPoppedNewestVals: newestVals.slice(newestVals.length - run.before),
    popErrors: popped.map(({ error }) => error ?? null),
    presentAfterEachPop: run.present,
    itemsLeft: queue.size,
    itemsBeforeLastPops: run.before,
    hasSyncedBeforeEachPop: run.syncedBefore,
    hasSyncedAfterLastPop: queue.hasSynced,
    allPopsReturn: run.poppers > 0 && closed.length === run.poppers,
    popErrorText: errors.size === 1 ? [...errors][0] : [...errors],
    within: new DescribedFact(formatGoDuration(took), (words) => took <= (lengthOf(words) ?? -1)),
    orderPerProducer: run.orderPerProducer ? 'strictly increasing values' : 'not increasing',
  };
  return { facts: { ...facts, ...onePop(run) }, steps };
}

/** What one more pop gives, where the case asks for it at its end. */
function onePop(run: DeltaSteps): Facts {
  if (run.queue.size === 0) return { emptyAfterOnePop: false };
  run.popOne(() => undefined);
  const { thing = [] } = run.popped[run.popped.length - 1];
  return {
    thenPop: { newest: shownThing(newest(thing)) },
    emptyAfterOnePop: run.queue.size === 0,
  };
}
