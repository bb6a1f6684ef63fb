/**
 * The end of a server: signals in their order, hooks, draining, the listener.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/server/genericapiserver.go (Run),
 *             pkg/server/secure_serving.go (RunServer)
 * Simplified  the end of an idle connection takes no time of its own
 */
import { formatGoDuration, type SimDuration, seconds } from '#base';
import type { Process } from '#kernel';
import type { AuditBackend } from './audit-backend';
import type { InFlightRequests } from './in-flight-requests';
import type { SignalBoard, SignalName, StopChannel } from './lifecycle-signals';
import type { CompletedOptions } from './options/options';

/**
 * Longest end of connections when requests were told to retry. Upstream: shutdownTimeout of Run.
 */
const RETRY_AFTER_SHUTDOWN_TIMEOUT = seconds(2);

export interface TerminationOptions {
  readonly process: Process;
  /** Writes the log lines. */
  readonly actor: string;
  readonly options: CompletedOptions;
  readonly signals: SignalBoard;
  readonly inFlight: InFlightRequests;
  readonly audit: AuditBackend | undefined;
  /** What hooks and informers see as their stop channel. */
  readonly stop: StopChannel;
  readonly runPreShutdownHooks: (done: (error: string | undefined) => void) => void;
  /** Tells the machine what has happened. */
  readonly send: (event: TerminationEvent) => void;
}

export type TerminationEvent =
  | 'delayElapsed'
  | 'preShutdownHooksStopped'
  | 'preShutdownHookFailed'
  | 'inFlightDrained'
  | 'serverStopped';

export class GracefulTermination {
  readonly #parts: TerminationOptions;
  /** Error of the pre-shutdown hooks. */
  hookError: string | undefined;
  #listenerStopped = false;
  #serverStopped = false;
  #drained = false;

  constructor(parts: TerminationOptions) {
    this.#parts = parts;
  }

  /** T0: the delay and the pre-shutdown hooks begin together. */
  initiate(): void {
    const { process, actor, options, send, runPreShutdownHooks } = this.#parts;
    this.#fire('ShutdownInitiated');
    const elapsed = (): void => {
      this.#fire('AfterShutdownDelayDuration');
      send('delayElapsed');
    };
    const delay = options.shutdownDelayDuration;
    if (delay > 0) process.timer(actor, 'shutdown-delay', delay, elapsed);
    else process.later(0 as SimDuration, elapsed);
    runPreShutdownHooks((error) => {
      this.hookError = error;
      this.#log('pre-shutdown hooks completed', 'PreShutdownHooksStopped');
      this.#parts.signals.fire('PreShutdownHooksStopped');
      send(error === undefined ? 'preShutdownHooksStopped' : 'preShutdownHookFailed');
    });
  }

  /** The delay is over and the hooks have returned. */
  stopAccepting(): void {
    const { options, inFlight } = this.#parts;
    this.#fire('NotAcceptingNewRequest');
    // Upstream: ShutdownTimeout.
    if (!options.shutdownSendRetryAfter) this.#stopHttpServer(options.requestTimeout);
    let missing = 2;
    const drained = (): void => {
      missing -= 1;
      if (missing === 0) this.#inFlightDrained();
    };
    inFlight.wait(() => {
      this.#log('in-flight non long-running request(s) have drained');
      drained();
    });
    this.#drainWatches(drained);
  }

  #drainWatches(drained: () => void): void {
    const { options, inFlight } = this.#parts;
    const grace = options.shutdownWatchTerminationGracePeriod;
    if (grace <= 0) {
      if (options.switches.shutdownWatchGraceFlag) {
        this.#log('not going to wait for active watch request(s) to drain');
      }
      drained();
      return;
    }
    inFlight.drainWatches(grace, (before, after) => {
      const counts = `activeWatchesBefore=${before} activeWatchesAfter=${after}`;
      const length = `duration="${formatGoDuration(grace)}"`;
      this.#log(
        `active watch request(s) have drained`,
        undefined,
        `${length} ${counts} error=null`,
      );
      drained();
    });
  }

  #inFlightDrained(): void {
    const { options, audit, send } = this.#parts;
    this.#fire('InFlightRequestsDrained');
    if (options.shutdownSendRetryAfter) this.#stopHttpServer(RETRY_AFTER_SHUTDOWN_TIMEOUT);
    if (audit) {
      audit.shutdown();
      this.#log('audit backend shutdown completed');
    }
    send('inFlightDrained');
    this.#drained = true;
    this.#sayWhenStopped();
  }

  /**
   * Upstream: http.Server.Shutdown. The listener closes at once, connections as they become idle.
   */
  #stopHttpServer(timeout: SimDuration): void {
    const { process, actor, stop, options } = this.#parts;
    stop.close();
    process.listener = undefined;
    process.log(actor, 'info', `Stopped listening on ${listenAddress(options)}`);
    this.#listenerStopped = true;
    this.#fire('HTTPServerStoppedListening');
    const limit = process.timer(actor, 'http-server-shutdown', timeout, () => this.#stopped());
    process.network.drainServer(process, () => {
      limit.cancel();
      this.#stopped();
    });
  }

  #stopped(): void {
    if (this.#serverStopped) return;
    this.#serverStopped = true;
    this.#sayWhenStopped();
  }

  #sayWhenStopped(): void {
    if (this.#drained && this.#listenerStopped && this.#serverStopped) {
      this.#log('apiserver is exiting');
      this.#parts.send('serverStopped');
    }
  }

  #fire(name: SignalName): void {
    const { process, signals } = this.#parts;
    const seq = this.#log('shutdown event', name);
    process.sim.onBehalfOf(seq, () => {
      signals.fire(name);
    });
  }

  #log(message: string, signal?: SignalName, rest = ''): number {
    const { process, actor } = this.#parts;
    const name = signal === undefined ? '' : ` name="${signal}"`;
    const tail = rest === '' ? '' : ` ${rest}`;
    const quote = name === '' && tail === '' ? '' : '"';
    const text = `${quote}[graceful-termination] ${message}${quote}${name}${tail}`;
    return process.log(actor, 'info', text);
  }
}

/** As Go prints the address of a listener: any address is the one of IPv6. */
export function listenAddress({ bindAddress, securePort }: CompletedOptions): string {
  const any = bindAddress === '' || bindAddress === '0.0.0.0' || bindAddress === '::';
  const host = any || bindAddress.includes(':') ? `[${any ? '::' : bindAddress}]` : bindAddress;
  return `${host}:${securePort}`;
}
