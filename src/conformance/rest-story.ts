/** Steps of a case against one registry, in words, and what each one came to, in words. */
import { millis, type SimDuration, seconds } from '#base';
import type { Outcome } from '#kube';
import { type Answer, type Question, Unsupported } from './adapter';
import type { Json } from './case';
import { Fields, fieldsOfWhen } from './read-fields';
import { graceful, podOf, RestStand } from './rest-stand';

/** `allowCreateOnUpdate; Update foo with denying create admission`. */
const ALLOWING = /^(?:(allowCreateOnUpdate|forbid create-on-update); )?(.+)$/;
const STEP = /^(Create|Update|Delete|Get) ([a-z][a-z0-9-]*)(?: again)?(?: with (.+)| \((.+)\))?$/;
/** How a step is done. */
const DENYING = /^denying (?:(create|update|delete) )?admission$/;
const VERSION = /^resourceVersion (\d+)$/;
const GRACE = /^gracePeriodSeconds=(-?\d+)$/;
const POLICY = /^propagationPolicy=(\w+)$/;
const OTHER_SPEC = 'other spec';
const OPERATIONS = ['CREATE', 'UPDATE', 'DELETE'] as const;
const BEING_DELETED = 'object is being deleted:';

/** What one step says. */
interface Step {
  readonly verb: string;
  readonly name: string;
  readonly denied: readonly (typeof OPERATIONS)[number][];
  readonly resourceVersion: string | undefined;
  readonly gracePeriodSeconds: number | undefined;
  readonly propagationPolicy: string | undefined;
  readonly otherSpec: boolean;
}

/** Of a pod that is stored at the beginning: its name, and the word for its version. */
const STORED = /^pod ([a-z][a-z0-9-]*)(?: at (\w+))?$/;

export function storedPod(given: Fields): { readonly name: string; readonly word: string } {
  const text = given.text('stored');
  const [, name, word = ''] = STORED.exec(text) ?? [];
  if (name === undefined) throw new Unsupported(`given.stored: ${text}`);
  return { name, word };
}

export function restSequence(question: Question): Answer {
  const { given } = question;
  if ('watchCache' in given) return waitingList(question);
  const inputs = new Fields(given, 'given').only('deleteStrategy', 'stored');
  const kind = inputs.text('deleteStrategy', 'default');
  if (kind !== 'graceful' && kind !== 'default') throw new Unsupported(`deleteStrategy: ${kind}`);
  const strategy = kind === 'graceful' ? { gracePeriodSeconds: graceful } : {};
  const stand = new RestStand(question, { strategy });
  if (inputs.has('stored')) stand.create(podOf(storedPod(inputs).name));
  let deletes = 0;
  stand.store.hooks = {
    // biome-ignore lint/correctness/useYield: it waits for nothing.
    *afterDelete() {
      deletes += 1;
    },
  };
  const steps = fieldsOfWhen(question.when).only('sequence').texts('sequence');
  const results = steps.map((text) => {
    const before = deletes;
    const step = stepOf(stand, text);
    const outcome = perform(stand, step);
    return wordsOf(stand, step, outcome, deletes > before);
  });
  return { facts: { results } };
}

function stepOf({ strategy }: RestStand, text: string): Step {
  const [, allow, rest = ''] = ALLOWING.exec(text) ?? [];
  const [, verb, name, how, aside] = STEP.exec(rest) ?? [];
  if (verb === undefined) throw new Unsupported(`when.sequence: ${text}`);
  if (allow !== undefined) strategy.allowCreateOnUpdate = allow === 'allowCreateOnUpdate';
  const words = how ?? aside ?? '';
  const denying = DENYING.exec(words);
  const only = OPERATIONS.find((operation) => operation === denying?.[1]?.toUpperCase());
  const step = {
    ...{ verb, name, resourceVersion: VERSION.exec(words)?.[1] },
    denied: denying ? (only ? [only] : OPERATIONS) : [],
    gracePeriodSeconds: GRACE.test(words) ? Number(GRACE.exec(words)?.[1]) : undefined,
    propagationPolicy: POLICY.exec(words)?.[1],
    otherSpec: words === OTHER_SPEC,
  };
  const understood =
    words === '' || step.otherSpec || [DENYING, VERSION, GRACE, POLICY].some((f) => f.test(words));
  if (!understood) throw new Unsupported(`when.sequence: ${text}`);
  return step;
}

