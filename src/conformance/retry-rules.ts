/** What a client decides about a retry, without a request: waits, reasons, errors told together. */
import { asTime, parseGoDuration, seconds } from '#base';
import { URLBackoff, WithRetry, wrapPreviousError } from '#kube';
import { Unsupported } from './adapter';
import type { Facts } from './facts';
import { type Fields, isHttpCode, textsOf } from './read-fields';
import { ContainingFact } from './step-outcome';
import { DescribedFact, DurationFact, durationIn } from './time-facts';

export const MOST_RETRIES = 100;

function backoffIn(inputs: Fields): URLBackoff {
  const [initial, max] = [durationIn(inputs, 'initial'), durationIn(inputs, 'max')];
  return new URLBackoff({ now: () => asTime(seconds(1)), initial, max });
}

const SOME_URL = 'https://10.0.0.11:6443/api';
const BOUND = /^listed \+ ([\w.]+)$/;

export function backoffByCode(inputs: Fields): Facts {
  inputs.only('initial', 'max', 'responseCodes');
  const backoff = backoffIn(inputs);
  const read = () => backoff.calculate(SOME_URL) / seconds(1);
  const lengths = inputs.list('responseCodes').map((code) => {
    if (!isHttpCode(code)) throw new Unsupported('given.responseCodes: expected codes');
    const before = read();
    backoff.update(SOME_URL, code);
    return before;
  });
  const last = read();
  return {
    backoffSecondsAtLeast: lengths,
    // What is listed is what was read, so that any room above it is more than enough.
    upperBound: new DescribedFact(
      Math.max(...lengths),
      (words) => parseGoDuration(BOUND.exec(words)?.[1] ?? '') !== undefined,
    ),
    finalBackoff: new DescribedFact(last, (words) =>
      last > 0 ? words === 'non-zero' : words === 'zero',
    ),
  };
}

export function backoffOf(url: string, inputs: Fields): Facts {
  inputs.only('initial', 'max', 'recorded');
  const backoff = backoffIn(inputs);
  for (const each of inputs.list('recorded')) {
    const [recorded, code] = Array.isArray(each) ? each : [];
    if (typeof recorded !== 'string' || !URL.test(recorded) || !isHttpCode(code)) {
      throw new Unsupported('given.recorded: expected pairs of an address and a code');
    }
    backoff.update(recorded, code);
  }
  return { backoff: new DurationFact(backoff.calculate(url)) };
}

const URL = /^https?:\/\/\S+$/;
const URL_ERROR = /^[A-Z]+ https?:\/\/\S+?: (.+)$/;

export function wrapped(inputs: Fields): Facts {
  const { previousError: previous } = textsOf(
    inputs.only('previousError', 'currentError'),
    'previousError',
  );
  if (!inputs.has('currentError')) {
    return { error: null, wrapped: false, messageContains: null };
  }
  const current = inputs.text('currentError');
  const text = wrapPreviousError(
    current,
    previous === undefined ? undefined : { text: previous, inner: URL_ERROR.exec(previous)?.[1] },
  );
  const isCurrent = (words: string) => words === 'current error' && text.startsWith(current);
  return {
    error: new DescribedFact(text, isCurrent),
    wrapped: text !== current,
    messageContains: text === current ? null : new ContainingFact(text),
  };
}

const RETRYABLE = /^(.+) \((always |never |not |non-)?retryable\)$/;
const NOT: ReadonlySet<string> = new Set(['never ', 'not ', 'non-']);

export function nextRetries(inputs: Fields, count: number): Facts {
  inputs.only('maxRetries', 'response', 'error');
  const retry = new WithRetry(inputs.count('maxRetries', undefined, MOST_RETRIES));
  const attempted = attemptedIn(inputs);
  const retries: boolean[] = [];
  const retryAfter: (Facts | null)[] = [];
  for (let left = count; left > 0; left -= 1) {
    retries.push(retry.isNextRetry(attempted));
    const { wait, ...rest } = retry.retryAfter;
    // Before anything was attempted it says nothing.
    if (rest.attempt === 0) retryAfter.push(null);
    else
      retryAfter.push({ ...rest, ...(wait === undefined ? {} : { wait: new DurationFact(wait) }) });
  }
  return { retry: retries, retryAfter };
}

function attemptedIn(inputs: Fields): Parameters<WithRetry['isNextRetry']>[0] {
  if (inputs.has('error')) {
    const said = inputs.text('error');
    const [, text, how = ''] = RETRYABLE.exec(said) ?? [];
    // An error that may be retried says so.
    if (text === undefined) return { error: { text: said }, retryable: false };
    return { error: { text }, retryable: !NOT.has(how) };
  }
  if (!inputs.has('response')) return undefined;
  const response = inputs.inside('response').only('status', 'headers');
  const headers = response.has('headers') ? response.inside('headers') : undefined;
  const entries = headers?.names.map((name) => [name, headers.text(name)] as const) ?? [];
  return { code: response.httpCode('status'), headers: Object.fromEntries(entries) };
}
