import type { ApiResource } from '../../../api/objects';
import { FLOW_SCHEMAS, type FlowControlVersion, PRIORITY_LEVELS } from '../../../api/resources';
import type { Switches } from '../../../profile';

/** The version in which the server speaks to itself. */
export function flowControlVersion(switches: Switches): FlowControlVersion {
  if (switches.flowcontrolV1) return 'v1';
  return switches.flowcontrolV1beta3 ? 'v1beta3' : 'v1beta2';
}

/** The kinds of flow control in that version: the shared informers have both. */
export function flowControlKinds(switches: Switches): readonly [ApiResource, ApiResource] {
  const version = flowControlVersion(switches);
  return [FLOW_SCHEMAS[version], PRIORITY_LEVELS[version]];
}
