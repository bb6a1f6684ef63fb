/**
 * Keeps IPAddresses and the addresses of Services equal: all of them once, then what changes, and
 * all of them again every 3 min.
 *
 * Upstream    kubernetes v1.33
 *             pkg/registry/core/service/ipallocator/controller/repairip.go (RunUntil, svcWorker,
 *             ipWorker, handleSvcErr, handleIPErr)
 * Acts as     ipallocator-repair-controller
 * Wakes on    Services, IPAddresses; the resync of both
 * Reads       informers of Services, IPAddresses and ServiceCIDRs
 * Writes      IPAddresses (create, delete) and Events over loopback
 * Simplified  the resync of both handlers is one timer of the controller's
 */
import { invariant, micros, minutes, NO_DURATION, type SimDuration } from '#base';
import { type HostedMachine, hostMachine, runProcedure, type Timer } from '#kernel';
import { metaNamespaceKey } from '../../../api/meta';
import { DEFAULT_SERVICE_CIDR_NAME } from '../../../api/networking';
import type { KubeObject } from '../../../api/objects';
import { SERVICES } from '../../../api/resources';
import { jittered } from '../../../client/backoff';
import type { EventRecorder } from '../../../client/event-recorder';
import { errorText, reasonOf } from '../../../client/rest-client';
import { DEFAULT_BACKOFF } from '../../../client/retry';
import { WorkQueue } from '../../../client/workqueue';
import type { ServerInformers } from '../../server-context';
import { type AddressSyncParts, AddressSyncs, type SyncEnd } from './address-syncs';
import { type RepairIpMachineEvent, repairIpMachine } from './repair-ip-machine';

/** Upstream: maxRetries, workers. */
const MAX_RETRIES = 15;
const WORKERS = 5;
/** Every object is looked at again. Upstream: RepairServicesInterval as the resync period. */
const RESYNC = minutes(3);
const US_A_MS = 1_000;
/** The grace time is over to the microsecond, and upstream's clock never stands still. */
const SOON = micros(1);

export interface RepairIpParts extends Omit<AddressSyncParts, 'services' | 'recorder'> {
  readonly informers: ServerInformers;
  readonly recorder: Pick<EventRecorder, 'startRecordingToSink' | 'shutdown' | 'eventf'>;
}

export class RepairIpLoop {
  readonly #parts: RepairIpParts;
  readonly #onFirstSuccess: () => void;
  readonly #syncs: AddressSyncs;
  readonly #services: WorkQueue;
  readonly #addresses: WorkQueue;
  #machine: HostedMachine | undefined;
  #resync: Timer | undefined;
  #tries = 0;

