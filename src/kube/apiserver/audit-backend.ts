/**
 * The audit backend, as far as the life of a server depends on it: it hears of the end of every
 * request that got through the filters before it, until it is shut down.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/server/options/audit.go,
 *             pkg/endpoints/filters/audit.go
 * Simplified  every policy asks for every request, at its end; events are counted and not written,
 *             as the trace holds the requests
 */
import type { IncomingCall } from '#kernel';
import type { CompletedOptions } from './options/options';

export class AuditBackend {
  #events = 0;
  #open = true;

  /** It has not been shut down. */
  get open(): boolean {
    return this.#open;
  }

  /** How many ends it was told of. */
  get events(): number {
    return this.#events;
  }

  /** Upstream: WithAudit, stage ResponseComplete. */
  watch(call: IncomingCall): void {
    const inner = call.onOver;
    const over = () => {
      if (this.#open) this.#events += 1;
      inner?.();
    };
    call.onOver = over;
  }

  /** What ends afterwards is lost. */
  shutdown(): void {
    this.#open = false;
  }
}

/** There is one when there is a policy, and somewhere to write. Upstream: AuditOptions.ApplyTo. */
export function auditBackendOf(options: CompletedOptions): AuditBackend | undefined {
  const { auditPolicyFile, auditLogPath, auditWebhookConfigFile } = options;
  const somewhere = auditLogPath !== '' || auditWebhookConfigFile !== '';
  return auditPolicyFile !== '' && somewhere ? new AuditBackend() : undefined;
}
