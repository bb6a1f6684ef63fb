/**
 * Area `rest`: the generic registry of a kind - its hooks, its deletes, its updates that are tried
 * again - and what is said of the options of a list.
 */
import { fieldErrorText, formatTime, markAsDeleting, parseTime, validateListOptions } from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import { same } from '../comparators';
import { ErrorFact } from '../facts';
import { Fields, fieldsOfWhen } from '../read-fields';
import { hooksOf } from '../rest-hooks';
import { graceful, podOf, RestStand } from '../rest-stand';
import { restSequence, storedPod } from '../rest-story';

export const restAdapter: AreaAdapter = {
  area: 'rest',
  calls: {
    ValidateListOptions: listOptions,
    Create: (question) => hooked(question),
    Update: (question) => (question.given.cachedObject ? retried(question) : hooked(question)),
    Delete: (question) =>
      question.given.strategy === undefined ? preconditioned(question) : propagated(question),
    'Get foo': got,
    'Update with an identical object': (question) => updated(question, 'machine'),
    'Update with another object': (question) => updated(question, 'machine2'),
    'markAsDeleting at now': marked,
    sequence: restSequence,
  },
};

const NAME = 'foo';
const givenOf = ({ given }: Question, ...names: readonly string[]): Fields =>
  new Fields(given, 'given').only(...names);

function listOptions({ given, when, switches }: Question): Answer {
  fieldsOfWhen(when).only('op');
  const names = ['resourceVersion', 'resourceVersionMatch', 'continue', 'watch', 'limit'];
  const inputs = new Fields(given, 'given').only(...names, 'sendInitialEvents');
  const options = {
    resourceVersion: inputs.text('resourceVersion', ''),
    resourceVersionMatch: inputs.text('resourceVersionMatch', ''),
    continue: inputs.text('continue', ''),
    watch: inputs.flag('watch', false),
    ...(inputs.has('sendInitialEvents')
      ? { sendInitialEvents: inputs.flag('sendInitialEvents') }
      : {}),
  };
  const known = switches.sendInitialEventsKnown ? 'off' : 'unknown';
  const errors = validateListOptions(options, known).map(fieldErrorText);
  return { facts: { error: new ErrorFact(errors.length === 0 ? undefined : errors.join(', ')) } };
}

/** A create, or an update of what is there or is not. */
function hooked(question: Question): Answer {
  const creates = fieldsOfWhen(question.when).only('op').text('op') === 'Create';
  const inputs = creates ? [] : ['exists', 'allowCreateOnUpdate'];
  const given = givenOf(question, 'hooks', 'failure', ...inputs);
  const { hooks, ttl, order } = hooksOf(given);
  const allowCreateOnUpdate = given.flag('allowCreateOnUpdate', false);
  const stand = new RestStand(question, { strategy: { allowCreateOnUpdate } });
  if (!creates && given.flag('exists')) stand.create(podOf(NAME));
  stand.store.hooks = hooks;
  stand.strategy.ttl = ttl;
  const outcome = creates ? stand.create(podOf(NAME)) : stand.update(podOf(NAME));
  return { facts: { error: !outcome.ok, order } };
}

/** An update that begins with a copy from a cache. */
function retried(question: Question): Answer {
  fieldsOfWhen(question.when).only('op');
  const given = givenOf(question, 'hooks', 'failure', 'cachedObject');
  const words = given.text('cachedObject');
  const age = /^(stale|current)\b/.exec(words)?.[1];
  if (age === undefined) throw new Unsupported(`given.cachedObject: ${words}`);
  const stand = new RestStand(question);
  stand.create(podOf(NAME));
  const old = stand.stored(NAME);
  if (age === 'stale') stand.update(podOf(NAME, {}, 'machine2'));
  const { hooks, ttl, order } = hooksOf(given);
  if (old) stand.suggest(old);
  stand.store.hooks = hooks;
  stand.strategy.ttl = ttl;
  const outcome = stand.update(podOf(NAME, {}, 'machine3'));
  return { facts: { error: !outcome.ok, order } };
}

const POLICIES = { default: 'DeleteDependents', 'orphan by default': 'OrphanDependents' } as const;

