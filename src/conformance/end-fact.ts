/** Ends of requests to a server that stops, in the words that cases have for them. */
import { type RestResult, withRetryAfter } from '#kube';
import type { Json } from './case';
import { type Fact, Shown } from './facts';

/**
 * How a request ended, in the words of the case: a status, or what the client saw. Headers and text
 * of a refusal are those of the filter; the model's answers carry a Status only.
 */
export class EndFact extends Shown {
  readonly #result: RestResult<unknown> | undefined;

  constructor(result: RestResult<unknown> | undefined) {
    super();
    this.#result = result;
  }

  show(want: Json | undefined): Json {
    const words = this.#words();
    if (typeof want === 'string' && words.includes(want)) return want;
    const { status } = this;
    if (status === 0) return words[0] ?? 'no answer yet';
    if (typeof want !== 'object' || want === null) return status;
    const refusal = withRetryAfter({ notAccepting: true, path: '/', userAgent: 'client' });
    const refused = status === refusal?.status ? refusal : undefined;
    const parts: Readonly<Record<string, Json>> = {
      status,
      retryAfter: refused?.headers['Retry-After'] ?? this.#advised(),
      body: refused?.body ?? this.#body(),
    };
    return Object.fromEntries(Object.keys(want).map((name) => [name, parts[name] ?? null]));
  }

  #advised(): string {
    const result = this.#result;
    const advised = result?.ok ? undefined : result?.status?.details?.retryAfterSeconds;
    return advised ? String(advised) : '';
  }

  #body(): string {
    const result = this.#result;
    if (!result?.ok) return result?.status?.message ?? '';
    return typeof result.object === 'string' ? result.object : '';
  }

  get status(): number {
    const result = this.#result;
    if (result?.ok) return result.code;
    return result?.status?.code ?? 0;
  }

  #words(): readonly string[] {
    if (!this.#result) return [];
    if (this.status > 0) return ['gets an answer'];
    const { transport = '' } = this.#result as { readonly transport?: string };
    const refused = transport.includes('connection refused') ? ['connection refused'] : [];
    return [...refused, 'connection error', 'fail', transport];
  }
}

/** Several ends that should be the same. */
export const ends = (results: readonly (RestResult<unknown> | undefined)[]): Fact => {
  const facts = results.map((result) => new EndFact(result));
  const alike = new Set(facts.map((fact) => JSON.stringify(fact.show(''))));
  return alike.size === 1 ? facts[0] : facts;
};