  constructor(parts: RepairIpParts, onFirstSuccess: () => void) {
    const { process, actor, informers, cidrs } = parts;
    this.#parts = parts;
    this.#onFirstSuccess = onFirstSuccess;
    const services = informers.informerFor(SERVICES);
    this.#syncs = new AddressSyncs({ ...parts, services });
    const queue = (name: string, work: (key: string, done: () => void) => void) =>
      new WorkQueue({ process, actor, name, workers: WORKERS, work, quiet: true });
    this.#services = queue('services', (key, done) => this.#workOnService(key, done));
    this.#addresses = queue('ipaddresses', (key, done) => this.#workOnAddress(key, done));
    services.addEventHandler(adding(this.#services));
    informers.informerFor(cidrs.resources.addresses).addEventHandler(adding(this.#addresses));
  }

  /** Upstream: RunUntil. */
  start(): void {
    invariant(!this.#machine, 'a repair controller starts once');
    const { process, actor, recorder, cidrs, informers } = this.#parts;
    recorder.startRecordingToSink();
    process.log(actor, 'info', 'Starting ipallocator-repair-controller');
    const services = informers.informerFor(SERVICES);
    const effects = {
      checkCaches: () => {
        if (cidrs.synced && services.hasSynced) this.#soon({ type: 'cachesSynced' });
      },
      checkRange: () => {
        if (cidrs.range(DEFAULT_SERVICE_CIDR_NAME)) this.#soon({ type: 'rangeFound' });
      },
      firstPass: () => this.#firstPass(),
      startWorkers: () => this.#startWorkers(),
      leave: () => this.#leave(),
    };
    this.#machine = hostMachine(process, { actor, machine: repairIpMachine, effects });
  }

  stop(): void {
    this.#machine?.send({ type: 'stopAsked' });
  }

  #firstPass(): void {
    this.#tries += 1;
    runProcedure(this.#syncs.runOnce(), (failed) => {
      if (!failed) this.#soon({ type: 'passDone' });
      else if (reasonOf(failed) === 'Conflict' && this.#tries < DEFAULT_BACKOFF.steps) {
        this.#soon({ type: 'conflicted', waitMs: this.#conflictWaitMs() });
      } else {
        const { errors, actor } = this.#parts;
        runProcedure(errors.handleError(actor, errorText(failed)), () => {
          this.#soon({ type: 'passFailed' });
        });
      }
    });
  }

  /** 10, 50, 250 ms, each up to a tenth longer. */
  #conflictWaitMs(): number {
    const { process, actor } = this.#parts;
    const { duration, factor = 1, jitter = 0 } = DEFAULT_BACKOFF;
    let wait: number = duration;
    for (let tries = 1; tries < this.#tries; tries += 1) wait *= factor;
    const stream = process.random(`${actor}/retry`);
    return jittered(stream, wait as SimDuration, jitter) / US_A_MS;
  }

  #startWorkers(): void {
    this.#services.start();
    this.#addresses.start();
    this.#armResync();
    this.#parts.process.later(NO_DURATION, this.#onFirstSuccess);
  }

  #armResync(): void {
    const { process, actor, informers, cidrs } = this.#parts;
    this.#resync = process.timer(actor, 'resync', RESYNC, () => {
      const { addresses } = cidrs.resources;
      for (const each of informers.informerFor(SERVICES).list('')) {
        this.#services.add(metaNamespaceKey(each));
      }
      for (const each of informers.informerFor(addresses).list('')) {
        this.#addresses.add(metaNamespaceKey(each));
      }
      this.#armResync();
    });
  }

  #workOnService(key: string, done: () => void): void {
    runProcedure(this.#syncs.syncService(key), (failed) => {
      this.#handleError(this.#services, key, failed, done);
    });
  }

  #workOnAddress(key: string, done: () => void): void {
    runProcedure(this.#syncs.syncIPAddress(key), ({ failed, again }) => {
      if (!failed && again !== undefined) {
        const wait = Math.max(SOON, Math.round(again * US_A_MS)) as SimDuration;
        this.#addresses.addAfter(key, wait);
      }
      this.#handleError(this.#addresses, key, failed, done);
    });
  }

  #handleError(queue: WorkQueue, key: string, failed: SyncEnd, done: () => void): void {
    if (!failed) {
      queue.forget(key);
      done();
      return;
    }
    if (queue.numRequeues(key) < MAX_RETRIES) {
      queue.addRateLimited(key);
      done();
      return;
    }
    const { process, actor, errors } = this.#parts;
    const text = errorText(failed);
    // Upstream says Service of both.
    process.log(actor, 'warning', `Dropping Service "${key}" out of the queue: ${text}`);
    queue.forget(key);
    runProcedure(errors.handleError(actor, text), done);
  }

  #leave(): void {
    const { process, actor, recorder } = this.#parts;
    this.#resync?.cancel();
    this.#addresses.shutDown();
    this.#services.shutDown();
    recorder.shutdown();
    process.log(actor, 'info', 'Shutting down ipallocator-repair-controller');
  }

  /** Effects run while the machine takes its step, so their events wait for a task of their own. */
  #soon(event: RepairIpMachineEvent): void {
    this.#parts.process.later(NO_DURATION, () => this.#machine?.send(event));
  }
}

/** Every change brings the object's key into the queue. */
const adding = (queue: WorkQueue) => ({
  onAdd: (object: KubeObject) => queue.add(metaNamespaceKey(object)),
  onUpdate: (_: KubeObject, object: KubeObject) => queue.add(metaNamespaceKey(object)),
  onDelete: (object: KubeObject) => queue.add(metaNamespaceKey(object)),
});
