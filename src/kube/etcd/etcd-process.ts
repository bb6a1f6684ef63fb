/**
 * etcd as a process that can be started, killed and hurt. The disk outlives the process: data and
 * leases survive, connections and watches do not, and a restarted etcd gives every lease its full
 * TTL again.
 *
 * Upstream    etcd v3.5 server/etcdmain, server/etcdserver/server.go
 * Acts as     etcd
 */
import { NO_DURATION, type SimDuration, seconds } from '#base';
import type { DurationRange, Network, Process } from '#kernel';
import { ETCD_ERROR } from './api';
import { EtcdDisk } from './etcd-disk';
import { putOp } from './etcd-operations';
import { EtcdServer, type OutageMode } from './etcd-server';
import { PROMOTE_EXTEND } from './lessor';
import { PROGRESS_PERIOD } from './watch-hub';

/** A key that is there before the run begins. */
export interface InitialKey {
  readonly key: string;
  /** The decoded object, without a resourceVersion. */
  readonly value: unknown;
  /** A lease of its own with this TTL, counted from the first start; absent for none. */
  readonly ttlSeconds?: number;
}

export interface EtcdOptions {
  /** Name of the process. */
  readonly name: string;
  readonly startDelay?: DurationRange;
  /** Time a write or a read takes inside etcd. */
  readonly requestLatency: DurationRange;
  /** 0 or absent for etcd's default of 2 GiB. */
  readonly quotaBackendBytes?: number;
  /**
   * How often idle watchers hear the revision; 0 for never, absent for etcd's default of 10 min.
   */
  readonly progressPeriod?: SimDuration;
  readonly initial: readonly InitialKey[];
}

/** A fault that is in force until it is undone; undoing it twice does nothing. */
export interface EtcdFault {
  undo(): void;
}

/** Answer of acts while etcd does not run. */
const NOT_RUNNING = 'etcd is not running';

/** The process, its disk, and what may be done to it past its clients. */
export class Etcd {
  readonly process: Process;
  readonly disk: EtcdDisk;
  readonly #options: EtcdOptions;
  readonly #outages: OutageMode[] = [];
  readonly #latencies: SimDuration[] = [];
  #server: EtcdServer | undefined;

  /**
   * Adds the process to the network and writes the initial keys to its disk, with their records.
   */
  constructor(network: Network, options: EtcdOptions) {
    this.#options = options;
    this.disk = new EtcdDisk(network.sim, options.name, options.quotaBackendBytes ?? 0);
    const none = { min: NO_DURATION, max: NO_DURATION };
    const { name, startDelay = none } = options;
    this.process = network.addProcess({ name, startDelay, boot: (process) => this.#boot(process) });
    for (const initial of options.initial) this.#seed(initial);
  }

  /** The running server; undefined while it does not run or is stopped by a signal. */
  get server(): EtcdServer | undefined {
    const { phase, life } = this.process;
    return phase === 'running' && !life.paused ? this.#server : undefined;
  }

  /** Revision of the last write. */
  get revision(): number {
    return this.disk.store.revision;
  }

  /**
   * Puts a key straight into the store, past the API server, on behalf of the work in progress.
   * @param ttlSeconds a lease of its own; 0 for none.
   * @returns why it was refused, or undefined.
   */
  put(key: string, value: unknown, ttlSeconds = 0): string | undefined {
    return this.#refusal() ?? this.server?.operations.put(key, value, ttlSeconds)?.etcdError;
  }

  /** Deletes a key straight from the store. @returns why it was refused, or undefined. */
  drop(key: string): string | undefined {
    const refusal = this.#refusal();
    if (refusal === undefined) this.server?.operations.drop(key);
    return refusal;
  }

  /** Compacts at the current revision. @returns why it was refused, or undefined. */
  compactNow(): string | undefined {
    const refusal = this.#refusal();
    if (refusal !== undefined) return refusal;
    const done = this.server?.operations.compact({ revision: this.revision });
    return done && 'etcdError' in done ? done.etcdError : undefined;
  }

  /** Gives freed room back to the file system. @returns why it was refused, or undefined. */
  defragment(): string | undefined {
    const refusal = this.server ? undefined : NOT_RUNNING;
    if (refusal === undefined) this.disk.defragment();
    return refusal;
  }

  /** Takes the alarm NOSPACE back. @returns why it was refused, or undefined. */
  disarm(): string | undefined {
    const refusal = this.#refusal();
    if (refusal === undefined) this.disk.disarm();
    return refusal;
  }

  /** The store stops answering; it goes on where it stopped when the last outage is undone. */
  outage(mode: OutageMode): EtcdFault {
    return this.#inForce(this.#outages, mode, () => this.#applyOutage());
  }

  /** Every call takes longer. */
  slow(add: SimDuration): EtcdFault {
    return this.#inForce(this.#latencies, add, () => {});
  }

  #refusal(): string | undefined {
    if (!this.server) return NOT_RUNNING;
    return this.server.outage ? ETCD_ERROR.timeout : undefined;
  }

  #boot(process: Process): object {
    const { requestLatency, progressPeriod = PROGRESS_PERIOD } = this.#options;
    this.#server = new EtcdServer({
      process,
      disk: this.disk,
      requestLatency,
      progressPeriod,
      addedLatency: () => this.#latencies.reduce((sum, add) => sum + add, 0) as SimDuration,
      // The TTL of an initial key counts from the first start, as its author wrote it.
      extend: process.starts > 1 ? PROMOTE_EXTEND : seconds(0),
    });
    this.#applyOutage();
    return {};
  }

  #applyOutage(): void {
    if (this.process.phase === 'running') this.#server?.setOutage(this.#outages.at(-1));
  }

  #inForce<T>(list: T[], fault: T, changed: () => void): EtcdFault {
    const entry = [fault];
    list.push(fault);
    changed();
    return {
      undo: () => {
        if (entry.length === 0) return;
        entry.length = 0;
        list.splice(list.lastIndexOf(fault), 1);
        changed();
      },
    };
  }

  #seed({ key, value, ttlSeconds = 0 }: InitialKey): void {
    const { disk, process } = this;
    let lease = 0;
    if (ttlSeconds > 0) {
      const granted = disk.grant(0, ttlSeconds);
      if (!('etcdError' in granted)) {
        lease = granted.id;
        disk.recordLease(process.name, 'lease-grant', lease);
      }
    }
    const outcome = disk.txn({ compare: [], success: [putOp(key, value, lease)], failure: [] });
    if (!('etcdError' in outcome)) disk.record(process.name, outcome.events);
  }
}
