/**
 * The kinds that the API server stores. The order is that of upstream's groups: core, coordination,
 * discovery, events; then what the control plane says of itself, and networking.
 */
import { SERVICE_CIDR_VERSIONS } from '../../../api/resources';
import type { IpFamily } from '../../allocators/ip-range';
import type { Strategy } from '../strategy';
import { CONTROL_PLANE_STRATEGIES } from './control-plane-kinds';
import { endpointsStrategy } from './endpoints';
import { endpointsliceStrategy } from './endpointslice';
import { eventStrategy, eventsV1Strategy } from './event';
import { ipAddressStrategy } from './ip-address';
import { leaseStrategy } from './lease';
import { namespaceStrategy } from './namespace';
import { serviceStrategy } from './service';
import { serviceCIDRStrategy } from './service-cidr';

export interface StrategyOptions {
  /** --event-ttl, whole seconds. */
  readonly eventTtlSeconds: number;
  /** Of the first Service range. */
  readonly primaryFamily: IpFamily;
}

export const strategies = (options: StrategyOptions): readonly Strategy[] => [
  namespaceStrategy,
  serviceStrategy(options.primaryFamily),
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
