/** Area `client-errors`: what an error is, what it says of waiting, what an answer stands for. */
import {
  isErrorKind,
  isErrorOf,
  newGenericServerResponse,
  newServerTimeout,
  newTimeoutError,
  newTooManyRequests,
  type Status,
  suggestsClientDelay,
  transformResponse,
} from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import { isObject, type Json } from '../case';
import { stepsOf } from '../queue-stand';
import { Fields } from '../read-fields';
import { statusOfReason } from '../status-reasons';

export const clientErrorsAdapter: AreaAdapter = { area: 'client-errors', calls: { list } };

const PODS = { group: '', resource: 'pods' };
const UNKNOWN = '(unknown)';

function list({ given, when }: Question): Answer {
  const inputs = new Fields(given, 'given');
  const steps = stepsOf(when);
  const op = steps[0]?.text('op');
  if (op === 'predicate') return predicates(inputs.only('predicate').text('predicate'), steps);
  if (steps.length > 1) throw new Unsupported('when: expected one step');
  steps[0]?.only('op');
  if (op === 'suggestsClientDelay') return delay(inputs.only('error').text('error'));
  const kind = /^is(\w+)$/.exec(op ?? '')?.[1];
  if (kind !== undefined) return { facts: { result: isKind(kind, errorIn(inputs)) } };
  if (op === 'transform response' || op === 'error of the result') return answer(inputs);
  throw new Unsupported(`op ${op}`);
}

/** Predicates whose name is not that of their reason. */
const REASONS: Readonly<Record<string, string>> = {
  MethodNotSupported: 'MethodNotAllowed',
  RequestEntityTooLargeError: 'RequestEntityTooLarge',
  ResourceExpired: 'Expired',
};

function isKind(predicate: string, fields: Fields): boolean {
  const kind = Object.hasOwn(REASONS, predicate) ? REASONS[predicate] : predicate;
  // A wrapped error is unwrapped; here an error is what it is.
  fields.only('wrapped', 'reason', 'code').flag('wrapped', false);
  if (!isErrorKind(kind)) throw new Unsupported(`no kind of error: ${kind}`);
  const reason = fields.text('reason', '');
  return isErrorOf(kind, {
    reason: reason === UNKNOWN ? '' : reason,
    code: fields.count('code', 0),
  });
}

/** No error is an error of no kind. */
const errorIn = (inputs: Fields): Fields =>
  inputs.has('error') ? inputs.inside('error') : new Fields({}, 'error');

function predicates(kind: string, steps: readonly Fields[]): Answer {
  const results = steps.map((step) => isKind(kind, step.only('op', 'status').inside('status')));
  return { facts: { results } };
}

const DELAYED = /^(.+?)(?:, retryAfter (\d+))?$/;
const GENERIC = /^generic (\d+) response$/;

function delay(words: string): Answer {
  const [, what = '', after = '0'] = DELAYED.exec(words) ?? [];
  const seconds = suggestsClientDelay(errorOf(what, Number(after)));
  return { facts: { seconds: seconds ?? 0, suggests: seconds !== undefined } };
}

function errorOf(what: string, retryAfterSeconds: number): Status {
  const code = Number(GENERIC.exec(what)?.[1] ?? Number.NaN);
  if (what === 'TooManyRequests') return newTooManyRequests('doing nothing', retryAfterSeconds);
  if (what === 'ServerTimeout') return newServerTimeout(PODS, 'doing', retryAfterSeconds);
  if (what === 'Timeout') return newTimeoutError('test reason', retryAfterSeconds);
  // Errors of other reasons carry no time.
  const other = retryAfterSeconds === 0 ? statusOfReason(what, PODS, 'foo') : undefined;
  if (other) return other;
  if (Number.isNaN(code)) throw new Unsupported(`given.error: ${what}`);
  const asked = { method: 'GET', of: PODS, name: 'foo', serverMessage: 'doing' };
  return newGenericServerResponse({ ...asked, code, retryAfterSeconds });
}

const UNEXPECTED = 'UnexpectedServerResponse';

function answer(inputs: Fields): Answer {
  inputs.only('method', 'status', 'body');
  const said = inputs.text('method', 'any');
  const method = said === 'any' ? 'GET' : said;
  const body = bodyOf(inputs.text('body', 'empty'));
  const asked = { method, of: undefined, name: '' };
  const status = transformResponse(inputs.httpCode('status'), body, asked);
  const { reason = '', details } = status;
  const unexpectedServerError = details?.causes?.some((cause) => cause.reason === UNEXPECTED);
  return {
    facts: {
      reason,
      unexpectedServerError: unexpectedServerError ?? false,
      error: wordsOf(status, body),
    },
  };
}

function bodyOf(text: string): Json {
  if (text === 'empty') return '';
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

/** What the error is and where it comes from. */
function wordsOf(status: Status, body: Json): string {
  const { reason, code } = status;
  if (!isObject(body)) return String(reason);
  if (body.kind === undefined) return `${reason} (kind is not assumed)`;
  if ((status as unknown) !== body) return `${reason} (body ignored)`;
  const assumed = body.apiVersion === undefined ? ' (apiVersion v1 assumed)' : '';
  return `Status code ${code} from the body${assumed}`;
}
