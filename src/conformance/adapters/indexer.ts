/** Area `indexer`: objects by key and by what indexes say of them. */
import { compareText } from '#base';
import { IndexedStore, type IndexFunc } from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import { isObject, type Json } from '../case';
import { type Fact, type Facts, SetFact, Shown } from '../facts';
import { stepsOf } from '../queue-stand';
import { Fields } from '../read-fields';

export const indexerAdapter: AreaAdapter = { area: 'indexer', calls: { list } };

interface Thing {
  readonly key: string;
  /** By name of the field; a thing with one value has it under "". */
  readonly fields: Readonly<Record<string, string>>;
}

/** Name of the index that a case gives. */
const INDEX = 'index';
/** Forms of an index, and the function of each. */
const INDEXES: readonly (readonly [RegExp, (words: readonly string[]) => IndexFunc<Thing>])[] = [
  [
    /^value -> itself$/,
    () =>
      ({ fields }) => [fields['']],
  ],
  [
    /^everything -> (\w+)$/,
    ([, value]) =>
      () => [value],
  ],
  [
    /^split value at commas$/,
    () =>
      ({ fields }) =>
        split(fields['']),
  ],
  [
    /^(?:label|annotation) (\w+)$/,
    ([, name]) =>
      ({ fields }) => [fields[name] ?? ''],
  ],
  [
    /^(?:label|annotation) (\w+), split at commas$/,
    ([, name]) =>
      ({ fields }) =>
        split(fields[name]),
  ],
  [
    /^\w+: val$/,
    () =>
      ({ fields }) => [fields['']],
  ],
];

/** As Go splits: of a text without a comma it is the only part, were it empty. */
const split = (text = ''): readonly string[] => text.split(',');

function indexOf(words: string): IndexFunc<Thing> {
  for (const [form, make] of INDEXES) {
    const found = form.exec(words);
    if (found) return make(found);
  }
  throw new Unsupported(`given.index: ${words}`);
}

/** `{"name", ...}`, `{"key", "value"}`, `{"id", "val"}` or `["key", "value"]`. */
function thingOf(value: Json): Thing {
  if (Array.isArray(value)) {
    const [key, inner] = value;
    if (typeof key === 'string' && typeof inner === 'string') return { key, fields: { '': inner } };
  }
  const object = new Fields(value, 'object');
  const fields: Record<string, string> = {};
  let key = '';
  for (const name of object.names) {
    if (name === 'key' || name === 'name' || name === 'id') key = object.text(name);
    else if (name === 'value' || name === 'val') fields[''] = object.text(name);
    else if (name !== 'op') fields[name] = object.text(name);
  }
  if (key === '') throw new Unsupported('object: expected a key');
  return { key, fields };
}

function list({ given, when }: Question): Answer {
  const inputs = new Fields(given, 'given').only('index', 'objects', 'key');
  inputs.said('key', 'id');
  const indexers: Record<string, IndexFunc<Thing>> = {};
  if (inputs.has('index')) indexers[INDEX] = indexOf(inputs.text('index'));
  const store = new IndexedStore<Thing>({ keyOf: ({ key }) => key, indexers });
  const objects = inputs.list('objects', []).map(thingOf);
  for (const object of objects) store.update(object);
  let values: Fact = null;
  let last: readonly string[] = [];
  const steps = stepsOf(when).map((step): Facts => {
    const op = step.text('op');
    if (op === 'ListIndexFuncValues') {
      values = new SetFact([...store.indexValues(INDEX)]);
      return { expect: values };
    }
    if (op === 'Delete') last = valuesOf(indexers, remove(store, step.all)) ?? last;
    else {
      const found = read(store, op, step);
      if (found) return found;
      last = valuesOf(indexers, change(store, op, step)) ?? last;
    }
    return { expect: keysFact(store, inputs.has('index')) };
  });
  const entries = last.map((value) => store.indexKeys(INDEX, value).size);
  const indexEntryPresent = entries.some((size) => size > 0);
  return { facts: { values, indexEntryPresent, indexEntrySize: entries[0] ?? null }, steps };
}

const valuesOf = (
  indexers: Readonly<Record<string, IndexFunc<Thing>>>,
  thing: Thing | undefined,
): readonly string[] | undefined => thing && indexers[INDEX]?.(thing);

/** @returns what was there. */
function remove(store: IndexedStore<Thing>, step: Json): Thing | undefined {
  const named = thingOf(step);
  const thing = store.get(named.key);
  store.delete(thing ?? named);
  return thing;
}

/** @returns the last thing that came. */
function change(store: IndexedStore<Thing>, op: string, step: Fields): Thing | undefined {
  if (op === 'Replace') {
    const things = step.only('op', 'list').list('list').map(thingOf);
    store.replace(things);
    return things.at(-1);
  }
  if (op !== 'Add' && op !== 'Update') throw new Unsupported(`op ${op}`);
  const thing = thingOf(step.all);
  store.update(thing);
  return thing;
}

function read(store: IndexedStore<Thing>, op: string, step: Fields): Facts | undefined {
  const names = (things: readonly Thing[]) => new SetFact(things.map(({ key }) => key));
  if (op === 'ByIndex') return { expect: names(store.byIndex(INDEX, step.text('value'))) };
  if (op === 'Index') {
    const like: Thing = { key: '', fields: { '': step.text('val') } };
    return { expect: names(store.index(INDEX, like)) };
  }
  if (op === 'Get') {
    const found = store.get(thingOf(step.all).key);
    return { expect: found?.fields[''] ?? null };
  }
  if (op !== 'List') return undefined;
  const listed = new SetFact(store.all().map(({ key, fields }) => fields[''] ?? key));
  return { expect: listed, expectSet: listed };
}

/** Keys by value of the index, of all that there are and all that the case names. */
const keysFact = (store: IndexedStore<Thing>, indexed: boolean): Fact =>
  indexed ? new KeysFact(store) : null;

class KeysFact extends Shown {
  readonly #keys: ReadonlyMap<string, readonly string[]>;

  constructor(store: IndexedStore<Thing>) {
    super();
    const values = [...store.indexValues(INDEX)];
    this.#keys = new Map(
      values.map((value) => [value, [...store.indexKeys(INDEX, value)].sort(compareText)]),
    );
  }

  show(want: Json | undefined): Json {
    const named = isObject(want) ? Object.keys(want) : [];
    const values = new Set([...named, ...this.#keys.keys()]);
    return Object.fromEntries([...values].map((value) => [value, this.#keys.get(value) ?? []]));
  }
}