function propagated(question: Question): Answer {
  const names = ['strategy', 'existingFinalizers', 'generation'];
  const given = givenOf(question, ...names);
  const when = fieldsOfWhen(question.when).only('op', 'propagationPolicy');
  const words = given.text('strategy');
  if (!Object.hasOwn(POLICIES, words)) throw new Unsupported(`given.strategy: ${words}`);
  const garbageCollection = POLICIES[words as keyof typeof POLICIES];
  const stand = new RestStand(question, { strategy: { garbageCollection } });
  const finalizers = given.texts('existingFinalizers', []);
  const generation = given.count('generation', 0);
  stand.create(podOf(NAME, { finalizers, generation }));
  const policy = when.has('propagationPolicy') ? when.text('propagationPolicy') : undefined;
  const outcome = stand.delete(NAME, { propagationPolicy: policy });
  const left = stand.stored(NAME)?.metadata;
  return {
    facts: {
      error: new ErrorFact(outcome.ok ? undefined : outcome.status.message),
      removed: left === undefined,
      finalizers: left && (left.finalizers ?? []),
      deletionTimestampSet: left && left.deletionTimestamp !== undefined,
      deletionGracePeriodSeconds: left?.deletionGracePeriodSeconds,
      generationIncreased: left && (left.generation ?? 0) > generation,
    },
  };
}

/** Of `preconditions`: what the stored object has, or something else. */
const CURRENT = 'current';

function preconditioned(question: Question): Answer {
  const given = givenOf(question, 'stored', 'gracePeriodSeconds');
  const when = fieldsOfWhen(question.when).only('op', 'preconditions');
  const asked = when.inside('preconditions').only('resourceVersion', 'uid');
  const { name } = storedPod(given);
  const stand = new RestStand(question, { strategy: { gracePeriodSeconds: graceful } });
  stand.create(podOf(name));
  const metadata = stand.stored(name)?.metadata;
  const preconditions = Object.fromEntries(
    (['resourceVersion', 'uid'] as const).flatMap((key) => {
      if (!asked.has(key)) return [];
      const text = asked.text(key);
      return [[key, text === CURRENT ? metadata?.[key] : text]];
    }),
  );
  const gracePeriodSeconds = given.count('gracePeriodSeconds');
  const outcome = stand.delete(name, { gracePeriodSeconds, preconditions });
  return {
    facts: {
      deletedImmediately: outcome.ok && stand.stored(name) === undefined,
      error: new ErrorFact(outcome.ok ? undefined : (outcome.status.reason ?? 'error')),
    },
  };
}

function got(question: Question): Answer {
  const given = givenOf(question, 'stored');
  const stand = new RestStand(question);
  if (given.has('stored')) stand.create(podOf(storedPod(given).name));
  const outcome = stand.get(NAME);
  const error = outcome.ok ? undefined : (outcome.status.reason ?? 'error');
  return { facts: { error: new ErrorFact(error) } };
}

function updated(question: Question, nodeName: string): Answer {
  fieldsOfWhen(question.when).only('op');
  const { name } = storedPod(givenOf(question, 'stored'));
  const stand = new RestStand(question);
  const created = stand.create(podOf(name));
  const before = stand.stored(name)?.metadata.resourceVersion;
  const outcome = stand.update(podOf(name, {}, nodeName));
  return {
    facts: {
      resourceVersionUnchanged: stand.stored(name)?.metadata.resourceVersion === before,
      returnsStoredObject: outcome.ok && created.ok && same(plain(outcome), plain(created)),
    },
  };
}

const plain = ({ body }: { readonly body: object }) => JSON.parse(JSON.stringify(body));

/** `now`, `now-1s`, `now+2s`. */
const MOMENT = /^now(?:([+-])(\d+)s)?$/;
/** Any time will do. */
const NOW_MS = 1_600_000_000_000;
const MS_A_SECOND = 1_000;

function marked(question: Question): Answer {
  fieldsOfWhen(question.when).only('op');
  const given = givenOf(question, 'deletionTimestamp', 'generation');
  const generation = given.count('generation', 0);
  const words = given.has('deletionTimestamp') ? given.text('deletionTimestamp') : undefined;
  const [whole, sign, length] = words === undefined ? [''] : (MOMENT.exec(words) ?? []);
  if (whole === undefined) throw new Unsupported(`given.deletionTimestamp: ${words}`);
  const distance = Number(`${sign ?? '+'}${length ?? 0}`) * MS_A_SECOND;
  const set = words === undefined ? {} : { deletionTimestamp: formatTime(NOW_MS + distance) };
  const { metadata } = markAsDeleting(podOf(NAME, { ...set, generation }), [], NOW_MS);
  const away = ((parseTime(metadata.deletionTimestamp ?? '') ?? 0) - NOW_MS) / MS_A_SECOND;
  const side = away > 0 ? `+${away}s` : `${away}s`;
  return {
    facts: {
      deletionTimestamp: away === 0 ? 'now' : `now${side}`,
      deletionGracePeriodSeconds: metadata.deletionGracePeriodSeconds,
      generationIncreased: (metadata.generation ?? 0) > generation,
    },
  };
}
