/** What the allocators have counted, in the words of the cases. */
import type { AllocatorMetrics } from '#kube';
import { Unsupported } from './adapter';
import { isObject, type Json } from './case';
import { same } from './comparators';
import { type Facts, Shown } from './facts';

/** Counters by the label of their range. */
type ByRange = Readonly<Record<string, AllocatorMetrics>>;

/** Allocations and errors are summed over both scopes. */
const countersOf = (metrics: AllocatorMetrics): Json => ({
  available: metrics.available,
  allocated: metrics.allocated,
  allocations: metrics.allocations.static + metrics.allocations.dynamic,
  errors: metrics.errors.static + metrics.errors.dynamic,
});

class MetricsFact extends Shown {
  readonly #counters: Readonly<Record<string, Json>>;
  readonly #before: MetricsFact | undefined;

  constructor(counters: Readonly<Record<string, Json>>, before?: MetricsFact) {
    super();
    this.#counters = counters;
    this.#before = before;
  }

  /** The same, with what was counted before. */
  since(before: MetricsFact): MetricsFact {
    return new MetricsFact(this.#counters, before);
  }

  /** By range where the case names ranges, else of the one that there is. */
  show(want: Json | undefined): Json {
    const counters = this.#counters;
    if (typeof want === 'string') {
      const unchanged = this.#before !== undefined && same(this.#before.#counters, counters);
      return unchanged ? 'unchanged' : 'changed';
    }
    const ranges = Object.keys(counters);
    const named = isObject(want) ? Object.keys(want).filter((key) => ranges.includes(key)) : [];
    if (named.length > 0) return Object.fromEntries(named.map((range) => [range, counters[range]]));
    if (ranges.length !== 1) throw new Unsupported('counters of several ranges, and none is named');
    return counters[ranges[0]];
  }
}

export const metricsFact = (metrics: ByRange): MetricsFact =>
  new MetricsFact(
    Object.fromEntries(Object.entries(metrics).map(([range, each]) => [range, countersOf(each)])),
  );

/** `allocation_total{scope=dynamic}` and the like, over all ranges. */
export function sumOfMetrics(metrics: ByRange): Facts {
  const all = Object.values(metrics);
  const sum = (of: (each: AllocatorMetrics) => number) =>
    all.reduce((total, each) => total + of(each), 0);
  const facts: Record<string, number> = {};
  for (const scope of ['static', 'dynamic'] as const) {
    facts[`allocation_total{scope=${scope}}`] = sum(({ allocations }) => allocations[scope]);
    facts[`allocation_errors_total{scope=${scope}}`] = sum(({ errors }) => errors[scope]);
  }
  return facts;
}
