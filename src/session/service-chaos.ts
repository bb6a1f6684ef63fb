/**
 * Services created, changed and deleted through two API servers, with crashes, cut and slow links
 * and edits past the API thrown in; all drawn from a seed. What is left over is looked at when the
 * repair loops have had their passes in peace.
 */
import { asTime, seconds } from '#base';
import { type RandomStream, RandomStreams } from '#kernel';
import type { Scenario, TimelineStep } from '#protocol';
import { compileScenario } from './compile-scenario';
import { Run } from './run';
import { describeRanges, type KeptAs, type Ranges } from './service-ranges';

const SERVERS = ['kube-apiserver-a', 'kube-apiserver-b'];
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'k', 'm', 'n', 'p'];
/** 30 addresses and 32 ports, so that they meet. */
const FLAGS = ['--service-cluster-ip-range=10.96.0.0/27', '--service-node-port-range=30000-30031'];
const SPECS = '/registry/services/specs/default/';
const IP_KEY = '/registry/ranges/serviceips';
const PORT_KEY = '/registry/ranges/servicenodeports';

/** Seconds. Acts end, faults heal, requests end; then come three passes and a little more. */
const CHAOS = { from: 15, until: 330 };
const QUIET_FROM = 400;
const THREE_PASSES = 3 * 181 + 5;
export const QUIET = QUIET_FROM + THREE_PASSES;
/** Somebody does what the Events say, and three more passes go by. */
export const CLEAN = QUIET + THREE_PASSES + 10;

type Spec = Readonly<Record<string, unknown>>;

export class ServiceChaos {
  readonly seed: number;
  /** Services that are put past the API. */
  readonly rawServices: string[] = [];
  readonly scenario: Scenario;
  readonly run: Run;
  readonly keptAs: KeptAs;
  readonly #random: RandomStream;

