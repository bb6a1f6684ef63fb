/**
 * What the callers of a component may: some paths and the group system:masters always, of the rest
 * an API server is asked.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver pkg/server/options/authorization.go,
 *             pkg/authorization (path, union), pkg/util/webhook (WithExponentialBackoff),
 *             plugin/pkg/authorizer/webhook/webhook.go
 */
import type { SimDuration, SimTime } from '#base';
import { after, millis } from '#base';
import type { CallFields, Procedure } from '#kernel';
import { isErrorOf } from '../api/error-types';
import { goQuote } from '../api/field-error';
import type { ApiResource, KubeObject, Status } from '../api/objects';
import { apiVersionOf } from '../api/resources';
import { suggestsClientDelay } from '../api/status';
import { groupsOf, isMaster } from '../api/users';
import { errorText, type RestClient, type RestResult } from '../client/rest-client';
import { onError } from '../client/retry';
import { type DelegatingParts, delegatedClient } from './delegated-config';

const NO_KUBECONFIG =
  'No authorization-kubeconfig provided, ' +
  "so SubjectAccessReview of authorization tokens won't work.";
const REVIEWS: ApiResource = {
  ...{ group: 'authorization.k8s.io', version: 'v1', resource: 'subjectaccessreviews' },
  ...{ kind: 'SubjectAccessReview', namespaced: false },
};

/** Source: DefaultAuthWebhookRetryBackoff. */
const REVIEW_BACKOFF = { duration: millis(500), factor: 1.5, jitter: 0.2, steps: 5 };

/** Upstream: webhook.DefaultShouldRetry. */
export function worthAnotherTry(result: RestResult<unknown>): boolean {
  if (result.ok) return false;
  const { status } = result;
  if (!status) return isConnectionReset(errorText(result));
  return TRANSIENT.some((type) => isErrorOf(type, status)) || asksToWait(status);
}

const TRANSIENT = ['InternalError', 'Timeout', 'TooManyRequests'] as const;
const asksToWait = (status: Status): boolean => suggestsClientDelay(status) !== undefined;
const isConnectionReset = (text: string): boolean => text.includes('connection reset by peer');

/** What was found; `error` where it could not be found out. */
export interface Decision {
  readonly allowed: boolean;
  readonly reason: string;
  readonly error?: string;
}

const ALLOWED: Decision = { allowed: true, reason: '' };

type PathMatcher = (path: string) => boolean;

/** Upstream: path.NewAuthorizer. @returns an error's words for what is no pattern. */
export function alwaysAllowedPaths(patterns: readonly string[]): PathMatcher | string {
  const bare = patterns.map((pattern) => pattern.replace(/^\//, ''));
  const broken = bare.find((pattern) => pattern.slice(0, -1).includes('*'));
  if (broken !== undefined) return `only trailing * allowed in ${goQuote(broken)}`;
  return (path) => {
    const asked = path.replace(/^\//, '');
    return bare.some((pattern) =>
      pattern.endsWith('*') ? asked.startsWith(pattern.slice(0, -1)) : asked === pattern,
    );
  };
}

export class DelegatedAuthorization {
  readonly #parts: DelegatingParts;
  readonly #cache = new Map<string, { readonly until: SimTime; readonly decision: Decision }>();
  #client: RestClient | undefined;
  #always: PathMatcher = () => false;

  constructor(parts: DelegatingParts) {
    this.#parts = parts;
  }

  /** @returns with what words the command ends; "" when it does not. */
  applyTo(): string {
    const { process, actor, flag } = this.#parts;
    const found = delegatedClient(this.#parts, 'authorization');
    if (!found.ok) return `failed to get delegated authorization kubeconfig: ${found.message}`;
    this.#client = found.client;
    const always = alwaysAllowedPaths(flag('authorization-always-allow-paths') as string[]);
    if (typeof always === 'string') return always;
    this.#always = always;
    if (!found.client) process.log(actor, 'warning', NO_KUBECONFIG);
    return '';
  }

  /** @param fields of the request, with the user that its caller counts as. */
  *authorize(fields: CallFields): Procedure<Decision> {
    if (isMaster(fields.user)) return ALLOWED;
    const isPath = fields.resource === '';
    if (isPath && this.#always(fields.name.split('?')[0])) return ALLOWED;
    if (!this.#client) return { allowed: false, reason: '' };
    const spec = specOf(fields);
    const key = JSON.stringify(spec);
    const known = this.#cache.get(key);
    const { process } = this.#parts;
    if (known && process.ownTime() < known.until) return known.decision;
    const decision = yield* review(this.#parts, this.#client, spec);
    if (decision.error === undefined) {
      const until = after(process.ownTime(), this.#lifetime(decision));
      this.#cache.set(key, { until, decision });
    }
    return decision;
  }

  #lifetime({ allowed }: Decision): SimDuration {
    const which = allowed ? 'authorized' : 'unauthorized';
    return this.#parts.flag(`authorization-webhook-cache-${which}-ttl`) as SimDuration;
  }
}

function specOf({ user, verb, ...target }: CallFields): object {
  const groups = groupsOf(user);
  const { group, version, resource, subresource, namespace, name } = target;
  if (resource === '') {
    return { user, groups, nonResourceAttributes: { path: name.split('?')[0], verb } };
  }
  const resourceAttributes = { namespace, verb, group, version, resource, subresource, name };
  return { user, groups, resourceAttributes };
}

/** Asks an API server, and again where it could not answer. Upstream: Authorize. */
export function* review(
  { process, actor }: Pick<DelegatingParts, 'process' | 'actor'>,
  client: Pick<RestClient, 'create'>,
  spec: object,
): Procedure<Decision> {
  const { kind } = REVIEWS;
  const asked = { kind, apiVersion: apiVersionOf(REVIEWS), metadata: {}, spec };
  const retrier = { process, actor, backoff: REVIEW_BACKOFF, retriable: worthAnotherTry };
  const answer = yield* onError(retrier, () => client.create(REVIEWS, asked as KubeObject));
  if (answer.ok) {
    const { status = {} } = answer.object as { status?: { allowed?: boolean; reason?: string } };
    return { allowed: status.allowed === true, reason: status.reason ?? '' };
  }
  const error = errorText(answer);
  process.log(actor, 'error', `Failed to make webhook authorizer request: ${error}`);
  return { allowed: false, reason: '', error };
}
