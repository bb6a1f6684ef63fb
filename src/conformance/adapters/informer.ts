/** Area `informer`: what handlers hear of, when they hear of it again, and what the cache keeps. */
import { type SimDuration, seconds } from '#base';
import { type HandlerRegistration, type InformerHandler, type KubeObject, metaKeyOf } from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import type { Json } from '../case';
import { type Facts, SetFact } from '../facts';
import { InformerStand } from '../informer-stand';
import { transforming } from '../informer-transform';
import { stepsOf } from '../queue-stand';
import { Fields } from '../read-fields';
import { pod } from '../reflector-stand';
import { AtMostFact, DescribedFact, DurationFact, durationIn } from '../time-facts';

export const informerAdapter: AreaAdapter = { area: 'informer', calls: { list } };

/** The story of a case, by a field that only its kind has. */
const STORIES: readonly (readonly [string, (question: Question) => Answer])[] = [
  ['listError', failing],
  ['transform', transforming],
  ['handlers', resyncing],
  ['defaultResync', periods],
  ['handler', handled],
  ['resync', writers],
];

function list(question: Question): Answer {
  stepsOf(question.when);
  const story = STORIES.find(([field]) => question.given[field] !== undefined);
  if (!story) throw new Unsupported('given: no story of an informer');
  return story[1](question);
}

const nameOf = ({ metadata }: KubeObject): string => metadata.name ?? '';

/** Handlers by name, each with what it heard of. */
class Audience {
  readonly heard = new Map<string, string[]>();

  add(stand: InformerStand, name: string, period: SimDuration): void {
    const names: string[] = [];
    this.heard.set(name, names);
    const take = (object: KubeObject) => {
      names.push(nameOf(object));
    };
    const handler = { onAdd: take, onUpdate: (_: KubeObject, now: KubeObject) => take(now) };
    stand.informer.addEventHandler(handler, period);
  }

  forget(): void {
    for (const names of this.heard.values()) names.length = 0;
  }

  get names(): Readonly<Record<string, readonly string[]>> {
    return Object.fromEntries([...this.heard].map(([name, names]) => [name, [...names]]));
  }

  get sets(): Facts {
    const each = [...this.heard].map(([name, names]) => [name, new SetFact([...new Set(names)])]);
    return Object.fromEntries(each);
  }
}

const SILENT_CHANGES = /^server (.+) without sending (?:any )?watch events?$/;
const SILENT_CHANGE = /^(adds|modifies|deletes) ([\w-]+)(?: rv \d+)?$/;

/** What changes at the server, in order. @returns whether the words say so. */
function changeInSilence({ source }: InformerStand, words: string): boolean {
  const clauses = SILENT_CHANGES.exec(words)?.[1].split(/,? and |, /);
  if (!clauses) return false;
  for (const clause of clauses) {
    const [, verb, name = ''] = SILENT_CHANGE.exec(clause) ?? [];
    if (verb === undefined) throw new Unsupported(`when: ${clause}`);
    if (verb !== 'deletes') source.changeInSilence(pod(name));
    else if (!source.deleteInSilence(name)) throw new Unsupported(`when: there is no ${name}`);
  }
  return true;
}

/** Handlers that are to hear of everything again, each after a time of its own. */
function resyncing(question: Question): Answer {
  const inputs = new Fields(question.given, 'given').only(
    ...['objects', 'defaultResync', 'handlers', 'clock'],
  );
  inputs.said('clock', 'fake');
  const resyncPeriod = durationIn(inputs, 'defaultResync', '0s');
  const stand = new InformerStand(question, { resyncPeriod });
  for (const object of inputs.list('objects', [])) stand.source.add(pod(podName(object)));
  const audience = new Audience();
  const handlers = inputs.inside('handlers');
  for (const name of handlers.names) audience.add(stand, name, durationIn(handlers, name));
  const story = new ResyncStory(stand, audience);
  const steps = stepsOf(question.when).map((step) => story.take(step.only('op', 'by')));
  return { facts: { initial: story.initial, received: story.received }, steps };
}

