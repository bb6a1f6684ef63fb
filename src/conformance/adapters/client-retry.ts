/** Area `client-retry`: which requests are sent again, when, and what the last error tells. */
import { between, seconds } from '#base';
import { errorText, type RestResult } from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import type { Json } from '../case';
import { type Facts, Shown } from '../facts';
import { stepsOf } from '../queue-stand';
import { Fields } from '../read-fields';
import { backoffByCode, backoffOf, MOST_RETRIES, nextRetries, wrapped } from '../retry-rules';
import { RetryStand, type Returned } from '../retry-stand';
import { durationIn } from '../time-facts';

export const clientRetryAdapter: AreaAdapter = { area: 'client-retry', calls: { list } };

const MOST_REQUESTS = 100;
const PREVIOUS = ' - error from a previous attempt: ';
const BACKOFF_OF = /^backoff of (https?:\/\/\S+)$/;

function list({ given, when, switches }: Question): Answer {
  const [step, ...more] = stepsOf(when);
  if (!step || more.length > 0) throw new Unsupported('when: expected one step');
  step.only('op', 'times');
  const op = step.text('op');
  const inputs = new Fields(given, 'given');
  if (op === 'isNextRetry') return { facts: nextRetries(inputs, times(step)) };
  if (op === 'request' && inputs.has('urlBackoff')) {
    return { facts: lifecycle(inputs, times(step), switches) };
  }
  if (step.has('times')) throw new Unsupported('when: times of what is done once');
  if (op === 'wrapPreviousError') return { facts: wrapped(inputs) };
  if (op === 'per code: read backoff, then record the code')
    return { facts: backoffByCode(inputs) };
  const [, url] = BACKOFF_OF.exec(op) ?? [];
  if (url !== undefined) return { facts: backoffOf(url, inputs) };
  if (op === 'request') return { facts: request(inputs, switches) };
  if (op === 'watch') return { facts: watch(inputs, switches) };
  throw new Unsupported(`op ${op}`);
}

const times = (step: Fields): number => step.count('times', 1, MOST_REQUESTS);

const ANSWER = /^(\d{3})(?: with Retry-After: (\d+))?$/;
const ERROR = /^error "?(.+?)"?$/;
const RESET = 'connection reset by peer';
const DEADLINE = 'context deadline exceeded';

function returnedOf(text: string): Returned {
  if (text === 'context canceled') return 'cancelled';
  if (text === RESET) return { error: `read: ${RESET}` };
  if (text === DEADLINE) return { error: DEADLINE };
  const [, code, retryAfter] = ANSWER.exec(text) ?? [];
  if (code !== undefined) return { code: Number(code), retryAfter };
  const [, error] = ERROR.exec(text) ?? [];
  if (error === undefined) throw new Unsupported(`given: the server returns ${text}`);
  return { error };
}

/** So many answers of a kind, and then another for good. */
const FIRST =
  /^(?:first (?:(\w+) answers|answer) |(?:(\w+) answers? |([a-z]+) (?=\d)))?(.+?),? then (.+)$/;
const ALWAYS = /^(?:always|every answer) (.+)$/;
const NUMBERS: Readonly<Record<string, number>> = {
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
};
const EVERY_FAILURE = /^Retry-After: (\d+)$/;

/** What the server returns to each attempt. */
function scriptOf(inputs: Fields): (attempt: number) => Returned | undefined {
  if (inputs.has('server')) {
    const words = inputs.text('server');
    const [, always] = ALWAYS.exec(words) ?? [];
    if (always !== undefined) return () => returnedOf(always);
    const [, several, plain, named, first, then] = FIRST.exec(words) ?? [];
    const count = several ?? plain ?? named ?? 'one';
    const times = NUMBERS[count] ?? (/^\d{1,2}$/.test(count) ? Number(count) : undefined);
    if (first === undefined || times === undefined) throw new Unsupported(`given.server: ${words}`);
    const answers = [returnedOf(first), returnedOf(then)];
    return (attempt) => answers[attempt <= times ? 0 : 1];
  }
  const returned = inputs.texts('serverReturns').map(returnedOf);
  if (!inputs.has('everyFailureHas')) return (attempt) => returned[attempt - 1];
  const [, retryAfter] = EVERY_FAILURE.exec(inputs.text('everyFailureHas')) ?? [];
  if (retryAfter === undefined) throw new Unsupported('given.everyFailureHas: expected a header');
  return (attempt) => {
    const each = returned[attempt - 1];
    const failed = typeof each === 'object' && 'code' in each && each.code !== 200;
    return failed ? { ...each, retryAfter } : each;
  };
}

