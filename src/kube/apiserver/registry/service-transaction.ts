/**
 * Addresses and ports of one write of a Service: taken before it, kept or given back after it.
 *
 * Upstream    kubernetes v1.27 pkg/registry/core/service/storage/alloc.go (allocateCreate,
 *             allocateUpdate, releaseAllocatedResources), transaction.go
 */
import type { Procedure } from '#kernel';
import type { ServiceSpec, Status } from '../../api/objects';
import { newInvalid } from '../../api/status';
import { type PortOperation, startOperation } from '../allocators/port-operation';
import {
  allocClusterIPs,
  type ByFamily,
  clusterIPsToRelease,
  type IpChange,
  releaseIPs,
  updateClusterIPs,
} from './service-cluster-ips';
import { initIPFamilyFields } from './service-families';
import { allocNodePorts, changeNodePorts } from './service-node-ports';
import { SERVICE_KIND, type ServiceWork } from './service-work';
import {
  CLUSTER_IP_NONE,
  needsClusterIP,
  needsHealthCheck,
  nodePortsOf,
  type SpecDraft,
} from './strategies/service-fields';

/** What one write has taken. It cannot fail: what goes wrong is logged, repair mends it. */
export interface Transaction {
  commit(): Procedure<void>;
  revert(): Procedure<void>;
}

export type TransactionResult =
  | { readonly ok: true; readonly transaction: Transaction }
  | { readonly ok: false; readonly status: Status };

/** @param before the stored Service; absent on create. */
export function* allocateService(
  work: ServiceWork,
  draft: SpecDraft,
  before?: ServiceSpec,
): Procedure<TransactionResult> {
  const cluster = work.allocators.families;
  const given = { policy: draft.ipFamilyPolicy, families: draft.ipFamilies.length };
  const wrong = initIPFamilyFields(draft, before, cluster);
  if (wrong.length > 0) return refused(newInvalid(SERVICE_KIND, work.name, wrong));
  if (!before && needsClusterIP(draft)) decideFamilies(work, draft, given);
  const ips = before
    ? yield* updateClusterIPs(work, draft, before)
    : yield* allocClusterIPs(work, draft);
  if (!ips.ok) return ips;
  const operation = startOperation(work.allocators.nodePorts, work.dryRun);
  const transaction = new RealTransaction(work, ips, operation, before ? 'update' : 'create');
  const ports = { name: work.name, operation };
  const status = before
    ? yield* changeNodePorts(ports, draft, before)
    : yield* allocNodePorts(ports, draft);
  if (!status) return { ok: true, transaction };
  yield* transaction.revert();
  return refused(status);
}

/** Why a new Service has the families that it has. */
function decideFamilies(
  work: ServiceWork,
  { ipFamilyPolicy = '', ipFamilies, clusterIPs }: SpecDraft,
  given: { readonly policy: string | undefined; readonly families: number },
): void {
  const named = clusterIPs.some((ip) => ip !== CLUSTER_IP_NONE);
  const families = named ? 'families follow from the addresses' : "the cluster's families in order";
  const reason = [
    given.policy === undefined ? 'no policy was given' : 'the policy was given',
    given.families === ipFamilies.length ? 'the families were given' : families,
  ];
  const outcome = `${ipFamilyPolicy} ${ipFamilies.join(', ')}`;
  work.decide('initIPFamilyFields', outcome, reason.join('; '));
}

const refused = (status: Status): TransactionResult => ({ ok: false, status });

type Taken = IpChange & { readonly ok: true };

class RealTransaction implements Transaction {
  readonly #work: ServiceWork;
  readonly #ips: Taken;
  readonly #operation: PortOperation;
  readonly #what: 'create' | 'update';

  constructor(work: ServiceWork, ips: Taken, operation: PortOperation, what: 'create' | 'update') {
    this.#work = work;
    this.#ips = ips;
    this.#operation = operation;
    this.#what = what;
  }

  *commit(): Procedure<void> {
    const { dryRun } = this.#work;
    const { allocated, toRelease } = this.#ips;
    if (!dryRun) {
      if (allocated.size > 0) {
        const ips = goMap(allocated);
        this.#work.log('info', `allocated clusterIPs ${this.#service} clusterIPs=${ips}`);
      }
      const error = yield* releaseIPs(this.#work, toRelease);
      this.#tell(error, 'failed to clean up after successful service update');
    }
    yield* this.#operation.commit();
  }

  *revert(): Procedure<void> {
    const { allocated } = this.#ips;
    if (!this.#work.dryRun) {
      if (allocated.size > 0) {
        const outcome = `release ${[...allocated.values()].join(', ')}`;
        this.#work.decide('Revert', outcome, 'the write failed');
      }
      const error = yield* releaseIPs(this.#work, allocated);
      this.#tell(error, `failed to clean up after failed service ${this.#what}`);
    }
    yield* this.#operation.finish();
  }

  get #service(): string {
    return `service="${this.#work.namespace}/${this.#work.name}"`;
  }

  #tell(error: string | undefined, failed: string): void {
    if (error !== undefined) this.#work.log('error', `${failed}: ${error} ${this.#service}`);
  }
}

/** As klog prints a map: in order of key. */
const goMap = (ips: ByFamily): string =>
  `{${['IPv4', 'IPv6']
    .filter((family) => ips.has(family))
    .map((family) => `"${family}":"${ips.get(family)}"`)
    .join(',')}}`;

/** Gives back all that a Service has which is gone. */
export function* releaseAllocatedResources(work: ServiceWork, spec: ServiceSpec): Procedure<void> {
  const { nodePorts } = work.allocators;
  // Upstream drops the error: repair finds what is left.
  yield* releaseIPs(work, clusterIPsToRelease(spec));
  for (const port of nodePortsOf(spec)) {
    const error = yield* nodePorts.release(port);
    if (error) {
      const what = `Error releasing service ${work.name} node port ${port}`;
      work.log('error', `${what}: ${error.message}`);
    }
  }
  const { healthCheckNodePort = 0 } = spec;
  if (!needsHealthCheck(spec) || healthCheckNodePort <= 0) return;
  const error = yield* nodePorts.release(healthCheckNodePort);
  if (error) {
    const what = `Error releasing service ${work.name} health check node port`;
    work.log('error', `${what} ${healthCheckNodePort}: ${error.message}`);
  }
}
