/**
 * Puts a cluster together: the network, etcd, the API servers and kubectl, in one simulation.
 */
import { hostAddressOf, type SimTime } from '#base';
import { type DurationRange, Network, type Process, type ProcessSpec, Simulation } from '#kernel';
import {
  type ApiServerOptions,
  apiServerProcess,
  type HookBodies,
  HookFaults,
  storedValue,
} from './apiserver';
import { RpcRestClient } from './client/rpc-rest-client';
import type { ComponentBoot, ComponentPlace } from './component/component';
import { Etcd } from './etcd';
import { type InitialData, initialKeys } from './initial-keys';
import { KUBECTL, Kubectl } from './kubectl/kubectl';
import { kubectlUserAgent, type Profile } from './profile';
import { randomUuid } from './random-uuid';
import { StaticPod } from './static-pods';
import type { EtcdControls, KubectlCommands, KubectlLines, World } from './steps';

/** Name of the store's process. */
export const ETCD = 'etcd';
const SECOND_US = 1_000_000;

export interface ServerPlan {
  readonly name: string;
  /** undefined: it waits for a step. */
  readonly startAt: SimTime | undefined;
  readonly options: ApiServerOptions;
}

/** A component that is a client of API servers. */
export interface ComponentPlan extends ComponentPlace {
  readonly name: string;
  /** undefined: it waits for a step. */
  readonly startAt: SimTime | undefined;
  readonly boot: ComponentBoot;
  /** Where it serves by default. */
  readonly port?: number;
}

export interface ClusterPlan extends InitialData {
  readonly seed: number;
  /** Of clients that are no processes of the document, such as kubectl. */
  readonly profile: Profile;
  readonly maxRecords: number;
  /** Whether a kubelet starts again what has exited. */
  readonly restarts: boolean;
  readonly startDelay: DurationRange;
  readonly etcdLatency: DurationRange;
  readonly quotaBytes: number;
  readonly networkLatency: DurationRange;
  readonly lossPerMillion: number;
  readonly apiServers: readonly ServerPlan[];
  readonly components: readonly ComponentPlan[];
  readonly hookBodies: HookBodies;
  /** What carries out commands such as `apply`, where the timeline has some. */
  readonly commands?: KubectlCommands | undefined;
  /** What carries out lines of the console, where the timeline has some. */
  readonly lines?: KubectlLines | undefined;
}

export class Cluster {
  readonly sim: Simulation;
  readonly network: Network;
  readonly etcd: Etcd;
  /** What steps of the timeline can reach. */
  readonly world: World;

  constructor(plan: ClusterPlan) {
    const { seed, epochMs, maxRecords } = plan;
    this.sim = new Simulation({ seed, epochMs, maxRecords });
    const { networkLatency: latency, lossPerMillion } = plan;
    this.network = new Network(this.sim, { latency, lossPerMillion });
    const uids = this.sim.random('objects/uid');
    this.etcd = new Etcd(this.network, {
      name: ETCD,
      requestLatency: plan.etcdLatency,
      quotaBackendBytes: plan.quotaBytes,
      initial: initialKeys(plan, () => randomUuid((min, max) => uids.int(min, max))),
    });
    const hookFaults = new HookFaults();
    for (const [index, server] of plan.apiServers.entries()) {
      this.#addServer(server, plan, { hookFaults, hostAddress: hostAddressOf(index) });
    }
    for (const component of plan.components) this.#addComponent(component, plan);
    const kubectl = this.#kubectl(plan);
    this.world = {
      sim: this.sim,
      network: this.network,
      etcd: etcdControls(this.etcd),
      kubectl: (command) => kubectl.run(command),
      kubectlLine: (line) => kubectl.runLine(line),
      setHookFault: (process, hook, fault) => hookFaults.set(process, hook, fault),
    };
    this.sim.schedule(this.sim.now, () => this.etcd.process.start());
  }

  #addServer(
    server: ServerPlan,
    { startDelay, hookBodies, restarts }: ClusterPlan,
    machine: ServerMachine,
  ): void {
    const { name, options, startAt } = server;
    const parts = { name, options, etcd: ETCD, startDelay, hookBodies };
    const spec = apiServerProcess({ ...parts, ...machine });
    this.#startLater(this.#addProcess(spec, restarts), startAt);
  }

  #addProcess(spec: ProcessSpec, restarts: boolean): Process {
    const process = this.network.addProcess(spec);
    if (restarts) new StaticPod(process);
    return process;
  }

  #addComponent(component: ComponentPlan, { startDelay, restarts }: ClusterPlan): void {
    const { name, startAt, boot, ...place } = component;
    const spec = {
      name,
      startDelay,
      boot: (process: Process) => boot(process, place),
    };
    this.#startLater(this.#addProcess(spec, restarts), startAt);
  }

  #startLater(process: Process, startAt: SimTime | undefined): void {
    if (startAt === undefined) return;
    if (startAt === 0) {
      this.sim.schedule(startAt, () => process.start());
      return;
    }
    const timer = { name: `start ${process.name}`, phase: 'armed', firesAt: startAt };
    const armed = this.sim.recorder.write('timer', 'scenario', null, timer);
    this.sim.schedule(startAt, () => process.start(), undefined, armed);
  }

  #kubectl({ profile, apiServers, components, commands, lines }: ClusterPlan): Kubectl {
    const userAgent = kubectlUserAgent(profile);
    const addresses = new Map(components.map(({ name, port }) => [name, `${name}:${port}`]));
    return new Kubectl({
      network: this.network,
      profile,
      servedBy: (server) =>
        apiServers.find(({ name }) => name === server)?.options.profile ?? profile,
      commands,
      lines,
      servers: apiServers.map(({ name }) => name),
      components: [...addresses.keys()],
      clientFor: (process: Process, server, user) => {
        const address = addresses.get(server);
        return new RpcRestClient({ process, actor: KUBECTL, server, address, user, userAgent });
      },
    });
  }
}

interface ServerMachine {
  readonly hookFaults: HookFaults;
  readonly hostAddress: string;
}

function etcdControls(etcd: Etcd): EtcdControls {
  const { sim } = etcd.process;
  /** Says in the trace why a step on the store did nothing. */
  const report = (refusal: string | undefined) => {
    if (refusal === undefined) return;
    sim.write('log', 'scenario', { level: 'warning', message: `${ETCD}: ${refusal}` });
  };
  return {
    put: (key, value, ttl) =>
      report(
        etcd.put(key, storedValue(key, value), ttl === undefined ? 0 : Math.ceil(ttl / SECOND_US)),
      ),
    drop: (key) => report(etcd.drop(key)),
    outage: () => {
      const fault = etcd.outage('silent');
      return () => fault.undo();
    },
    slow: (extra) => {
      const fault = etcd.slow(extra);
      return () => fault.undo();
    },
    compact: () => report(etcd.compactNow()),
    defrag: () => report(etcd.defragment()),
    disarm: () => report(etcd.disarm()),
  };
}
