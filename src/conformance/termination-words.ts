/** What cases of graceful termination say of the server, its hook and the request in flight. */
import { parseGoDuration, type SimDuration, seconds } from '#base';
import { SIGNAL_NAMES, type SignalName } from '#kube';
import { Unsupported } from './adapter';
import type { Fields } from './read-fields';

/** What a pre-shutdown hook does. */
export type HookPlan =
  | { readonly kind: 'blocked'; readonly path: string | undefined }
  | { readonly kind: 'asks'; readonly signal: SignalName; readonly requests: number }
  | { readonly kind: 'takes'; readonly length: SimDuration }
  | { readonly kind: 'ends'; readonly error: string | undefined }
  | { readonly kind: 'never' };

export type RequestPlan =
  | { readonly kind: 'blocked' }
  | { readonly kind: 'open body' }
  | { readonly kind: 'sleeps'; readonly length: SimDuration };

/** --shutdown-delay-duration, where a case waits for its end and says nothing of it. */
const DELAY_SECONDS = 2;
const HIGHEST = 1_000;

const BLOCKED = /^blocked until released(?:, then sends GET (\S+))?$/;
const ASKS = /^waits for (\w+), then sends (\d+) requests one second apart$/;
const TAKES = /^(?:takes|sleeps) ([\d.]+) s$/;
const FAILS = /^(?:fails: |fails with |returns error )(.+)$/;

export const signalOf = (text: string): SignalName | undefined =>
  SIGNAL_NAMES.find((name) => name === text);

/** @returns undefined where there is no hook. */
export function hookPlan(given: Fields): HookPlan | undefined {
  if (!given.has('preShutdownHook')) return undefined;
  const words = given.text('preShutdownHook');
  const blocked = BLOCKED.exec(words);
  if (blocked) return { kind: 'blocked', path: blocked[1] };
  const [, name = '', count = '0'] = ASKS.exec(words) ?? [];
  const signal = signalOf(name);
  if (signal && Number(count) > 0) return { kind: 'asks', signal, requests: Number(count) };
  const [, length] = TAKES.exec(words) ?? [];
  if (length !== undefined) return { kind: 'takes', length: secondsOf(length) };
  const [, error] = FAILS.exec(words) ?? [];
  if (error !== undefined) return { kind: 'ends', error };
  if (words === 'returns at once' || words === 'returns nil') {
    return { kind: 'ends', error: undefined };
  }
  if (words === 'never returns') return { kind: 'never' };
  throw new Unsupported(`given.preShutdownHook: ${words} is not understood`);
}

/** @returns undefined where no request is in flight. */
export function requestPlan(given: Fields): RequestPlan | undefined {
  if (!given.has('inFlightRequest')) return undefined;
  const words = given.text('inFlightRequest');
  const [, length] = /^handler sleeps ([\d.]+) s$/.exec(words) ?? [];
  if (length !== undefined) return { kind: 'sleeps', length: secondsOf(length) };
  if (words === 'one request blocked in its handler') return { kind: 'blocked' };
  if (words === 'POST /api/v1/namespaces whose body is still open') return { kind: 'open body' };
  throw new Unsupported(`given.inFlightRequest: ${words} is not understood`);
}

/** Flags of the server. */
export function terminationFlags(given: Fields, hook: HookPlan | undefined): readonly string[] {
  const waits = hook?.kind === 'blocked' || hook?.kind === 'asks';
  const delay = lengthOf(given, 'shutdownDelayDuration', waits ? DELAY_SECONDS : 0);
  return [
    `--shutdown-send-retry-after=${given.flag('shutdownSendRetryAfter', false)}`,
    `--request-timeout=${lengthOf(given, 'shutdownTimeout', 60)}us`,
    `--shutdown-delay-duration=${delay}us`,
  ];
}

/** Seconds, or a Go duration. */
function lengthOf(given: Fields, key: string, absent: number): SimDuration {
  const value = given.value(key) ?? absent;
  const length =
    typeof value === 'number'
      ? seconds(value)
      : parseGoDuration(typeof value === 'string' ? value : '');
  if (length !== undefined && length >= 0 && length <= seconds(HIGHEST)) return length;
  throw new Unsupported(`given.${key}: expected seconds from 0 to ${HIGHEST}, or a Go duration`);
}

export function secondsOf(text: string): SimDuration {
  const value = Number(text);
  if (value >= 0 && value <= HIGHEST) return seconds(value);
  throw new Unsupported(`${text} s: expected a length from 0 to ${HIGHEST} s`);
}
