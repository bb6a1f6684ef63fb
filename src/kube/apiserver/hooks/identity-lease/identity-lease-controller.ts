/**
 * Keeps this server's identity Lease: creates it, then renews it every 10 s.
 *
 * Upstream    kubernetes v1.27
 *             staging/src/k8s.io/component-helpers/apimachinery/lease/controller.go
 * Acts as     identity-lease
 * Wakes on    its own timer
 * Reads       the Lease (only to create it, or after a conflict)
 * Writes      Leases of kube-system (create, update)
 * Simplified  nothing
 */
import { micros, millis, type SimDuration, seconds } from '#base';
import { type HostedMachine, hostMachine, type Procedure, perform, type Timer } from '#kernel';
import type { KubeObject } from '../../../api/objects';
import { LEASES } from '../../../api/resources';
import { formatMicroTime } from '../../../api/timestamps';
import { errorText, type RestResult, reasonOf } from '../../../client/rest-client';
import type { ServerContext } from '../../server-context';
import { identityLeaseMachine } from './identity-lease-machine';
import { DEPRECATED_LABEL, IDENTITY_LABEL, serverIdentityPart } from './server-identity';

/** Where identity Leases are. Source: metav1.NamespaceSystem. */
const NAMESPACE = 'kube-system';
/** How often an update is tried. Upstream: maxUpdateRetries. */
const MAX_UPDATE_RETRIES = 5;
/** First wait after a failed create, doubled before it is used, and the longest one. */
const FIRST_BACKOFF = millis(100);
/** Upstream: maxBackoff. */
const MAX_BACKOFF = seconds(7);
/** The interval is up to this much longer, drawn anew each time. Upstream: jitterFactor, 0.04. */
const JITTER_PERCENT = 4;

/** A Lease as it is created. */
export interface IdentityLeaseView {
  readonly name: string;
  readonly holder: string;
  readonly durationSeconds: number;
  readonly label: string;
  readonly hostname: string;
  readonly wallMs: number;
}

/** The Lease to create, or to write over `base`. Upstream: newLease. */
export function newLease(view: IdentityLeaseView, base: KubeObject | undefined): KubeObject {
  const { name, holder, durationSeconds, label, hostname, wallMs } = view;
  const [key, value] = label.split('=');
  const found = (base?.spec ?? {}) as Readonly<Record<string, unknown>>;
  const spec = base ? found : { holderIdentity: holder, leaseDurationSeconds: durationSeconds };
  const labels = Object.assign({}, base?.metadata.labels, {
    [key]: value,
    'kubernetes.io/hostname': hostname,
  });
  const metadata = Object.assign({}, base?.metadata ?? { name, namespace: NAMESPACE }, { labels });
  const renewed = Object.assign({}, spec, { renewTime: formatMicroTime(wallMs) });
  const fresh = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' };
  // Not spreads, which are slow with further fields behind them: every renewal passes here.
  return Object.assign(fresh, base, { metadata, spec: renewed });
}

export class IdentityLeaseController {
  readonly #server: ServerContext;
  readonly #actor: string;
  readonly #name: string;
  readonly #holder: string;
  #latest: KubeObject | undefined;
  #machine: HostedMachine | undefined;
  #renewal: Timer | undefined;

  constructor(server: ServerContext) {
    this.#server = server;
    this.#actor = server.actor('identity-lease');
    const { name, holder } = server.part(serverIdentityPart);
    this.#name = name;
    this.#holder = holder;
  }

