/**
 * Keeps content out of namespaces that are missing or being deleted, and three namespaces alive.
 *
 * Upstream    kubernetes v1.27
 *             staging/src/k8s.io/apiserver/pkg/admission/plugin/namespace/lifecycle
 * Reads       the informer cache of Namespaces; over the loopback client where that may be old
 * Simplified  the list of namespaces that were just deleted has no limit (upstream: 100)
 */
import { after, millis, type SimDuration, type SimTime, seconds } from '#base';
import { type Effect, type Procedure, type Process, perform } from '#kernel';
import type { KubeObject, Status } from '../../../api/objects';
import { NAMESPACES } from '../../../api/resources';
import { newForbidden, newInternalError, withCause } from '../../../api/status';
import type { RestClient } from '../../../client/rest-client';
import {
  type AdmissionAttributes,
  type AdmissionOperation,
  type AdmissionPlugin,
  type AdmissionVerdict,
  admissionForbidden,
} from '../admission';

const NAME = 'NamespaceLifecycle';
/** Source: NewLifecycle's argument in Register. */
const IMMORTAL = new Set(['default', 'kube-system', 'kube-public']);
/**
 * How long a namespace whose delete was seen here is looked up live. Source: forceLiveLookupTTL.
 */
const FORCE_LIVE_LOOKUP = seconds(30);
/** Wait for the cache before a missing namespace is looked up. Source: missingNamespaceWait. */
const MISSING_NAMESPACE_WAIT = millis(50);
/** Longest wait for the cache's first list, and between looks. Source: Handler.WaitForReady. */
const READY_TIMEOUT = seconds(10);
const READY_POLL = millis(100);

/** What is read of the namespace informer. */
export interface NamespaceLister {
  readonly hasSynced: boolean;
  get(namespace: string, name: string): KubeObject | undefined;
}

export interface NamespaceLifecycleParts {
  readonly process: Process;
  /** Writes the decisions. */
  readonly actor: string;
  readonly namespaces: NamespaceLister;
  /** The loopback client. */
  readonly client: RestClient;
}

const phaseOf = (namespace: KubeObject | undefined): string =>
  (namespace as { status?: { phase?: string } } | undefined)?.status?.phase ?? '';

export class NamespaceLifecycle implements AdmissionPlugin {
  readonly name = NAME;
  readonly #parts: NamespaceLifecycleParts;
  readonly #deletedUntil = new Map<string, SimTime>();

  constructor(parts: NamespaceLifecycleParts) {
    this.#parts = parts;
  }

  handles(operation: AdmissionOperation): boolean {
    return operation === 'CREATE' || operation === 'UPDATE' || operation === 'DELETE';
  }

  decide(attributes: AdmissionAttributes): AdmissionVerdict {
    const { operation, of, name, namespace } = attributes;
    if (of.kind === NAMESPACES.kind && of.group === '') return this.#ofNamespace(operation, name);
    if (namespace === '' || operation === 'DELETE') return 'pass';
    const { namespaces } = this.#parts;
    if (!namespaces.hasSynced) return 'ask';
    const cached = namespaces.get('', namespace);
    if (!cached || this.#mustLookUp(namespace, cached)) return 'ask';
    if (operation !== 'CREATE' || phaseOf(cached) !== 'Terminating') return 'pass';
    return this.#refuse(attributes, terminating(attributes));
  }

  *admit(attributes: AdmissionAttributes): Procedure<Status | undefined> {
    const { operation, namespace } = attributes;
    const { namespaces, client } = this.#parts;
    const ready = yield* this.#waitForReady();
    if (!ready) return this.#refuse(attributes, notReady(attributes));
    let found = namespaces.get('', namespace);
    if (!found && operation === 'CREATE') {
      yield* perform(this.#sleep(MISSING_NAMESPACE_WAIT));
      found = namespaces.get('', namespace);
    }
    if (!found || this.#mustLookUp(namespace, found)) {
      const live = yield* client.get(NAMESPACES, '', namespace);
      if (!live.ok) {
        const text = live.status?.message ?? live.transport ?? '';
        const status = live.status?.reason === 'NotFound' ? live.status : newInternalError(text);
        return this.#refuse(attributes, status);
      }
      found = live.object;
    }
    if (operation !== 'CREATE' || phaseOf(found) !== 'Terminating') return undefined;
    return this.#refuse(attributes, terminating(attributes));
  }

  #ofNamespace(operation: AdmissionOperation, name: string): AdmissionVerdict {
    if (operation !== 'DELETE') return 'pass';
    if (IMMORTAL.has(name)) {
      const refusal = newForbidden(NAMESPACES, name, 'this namespace may not be deleted');
      return this.#decided(refusal);
    }
    this.#deletedUntil.set(name, after(this.#parts.process.ownTime(), FORCE_LIVE_LOOKUP));
    return 'pass';
  }

  /** The cache says Active of a namespace whose delete passed here a moment ago. */
  #mustLookUp(namespace: string, cached: KubeObject): boolean {
    const until = this.#deletedUntil.get(namespace);
    if (until === undefined) return false;
    if (this.#parts.process.ownTime() < until) return phaseOf(cached) === 'Active';
    this.#deletedUntil.delete(namespace);
    return false;
  }

  *#waitForReady(): Procedure<boolean> {
    const { namespaces, process } = this.#parts;
    const deadline = after(process.ownTime(), READY_TIMEOUT);
    while (!namespaces.hasSynced) {
      if (process.ownTime() >= deadline) return false;
      yield* perform(this.#sleep(READY_POLL));
    }
    return true;
  }

  #sleep(delay: SimDuration): Effect<undefined> {
    return (resume) => {
      this.#parts.process.later(delay, () => resume(undefined));
    };
  }

  #refuse(attributes: AdmissionAttributes, status: Status): Status {
    const cached = this.#parts.namespaces.get('', attributes.namespace);
    return this.#decided(status, cached);
  }

  #decided(status: Status, saw?: KubeObject): Status {
    const { process, actor } = this.#parts;
    process.write('decision', actor, {
      name: NAME,
      outcome: 'refused',
      reason: status.message ?? '',
      saw: saw ? [{ name: saw.metadata.name, resourceVersion: saw.metadata.resourceVersion }] : [],
    });
    return status;
  }
}

const notReady = (attributes: AdmissionAttributes): Status =>
  admissionForbidden(attributes, 'not yet ready to handle request');

function terminating(attributes: AdmissionAttributes): Status {
  const { namespace } = attributes;
  const refused = `unable to create new content in namespace ${namespace}`;
  const why = `${refused} because it is being terminated`;
  return withCause(admissionForbidden(attributes, why), {
    reason: 'NamespaceTerminating',
    message: `namespace ${namespace} is being terminated`,
    field: 'metadata.namespace',
  });
}
