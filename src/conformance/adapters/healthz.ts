/**
 * Area `healthz`: checks in words, such as `bad (error "this will fail")`, and requests to the
 * endpoints that they are installed at.
 */
import { asTime, seconds } from '#base';
import {
  checkerNames,
  delayedHealthCheck,
  formatQuoted,
  getExcludedChecks,
  type HealthChecker,
  HealthEndpoints,
  handleCheck,
  handleRootHealth,
  informerSyncCheck,
  installedChecks,
  logCheck,
  NOT_FOUND,
  pathsOf,
  pingCheck,
  postStartHookCheck,
  type TextAnswer,
} from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import type { Json } from '../case';
import { ErrorFact, SetFact } from '../facts';
import { Fields, opAlone } from '../read-fields';
import { Rig } from '../rig';

export const healthzAdapter: AreaAdapter = {
  area: 'healthz',
  calls: {
    excludedChecks: ({ given, when }) => {
      opAlone(when);
      const url = new Fields(given, 'given').only('url').text('url');
      return { facts: { set: new SetFact([...getExcludedChecks(url)]) } };
    },
    checkerNames: ({ given, when }) => {
      opAlone(when);
      const checks = describedChecks(new Fields(given, 'given').only('checks'));
      return { facts: { names: checkerNames(checks) } };
    },
    formatQuoted: ({ given, when }) => {
      opAlone(when);
      const names = new Fields(given, 'given').only('names').texts('names');
      return { facts: { text: formatQuoted(names) } };
    },
    'check informer-sync': ({ given, when }) => {
      opAlone(when);
      const informers = new Fields(given, 'given').only('informers').inside('informers');
      const notSynced = informers.names.filter((name) => !informers.flag(name));
      return { facts: { error: new ErrorFact(informerSyncCheck(() => notSynced).check()) } };
    },
    request: oneRequest,
    requests: countedRequests,
    sequence: (question) =>
      'graceSeconds' in question.given ? delayedCheck(question) : untilReady(question),
  },
};

const ERROR = /^error "(.*)"$/s;

/** `NAME`, `NAME (ok)` or `NAME (error "TEXT")`. */
function describedCheck(words: string): HealthChecker {
  const [, name = words, state = 'ok'] = /^(\S+) \((.*)\)$/s.exec(words) ?? [];
  const error = ERROR.exec(state)?.[1];
  if (error !== undefined) return { name, check: () => error };
  if (state !== 'ok' || /\s/.test(name)) throw new Unsupported(`check ${words}: not understood`);
  const own = [pingCheck, logCheck].find((check) => check.name === name);
  return own ?? { name, check: () => undefined };
}

export const describedChecks = (given: Fields, field = 'checks'): readonly HealthChecker[] =>
  given.texts(field, []).map(describedCheck);

/** The path and query of `GET /healthz?verbose`. */
function urlOf(request: string): string {
  const url = /^GET (\/\S*)$/.exec(request)?.[1];
  if (url === undefined) throw new Unsupported(`request ${request}: not understood`);
  return url;
}

/** Where the checks are installed when a case does not say it. */
const PATHS = ['/healthz', '/livez', '/readyz'];

function oneRequest({ given, when }: Question): Answer {
  const inputs = new Fields(given, 'given').only('path', 'handlers', 'checks');
  const checks = describedChecks(inputs);
  const handlers = inputs.has('path') ? [inputs.text('path')] : inputs.texts('handlers', PATHS);
  const url = urlOf(new Fields(when, 'when').only('request').text('request'));
  const { status, contentType, body } = answerOf(handlers, checks, url);
  return { facts: { status, contentType, body } };
}

/** The answer at one of the paths that the checks are installed at. */
function answerOf(
  handlers: readonly string[],
  checks: readonly HealthChecker[],
  url: string,
): TextAnswer {
  const [path] = url.split('?');
  for (const handler of handlers) {
    const index = pathsOf(handler, checks).indexOf(path);
    if (index === 0) {
      const [, endpoint] = handler.split('/');
      return handleRootHealth(endpoint, installedChecks(checks), url).answer;
    }
    if (index > 0) return handleCheck(installedChecks(checks)[index - 1]);
  }
  return NOT_FOUND;
}

