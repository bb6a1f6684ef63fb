/** Area `etcd3-store`: single reads and writes of storage; updates and deletes by cached copies. */
import { etcdPrefix, type KubeObject, type StorageResult, type Updated } from '#kube';
import { type Answer, type AreaAdapter, byForms, type Question, Unsupported } from '../adapter';
import type { Json } from '../case';
import { type Facts, Shown } from '../facts';
import { Fields, opAlone } from '../read-fields';
import { changed, failureFact, keyOf, objectNamed, putGiven, StoreStand } from '../store-stand';
import { sequence, twoUpdates } from '../store-story';

/** What the update function of a case does. */
const UPDATE = 'GuaranteedUpdate; update function';
const ALWAYS_FAILS = new RegExp(`^${UPDATE} always fails with "(.*)"$`);
const RENAMES = new RegExp(
  `^${UPDATE} (returns Conflict for the outdated object, )?` +
    'renames to ([\\w-]+)(?: for the live one)?$',
);

export const etcd3StoreAdapter: AreaAdapter = {
  area: 'etcd3-store',
  calls: {
    Count: count,
    Create: create,
    Delete: remove,
    Get: get,
    GuaranteedUpdate: update,
    'GuaranteedUpdate with the identical object and a cached copy': identical,
    'two concurrent GuaranteedUpdate; the second reads before the first commits': twoUpdates,
    newStore: prefixOf,
    sequence,
  },
  callOf: byForms(
    [
      ALWAYS_FAILS,
      (question, [refusal = '']) => withCopy(question, () => ({ kind: 'refuse', refusal })),
    ],
    [
      RENAMES,
      (question, [conflicts, name = '']) =>
        withCopy(question, (existing) =>
          conflicts === undefined || existing.metadata.name === question.given.stored
            ? { kind: 'write', object: objectNamed(name) }
            : { kind: 'refuse', refusal: 'Conflict' },
        ),
    ],
  ),
};

function prefixOf(question: Question): Answer {
  opAlone(question.when);
  const prefix = givenOf(question, 'configuredPrefix').text('configuredPrefix');
  // The root has no name, and each key begins with a slash.
  return { facts: { effectivePrefix: etcdPrefix(prefix) || '/' } };
}

const givenOf = ({ given }: Question, ...names: readonly string[]): Fields =>
  new Fields(given, 'given').only(...names);
const whenOf = ({ when }: Question, ...names: readonly string[]): Fields =>
  new Fields(when, 'when').only('op', ...names);

/** `/abc/<1..5>`: where it begins, and its first and last number. */
const NUMBERED = /^(\/.*\/)<(\d+)\.\.(\d+)>$/;

function count(question: Question): Answer {
  const stand = new StoreStand(question);
  const keys = givenOf(question, 'keys').inside('keys');
  for (const range of keys.names) {
    const [, path, first, last] = NUMBERED.exec(range) ?? [];
    const many = keys.count(range, undefined, 1_000);
    if (path === undefined || many !== Number(last) - Number(first) + 1) {
      throw new Unsupported(`given.keys: ${range}`);
    }
    for (let at = Number(first); at <= Number(last); at += 1) {
      stand.put(`${path}${at}`, objectNamed(`item-${at}`));
    }
  }
  const prefix = whenOf(question, 'prefix').text('prefix');
  const counted = stand.rig.perform(stand.store.count(keyOf(prefix)));
  return { facts: { count: counted.ok ? counted.value : null, error: failureFact(counted) } };
}

function create(question: Question): Answer {
  const stand = new StoreStand(question);
  for (const item of givenOf(question, 'objects').list('objects')) putGiven(stand, item);
  const step = whenOf(question, 'key', 'resourceVersion');
  const key = step.text('key');
  const named = objectNamed(key);
  const resourceVersion = step.text('resourceVersion', '');
  const object = { ...named, metadata: { ...named.metadata, resourceVersion } };
  const made = stand.rig.perform(stand.store.create(keyOf(key), object));
  return { facts: { error: failureFact(made) } };
}

/** A cached copy in the words of the cases; "" for none. */
const COPIES = ['', 'current object', 'outdated copy', 'copy of the deleted object'];
/** `always fails with "TEXT"`, `fails with "TEXT" for the outdated object only`. */
const FAILS = new RegExp(
  '^(always )?fails(?: with "(.*)")?' +
    '(?: (?:only )?for (?:the|an?) (?:outdated|stale) (?:object|copy)(?: only)?)?$',
);

