import type { EndpointPort, Status } from '../../api/objects';

/** The service whose endpoints are kept. */
export interface ReconcileTarget {
  readonly service: string;
  readonly ip: string;
  readonly ports: readonly EndpointPort[];
}

/**
 * How one call ended. `text` is the error as Go prints it; `storageNotFound` marks the storage
 * error of a missing own lease, which a starting server takes as the normal case.
 */
export type ReconcileEnd = { readonly ok: true } | FailedReconcile;

export interface FailedReconcile {
  readonly ok: false;
  readonly text: string;
  readonly storageNotFound: boolean;
  /** What the API said, where it was the API that refused. */
  readonly status?: Status;
}

/**
 * Keeps the endpoints of default/kubernetes. Namespace is always `default`.
 *
 * Upstream    kubernetes v1.27 pkg/controlplane/reconcilers/reconcilers.go (EndpointReconciler)
 */
export interface EndpointReconciler {
  reconcileEndpoints(
    target: ReconcileTarget,
    reconcilePorts: boolean,
    done: (end: ReconcileEnd) => void,
  ): void;
  removeEndpoints(target: ReconcileTarget, done: (end: ReconcileEnd) => void): void;
  /** From here on `reconcileEndpoints` does nothing. */
  stopReconciling(done: () => void): void;
  /** Releases the storage of the leases. */
  destroy(): void;
}

/** `--endpoint-reconciler-type=none`: every call returns nil. */
export class NoneEndpointReconciler implements EndpointReconciler {
  reconcileEndpoints(_t: ReconcileTarget, _p: boolean, done: (end: ReconcileEnd) => void): void {
    done({ ok: true });
  }

  removeEndpoints(_target: ReconcileTarget, done: (end: ReconcileEnd) => void): void {
    done({ ok: true });
  }

  stopReconciling(done: () => void): void {
    done();
  }

  destroy(): void {}
}