/** The endpoints of a server with these checks on each of them. */
function endpointsOf(
  { switches }: Question,
  checks: readonly HealthChecker[],
  firstReady: () => void,
): HealthEndpoints {
  const { process } = new Rig({ switches });
  return new HealthEndpoints({
    process,
    actor: `${process.name}/health`,
    checks: { healthz: checks, livez: checks, readyz: checks },
    probers: new Map(),
    firstReady,
  });
}

function get(endpoints: HealthEndpoints, request: string): TextAnswer {
  const [path, query = ''] = urlOf(request).split('?');
  const answers: TextAnswer[] = [];
  const known = endpoints.answer(path, query, (answer) => answers.push(answer));
  return known ? answers[0] : NOT_FOUND;
}

function countedRequests(question: Question): Answer {
  const inputs = new Fields(question.given, 'given').only('path', 'handlers', 'checks');
  const other = inputs.texts('handlers', PATHS).find((path) => !PATHS.includes(path));
  if (other !== undefined) throw new Unsupported(`given.handlers: no handler of ${other}`);
  const endpoints = endpointsOf(question, describedChecks(inputs), () => {});
  const requests = new Fields(question.when, 'when').only('requests').texts('requests');
  const answers = requests.map((request) => get(endpoints, request));
  // The counters of a metric have no order.
  const counters = endpoints.requests.values().map((counter) => ({ ...counter }));
  return {
    facts: {
      'metric apiserver_request_total': new SetFact(counters),
      statuses: answers.map(({ status }) => status),
    },
  };
}

/** A check under a grace period, asked at instants in seconds. */
function delayedCheck({ given, when }: Question): Answer {
  const inputs = new Fields(given, 'given').only('check', 'graceSeconds', 'clockStart');
  const timeOf = (at: number) => asTime(seconds(at));
  let now = timeOf(inputs.atLeast('clockStart', 0, 0));
  let hookDone = false;
  const check = delayedHealthCheck(
    bootSequenceCheck(inputs.text('check'), () => hookDone),
    { now: () => now, addedAt: now, grace: seconds(inputs.atLeast('graceSeconds', 0)) },
  );
  const steps = new Fields(when, 'when').only('sequence').list('sequence');
  const errors = steps.map((step) => {
    const fields = new Fields(step, 'when.sequence[]').only('at', 'hookDone');
    now = timeOf(fields.atLeast('at', 0));
    hookDone ||= fields.flag('hookDone', false);
    return new ErrorFact(check.check());
  });
  return { facts: { errors } };
}

/** `poststarthook/NAME`, the name and `not finished` being left out at will, or any check. */
function bootSequenceCheck(words: string, done: () => boolean): HealthChecker {
  const hook = /^poststarthook(?:\/(\S+))?(?: not finished)?$/.exec(words);
  return hook ? postStartHookCheck(hook[1] ?? 'hook', done) : describedCheck(words);
}

const CLOSE = 'close channel';
const UNTIL_CLOSED = 'fails until a channel is closed';

/** GETs and the closing of a channel, and how often the server has told that it is ready. */
function untilReady(question: Question): Answer {
  const words = new Fields(question.given, 'given').only('check').text('check');
  let closed = false;
  let calls = 0;
  const check: HealthChecker =
    words === UNTIL_CLOSED
      ? { name: 'channel', check: () => (closed ? undefined : 'the channel is open') }
      : describedCheck(words);
  const endpoints = endpointsOf(question, [check], () => {
    calls += 1;
  });
  const statuses: Json[] = [];
  const hasBeenReadyCalls: Json[] = [];
  for (const step of new Fields(question.when, 'when').only('sequence').texts('sequence')) {
    if (step === CLOSE) closed = true;
    else {
      statuses.push(get(endpoints, step).status);
      hasBeenReadyCalls.push(calls);
    }
  }
  return { facts: { statuses, hasBeenReadyCalls } };
}
