/**
 * What an admission plugin is, and the chain of those that are on.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/admission/interfaces.go, chain.go
 */
import type { Procedure } from '#kernel';
import type { ApiResource, KubeObject, Status } from '../../api/objects';
import { newForbidden } from '../../api/status';

export type AdmissionOperation = 'CREATE' | 'UPDATE' | 'DELETE';

/** What a request wants to do. Upstream: admission.Attributes. */
export interface AdmissionAttributes {
  readonly operation: AdmissionOperation;
  readonly of: ApiResource;
  readonly subresource: string;
  /** "" for a resource without namespaces. */
  readonly namespace: string;
  /** "" while it has not been generated. */
  readonly name: string;
  /** The new object; undefined on delete. */
  readonly object: KubeObject | undefined;
}

/** Let pass, refuse, or ask again with time to wait and to send requests. */
export type AdmissionVerdict = 'pass' | 'ask' | Status;

export interface AdmissionPlugin {
  /** Upstream's name, as --disable-admission-plugins takes it. */
  readonly name: string;
  handles(operation: AdmissionOperation): boolean;
  /** Decides from what is at hand; `ask` where upstream would wait or send a request. */
  decide(attributes: AdmissionAttributes): AdmissionVerdict;
  /** The whole decision. @returns the refusal, or undefined. */
  admit(attributes: AdmissionAttributes): Procedure<Status | undefined>;
  /** Changes a new object, before anybody validates; undefined where it leaves it alone. */
  mutation?(attributes: AdmissionAttributes): Procedure<KubeObject | Status> | undefined;
}

/** Upstream: admission.NewForbidden; a name may still be missing. */
export function admissionForbidden(attributes: AdmissionAttributes, why: string): Status {
  const { of, name, object } = attributes;
  const subject = name || object?.metadata.name || object?.metadata.generateName || 'Unknown';
  return newForbidden(of, subject, why);
}

/** All plugins of a server, in running order. */
export class AdmissionChain {
  readonly #plugins: readonly AdmissionPlugin[];

  constructor(plugins: readonly AdmissionPlugin[]) {
    this.#plugins = plugins;
  }

  decide(attributes: AdmissionAttributes): AdmissionVerdict {
    for (const plugin of this.#plugins) {
      if (!plugin.handles(attributes.operation)) continue;
      const verdict = plugin.decide(attributes);
      if (verdict !== 'pass') return verdict;
    }
    return 'pass';
  }

  /** How a new object is changed; undefined where no plugin changes it. One plugin does so. */
  mutation(attributes: AdmissionAttributes): Procedure<KubeObject | Status> | undefined {
    for (const plugin of this.#plugins) {
      const changing = plugin.mutation?.(attributes);
      if (changing) return changing;
    }
    return undefined;
  }

  *admit(attributes: AdmissionAttributes): Procedure<Status | undefined> {
    for (const plugin of this.#plugins) {
      if (!plugin.handles(attributes.operation)) continue;
      const verdict = plugin.decide(attributes);
      const refusal = verdict === 'ask' ? yield* plugin.admit(attributes) : verdict;
      if (refusal !== undefined && refusal !== 'pass') return refusal;
    }
    return undefined;
  }
}
