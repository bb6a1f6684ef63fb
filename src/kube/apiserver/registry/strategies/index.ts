/**
 * The kinds that the API server stores. Those with a strategy of their own stand first; the others
 * are what the table of resources and the rules of their kind say.
 */
import { API_RESOURCES, SERVICE_CIDR_VERSIONS } from '../../../api/resources';
import type { Strategy } from '../strategy';
import { CONTROL_PLANE_STRATEGIES } from './control-plane-kinds';
import { endpointsStrategy } from './endpoints';
import { endpointsliceStrategy } from './endpointslice';
import { eventStrategy, eventsV1Strategy } from './event';
import { ipAddressStrategy } from './ip-address';
import { leaseStrategy } from './lease';
import { namespaceStrategy } from './namespace';
import { type AllKindRules, plainStrategy } from './plain';
import { serviceStrategy } from './service';
import { serviceCIDRStrategy } from './service-cidr';

export interface StrategyOptions {
  /** --event-ttl, whole seconds. */
  readonly eventTtlSeconds: number;
  /** Handed in, as they weigh much and few runs need them. */
  readonly kindRules: AllKindRules;
}

/** Those without a strategy of their own, by the rules: they serve every server and run alike. */
const plain = new WeakMap<AllKindRules, readonly Strategy[]>();

function plainStrategies(kindRules: AllKindRules, own: readonly Strategy[]): readonly Strategy[] {
  const made = plain.get(kindRules);
  if (made) return made;
  const known = new Set(own.map(({ of }) => of));
  const others = API_RESOURCES.filter((of) => !known.has(of));
  const fresh = others.map((of) => plainStrategy(of, kindRules[of.kind]));
  plain.set(kindRules, fresh);
  return fresh;
}

export function strategies(options: StrategyOptions): readonly Strategy[] {
  const own: readonly Strategy[] = [
    namespaceStrategy,
    serviceStrategy,
    endpointsStrategy,
    eventStrategy(options.eventTtlSeconds),
    leaseStrategy,
    endpointsliceStrategy,
    eventsV1Strategy(options.eventTtlSeconds),
    ...CONTROL_PLANE_STRATEGIES,
    ...SERVICE_CIDR_VERSIONS.flatMap((version) => [
      serviceCIDRStrategy(version),
      ipAddressStrategy(version),
    ]),
  ];
  return [...own, ...plainStrategies(options.kindRules, own)];
}
