/**
 * The two repair loops of one API server, and whether both have succeeded once.
 *
 * Upstream    kubernetes v1.27 pkg/controlplane/controller.go (Controller.Start), v1.28
 *             pkg/registry/core/rest/storage_core.go (legacyProvider.PostStartHook)
 */
import { EventRecorder } from '../../client/event-recorder';
import { RuntimeErrors } from '../../client/runtime-errors';
import type { ServerContext, ServerPart } from '../server-context';
import { clusterIps } from './cluster-ips';
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
  'process' | 'name' | 'loopback' | 'switches' | 'allocators' | 'options' | 'actor'
>;

export class ServiceRepair {
  readonly #loops: readonly { start(): void; stop(): void }[];
  #waitingFor: number;
  #onFirstSuccess = (): void => {};

  constructor(server: RepairServer) {
    const { allocators, options, process } = server;
    // No address and no port is left to chance here.
    const random = process.random('repair');
    const ips = allocators.ips.map(({ allocator: { cidr }, registry }) => ({ cidr, registry }));
    const ports = { ports: options.serviceNodePortRange, registry: allocators.nodePortRegistry };
    const errors = new RuntimeErrors(process);
    const succeeded = () => this.#succeeded();
    const ipParts = repairParts(server, errors, IP_REPAIR, clusterIps(ips, random));
    const portParts = repairParts(server, errors, PORT_REPAIR, nodePorts(ports, random));
    this.#loops = [new RepairLoop(ipParts, succeeded), new RepairLoop(portParts, succeeded)];
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

/** What a loop of this server works with. */
export function repairParts<T extends string | number>(
  { process, name, loopback, switches, actor }: RepairServer,
  errors: RuntimeErrors,
  controller: string,
  subject: RepairSubject<T>,
): RepairParts<T> {
  const path = actor(controller);
  const recorder = new EventRecorder({
    process,
    actor: path,
    client: loopback,
    switches,
    reportingController: controller,
    hostname: name,
  });
  const quiet: RepairParts<T>['quiet'] = new Set();
  return { process, actor: path, client: loopback, recorder, errors, subject, switches, quiet };
}

/** One for each life. */
export const serviceRepairPart: ServerPart<ServiceRepair> = {
  name: 'service-repair',
  make: (server) => new ServiceRepair(server),
};
