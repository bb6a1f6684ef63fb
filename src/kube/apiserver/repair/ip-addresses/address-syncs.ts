/**
 * One sync of a Service, of an IPAddress, or of all of them.
 *
 * Upstream    kubernetes v1.33
 *             pkg/registry/core/service/ipallocator/controller/repairip.go (doRunOnce, syncService,
 *             syncIPAddress, recreateIPAddress)
 * Simplified  the first pass goes in order of the keys; upstream's order is that of a Go map
 *
 * Each look is a decision: its outcome is the verdict and the address, its reason the words of the
 * Event and what is written. A sound relation is told once.
 */
import type { Procedure, Process } from '#kernel';
import type { Seq } from '#trace';
import { parseIPSloppy } from '../../../api/ip-address';
import { metaNamespaceKey, nameOf, namespaceOf } from '../../../api/meta';
import { type IPAddress, newIPAddress, parentOf } from '../../../api/networking';
import type { KubeObject, Service } from '../../../api/objects';
import { apiVersionOf, SERVICES } from '../../../api/resources';
import type { EventRecorder } from '../../../client/event-recorder';
import { type RestResult, reasonOf } from '../../../client/rest-client';
import type { RuntimeErrors } from '../../../client/runtime-errors';
import type { ServiceCidrs } from '../../allocators/service-cidrs';
import { CLUSTER_IP_NONE } from '../../registry/strategies/service';
import {
  type AddressPlan,
  type AddressWrite,
  judgeClusterIp,
  judgeIPAddress,
} from './decide-ip-addresses';

/** What the cache says of Services. */
export interface ServiceLister {
  get(namespace: string, name: string): KubeObject | undefined;
  list(namespace: string): readonly KubeObject[];
}

export interface AddressSyncParts {
  readonly process: Process;
  readonly actor: string;
  readonly cidrs: ServiceCidrs;
  readonly services: ServiceLister;
  readonly recorder: Pick<EventRecorder, 'eventf'>;
  readonly errors: RuntimeErrors;
}

/** The request that failed, if one did. */
export type SyncEnd = RestResult<unknown> | undefined;

export class AddressSyncs {
  readonly #parts: AddressSyncParts;
  /** The last verdict on each relation. */
  readonly #told = new Map<string, string>();

  constructor(parts: AddressSyncParts) {
    this.#parts = parts;
  }

  /** Every Service, then every IPAddress of the allocator. The first error ends it. */
  *runOnce(): Procedure<SyncEnd> {
    const { process, actor, services, cidrs } = this.#parts;
    const all = services.list('');
    for (const service of all) {
      const failed = yield* this.syncService(metaNamespaceKey(service));
      if (failed) return failed;
    }
    const managed = cidrs.managed();
    for (const address of managed) {
      const { failed } = yield* this.syncIPAddress(nameOf(address));
      if (failed) return failed;
    }
    const reason = `${all.length} Services, ${managed.length} IPAddresses`;
    process.write('decision', actor, { name: 'runOnce', outcome: 'done', reason, saw: [] });
    return undefined;
  }

  *syncService(key: string): Procedure<SyncEnd> {
    const at = key.indexOf('/');
    const service = this.#service(key.slice(0, at), key.slice(at + 1));
    const { clusterIP = '', clusterIPs = [] } = service?.spec ?? {};
    if (!service || clusterIP === '' || clusterIP === CLUSTER_IP_NONE) return undefined;
    for (const text of clusterIPs) {
      const ip = parseIPSloppy(text)?.toString();
      const failed = yield* this.#syncClusterIp(service, ip);
      if (failed) return failed;
    }
    return undefined;
  }

