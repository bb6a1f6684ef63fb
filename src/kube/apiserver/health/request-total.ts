/**
 * The counter of health requests.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/endpoints/metrics/metrics.go
 */

export interface RequestTotal {
  readonly code: string;
  readonly component: string;
  readonly dry_run: string;
  readonly group: string;
  readonly resource: string;
  readonly scope: string;
  readonly subresource: string;
  readonly verb: string;
  readonly version: string;
  readonly value: number;
}

/** `apiserver_request_total`, as far as the health endpoints feed it. */
export class RequestCounter {
  readonly #counts = new Map<string, number>();

  /** Counts one GET. @param path of the endpoint, such as `/readyz`. */
  count(path: string, code: number): void {
    const key = `${path} ${code}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  /** In order of first use. */
  values(): readonly RequestTotal[] {
    return [...this.#counts].map(([key, value]) => {
      const [subresource, code] = key.split(' ');
      const none = { component: '', dry_run: '', group: '', resource: '', scope: '', version: '' };
      return { ...none, code, subresource, verb: 'GET', value };
    });
  }
}
