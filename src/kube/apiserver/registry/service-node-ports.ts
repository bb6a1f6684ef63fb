/**
 * The node ports of a Service, and the port of its health check.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/service/storage/alloc.go (initNodePorts,
 *             updateNodePorts, allocHealthCheckNodePort, updateHealthCheckNodePort)
 */
import type { Procedure } from '#kernel';
import { invalid } from '../../api/field-error';
import type { ServiceSpec, Status } from '../../api/objects';
import { newInternalError, newInvalid, newUnknownError } from '../../api/status';
import type { AllocationError } from '../allocators/allocation-error';
import type { PortOperation } from '../allocators/port-operation';
import { SERVICE_KIND } from './service-work';
import {
  needsHealthCheck,
  needsNodePort,
  nodePortsOf,
  type SpecDraft,
} from './strategies/service-fields';

type Port = SpecDraft['ports'][number];

/** The Service whose ports these are, and what is done for it. */
export interface PortWork {
  readonly name: string;
  readonly operation: PortOperation;
}

/** Ports of a new Service. @returns why it cannot have them. */
export function* allocNodePorts(work: PortWork, draft: SpecDraft): Procedure<Status | undefined> {
  if (needsNodePort(draft)) {
    const refused = yield* initNodePorts(work, draft);
    if (refused) return refused;
  }
  return needsHealthCheck(draft) ? yield* allocHealthCheckNodePort(work, draft) : undefined;
}

/** Entries with the same `port` share a number, unless each names its own. */
function* initNodePorts(work: PortWork, draft: SpecDraft): Procedure<Status | undefined> {
  const shared = new Map<number, number>();
  for (const [index, port] of draft.ports.entries()) {
    if (!port.nodePort && !shouldAllocate(draft)) continue;
    const known = shared.get(port.port);
    if (known === undefined) {
      const requested = requestedFor(port, draft);
      const refused = requested ? yield* take(work, index, requested) : yield* takeNext(work, port);
      if (refused) return refused;
      if (requested) port.nodePort = requested;
      shared.set(port.port, port.nodePort as number);
    } else if (!port.nodePort) port.nodePort = known;
    else if (port.nodePort !== known) {
      const refused = yield* take(work, index, port.nodePort);
      if (refused) return refused;
    }
  }
  return undefined;
}

/** Upstream: findRequestedNodePort. */
const requestedFor = ({ port }: Port, draft: SpecDraft): number | undefined =>
  draft.ports.find((other) => other.port === port && other.nodePort)?.nodePort;

/** Upstream: shouldAllocateNodePorts. */
const shouldAllocate = ({ type, allocateLoadBalancerNodePorts }: ServiceSpec): boolean =>
  type === 'NodePort' || (type === 'LoadBalancer' && allocateLoadBalancerNodePorts !== false);

function* take({ name, operation }: PortWork, index: number, port: number) {
  const error = yield* operation.allocate(port);
  if (!error) return undefined;
  const fault = invalid(`spec.ports[${index}].nodePort`, port, error.message);
  return newInvalid(SERVICE_KIND, name, [fault]);
}

function* takeNext({ operation }: PortWork, port: Port): Procedure<Status | undefined> {
  const next = yield* operation.allocateNext();
  if (!next.ok) return newInternalError(`failed to allocate a nodePort: ${next.error.message}`);
  port.nodePort = next.value;
  return undefined;
}

function* allocHealthCheckNodePort(
  { operation }: PortWork,
  draft: SpecDraft,
): Procedure<Status | undefined> {
  const { healthCheckNodePort: port = 0 } = draft;
  if (port !== 0) {
    const error = yield* operation.allocate(port);
    const what = `failed to allocate requested HealthCheck NodePort ${port}`;
    return error && healthCheckFailed(what, error);
  }
  const next = yield* operation.allocateNext();
  if (!next.ok) return healthCheckFailed('failed to allocate a HealthCheck NodePort 0', next.error);
  draft.healthCheckNodePort = next.value;
  return undefined;
}

const healthCheckFailed = (what: string, { message }: AllocationError): Status =>
  newInternalError(`${what}: ${message}`);

/** Ports of a changed Service. @returns why it cannot have them. Upstream: txnUpdateNodePorts. */
export function* changeNodePorts(
  work: PortWork,
  draft: SpecDraft,
  before: ServiceSpec,
): Procedure<Status | undefined> {
  const { operation } = work;
  if (needsNodePort(before) && !needsNodePort(draft)) {
    for (const port of nodePortsOf(before)) operation.releaseDeferred(port);
  }
  if (needsNodePort(draft)) {
    const refused = yield* updateNodePorts(work, draft, before);
    if (refused) return refused;
  }
  const [needed, needs] = [needsHealthCheck(before), needsHealthCheck(draft)];
  if (!needed && needs) return yield* allocHealthCheckNodePort(work, draft);
  if (needed && !needs) operation.releaseDeferred(before.healthCheckNodePort ?? 0);
  return undefined;
}

function* updateNodePorts(
  work: PortWork,
  draft: SpecDraft,
  before: ServiceSpec,
): Procedure<Status | undefined> {
  const old = nodePortsOf(before);
  const allocated = new Set<number>();
  const seen = new Set<string>();
  for (const [index, port] of draft.ports.entries()) {
    if (!port.nodePort && !shouldAllocate(draft)) continue;
    if (!port.nodePort) {
      const refused = yield* takeNext(work, port);
      if (refused) return refused;
    } else if (!old.includes(port.nodePort) && !allocated.has(port.nodePort)) {
      const refused = yield* take(work, index, port.nodePort);
      if (refused) return refused;
      allocated.add(port.nodePort);
    }
    const pair = `{${port.protocol} ${port.nodePort}}`;
    if (seen.has(pair)) return newUnknownError(`duplicate nodePort: ${pair}`);
    seen.add(pair);
  }
  const kept = nodePortsOf(draft);
  for (const port of old) if (!kept.includes(port)) work.operation.releaseDeferred(port);
  return undefined;
}