  *#syncClusterIp(service: Service, ip: string | undefined): Procedure<SyncEnd> {
    const { cidrs } = this.#parts;
    const address = ip === undefined ? undefined : cidrs.address(ip);
    const parent = address ? this.#parentOf(address) : undefined;
    const inRange = ip !== undefined && cidrs.holds(ip);
    const plan = judgeClusterIp({ service, ip, inRange, address, parent });
    const saw: Seen = address ? [service, address] : [service];
    const decided = this.#decide('syncService', ip ?? '', plan, saw);
    yield* this.#tell(service, plan, decided);
    if (plan.write === 'recreate') {
      const failed = yield* this.#delete(ip as string);
      if (failed) return failed;
    }
    return plan.write === 'none' ? undefined : yield* this.#create(ip as string, service);
  }

  /** `again` is the time until the key is to be looked at once more, ms. */
  *syncIPAddress(key: string): Procedure<{ readonly failed?: SyncEnd; readonly again?: number }> {
    const { cidrs, process } = this.#parts;
    const address = cidrs.address(key);
    if (!address) return {};
    const plan = judgeIPAddress(address, this.#parentOf(address), process.wallMs());
    if (plan.verdict === 'not-managed') return {};
    const decided = this.#decide('syncIPAddress', key, plan, [address]);
    const of = cidrs.resources.addresses;
    yield* this.#tell({ ...address, kind: of.kind, apiVersion: apiVersionOf(of) }, plan, decided);
    const failed = plan.write === 'delete' ? yield* this.#delete(key) : undefined;
    return { failed, again: plan.again };
  }

  *#tell(object: KubeObject, { event, log }: AddressPlan<string>, decided: Seq): Procedure<void> {
    const { process, actor, recorder, errors } = this.#parts;
    if (event) {
      process.sim.onBehalfOf(decided, () => recorder.eventf(object, { type: 'Warning', ...event }));
    }
    if (log !== undefined) yield* errors.handleError(actor, log);
  }

  /** One that is gone already is no failure. */
  *#delete(ip: string): Procedure<SyncEnd> {
    const { client, resources } = this.#parts.cidrs;
    const gone = yield* client.delete(resources.addresses, '', ip);
    return gone.ok || reasonOf(gone) === 'NotFound' ? undefined : gone;
  }

  *#create(ip: string, service: Service): Procedure<SyncEnd> {
    const { client, resources } = this.#parts.cidrs;
    const of = resources.addresses;
    const owner = { namespace: namespaceOf(service), name: nameOf(service) };
    const made = yield* client.create(of, newIPAddress(apiVersionOf(of), ip, owner));
    return made.ok ? undefined : made;
  }

  #parentOf(address: IPAddress): Service | undefined {
    const { namespace = '', name = '' } = parentOf(address);
    return this.#service(namespace, name);
  }

  #service(namespace: string, name: string): Service | undefined {
    const found = this.#parts.services.get(namespace, name);
    if (!found) return undefined;
    return { ...found, kind: SERVICES.kind, apiVersion: apiVersionOf(SERVICES) } as Service;
  }

  #decide(name: string, ip: string, plan: AddressPlan<string>, objects: Seen): Seq {
    const { process, actor } = this.#parts;
    const { verdict, write, event } = plan;
    const [{ metadata }] = objects;
    const key = `${name}|${metadata.namespace}|${metadata.name}|${ip}`;
    const known = this.#told.get(key);
    if (QUIET.has(verdict) && known === verdict) return process.sim.cause ?? 0;
    this.#told.set(key, verdict);
    const saw = objects.map((object) => ({
      kind: object.kind ?? this.#parts.cidrs.resources.addresses.kind,
      ...(object.metadata.namespace ? { namespace: object.metadata.namespace } : {}),
      name: nameOf(object),
      resourceVersion: object.metadata.resourceVersion,
    }));
    const words = event ? [event.reason, event.note] : [];
    const reason = [...words, WRITES[write]].join(': ');
    return process.write('decision', actor, { name, outcome: `${verdict} ${ip}`, reason, saw });
  }
}

/** Verdicts that are told when they are new only. */
const QUIET: ReadonlySet<string> = new Set(['valid', 'young']);
type Seen = readonly [KubeObject, ...KubeObject[]];

/** What follows. */
const WRITES: Readonly<Record<AddressWrite, string>> = {
  none: 'nothing is written',
  create: 'its IPAddress is created',
  recreate: 'its IPAddress is deleted and created',
  delete: 'it is deleted',
};
