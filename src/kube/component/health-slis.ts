/**
 * `/metrics/slis`: what the checks of the health endpoints found last, and how often.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/component-base/metrics/prometheus/slis
 *             (metrics.go, routes.go), metrics/features (ComponentSLIs); its PRs 118986 and, for
 *             what is stable, the enhancement 3466
 * Simplified  nothing resets the figures
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

interface Metric {
  readonly name: string;
  readonly type: string;
  readonly help: string;
}

const LAST: Metric = {
  name: 'kubernetes_healthcheck',
  type: 'gauge',
  help: 'This metric records the result of a single healthcheck.',
};
const TOTALS: Metric = {
  name: 'kubernetes_healthchecks_total',
  type: 'counter',
  help: 'This metric records the results of all healthcheck.',
};

/** How stable both are. */
function levelIn(profile: Profile): string {
  if (profileWithin(profile, '1.29')) return 'STABLE';
  return profileWithin(profile, '1.28') ? 'BETA' : 'ALPHA';
}

/** A metric in Prometheus's format of text; none that has no value. */
function lines(
  { name, type, help, level }: Metric & { readonly level: string },
  values: ReadonlyMap<string, number>,
): readonly string[] {
  if (values.size === 0) return [];
  const each = [...values].sort(byKey).map(([labels, value]) => `${name}{${labels}} ${value}\n`);
  return [`# HELP ${name} [${level}] ${help}\n`, `# TYPE ${name} ${type}\n`, ...each];
}

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
  body(profile: Profile): string {
    const level = levelIn(profile);
    return [
      ...lines({ ...LAST, level }, this.#last),
      ...lines({ ...TOTALS, level }, this.#totals),
    ].join('');
  }
}