const optionsOf = (inputs: Fields) => ({
  script: scriptOf(inputs),
  maxRetries: inputs.has('maxRetries')
    ? Math.min(Math.max(inputs.whole('maxRetries'), 0), MOST_RETRIES)
    : undefined,
});

function request(inputs: Fields, switches: Question['switches']): Facts {
  inputs.only(
    'verb',
    'maxRetries',
    'serverReturns',
    'call',
    'bodyBytes',
    'everyFailureHas',
    'server',
  );
  const stand = new RetryStand({ switches, ...optionsOf(inputs) });
  const object = { ...NAMED, data: { all: 'x'.repeat(inputs.count('bodyBytes', 0, 1 << 16)) } };
  const result = ask(stand, inputs, object);
  const [error, previous = null] = result.ok ? [undefined] : errorText(result).split(PREVIOUS);
  const reason = result.ok ? undefined : result.status?.reason;
  const whole = JSON.stringify(object);
  return {
    attempts: stand.attempts,
    responseBodiesClosed: stand.closed,
    requestBodyRewinds: stand.rewinds,
    backoffSleeps: stand.backoff.sleeps,
    everyAttemptSendsWholeBody: stand.bodies.every((body) => JSON.stringify(body) === whole),
    error: inputs.has('server') ? error !== undefined : new RequestErrorFact(error, reason),
    previousAttemptErrorInMessage: previous,
  };
}

const NAMED = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'foo', namespace: 'default' },
};

function ask(stand: RetryStand, inputs: Fields, object: typeof NAMED): RestResult<unknown> {
  const verb = inputs.text('verb', 'GET');
  const call = inputs.text('call', 'Do');
  if (verb === 'POST' && call === 'Do') return stand.create(object);
  if (verb === 'PUT' && call === 'Do') return stand.update(object);
  if (verb === 'DELETE' && call === 'Do') return stand.delete();
  if (verb !== 'GET' || inputs.has('bodyBytes')) throw new Unsupported(`${call} of ${verb}`);
  if (call === 'Do') return stand.do();
  if (call === 'Stream') return stand.stream();
  if (call === 'Watch') return stand.watch().result;
  throw new Unsupported(`given.call: ${call}`);
}

/** An error of which a case says how it ends, or its reason. */
class RequestErrorFact extends Shown {
  readonly #text: string | undefined;
  readonly #reason: string | undefined;

  constructor(text: string | undefined, reason: string | undefined) {
    super();
    this.#text = text;
    this.#reason = reason;
  }

  show(want: Json | undefined): Json {
    const text = this.#text;
    if (text === undefined) return null;
    if (typeof want !== 'string') return text;
    return want === this.#reason || text.endsWith(`: ${want}`) ? want : text;
  }
}

function watch(inputs: Fields, switches: Question['switches']): Facts {
  inputs.only('maxRetries', 'serverReturns');
  const stand = new RetryStand({ switches, ...optionsOf(inputs) });
  const { result, ended } = stand.watch();
  const reason = result.ok ? undefined : result.status?.reason;
  const came = result.ok ? (ended ? 'empty watch, no error' : 'watch') : (reason ?? 'error');
  return { attempts: stand.attempts, result: came };
}

const EVERY_REQUEST = /^(\d{3}) for every request(?: except (.+) \((\d{3})\))?$/;
const ORDINAL = /(\d+)(?:st|nd|rd|th)/g;

/** The code of the answer to the nth request, from 1. */
function codeOf(words: string): (nth: number) => number {
  const [, code, exceptions, other] = EVERY_REQUEST.exec(words) ?? [];
  const others = [...(exceptions ?? '').matchAll(ORDINAL)].map(([, nth]) => Number(nth));
  if (code === undefined || (exceptions !== undefined && others.length === 0)) {
    throw new Unsupported('given.server: expected the answers');
  }
  return (nth) => Number(others.includes(nth) ? other : code);
}

/** Requests one after another that share their back-off. */
function lifecycle(inputs: Fields, count: number, switches: Question['switches']): Facts {
  inputs.only('urlBackoff', 'server');
  const lengths = inputs.inside('urlBackoff').only('initial', 'max', 'clock');
  lengths.said('clock', 'fake');
  const code = codeOf(inputs.text('server'));
  const stand = new RetryStand({
    ...{ switches, maxRetries: undefined },
    script: (nth) => ({ code: code(nth), retryAfter: undefined }),
    backoff: { initial: durationIn(lengths, 'initial'), max: durationIn(lengths, 'max') },
  });
  const backoffBeforeRequestSeconds = Array.from({ length: count }, (_, index) => {
    const began = stand.now;
    stand.do();
    return between(began, stand.sentAt[index]) / seconds(1);
  });
  return { backoffBeforeRequestSeconds };
}