function perform(stand: RestStand, step: Step): Outcome {
  const { verb, name, resourceVersion, gracePeriodSeconds, propagationPolicy } = step;
  stand.denied.clear();
  for (const operation of step.denied) stand.denied.add(operation);
  const more = resourceVersion === undefined ? {} : { resourceVersion };
  const pod = podOf(name, more, step.otherSpec ? 'machine2' : undefined);
  if (verb === 'Create') return stand.create(pod);
  if (verb === 'Update') return stand.update(pod);
  if (verb === 'Delete') return stand.delete(name, { gracePeriodSeconds, propagationPolicy });
  return stand.get(name);
}

function wordsOf(stand: RestStand, { verb, name }: Step, outcome: Outcome, told: boolean): string {
  const heard = `AfterDelete ${told ? '' : 'not '}called`;
  if (!outcome.ok) {
    const { reason, message = '' } = outcome.status;
    const said = message.startsWith(BEING_DELETED);
    const start = said ? ` whose message starts with "${BEING_DELETED}"` : '';
    const words = `${reason ?? 'error'}${start}`;
    return verb === 'Delete' ? `${words}, ${heard}` : words;
  }
  if (verb === 'Update' && outcome.code === 201) return 'created';
  if (verb !== 'Delete') return 'ok';
  if (stand.stored(name)) return 'ok (still stored)';
  return `deleted immediately, ${heard}`;
}

const LIST = /^List(?: resourceVersion=(?:(\d+)|([a-z]\w*)(?:\+(\d+))?))?$/;
const LATER = /^(\d+(?:\.\d+)?) s later: create pod ([a-z][a-z0-9-]*)$/;
/** Longest wait for the answer. Source: the time-out of the source's own test. */
const PATIENCE = seconds(30);
const MOMENT = millis(1);

/** A list that may have to wait for what a later step makes. */
function waitingList(question: Question): Answer {
  const given = new Fields(question.given, 'given').only('stored', 'watchCache');
  const { name, word } = storedPod(given);
  const stand = new RestStand(question, { watchCache: given.flag('watchCache') });
  const made = stand.create(podOf(name));
  const revision = made.ok ? made.version : 0;
  const steps = fieldsOfWhen(question.when).only('sequence').list('sequence');
  const [first, ...others] = steps;
  const version = listVersion(first, word, revision);
  const answer = stand.list(version);
  let answeredEarly = false;
  for (const step of others) {
    const [, length, later] = LATER.exec(String(step)) ?? [];
    if (later === undefined) throw new Unsupported(`when.sequence: ${JSON.stringify(step)}`);
    stand.rig.advance(Math.round(Number(length) * seconds(1)) as SimDuration);
    answeredEarly ||= answer.items !== undefined;
    stand.create(podOf(later));
  }
  for (let left = PATIENCE; left > 0 && answer.items === undefined; ) {
    stand.rig.advance(MOMENT);
    left = (left - MOMENT) as SimDuration;
  }
  const answered = answer.items !== undefined;
  return {
    facts: {
      listBlocksUntilCreate: answered && !answeredEarly,
      items: answer.items?.length ?? null,
    },
  };
}

function listVersion(step: Json | undefined, word: string, revision: number): string {
  const [whole, number, named, more] = LIST.exec(String(step)) ?? [];
  if (whole === undefined || (named !== undefined && named !== word)) {
    throw new Unsupported(`when.sequence: ${JSON.stringify(step)}`);
  }
  if (number !== undefined) return number;
  return named === undefined ? '' : String(revision + Number(more ?? 0));
}
