/**
 * The Service default/kubernetes: made when it is missing, and in practice never repaired.
 *
 * Upstream    kubernetes v1.27 pkg/controlplane/controller.go
 *             (CreateOrUpdateMasterServiceIfNeeded), pkg/controlplane/reconcilers/mastercount.go
 *             (GetMasterServiceUpdateIfNeeded)
 */
import type { Procedure } from '#kernel';
import type { KubeObject, Service, ServicePort } from '../../../api/objects';
import { NAMESPACES, SERVICES } from '../../../api/resources';
import { type RestClient, type RestResult, reasonOf } from '../../../client/rest-client';

export interface MasterService {
  readonly namespace: string;
  readonly name: string;
  readonly serviceIP: string;
  readonly ports: readonly ServicePort[];
  readonly type: string;
}

/**
 * Creates the namespace when it cannot be read; AlreadyExists counts as success.
 * @returns the failed create, or undefined when the namespace is there.
 */
export function* createNamespaceIfNeeded(
  client: RestClient,
  name: string,
): Procedure<RestResult<KubeObject> | undefined> {
  const found = yield* client.get(NAMESPACES, '', name);
  // Any error leads to a create, not only a missing namespace.
  return found.ok ? undefined : yield* createNamespace(client, name);
}

/** Creates a namespace with nothing but a name. @returns the failed create, or undefined. */
export function* createNamespace(
  client: RestClient,
  name: string,
): Procedure<RestResult<KubeObject> | undefined> {
  const object = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
  const created = yield* client.create(NAMESPACES, object);
  return created.ok || reasonOf(created) === 'AlreadyExists' ? undefined : created;
}

/** What the Service must look like. */
export function masterServiceObject(service: MasterService): Service {
  const { namespace, name, serviceIP, ports, type } = service;
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace, labels: { provider: 'kubernetes', component: 'apiserver' } },
    spec: {
      ports,
      selector: null,
      clusterIP: serviceIP,
      ipFamilyPolicy: 'SingleStack',
      sessionAffinity: 'None',
      type,
    },
  };
}

/** The Service with ports and type as wanted, and whether that changed anything. */
export function getMasterServiceUpdateIfNeeded(
  current: Service,
  ports: readonly ServicePort[],
  type: string,
): readonly [Service, boolean] {
  const same = current.spec.type === type && samePorts(current.spec.ports ?? [], ports);
  if (same) return [current, false];
  return [{ ...current, spec: { ...current.spec, ports, type } }, true];
}

function samePorts(a: readonly ServicePort[], b: readonly ServicePort[]): boolean {
  return a.length === b.length && a.every((port, index) => samePort(port, b[index]));
}

/** As Go compares the structs: an appProtocol is a pointer, and no two of them are the same. */
function samePort(a: ServicePort, b: ServicePort): boolean {
  return (
    (a.name ?? '') === (b.name ?? '') &&
    (a.protocol ?? '') === (b.protocol ?? '') &&
    (a.appProtocol ?? b.appProtocol) === undefined &&
    a.port === b.port &&
    (a.targetPort ?? 0) === (b.targetPort ?? 0) &&
    (a.nodePort ?? 0) === (b.nodePort ?? 0)
  );
}

export interface MasterServiceOptions {
  /** Repairs ports and type of a Service that is there. Only tests ask for it. */
  readonly reconcile: boolean;
  /** Reads it, where it is not read by the client: from 1.28 on from the informer's cache. */
  readonly read?: () => Procedure<RestResult<KubeObject>>;
  /** Told of a repair, with the log line. */
  readonly warn: (message: string) => void;
}

/** Most rounds of read and create; each lost to somebody who made and removed the Service. */
const MAX_ROUNDS = 1_000;

/** One round for the Service. The result is the last call; its refusal ends the round. */
export function* createOrUpdateMasterServiceIfNeeded(
  client: RestClient,
  service: MasterService,
  options: MasterServiceOptions,
): Procedure<RestResult<KubeObject>> {
  const { ports, type, name, namespace } = service;
  const read = options.read ?? (() => client.get(SERVICES, namespace, name));
  let created: RestResult<KubeObject> | undefined;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const found = yield* read();
    if (found.ok) {
      if (!options.reconcile) return found;
      const [updated, needed] = getMasterServiceUpdateIfNeeded(
        found.object as Service,
        ports,
        type,
      );
      if (!needed) return found;
      options.warn(`Resetting master service "${name}" to ${JSON.stringify(updated.spec)}`);
      return yield* client.update(SERVICES, updated);
    }
    created = yield* client.create(SERVICES, masterServiceObject(service));
    if (reasonOf(created) !== 'AlreadyExists') return created;
  }
  return created as RestResult<KubeObject>;
}