  /** @param keptAs what addresses are stored as: bitmaps, or from 1.33 on objects. */
  constructor(seed: number, keptAs: KeptAs = 'bitmaps') {
    this.seed = seed;
    this.keptAs = keptAs;
    this.#random = new RandomStreams(seed).stream('service-chaos');
    const timeline: TimelineStep[] = [];
    for (let at = CHAOS.from; at < CHAOS.until; at += this.#int(1, 9)) {
      timeline.push(...this.#act(at + this.#int(0, 999) / 1_000));
    }
    const apiServers = SERVERS.map((name, index) => ({
      name,
      startAt: `${index * 2}s`,
      flags: [`--advertise-address=10.0.0.${11 + index}`, ...FLAGS],
    }));
    const kubernetes = keptAs === 'objects' ? { kubernetes: '1.33' as const } : {};
    this.scenario = {
      apiVersion: 'kube-orrery/v1',
      kind: 'Scenario',
      metadata: { name: `service-chaos-${seed}` },
      spec: { ...kubernetes, seed, until: `${CLEAN}s`, apiServers, timeline },
    };
    const compiled = compileScenario(this.scenario);
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults));
    this.run = new Run(compiled.value);
  }

  /** Advances to that second. */
  to(second: number): Ranges {
    this.run.cluster.sim.advance(asTime(seconds(second)));
    return describeRanges(this.run.table, this.keptAs);
  }

  /** Does what the Events ask for: recreates, here deletes, Services that stand in the way. */
  deleteServices(names: readonly string[], at: number): void {
    names.forEach((name, index) => {
      const server = SERVERS[index % SERVERS.length];
      const of = { kind: 'Service', namespace: 'default', name };
      this.run.append({ at: `${at + index}s`, server, delete: of } as TimelineStep);
    });
  }

  #int(from: number, to: number): number {
    return this.#random.int(from, to);
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.#int(0, from.length - 1)];
  }

  #act(second: number): readonly TimelineStep[] {
    const at = `${second}s`;
    const server = this.#pick(SERVERS);
    const step = (fields: object): TimelineStep => ({ at, ...fields }) as TimelineStep;
    const drawn = this.#int(0, 99);
    if (drawn < 40) return [step({ server, create: this.#service(this.#pick(NAMES)) })];
    if (drawn < 55) return [step({ server, apply: this.#service(this.#pick(NAMES)) })];
    if (drawn < 72) {
      const of = { kind: 'Service', namespace: 'default', name: this.#pick(NAMES) };
      return [step({ server, delete: of })];
    }
    if (drawn < 80) return this.#restart(second, server);
    if (drawn < 84) return [step({ partition: { between: [server], and: ['etcd'] }, for: '12s' })];
    if (drawn < 88) {
      const add = `${this.#int(50, 900)}ms`;
      return [step({ delay: { between: [server], and: ['etcd'], add }, for: '15s' })];
    }
    if (drawn < 89) return [step({ pause: server, for: '8s' })];
    if (drawn < 91) return [step({ kill: server, for: '4s' })];
    if (drawn < 92) return [step({ drop: { key: SPECS + this.#pick(NAMES) } })];
    if (drawn < 97) return [step({ put: this.#rawService() })];
    return [this.keptAs === 'objects' ? step(this.#rawAddress()) : step({ put: this.#rawRange() })];
  }

  /**
   * A server begins with a repair pass; over a slow link its snapshot is old when it saves, and the
   * other server has been at work meanwhile.
   */
  #restart(second: number, server: string): readonly TimelineStep[] {
    const other = SERVERS.find((name) => name !== server);
    const slow = { delay: { between: [server], and: ['etcd'], add: '250ms' }, for: '9s' };
    const busy = Array.from({ length: 14 }, (_, index) => ({
      at: `${(second + 1 + index * 0.6).toFixed(3)}s`,
      server: other,
      create: this.#service(`${this.#pick(NAMES)}${this.#int(0, 3)}`),
    }));
    const begin = [
      { at: `${second}s`, restart: server },
      { at: `${second}s`, ...slow },
    ];
    return [...begin, ...busy] as unknown as readonly TimelineStep[];
  }

  #service(name: string): object {
    return {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name, namespace: 'default' },
      spec: this.#spec(),
    };
  }

  #spec(): Spec {
    const clusterIP = this.#int(0, 2) > 0 ? this.#address() : undefined;
    const nodePort = this.#int(0, 1) > 0 ? this.#int(30000, 30031) : undefined;
    const ports = [{ port: 80, ...(nodePort === undefined ? {} : { nodePort }) }];
    const common = clusterIP === undefined ? {} : { clusterIP };
    switch (this.#int(0, 3)) {
      case 0:
      case 1:
        return { ...common, type: 'ClusterIP', ports: [{ port: 80 }] };
      case 2:
        return { ...common, type: 'NodePort', ports };
      default:
        return { ...common, type: 'LoadBalancer', externalTrafficPolicy: 'Local', ports };
    }
  }

  readonly #address = (): string => `10.96.0.${this.#int(1, 30)}`;

  /** A Service with an address of anybody's, or one from outside. */
  #rawService(): object {
    const name = `raw-${this.rawServices.length}`;
    this.rawServices.push(name);
    const ip = this.#int(0, 4) > 0 ? this.#address() : '10.97.0.9';
    const nodePort = this.#int(30000, 30033);
    const spec = {
      type: 'NodePort',
      clusterIP: ip,
      clusterIPs: [ip],
      ipFamilies: ['IPv4'],
      ipFamilyPolicy: 'SingleStack',
      ports: [{ port: 80, protocol: 'TCP', targetPort: 80, nodePort }],
    };
    const metadata = { name, namespace: 'default', uid: `uid-${name}` };
    return { key: SPECS + name, value: { kind: 'Service', apiVersion: 'v1', metadata, spec } };
  }

  /** An IPAddress that is gone, of a Service that does not have it, or of no Service at all. */
  #rawAddress(): object {
    const key = `/registry/ipaddresses/${this.#address()}`;
    if (this.#int(0, 2) === 0) return { drop: { key } };
    const other = this.#int(0, 1) === 0;
    const parentRef = other
      ? { resource: 'services', namespace: 'default', name: this.#pick(NAMES) }
      : { group: 'gateway.networking.k8s.io', resource: 'gateways', name: 'g' };
    const labels = {
      'ipaddress.kubernetes.io/ip-family': 'IPv4',
      'ipaddress.kubernetes.io/managed-by': 'ipallocator.k8s.io',
    };
    const metadata = { name: key.split('/').at(-1), labels };
    const apiVersion = 'networking.k8s.io/v1';
    return {
      put: { key, value: { kind: 'IPAddress', apiVersion, metadata, spec: { parentRef } } },
    };
  }

  /** A range as it may have been once: nothing taken, or things that nobody has. */
  #rawRange(): object {
    const ip = this.#int(0, 1) === 0;
    const data = this.#int(0, 1) === 0 ? '' : btoa(String.fromCharCode(this.#int(1, 255), 0x5a));
    const range = ip ? '10.96.0.0/27' : '30000-30031';
    const value = { kind: 'RangeAllocation', apiVersion: 'v1', metadata: {}, range, data };
    return { key: ip ? IP_KEY : PORT_KEY, value };
  }
}
