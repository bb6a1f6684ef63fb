/**
 * The named signals of an API server's life. Each fires once and stays fired.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/server/lifecycle_signals.go
 */

/** Signals in the order in which a quiet life fires them. */
export const SIGNAL_NAMES = [
  'MuxAndDiscoveryComplete',
  'HasBeenReady',
  'ShutdownInitiated',
  'AfterShutdownDelayDuration',
  'PreShutdownHooksStopped',
  'NotAcceptingNewRequest',
  'HTTPServerStoppedListening',
  'InFlightRequestsDrained',
] as const;
export type SignalName = (typeof SIGNAL_NAMES)[number];

/** What hooks and controllers see of the signals. */
export interface LifecycleSignals {
  fired(name: SignalName): boolean;
  /** Calls `then` when the signal fires, in the order of asking; at once when it has fired. */
  on(name: SignalName, then: () => void): void;
}

/** The signals of one life; only the server itself fires them. */
export class SignalBoard implements LifecycleSignals {
  readonly #fired = new Set<SignalName>();
  readonly #waiting = new Map<SignalName, (() => void)[]>();

  fired(name: SignalName): boolean {
    return this.#fired.has(name);
  }

  on(name: SignalName, then: () => void): void {
    if (this.#fired.has(name)) {
      then();
      return;
    }
    const list = this.#waiting.get(name);
    if (list) list.push(then);
    else this.#waiting.set(name, [then]);
  }

  /** Fires it. @returns false when it had fired before. */
  fire(name: SignalName): boolean {
    if (this.#fired.has(name)) return false;
    this.#fired.add(name);
    for (const then of this.#waiting.get(name) ?? []) then();
    this.#waiting.delete(name);
    return true;
  }
}

/** A channel that is closed once. */
export class StopChannel {
  #closed = false;
  readonly #waiting: (() => void)[] = [];

  get closed(): boolean {
    return this.#closed;
  }

  /** Calls `then` when it closes; at once when it is closed already. */
  onClose(then: () => void): void {
    if (this.#closed) then();
    else this.#waiting.push(then);
  }

  /** Closes it; nothing happens the second time. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const then of this.#waiting.splice(0)) then();
  }
}