  start(): void {
    const { process, stop } = this.#server;
    const effects = {
      armRenewal: () => this.#armRenewal(),
      cancelRenewal: () => this.#renewal?.cancel(),
      sync: () =>
        process.later(NOW, () => {
          this.#server.run(this.sync(), () => this.#send('synced'));
        }),
    };
    this.#machine = hostMachine(process, {
      actor: this.#actor,
      machine: identityLeaseMachine,
      effects,
    });
    stop.onClose(() => this.#send('stopAsked'));
  }

  /** The next round, counted from the end of the last one. Upstream: JitterUntil, sliding. */
  #armRenewal(): void {
    const { process, options } = this.#server;
    const interval = seconds(options.identityLeaseRenewIntervalSeconds);
    const jitter = Math.floor((interval * JITTER_PERCENT) / 100);
    const wait = micros(interval + process.random('identity-lease').int(0, jitter));
    this.#renewal = process.timer(this.#actor, 'renewal', wait, () => this.#send('renewalDue'));
  }

  /** One round. */
  *sync(): Procedure<void> {
    if (this.#latest) {
      const error = yield* this.#retryUpdateLease(this.#latest);
      if (error === undefined) return;
      const what = 'failed to update lease using latest lease, fallback to ensure lease';
      this.#log('info', `${what}, err: ${error}`);
    }
    const [lease, created] = yield* this.#backoffEnsureLease();
    this.#latest = lease;
    if (created) return;
    const error = yield* this.#retryUpdateLease(lease);
    if (error === undefined) return;
    const { identityLeaseRenewIntervalSeconds: interval } = this.#server.options;
    this.#log('error', `${error}, will retry after ${interval}s`);
  }

  /** Gets or creates the Lease; waits and tries again without end. */
  *#backoffEnsureLease(): Procedure<readonly [KubeObject, boolean]> {
    let sleep: number = FIRST_BACKOFF;
    for (;;) {
      const [result, created] = yield* this.#ensureLease();
      if (result.ok) {
        if (created) this.#note('acquired');
        return [result.object, created];
      }
      sleep = Math.min(2 * sleep, MAX_BACKOFF);
      const wait = `${sleep / 1_000_000}s`.replace(/^0\.(\d)s$/, '$100ms');
      const text = errorText(result);
      this.#log('error', `failed to ensure lease exists, will retry in ${wait}, error: ${text}`);
      this.#send('ensureFailed');
      yield* this.#sleep(sleep as SimDuration);
      this.#send('ensureRetried');
    }
  }

  *#ensureLease(): Procedure<readonly [RestResult<KubeObject>, boolean]> {
    const { loopback } = this.#server;
    const found = yield* loopback.get(LEASES, NAMESPACE, this.#name);
    if (found.ok || reasonOf(found) !== 'NotFound') return [found, false];
    return [yield* loopback.create(LEASES, this.#newLease(undefined)), true];
  }

  /** @returns the error after the last try; undefined when the Lease was written. */
  *#retryUpdateLease(given: KubeObject): Procedure<string | undefined> {
    let base = given;
    for (let attempt = 0; attempt < MAX_UPDATE_RETRIES; attempt += 1) {
      const result = yield* this.#server.loopback.update(LEASES, this.#newLease(base));
      if (result.ok) {
        this.#latest = result.object;
        this.#note('renewed');
        return undefined;
      }
      this.#log('error', `failed to update lease, error: ${errorText(result)}`);
      if (reasonOf(result) === 'Conflict') [base] = yield* this.#backoffEnsureLease();
    }
    this.#note('renew-failed');
    return `failed ${MAX_UPDATE_RETRIES} attempts to update lease`;
  }

  #newLease(base: KubeObject | undefined): KubeObject {
    const { process, name: hostname, options, switches } = this.#server;
    return newLease(
      {
        name: this.#name,
        holder: this.#holder,
        durationSeconds: options.identityLeaseDurationSeconds,
        label: switches.identityLabel ? IDENTITY_LABEL : DEPRECATED_LABEL,
        hostname,
        wallMs: process.wallMs(),
      },
      base,
    );
  }

  *#sleep(length: SimDuration): Procedure<void> {
    const { process } = this.#server;
    yield* perform<void>((resume) => {
      process.timer(this.#actor, 'ensure-backoff', length, () => resume(undefined));
    });
  }

  #note(phase: 'acquired' | 'renewed' | 'renew-failed'): void {
    const lease = `${NAMESPACE}/${this.#name}`;
    this.#server.process.write('lease', this.#actor, { lease, holder: this.#holder, phase });
  }

  #send(type: string): void {
    this.#machine?.send({ type });
  }

  #log(level: 'info' | 'error', message: string): void {
    this.#server.process.log(this.#actor, level, message);
  }
}

const NOW = 0 as SimDuration;
