/**
 * How long a client leaves a server alone that fails or is overloaded; by host and port.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/rest/urlbackoff.go,
 *             rest/client.go (readExpBackoffConfig)
 */
import { type SimDuration, type SimTime, seconds } from '#base';
import { ItemBackoff } from './item-backoff';

const TOO_MANY_REQUESTS = 429;
/** Source: maxResponseCode. */
const LAST_CLIENT_ERROR = 499;
const WHOLE_NUMBER = /^[+-]?\d+$/;
/** `https://10.0.0.11:6443/api` as host and port. */
const HOST = /^(?:[a-z]+:\/\/)?([^/?#]+)/i;

export interface URLBackoffOptions {
  readonly now: () => SimTime;
  readonly initial: SimDuration;
  readonly max: SimDuration;
}

class CallClock {
  readonly #read: () => SimTime;

  constructor(read: () => SimTime) {
    this.#read = read;
  }

  get now(): SimTime {
    return this.#read();
  }
}

export class URLBackoff {
  readonly #backoff: ItemBackoff;
  readonly #now: () => SimTime;

  constructor({ now, initial, max }: URLBackoffOptions) {
    this.#now = now;
    this.#backoff = new ItemBackoff({ clock: new CallClock(now), initial, max });
  }

  /** What an attempt came to. @param code 0 where no answer came. */
  update(url: string, code: number): void {
    const host = hostOf(url);
    if (code > LAST_CLIENT_ERROR || code === TOO_MANY_REQUESTS) {
      this.#backoff.next(host, this.#now());
    } else this.#backoff.reset(host);
  }

  calculate(url: string): SimDuration {
    return this.#backoff.get(hostOf(url));
  }
}

const hostOf = (url: string): string => HOST.exec(url)?.[1] ?? '';

/**
 * What makes a back-off for each request of a component; undefined where its environment asks for
 * none.
 */
export function backoffOfEnv(
  env: Readonly<Record<string, string>>,
  now: () => SimTime,
): (() => URLBackoff) | undefined {
  const [initial, max] = [env.KUBE_CLIENT_BACKOFF_BASE, env.KUBE_CLIENT_BACKOFF_DURATION].map(
    (text = '') => (WHOLE_NUMBER.test(text) ? seconds(Number(text)) : undefined),
  );
  if (initial === undefined || max === undefined) return undefined;
  return () => new URLBackoff({ now, initial, max });
}
