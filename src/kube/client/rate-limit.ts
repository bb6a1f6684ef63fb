/**
 * How many requests a client may send.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/client-go/rest/config.go (RESTClientForConfig)
 */

/** Source: DefaultQPS, DefaultBurst. */
const DEFAULT_QPS = 5;
const DEFAULT_BURST = 10;

export interface ClientRate {
  readonly qps: number;
  readonly burst: number;
}

/**
 * 0 stands for the default; a negative rate for no limit, which is undefined.
 * @param own a limit that is there already: it goes before both
 */
export function clientRate({ qps, burst }: ClientRate, own?: ClientRate): ClientRate | undefined {
  if (own) return own;
  if (qps < 0) return undefined;
  return { qps: qps === 0 ? DEFAULT_QPS : qps, burst: burst === 0 ? DEFAULT_BURST : burst };
}
