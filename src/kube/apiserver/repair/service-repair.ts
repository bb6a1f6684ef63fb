/**
 * The two repair loops of one API server, and whether both have succeeded once.
 *
 * Upstream    kubernetes v1.27 pkg/controlplane/controller.go (Controller.Start), v1.28 and v1.33
 *             pkg/registry/core/rest/storage_core.go (legacyProvider.PostStartHook)
 */
import { EventRecorder } from '../../client/event-recorder';
import { RuntimeErrors } from '../../client/runtime-errors';
import type { ServerContext, ServerPart } from '../server-context';
import { clusterIps } from './cluster-ips';
import { RepairIpLoop } from './ip-addresses/repair-ip-loop';
import { nodePorts } from './node-ports';
import { RepairLoop } from './repair-loop';
import type { RepairParts } from './repair-parts';
import type { RepairSubject } from './repair-subject';

/** Names of the loops in Events. Source: NewRepair of both packages. */
export const IP_REPAIR = 'ipallocator-repair-controller';
export const PORT_REPAIR = 'portallocator-repair-controller';

/** What the loops need of their server. */
export type RepairServer = Pick<
  ServerContext,
  'process' | 'name' | 'loopback' | 'switches' | 'allocators' | 'options' | 'actor' | 'informers'
>;

export class ServiceRepair {
  readonly #loops: readonly { start(): void; stop(): void }[];
  #waitingFor: number;
  #onFirstSuccess = (): void => {};

  constructor(server: RepairServer) {
    const { allocators, options, process } = server;
    const succeeded = () => this.#succeeded();
    // No address and no port is left to chance here.
    const random = process.random('repair');
    const ports = { ports: options.serviceNodePortRange, registry: allocators.nodePortRegistry };
    const errors = new RuntimeErrors(process);
    const portParts = repairParts(server, errors, PORT_REPAIR, nodePorts(ports, random));
    const ofPorts = new RepairLoop(portParts, succeeded);
    this.#loops = [ipLoop(server, errors, succeeded), ofPorts];
    this.#waitingFor = this.#loops.length;
  }

  /** @param onFirstSuccess told once, when both loops have had a run without an error. */
  start(onFirstSuccess: () => void): void {
    this.#onFirstSuccess = onFirstSuccess;
    for (const loop of this.#loops) loop.start();
  }

  stop(): void {
    for (const loop of this.#loops) loop.stop();
  }

  #succeeded(): void {
    this.#waitingFor -= 1;
    if (this.#waitingFor === 0) this.#onFirstSuccess();
  }
}

/** The loop of ClusterIPs: over bitmaps, or over IPAddresses. */
function ipLoop(server: RepairServer, errors: RuntimeErrors, succeeded: () => void) {
  const { allocators, process, informers, actor } = server;
  const { cidrs } = allocators;
  if (cidrs) {
    const recorder = recorderOf(server, IP_REPAIR);
    const parts = { process, actor: actor(IP_REPAIR), cidrs, informers, recorder, errors };
    return new RepairIpLoop(parts, succeeded);
  }
  const ips = allocators.ips.map(({ allocator: { cidr }, registry }) => ({ cidr, registry }));
  const subject = clusterIps(ips, process.random('repair'));
  return new RepairLoop(repairParts(server, errors, IP_REPAIR, subject), succeeded);
}

/** What a loop of this server works with. */
export function repairParts<T extends string | number>(
  server: RepairServer,
  errors: RuntimeErrors,
  controller: string,
  subject: RepairSubject<T>,
): RepairParts<T> {
  const { process, loopback, switches, actor } = server;
  const recorder = recorderOf(server, controller);
  const quiet: RepairParts<T>['quiet'] = new Set();
  const path = actor(controller);
  return { process, actor: path, client: loopback, recorder, errors, subject, switches, quiet };
}

function recorderOf(
  { process, name, loopback, switches, actor }: RepairServer,
  controller: string,
): EventRecorder {
  return new EventRecorder({
    process,
    actor: actor(controller),
    client: loopback,
    switches,
    reportingController: controller,
    hostname: name,
  });
}

/** One for each life. */
export const serviceRepairPart: ServerPart<ServiceRepair> = {
  name: 'service-repair',
  make: (server) => new ServiceRepair(server),
};
