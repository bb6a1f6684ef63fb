/** API servers' storage over an etcd, for tests. */
import { asTime, micros, millis, NO_DURATION, type SimDuration, seconds } from '#base';
import { Network, type Procedure, type Process, runProcedure, Simulation } from '#kernel';
import type { RecordKind, RecordOf } from '#trace';
import type { KubeObject } from '../../api/objects';
import { Etcd, type EtcdOptions } from '../../etcd';
import { DEFAULT_PROFILE, type Profile, switchesOf } from '../../profile';
import { EtcdClient, type EtcdClientOptions } from './etcd-client';
import { Etcd3Store } from './etcd3-store';
import type { LeaseManagerOptions } from './lease-manager';

interface FixtureOptions extends Partial<EtcdOptions> {
  readonly seed?: number;
  readonly profile?: Profile;
  readonly leaseManager?: LeaseManagerOptions;
  readonly isStale?: (data: unknown) => boolean;
  readonly client?: Partial<EtcdClientOptions>;
}

/** An object of a kind that nobody interprets. */
export const thing = (name: string, fields: Record<string, unknown> = {}): KubeObject => ({
  kind: 'ConfigMap',
  apiVersion: 'v1',
  metadata: { name, uid: `uid-${name}` },
  ...fields,
});

export class StorageFixture {
  readonly sim: Simulation;
  readonly network: Network;
  readonly etcd: Etcd;
  readonly #options: FixtureOptions;
  #servers = 0;

  constructor(options: FixtureOptions = {}) {
    this.#options = options;
    const { seed = 1 } = options;
    this.sim = new Simulation({ seed, epochMs: 0, maxRecords: 1_000_000 });
    const latency = { min: micros(200), max: micros(800) };
    this.network = new Network(this.sim, { latency, lossPerMillion: 0 });
    const requestLatency = { min: millis(1), max: millis(4) };
    const { initial = [] } = options;
    this.etcd = new Etcd(this.network, { name: 'etcd', requestLatency, ...options, initial });
    this.sim.schedule(this.sim.now, () => this.etcd.process.start());
    this.advance(millis(10));
  }

  /** One more API server with a client of its own. */
  server(): { readonly process: Process; readonly client: EtcdClient; readonly store: Etcd3Store } {
    this.#servers += 1;
    const name = `server-${this.#servers}`;
    const startDelay = { min: NO_DURATION, max: NO_DURATION };
    const process = this.network.addProcess({ name, startDelay, boot: () => ({}) });
    process.start();
    this.advance(millis(1));
    const { leaseManager, isStale, profile = DEFAULT_PROFILE } = this.#options;
    const client = new EtcdClient(process, {
      server: 'etcd',
      actor: `${name}/etcd-client`,
      ...this.#options.client,
    });
    const switches = switchesOf(profile);
    const options = { client, switches, leaseManager, isStale };
    return { process, client, store: new Etcd3Store(process, options) };
  }

  advance(duration: SimDuration): void {
    this.sim.advance(asTime(this.sim.now + duration));
  }

  /** Starts a procedure; the array gets its value. */
  begin<T>(procedure: Procedure<T>): T[] {
    const values: T[] = [];
    runProcedure(procedure, (value) => values.push(value));
    return values;
  }

  /** Runs a procedure to its end. */
  run<T>(procedure: Procedure<T>): T {
    const values = this.begin(procedure);
    for (let tries = 0; values.length === 0; tries += 1) {
      if (tries > 60_000) throw new Error('the procedure did not end within a minute');
      this.advance(millis(1));
    }
    this.advance(seconds(0.1));
    return values[0];
  }

  /** All records of a kind so far. */
  records<K extends RecordKind>(kind: K): RecordOf<K>[] {
    const { table } = this.sim.recorder;
    const found: RecordOf<K>[] = [];
    for (let seq = 0; seq < table.length; seq += 1) {
      const record = table.recordOf(seq, kind);
      if (record) found.push(record);
    }
    return found;
  }

  /** Verbs of the requests of a server so far. */
  verbs(process: Process): string[] {
    return this.records('request')
      .filter(({ client }) => client === process.name)
      .map(({ verb }) => verb);
  }
}