/** A name, or a name with its version. */
function podName(value: Json): string {
  if (typeof value === 'string') return value;
  const [name] = new Fields({ pod: value }, 'given').texts('pod');
  if (name === undefined) throw new Unsupported('given.objects: expected a name');
  return name;
}

class ResyncStory {
  initial: Facts | null = null;
  readonly #stand: InformerStand;
  readonly #audience: Audience;
  /** Somebody heard of what nobody was to hear of. */
  #broken = false;
  /** What was heard since the start or since it was forgotten. */
  #first = '{}';

  constructor(stand: InformerStand, audience: Audience) {
    this.#stand = stand;
    this.#audience = audience;
  }

  get received(): Facts | string {
    return this.#broken ? 'something new was received' : this.#audience.sets;
  }

  take(step: Fields): Facts {
    const [stand, audience] = [this.#stand, this.#audience];
    const op = step.text('op');
    if (op === 'run') stand.run();
    else if (op === 'wait for the initial list') {
      stand.untilLists(1);
      this.initial = audience.sets;
      this.#first = JSON.stringify(audience.names);
    } else if (op === 'forget what was received') {
      audience.forget();
      this.#first = JSON.stringify(audience.names);
    } else if (op === 'advance') stand.rig.advance(durationIn(step, 'by'));
    else if (op === 'server resets the watch, causing a relist') {
      const lists = stand.server.lists.length;
      stand.source.resetWatch();
      stand.untilLists(lists + 1);
    } else if (op === 'check nothing new was received') this.#isAsBefore();
    else if (op !== 'check' && !changeInSilence(stand, op)) throw new Unsupported(`when: ${op}`);
    return { expect: audience.sets };
  }

  #isAsBefore(): void {
    this.#stand.settle();
    if (JSON.stringify(this.#audience.names) !== this.#first) this.#broken = true;
  }
}

/** What periods handlers get, and how often the informer looks. */
function periods(question: Question): Answer {
  const inputs = new Fields(question.given, 'given').only('defaultResync');
  const stand = new InformerStand(question, { resyncPeriod: durationIn(inputs, 'defaultResync') });
  const added: HandlerRegistration[] = [];
  const steps = stepsOf(question.when).map((step) => {
    if (step.only('op', 'resync').text('op') !== 'addHandler') {
      throw new Unsupported('when: expected addHandler');
    }
    added.push(stand.informer.addEventHandler({}, durationIn(step, 'resync')));
    const checkPeriod = new DurationFact(stand.informer.resyncCheckPeriod);
    const handlerPeriods = added.map(({ resyncPeriod }) => new DurationFact(resyncPeriod));
    return { expect: { checkPeriod, handlerPeriods } };
  });
  return { facts: {}, steps };
}

function only(question: Question, wanted: string): void {
  const [step, ...more] = stepsOf(question.when);
  if (more.length > 0 || step?.only('op').text('op') !== wanted) {
    throw new Unsupported(`when: expected ${wanted}`);
  }
}

const PATIENCE = seconds(1);

/** Lists fail, and a handler of errors hears of it. */
function failing(question: Question): Answer {
  const inputs = new Fields(question.given, 'given').only('listError', 'customWatchErrorHandler');
  only(question, 'run');
  const heard: { readonly error: string; readonly at: number }[] = [];
  const custom = inputs.flag('customWatchErrorHandler', false);
  const stand: InformerStand = new InformerStand(question, {
    onWatchError: custom ? (error) => heard.push({ error, at: stand.rig.sim.now }) : undefined,
  });
  stand.source.listError = inputs.text('listError');
  const since = stand.rig.sim.now;
  stand.run();
  stand.rig.advance(PATIENCE);
  const [first] = heard;
  const error = first?.error ?? null;
  const contains = (words: string) => words !== '' && error?.includes(words) === true;
  return {
    facts: {
      handlerReceivesErrorContaining: new DescribedFact(error, contains),
      within: first && new AtMostFact((first.at - since) as SimDuration),
    },
  };
}

/** What a test throws in a handler. */
class Panic extends Error {}

function handled(question: Question): Answer {
  const inputs = new Fields(question.given, 'given').only('handler', 'objects');
  const words = inputs.text('handler');
  const panics = /^panics on (add|update|delete)$/.exec(words)?.[1];
  if (panics !== undefined) return panicking(question, panics);
  if (words !== 'on add: delete the object at the server') {
    throw new Unsupported(`given.handler: ${words}`);
  }
  only(question, 'run');
  const stand = new InformerStand(question);
  for (const name of inputs.texts('objects', [])) stand.source.add(pod(name));
  const deleted: string[] = [];
  stand.informer.addEventHandler({
    onAdd: (object) => {
      stand.source.delete(nameOf(object));
    },
    onDelete: (object) => deleted.push(metaKeyOf(object)),
  });
  stand.run();
  return { facts: { deletedKeys: new SetFact(deleted) } };
}

const CHANGE = /^an object is (added|updated|modified|deleted)$/;

function panicking(question: Question, on: string): Answer {
  new Fields(question.given, 'given').only('handler');
  const [step, ...more] = stepsOf(question.when);
  const change = CHANGE.exec(step?.only('op').text('op') ?? '')?.[1];
  if (change === undefined || more.length > 0) throw new Unsupported('when: expected a change');
  const stand = new InformerStand(question);
  const panic = (): void => {
    throw new Panic('a handler panics');
  };
  const handlers: Readonly<Record<string, InformerHandler>> = {
    add: { onAdd: panic },
    update: { onUpdate: panic },
    delete: { onDelete: panic },
  };
  stand.informer.addEventHandler(handlers[on]);
  stand.run();
  let reached = false;
  try {
    // What changes or goes has been there before.
    stand.source.add(pod('pod1'));
    stand.settle();
    if (change === 'deleted') stand.source.delete('pod1');
    else if (change !== 'added') stand.source.modify(pod('pod1'));
    stand.settle();
  } catch (error) {
    reached = error instanceof Panic;
  }
  return { facts: { panicReachesCallerOfRun: reached } };
}

const WRITERS = new RegExp(
  '^each of (\\d+) parallel writers? adds a pod labelled check=(\\w+), then modifies it to ' +
    'check=(\\w+)$',
);
const MOST_WRITERS = 1_000;

/** Changes of one object come in their order, some of them perhaps as one. */
function writers(question: Question): Answer {
  const inputs = new Fields(question.given, 'given').only('resync');
  const [step, ...more] = stepsOf(question.when);
  const found = WRITERS.exec(step?.only('op').text('op') ?? '');
  if (!found || more.length > 0) throw new Unsupported('when: expected writers');
  const [count, from, to] = [Number(found[1]), found[2], found[3]];
  if (count > MOST_WRITERS) throw new Unsupported('when: too many writers');
  const stand = new InformerStand(question, { resyncPeriod: durationIn(inputs, 'resync') });
  const seen: (readonly [string, string])[] = [];
  const check = ({ metadata }: KubeObject): string => metadata.labels?.check ?? '';
  stand.informer.addEventHandler({ onUpdate: (old, now) => seen.push([check(old), check(now)]) });
  stand.run();
  const labelled = (index: number, value: string): KubeObject => {
    const object = pod(`pod-${index}`);
    return { ...object, metadata: { ...object.metadata, labels: { check: value } } };
  };
  for (let index = 0; index < count; index += 1) {
    stand.source.add(labelled(index, from));
    if (index % 2 === 0) stand.settle();
    stand.source.modify(labelled(index, to));
  }
  stand.settle();
  return { facts: { allowedUpdateTransitions: transitions([from, to], seen) } };
}

/** From each state to itself and to later ones, if nothing else was seen; else what was seen. */
function transitions(
  states: readonly string[],
  seen: readonly (readonly [string, string])[],
): SetFact {
  const forward = states.flatMap((from, index) =>
    states.slice(index).map((to): readonly [string, string] => [from, to]),
  );
  const allowed = seen.every(([from, to]) => forward.some(([a, b]) => a === from && b === to));
  return new SetFact(allowed && seen.length > 0 ? forward : seen);
}
