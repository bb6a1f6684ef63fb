/** The API servers of a case over one etcd: each starts, stops and is asked as the case says. */
import { seconds } from '#base';
import { ENDPOINTS, type Endpoints, type KubeObject, SERVICES } from '#kube';
import { type Question, Unsupported } from './adapter';
import { ClusterStand, type StandServer } from './cluster-stand';
import type { Fields } from './read-fields';

const NAMESPACE = 'default';
/** The Service of the API server. */
const SERVICE = 'kubernetes';
/** Between two looks, and the longest wait. Source: the polls of the source's own tests. */
const POLL = seconds(3);
const PATIENCE = seconds(120);

export interface PlannedServer {
  readonly address: string;
  readonly flags: readonly string[];
  /** A later step starts it. */
  readonly later?: boolean;
}

export class IntegrationStand {
  readonly cluster: ClusterStand;
  /** Addresses of the servers that were started and not stopped, in that order. */
  readonly #running: string[] = [];
  readonly #names = new Map<string, string>();

  constructor({ profile }: Question, servers: readonly PlannedServer[]) {
    if (servers.length === 0) throw new Unsupported('given: expected a server');
    const planned = servers.map(({ address, flags, later }, index): StandServer => {
      const name = `kube-apiserver-${index}`;
      if (this.#names.has(address)) throw new Unsupported(`${address}: it is there already`);
      this.#names.set(address, name);
      if (!later) this.#running.push(address);
      const own = `--advertise-address=${address}`;
      return { name, flags: [own, ...flags], ...(later ? { startAt: 'never' } : {}) };
    });
    this.cluster = new ClusterStand(profile, [], planned);
  }

  clientOf(address: string) {
    return this.cluster.clientOf(this.#names.get(address) ?? '');
  }

  start(address: string): void {
    this.cluster.step({ start: this.#names.get(address) });
    this.#running.push(address);
  }

  stop(address: string): void {
    this.cluster.step({ terminate: this.#names.get(address) });
    this.#running.splice(this.#running.indexOf(address), 1);
  }

  /** Looks until it holds, two minutes at most. @returns whether it does. */
  waitUntil(holds: () => boolean): boolean {
    for (let left: number = PATIENCE; left > 0; left -= POLL) {
      if (holds()) return true;
      this.cluster.advance(POLL);
    }
    return holds();
  }

  /** Addresses of the Endpoints of the Service, as one that runs answers; undefined without. */
  endpointIPs(): readonly string[] | undefined {
    const found = this.#read(ENDPOINTS) as Endpoints | undefined;
    return found?.subsets?.flatMap(({ addresses = [] }) => addresses.map(({ ip }) => ip));
  }

  /** How many ways to the servers there are: addresses times ports. */
  endpointCount(): number {
    const { subsets = [] } = (this.#read(ENDPOINTS) ?? {}) as Partial<Endpoints>;
    const counts = subsets.map(({ addresses = [], ports = [] }) => addresses.length * ports.length);
    return counts.reduce((sum, count) => sum + count, 0);
  }

  hasService(): boolean {
    return this.#read(SERVICES) !== undefined;
  }

  /** Until the Endpoints are exactly the servers that run. */
  waitForRunning(): readonly string[] {
    const running = [...this.#running].sort();
    this.waitUntil(() => [...(this.endpointIPs() ?? [])].sort().join() === running.join());
    return this.endpointIPs() ?? [];
  }

  #read(of: typeof ENDPOINTS): KubeObject | undefined {
    const [address] = this.#running.slice(-1);
    const found = this.cluster.perform(this.clientOf(address).get(of, NAMESPACE, SERVICE));
    return found.ok ? found.object : undefined;
  }
}

/** The one server of a case that says where it is, or not even that. */
export const oneServer = (
  given: Fields,
  flags: readonly string[] = [],
): readonly PlannedServer[] => [{ address: given.text('advertiseAddress', '10.1.1.1'), flags }];
