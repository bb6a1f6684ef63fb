/**
 * Clients of one component, each with its own connection and name.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/rest/config.go (AddUserAgent)
 */
import type { SimDuration } from '#base';
import type { Process } from '#kernel';
import { type ClientRate, clientRate } from '../client/rate-limit';
import type { RequestContext } from '../client/request-context';
import { RpcRestClient } from '../client/rpc-rest-client';
import { ThrottledLogger } from '../client/throttled-logger';
import { TokenBucket } from '../client/token-bucket';
import { backoffOfEnv } from '../client/url-backoff';
import { type Profile, userAgent } from '../profile';
import type { Environment, ServerTarget } from './component';

export interface ClientBuilderParts {
  readonly process: Process;
  /** Name of the command. */
  readonly command: string;
  readonly target: ServerTarget;
  readonly profile: Profile;
  readonly env: Environment;
  /** Of each client. */
  readonly rate: ClientRate;
}

export interface ClientWishes {
  /** What the user agent ends with; absent: it has no such end. */
  readonly suffix?: string;
  readonly timeout?: SimDuration;
  readonly context?: RequestContext;
  /** Whom it acts as, where that is not the component itself. */
  readonly user?: string;
  readonly rate?: ClientRate;
}

export class ClientBuilder {
  readonly #parts: ClientBuilderParts;
  /** One for all clients. Upstream: globalThrottledLogger. */
  readonly #throttled = new ThrottledLogger();

  constructor(parts: ClientBuilderParts) {
    this.#parts = parts;
  }

  client({ suffix, timeout, context, user, ...wishes }: ClientWishes): RpcRestClient {
    const { process, command, target, profile, env } = this.#parts;
    const { server, others, address, route } = target;
    const rate = clientRate(wishes.rate ?? this.#parts.rate);
    const now = () => process.ownTime();
    const agent = userAgent(command, profile);
    return new RpcRestClient({
      process,
      actor: `${process.name}/client`,
      ...{ server, others, address, route },
      user: user ?? target.user ?? `system:${command}`,
      userAgent: suffix === undefined ? agent : `${agent}/${suffix}`,
      timeout,
      context,
      backoff: backoffOfEnv(env, now),
      limiter: rate && new TokenBucket({ ...rate, now }),
      throttled: this.#throttled,
    });
  }
}