function remove(question: Question): Answer {
  const stand = new StoreStand(question);
  const [first] = givenOf(question, 'objects')
    .list('objects')
    .map((item) => putGiven(stand, item));
  const step = whenOf(question, 'key', 'cachedExisting', 'preconditions', 'validation');
  const key = step.text('key', first);
  const words = step.text('cachedExisting', '');
  const cached = words === '' ? undefined : stand.copies.get(key);
  if (!COPIES.includes(words) || (words !== '' && !cached)) {
    throw new Unsupported(`when.cachedExisting: ${words}`);
  }
  const current = stand.read(key)?.metadata.resourceVersion;
  const isCurrent = current === cached?.metadata.resourceVersion;
  if (cached && isCurrent !== (words === 'current object')) {
    throw new Unsupported(`when.cachedExisting: ${words}: it is not`);
  }
  const refusalOf = validationOf(step.text('validation', ''), current);
  let validationCalls = 0;
  const validate = (object: KubeObject) => {
    validationCalls += 1;
    return refusalOf(object);
  };
  const preconditions = preconditionsOf(step);
  const options = { cached, preconditions, validate };
  const removed = stand.rig.perform(stand.store.delete(keyOf(key), options));
  const getAfter = stand.read(key) ? 'found' : 'NotFound';
  return { facts: { error: failureFact(removed), getAfter, validationCalls } };
}

/** `accepts only the updated object` */
const PICKS = /^accepts only the (?:updated|live|current|fresh) (?:object|copy)$/;

/** What a validation of a case says of an object. @param live the version that is stored. */
function validationOf(words: string, live: string | undefined) {
  const picks = PICKS.test(words);
  const found = FAILS.exec(words);
  if (words !== '' && !found && !picks) throw new Unsupported(`when.validation: ${words}`);
  const always = found?.[1] !== undefined;
  const refusal = words === '' ? undefined : (found?.[2] ?? 'validation error');
  return ({ metadata }: KubeObject) =>
    always || metadata.resourceVersion !== live ? refusal : undefined;
}

function preconditionsOf(step: Fields) {
  if (!step.has('preconditions')) return undefined;
  const given = step.inside('preconditions').only('uid', 'resourceVersion');
  return Object.fromEntries(given.names.map((name) => [name, given.text(name)]));
}

/** `currentRV (annotation test-annotation=1)` */
const UPDATED_AT = /^(\w+)(?: \(annotation ([\w-]+)=(\w+)\))?$/;

function get(question: Question): Answer {
  const stand = new StoreStand(question);
  const revisions = new Map<string, number>();
  const objects = new Fields(question.given, 'given');
  for (const name of objects.names) {
    const times = objects.inside(name).only('createdAt', 'updatedAt');
    stand.put(name, objectNamed(name));
    revisions.set(times.text('createdAt'), stand.rig.etcd.revision);
    if (!times.has('updatedAt')) continue;
    const [, revision, key, value] = UPDATED_AT.exec(times.text('updatedAt')) ?? [];
    if (revision === undefined) throw new Unsupported(`given.${name}.updatedAt`);
    const annotations = key === undefined ? {} : { [key]: value };
    stand.put(name, { kind: 'Pod', metadata: { name, annotations } });
    revisions.set(revision, stand.rig.etcd.revision);
  }
  const step = whenOf(question, 'key', 'ignoreNotFound', 'resourceVersion');
  const word = step.text('resourceVersion');
  const resourceVersion = revisions.has(word) ? String(revisions.get(word)) : word;
  const ignoreNotFound = step.flag('ignoreNotFound');
  const options = { resourceVersion, ignoreNotFound };
  const found = stand.rig.perform(stand.store.get(keyOf(step.text('key')), options));
  return { facts: { error: failureFact(found), object: new FoundFact(found, revisions) } };
}

/** `foo at currentRV`, with the word that the case has for the revision. */
class FoundFact extends Shown {
  readonly #found: StorageResult<KubeObject>;
  readonly #revisions: ReadonlyMap<string, number>;

  constructor(found: StorageResult<KubeObject>, revisions: ReadonlyMap<string, number>) {
    super();
    this.#found = found;
    this.#revisions = revisions;
  }

