/** The kinds that hold what the control plane says of itself, in the order of upstream's groups. */
import type { Strategy } from '../strategy';
import { apiServiceStrategy } from './api-service';
import { configMapStrategy } from './config-map';
import { crdStrategy } from './custom-resource-definition';
import { FLOW_CONTROL_STRATEGIES } from './flow-control';
import { priorityClassStrategy } from './priority-class';
import { RBAC_STRATEGIES } from './rbac';

export const CONTROL_PLANE_STRATEGIES: readonly Strategy[] = [
  crdStrategy,
  configMapStrategy,
  ...RBAC_STRATEGIES,
  priorityClassStrategy,
  ...FLOW_CONTROL_STRATEGIES,
  apiServiceStrategy,
];
