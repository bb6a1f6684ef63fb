/**
 * `/metrics/slis`: what the checks of the health endpoints found last, and how often.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/component-base/metrics/prometheus/slis
 *             (metrics.go, routes.go), metrics/features (ComponentSLIs)
 * Simplified  a metric has no lines of HELP and TYPE; nothing resets them
 */
import { compareText } from '#base';
import { type Profile, profileWithin } from '../profile';
import { gateOn } from './gate-flag';

export const SLIS_PATH = '/metrics/slis';
const GATE = 'ComponentSLIs';
/** Alpha and beta; the gate is locked once it is general. */
const SINCE: Profile = '1.26';
const BY_DEFAULT: Profile = '1.27';

/** Whether a process serves the path. @param gates that are given, booleans or their text. */
export function servesSlis(
  profile: Profile,
  gates: ReadonlyMap<string, boolean | string>,
): boolean {
  const given = gates.get(GATE);
  const on = given === undefined ? profileWithin(profile, BY_DEFAULT) : gateOn(String(given));
  return on && profileWithin(profile, SINCE);
}

const byKey = ([a]: readonly [string, number], [b]: readonly [string, number]) => compareText(a, b);

/** The figures of one process. */
export class HealthSlis {
  readonly #last = new Map<string, number>();
  readonly #totals = new Map<string, number>();

  /** @param type of endpoint, such as `readyz`. Upstream: ObserveHealthcheck. */
  observe(name: string, type: string, healthy: boolean): void {
    const status = healthy ? 'success' : 'error';
    const total = `name=${JSON.stringify(name)},status="${status}",type="${type}"`;
    this.#last.set(`name=${JSON.stringify(name)},type="${type}"`, +healthy);
    this.#totals.set(total, (this.#totals.get(total) ?? 0) + 1);
  }

  /** The body, which is empty before the first check. */
  body(): string {
    const lines = (metric: string, values: ReadonlyMap<string, number>) =>
      [...values].sort(byKey).map(([labels, value]) => `${metric}{${labels}} ${value}\n`);
    return [
      ...lines('kubernetes_healthcheck', this.#last),
      ...lines('kubernetes_healthchecks_total', this.#totals),
    ].join('');
  }
}
