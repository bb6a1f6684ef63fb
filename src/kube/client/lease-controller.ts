/**
 * Keeps a Lease that says that somebody is alive: creates it, then renews it again and again.
 *
 * Upstream    kubernetes v1.27
 *             staging/src/k8s.io/component-helpers/apimachinery/lease/controller.go
 * Reads       the Lease (only to create it, or after a conflict)
 * Writes      Leases (create, update)
 * Simplified  nothing
 */
import { micros, millis, type SimDuration, seconds } from '#base';
import { type Procedure, type Process, perform } from '#kernel';
import type { KubeObject } from '../api/objects';
import { LEASES } from '../api/resources';
import { formatMicroTime } from '../api/timestamps';
import { errorText, type RestClient, type RestResult, reasonOf } from './rest-client';

/** How often an update is tried. Upstream: maxUpdateRetries. */
const MAX_UPDATE_RETRIES = 5;
/** First wait after a failed create, doubled before it is used, and the longest one. */
const FIRST_BACKOFF = millis(100);
/** Upstream: maxBackoff. */
const MAX_BACKOFF = seconds(7);
/** The interval is up to this much longer, drawn anew each time. Upstream: jitterFactor, 0.04. */
const JITTER_PERCENT = 4;

export interface LeaseControllerOptions {
  readonly process: Process;
  readonly actor: string;
  readonly client: RestClient;
  readonly namespace: string;
  readonly name: string;
  readonly holderIdentity: string;
  readonly leaseDurationSeconds: number;
  readonly renewIntervalSeconds: number;
  /** Of the draws. */
  readonly stream: string;
  /**
   * What else the Lease has to say; undefined when that cannot be said yet. Then the Lease is not
   * created, and renewed without it. Upstream: newLeasePostProcessFunc.
   */
  readonly postProcess: (lease: KubeObject) => KubeObject | undefined;
  /** The Lease could not be read or created, or this is tried again. */
  readonly onEnsure?: (step: 'ensureFailed' | 'ensureRetried') => void;
}

/** A Lease to be written, and whether it says all that it has to. */
interface NewLease {
  readonly lease: KubeObject;
  readonly whole: boolean;
}

export class LeaseController {
  readonly #options: LeaseControllerOptions;
  #latest: KubeObject | undefined;

  /** @param latest the Lease as it was last written; absent at the start */
  constructor(options: LeaseControllerOptions, latest?: KubeObject) {
    this.#options = options;
    this.#latest = latest;
  }

  get latestLease(): KubeObject | undefined {
    return this.#latest;
  }

  /** The wait for the next round, counted from the end of the last one. Upstream: JitterUntil. */
  renewalWait(): SimDuration {
    const { process, renewIntervalSeconds } = this.#options;
    const interval = seconds(renewIntervalSeconds);
    const jitter = Math.floor((interval * JITTER_PERCENT) / 100);
    return micros(interval + process.random(this.#options.stream).int(0, jitter));
  }

  /** One round. */
  *sync(): Procedure<void> {
    if (this.#latest) {
      const error = yield* this.retryUpdateLease(this.#latest);
      if (error === undefined) return;
      const what = 'failed to update lease using latest lease, fallback to ensure lease';
      this.#log('info', `${what}, err: ${error}`);
    }
    const [lease, created] = yield* this.#backoffEnsureLease();
    this.#latest = lease;
    if (created || !lease) return;
    const error = yield* this.retryUpdateLease(lease);
    if (error === undefined) return;
    this.#log('error', `${error}, will retry after ${this.#options.renewIntervalSeconds}s`);
  }

  /** @returns the error after the last try; undefined when the Lease was written. */
  *retryUpdateLease(given: KubeObject): Procedure<string | undefined> {
    let base = given;
    for (let attempt = 0; attempt < MAX_UPDATE_RETRIES; attempt += 1) {
      const result = yield* this.#options.client.update(LEASES, this.newLease(base).lease);
      if (result.ok) {
        this.#latest = result.object;
        this.#note('renewed');
        return undefined;
      }
      this.#log('error', `failed to update lease, error: ${errorText(result)}`);
      if (reasonOf(result) === 'Conflict') base = (yield* this.#backoffEnsureLease())[0] ?? given;
    }
    this.#note('renew-failed');
    return `failed ${MAX_UPDATE_RETRIES} attempts to update lease`;
  }

  /** The Lease to create, or to write over `base`. */
  newLease(base: KubeObject | undefined): NewLease {
    const { process, namespace, name, ...options } = this.#options;
    const { holderIdentity, leaseDurationSeconds, postProcess } = options;
    const spec = base ? (base.spec ?? {}) : { holderIdentity, leaseDurationSeconds };
    const renewed = Object.assign({}, spec, { renewTime: formatMicroTime(process.wallMs()) });
    const fresh = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' };
    const metadata = base?.metadata ?? { name, namespace };
    // Not spreads, which are slow with further fields behind them: every renewal passes here.
    const lease: KubeObject = Object.assign(fresh, base, { metadata, spec: renewed });
    const whole = postProcess(lease);
    return { lease: whole ?? lease, whole: whole !== undefined };
  }

  /** Gets or creates the Lease; waits and tries again without end. */
  *#backoffEnsureLease(): Procedure<readonly [KubeObject | undefined, boolean]> {
    let sleep: number = FIRST_BACKOFF;
    for (;;) {
      const [result, created] = yield* this.#ensureLease();
      if (!result) return [undefined, false];
      if (result.ok) {
        if (created) this.#note('acquired');
        return [result.object, created];
      }
      sleep = Math.min(2 * sleep, MAX_BACKOFF);
      const wait = `${sleep / 1_000_000}s`.replace(/^0\.(\d)s$/, '$100ms');
      const text = errorText(result);
      this.#log('error', `failed to ensure lease exists, will retry in ${wait}, error: ${text}`);
      this.#options.onEnsure?.('ensureFailed');
      yield* this.#sleep(sleep as SimDuration);
      this.#options.onEnsure?.('ensureRetried');
    }
  }

  *#ensureLease(): Procedure<readonly [RestResult<KubeObject> | undefined, boolean]> {
    const { client, namespace, name } = this.#options;
    const found = yield* client.get(LEASES, namespace, name);
    if (found.ok || reasonOf(found) !== 'NotFound') return [found, false];
    const { lease, whole } = this.newLease(undefined);
    if (!whole) return [undefined, false];
    return [yield* client.create(LEASES, lease), true];
  }

  *#sleep(length: SimDuration): Procedure<void> {
    const { process, actor } = this.#options;
    yield* perform<void>((resume) => {
      process.timer(actor, 'ensure-backoff', length, () => resume(undefined));
    });
  }

  #note(phase: 'acquired' | 'renewed' | 'renew-failed'): void {
    const { process, actor, namespace, name, holderIdentity: holder } = this.#options;
    process.write('lease', actor, { lease: `${namespace}/${name}`, holder, phase });
  }

  #log(level: 'info' | 'error', message: string): void {
    this.#options.process.log(this.#options.actor, level, message);
  }
}
