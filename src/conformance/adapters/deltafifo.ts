/** Area `deltafifo`: what a reflector has brought and nobody has taken in yet. */
import { between, formatGoDuration, parseGoDuration as lengthOf } from '#base';
import {
  type Delta,
  DeltaFifo,
  type Deltas,
  type DeltaType,
  NO_DELTAS,
  newest,
  Tombstone,
} from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import type { Json, JsonObject } from '../case';
import { type Facts, SetFact } from '../facts';
import { stepsOf } from '../queue-stand';
import {
  KEY_FUNCTION,
  keyOf,
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

const shownObject = (object: Thing | Tombstone<Thing>): Json =>
  object instanceof Tombstone
    ? {
        tombstoneKey: object.key,
        obj: object.object === NOTHING ? null : shownThing(object.object),
      }
    : shownThing(object);

const shownDelta = ({ type, object }: Delta<Thing>): Json => ({ type, obj: shownObject(object) });

const typesOf = (queued: Deltas<Thing>): readonly string[] => queued.map(({ type }) => type);

class DeltaSteps extends QueueSteps<Deltas<Thing>> {
  readonly queue: DeltaFifo<Thing>;
  readonly #saved = new Map<string, Deltas<Thing>>();
  key: string | undefined;

  constructor({ given, switches }: Question) {
    super();
    const inputs = new Fields(given, 'given');
    inputs.only('keyFunction', 'knownObjects', 'emitDeltaTypeReplaced');
    if (inputs.text('keyFunction', KEY_FUNCTION) !== KEY_FUNCTION) {
      throw new Unsupported('given.keyFunction');
    }
    const known = new Map<string, Thing>();
    const given_ = inputs.has('knownObjects') ? thingsOf(inputs, 'knownObjects') : [];
    for (const thing of given_) known.set(thing.key, thing);
    this.queue = new DeltaFifo<Thing>({
      keyOf,
      known: inputs.has('knownObjects') ? known : undefined,
      emitReplaced: inputs.flag('emitDeltaTypeReplaced', false),
      replaceChecksQueue: switches.deltaFifoReplaceChecksQueue,
    });
  }

  protected add(thing: Thing): void {
    this.queue.add(thing);
  }

  protected newest(popped: Deltas<Thing>): Thing {
    return newest(popped);
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
    else if (op === 'AddIfNotPresent') return this.#addIfNotPresent(step);
    else return undefined;
    return {};
  }

  #addIfNotPresent(step: Fields): Facts {
    step.only('op', 'deltas', 'deltasFrom');
    if (step.has('deltas') === step.has('deltasFrom')) {
      throw new Unsupported('AddIfNotPresent: expected deltas, or where they come from');
    }
    const saved = step.has('deltas')
      ? step.list('deltas').map(deltaOf)
      : this.#saved.get(step.text('deltasFrom'));
    if (!saved) throw new Unsupported(`AddIfNotPresent: nothing was saved as that`);
    return { expectError: this.queue.addIfNotPresent(saved) ?? null };
  }

  #keyOf(arg: Fields): string {
    if (arg.has('plain')) return this.queue.keyOf(thingOf(arg.only('plain').inside('plain')));
    if (arg.has('tombstoneKey')) return this.queue.keyOf(tombstoneOf(arg));
    const list = arg.only('deltas').list('deltas');
    // Only the newest says the key.
    const [last] = list.slice(-1);
    if (last === undefined) throw new Unsupported(`KeyOf: ${NO_DELTAS}`);
    return this.queue.keyOf(objectIn(new Fields(last, 'deltas').only('type', 'obj')));
  }
}

const TYPES: readonly string[] = ['Added', 'Updated', 'Deleted', 'Replaced', 'Sync'];

function deltaOf(value: Json): Delta<Thing> {
  const fields = new Fields(value, 'deltas').only('type', 'obj').said('type', ...TYPES);
  return { type: fields.text('type') as DeltaType, object: objectIn(fields) };
}

/** What a delta tells of: an object, or the last known state of one. */
function objectIn(delta: Fields): Thing | Tombstone<Thing> {
  const object = delta.inside('obj');
  return object.has('tombstoneKey') ? tombstoneOf(object) : thingOf(object);
}

function tombstoneOf(fields: Fields): Tombstone<Thing> {
  const key = fields.only('tombstoneKey', 'obj').text('tombstoneKey');
  return new Tombstone(key, fields.has('obj') ? thingOf(fields.inside('obj')) : NOTHING);
}

/** Of an object whose last state nobody knows. */
const NOTHING: Thing = { key: '', val: null };

function deltas(question: Question): Answer {
  const run = new DeltaSteps(question);
  // Nothing that a queue does takes time of its own.
  const rig = new Rig({ switches: question.switches });
  const from = rig.sim.now;
  const steps = run.run(stepsOf(question.when));
  const took = between(from, rig.sim.now);
  const { queue, popped } = run;
  const queued = queue.keys.map((key) => [key, queue.get(key) ?? []] as const);
  const ofEach = <T extends Json>(show: (deltas: Deltas<Thing>) => T): JsonObject =>
    Object.fromEntries(queued.map(([key, deltas]) => [key, show(deltas)]));
  const things = popped.flatMap(({ thing }) => (thing ? [thing] : []));
  const newestVals = things.map((thing) => newest(thing).val);
  const facts: Facts = {
    ...run.facts,
    key: run.key,
    // Upstream's is of a map, in no order.
    list: new SetFact(queue.list().map(shownObject)),
    itemDeltaTypes: ofEach(typesOf),
    itemDeltas: ofEach((deltas) => deltas.map(shownDelta)),
    popped: things.map((thing) => thing.map(shownDelta)),
    poppedNewestVals: newestVals,
    lastPoppedNewestVals: newestVals.slice(newestVals.length - run.before),
    itemsBeforeLastPops: run.before,
    within: new DescribedFact(formatGoDuration(took), (words) => took <= (lengthOf(words) ?? -1)),
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
