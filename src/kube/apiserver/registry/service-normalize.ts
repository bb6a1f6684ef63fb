/**
 * What a client means by fields that it left out.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/service/storage/storage.go (normalizeClusterIPs,
 *             patchAllocatedValues)
 */
import type { ServiceSpec } from '../../api/objects';
import {
  needsClusterIP,
  needsHealthCheck,
  needsNodePort,
  nodePortsOf,
  type SpecDraft,
  sameList,
} from './strategies/service-fields';

/** Keeps clusterIP and clusterIPs in step. @param before the stored Service; absent on create. */
export function normalizeClusterIPs(draft: SpecDraft, before: ServiceSpec | undefined): void {
  const { clusterIP = '' } = draft;
  if (!before) {
    if (clusterIP !== '' && draft.clusterIPs.length === 0) draft.clusterIPs = [clusterIP];
    return;
  }
  const { clusterIP: was = '', clusterIPs: list = [] } = before;
  if (list.length > 0 && draft.clusterIPs.length === 0 && was === clusterIP) {
    draft.clusterIPs = [...list];
  }
  if (was === clusterIP || !sameList(list, draft.clusterIPs)) return;
  draft.clusterIPs = was !== '' && clusterIP === '' ? [] : [clusterIP];
}

/** Values of the stored Service that the client did not repeat. */
export function patchAllocatedValues(draft: SpecDraft, before: ServiceSpec): void {
  if (needsClusterIP(before) && needsClusterIP(draft)) {
    draft.clusterIP ||= before.clusterIP;
    if (draft.clusterIPs.length === 0) draft.clusterIPs = [...(before.clusterIPs ?? [])];
  }
  if (needsNodePort(before) && needsNodePort(draft)) patchNodePorts(draft, before);
  if (needsHealthCheck(before) && needsHealthCheck(draft)) {
    draft.healthCheckNodePort ||= before.healthCheckNodePort;
  }
}

/** By name: anything else about a port may have changed. */
function patchNodePorts(draft: SpecDraft, before: ServiceSpec): void {
  const given = nodePortsOf(draft);
  const used = new Set(nodePortsOf(before).filter((port) => given.includes(port)));
  const known = new Map((before.ports ?? []).map(({ name = '', nodePort }) => [name, nodePort]));
  for (const port of draft.ports) {
    const old = known.get(port.name ?? '');
    if (!port.nodePort && old && !used.has(old)) port.nodePort = old;
  }
}