  show(): Json {
    if (!this.#found.ok) return null;
    const { name, resourceVersion } = this.#found.value.metadata;
    if (name === undefined) return 'zero value';
    const [word] = [...this.#revisions].find(([, at]) => String(at) === resourceVersion) ?? [];
    return `${name} at ${word ?? resourceVersion}`;
  }
}

const STORED_KEY = 'stored';

function update(question: Question): Answer {
  const given = givenOf(question, 'stored', 'transformerReportsStale');
  const stored = given.inside('stored').only('key', 'name', 'uid');
  const stale = given.flag('transformerReportsStale');
  const stand = new StoreStand(question, { isStale: () => stale });
  const key = stored.text('key');
  stand.put(key, objectNamed(stored.text('name'), stored.text('uid')));
  const before = stand.read(key)?.metadata.resourceVersion;
  const inputs = ['key', 'ignoreNotFound', 'preconditions'];
  const step = whenOf(question, ...inputs, 'updateChangesObject', 'updateSetsSelfLink');
  const [changes, links] = [step.flag('updateChangesObject'), step.flag('updateSetsSelfLink')];
  const written = stand.rig.perform(
    stand.store.guaranteedUpdate(keyOf(step.text('key')), {
      ignoreNotFound: step.flag('ignoreNotFound'),
      preconditions: preconditionsOf(step),
      update: (existing = objectNamed('')) => {
        const object = changes ? changed(existing) : existing;
        return { kind: 'write', object: links ? withSelfLink(object) : object };
      },
    }),
  );
  return { facts: { error: failureFact(written), ...outcomeOf(written, before) } };
}

const withSelfLink = (object: KubeObject): KubeObject => ({
  ...object,
  metadata: { ...object.metadata, selfLink: 'testlink' } as KubeObject['metadata'],
});

function outcomeOf(written: StorageResult<KubeObject>, before: string | undefined): Facts {
  if (!written.ok) return {};
  const { resourceVersion } = written.value.metadata;
  const { selfLink = '' } = written.value.metadata as { readonly selfLink?: string };
  return { resourceVersionChanged: resourceVersion !== before, outputSelfLink: selfLink };
}

function identical(question: Question): Answer {
  opAlone(question.when);
  const given = givenOf(question, 'stored', 'transformerReportsStale');
  if (given.text('stored') !== 'canonical bytes') {
    throw new Unsupported(`given.stored: ${given.text('stored')}: values here are data, not bytes`);
  }
  const stale = given.flag('transformerReportsStale', false);
  const stand = new StoreStand(question, { isStale: () => stale });
  stand.put(STORED_KEY, objectNamed('foo', 'A'));
  stand.copy(STORED_KEY);
  const cached = stand.copies.get(STORED_KEY);
  const written = stand.rig.perform(
    stand.store.guaranteedUpdate(keyOf(STORED_KEY), {
      ignoreNotFound: false,
      cached,
      update: (existing) => ({ kind: 'write', object: existing as KubeObject }),
    }),
  );
  return { facts: outcomeOf(written, cached?.metadata.resourceVersion) };
}

/** `foo-3 (current)`: the name of the copy, and whether it is what is stored. */
const COPY = /^([\w-]+) \((current|outdated)\)$/;

function withCopy(question: Question, decide: (existing: KubeObject) => Updated): Answer {
  opAlone(question.when);
  const given = givenOf(question, 'stored', 'cachedExisting');
  const stored = given.text('stored');
  const [, name, age] = COPY.exec(given.text('cachedExisting')) ?? [];
  if (name === undefined || (age === 'current') !== (name === stored)) {
    throw new Unsupported(`given.cachedExisting: ${given.text('cachedExisting')}`);
  }
  const stand = new StoreStand(question);
  stand.put(STORED_KEY, objectNamed(name));
  stand.copy(STORED_KEY);
  if (age === 'outdated') stand.put(STORED_KEY, objectNamed(stored));
  let calls = 0;
  const written = stand.rig.perform(
    stand.store.guaranteedUpdate(keyOf(STORED_KEY), {
      ignoreNotFound: false,
      cached: stand.copies.get(STORED_KEY),
      update: (existing) => {
        calls += 1;
        return decide(existing as KubeObject);
      },
    }),
  );
  const name3 = written.ok ? (written.value.metadata.name ?? null) : null;
  return { facts: { error: failureFact(written), name: name3, updateFunctionCalls: calls } };
}
