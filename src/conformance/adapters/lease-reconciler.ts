/**
 * Area `lease-reconciler`: calls of the reconciler, and of the master leases below it, one after
 * another. Leases and objects are in etcd; the reconciler speaks to the REST API over them.
 */
import { compareText, parseGoDuration } from '#base';
import type { Procedure } from '#kernel';
import {
  createMasterLeases,
  ENDPOINTS,
  ENDPOINTSLICES,
  etcdKeyOf,
  LeaseEndpointReconciler,
  type MasterLeases,
  type ReconcileEnd,
  type ReconcileTarget,
  type StorageResult,
  storageFailed,
} from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import { isObject, type Json } from '../case';
import { ErrorFact, type Facts, ObjectFact, PathsFact } from '../facts';
import { endpointPorts, NAMESPACE, storedObjects } from '../given-objects';
import { seedLeases, tellingTtl, withFaults, withoutLeaseFaults } from '../master-lease-inputs';
import { Fields } from '../read-fields';
import { RecordedClient, withoutFaults } from '../recorded-client';
import { ETCD_PREFIX, Rig, storedNamespace } from '../rig';

const oneCall = (question: Question): Answer => new Stand(question).drive([question.when]);

export const leaseReconcilerAdapter: AreaAdapter = {
  area: 'lease-reconciler',
  calls: {
    ReconcileEndpoints: oneCall,
    RemoveEndpoints: oneCall,
    StopReconciling: oneCall,
    UpdateLease: oneCall,
    RemoveLease: oneCall,
    ListLeases: oneCall,
    list: (question) => new Stand(question).drive(question.when as readonly Json[]),
    sequence: (question) => {
      const steps = new Fields(question.when, 'when').only('sequence').list('sequence');
      return new Stand(question).drive(steps);
    },
  },
};

const INPUTS = [
  ...['namespace', 'objects', 'leaseKeys', 'leaseObjects'],
  ...['leaseTTLSeconds', 'stopReconcilingCalled'],
];
const OK: ReconcileEnd = { ok: true };

/** The reconciler of one server, with etcd and the API behind it. */
class Stand {
  readonly #rig: Rig;
  readonly #client: RecordedClient;
  readonly #leases: MasterLeases;
  readonly #faultless: MasterLeases;
  readonly #reconciler: LeaseEndpointReconciler;
  /** Revisions that were there before the case began. */
  readonly #begun: number;
  #ttlSeconds: number | undefined;
  #service = '';

  constructor({ given, switches }: Question) {
    const rest = withoutLeaseFaults(given);
    const inputs = new Fields(withoutFaults(rest), 'given').only(...INPUTS);
    const namespace = inputs.text('namespace', NAMESPACE);
    const objects = storedObjects(inputs.list('objects', []), 'given.objects', namespace);
    this.#rig = new Rig({ switches, initial: [storedNamespace(NAMESPACE), ...objects] });
    const storage = tellingTtl(this.#rig.openStorage('leases'), (ttl) => {
      this.#ttlSeconds = ttl;
    });
    const ttl = inputs.has('leaseTTLSeconds') ? inputs.count('leaseTTLSeconds') : undefined;
    const leases = createMasterLeases(storage, ETCD_PREFIX, ttl);
    this.#faultless = leases;
    seedLeases(this.#rig, leases, inputs);
    this.#begun = this.#rig.revisions.length;
    this.#ttlSeconds = undefined;
    this.#leases = withFaults(leases, given);
    this.#client = new RecordedClient(this.#rig.loopback(), rest);
    const { process } = this.#rig;
    const actor = this.#rig.actor('lease-reconciler');
    const { client } = this.#client;
    const parts = { process, actor, client, leases: this.#leases, switches };
    this.#reconciler = new LeaseEndpointReconciler(parts);
    if (inputs.flag('stopReconcilingCalled', false)) this.#stop();
  }

  drive(steps: readonly Json[]): Answer {
    const errors = steps.map((step) => this.#step(isObject(step) ? step : callOf(step)));
    const found = steps.map((_, index): Facts => ({ expectError: errors[index] }));
    const error = errors.find(isError) ?? NO_ERROR;
    return { facts: { ...this.#facts(), error, errors }, steps: found };
  }

  #step(step: Json): ErrorFact {
    const { ip = '' } = step as { readonly ip?: string };
    const call = new Fields(step, 'when').only(...CALL_FIELDS);
    const end = this.#call(call);
    if (end.ok) return NO_ERROR;
    const { text, storageNotFound, status } = end;
    const { reason, code, message } = status ?? {};
    return new ErrorFact(text, {
      type: storageNotFound ? 'storage-not-found' : undefined,
      textShape: text.replace(this.#leases.keyOf(ip), '<base><ip>'),
      reason,
      code,
      message,
    });
  }

  #call(call: Fields): ReconcileEnd {
    const op = call.text('op');
    switch (op) {
      case 'ReconcileEndpoints': {
        const reconcilePorts = call.flag('reconcilePorts', false);
        const target = this.#target(call);
        return this.#rig.wait((done) =>
          this.#reconciler.reconcileEndpoints(target, reconcilePorts, done),
        );
      }
      case 'RemoveEndpoints': {
        const target = this.#target(call);
        return this.#rig.wait((done) => this.#reconciler.removeEndpoints(target, done));
      }
      case 'StopReconciling':
        return this.#stop();
      case 'UpdateLease':
        return this.#storage(this.#leases.updateLease(call.text('ip')));
      case 'RemoveLease':
        return this.#storage(this.#leases.removeLease(call.text('ip')));
      case 'ListLeases':
        return this.#storage(this.#leases.listLeases());
      case 'advance':
        return this.#advance(call.text('by'));
      default:
        throw new Unsupported(`when: no call ${op}`);
    }
  }

  #target(call: Fields): ReconcileTarget {
    this.#service = call.text('service');
    const ports = endpointPorts(call.list('endpointPorts', []), 'when.endpointPorts');
    return { service: this.#service, ip: call.text('ip'), ports };
  }

  #stop(): ReconcileEnd {
    return this.#rig.wait((done) => this.#reconciler.stopReconciling(() => done(OK)));
  }

  #storage(procedure: Procedure<StorageResult<unknown>>): ReconcileEnd {
    const result = this.#rig.perform(procedure);
    return result.ok ? OK : storageFailed(result.failure);
  }

  #advance(by: string): ReconcileEnd {
    const length = parseGoDuration(by);
    if (length === undefined) throw new Unsupported(`advance: ${by} is no duration`);
    this.#rig.advance(length);
    return OK;
  }

  #facts(): Facts {
    const base = this.#leases.keyOf('');
    const rows = this.#rig.revisions.slice(this.#begun).filter(({ key }) => key.startsWith(base));
    const puts = rows.filter(({ object }) => object !== undefined);
    const listed = this.#rig.perform(this.#faultless.listLeases());
    const stored = (of: typeof ENDPOINTS) =>
      new ObjectFact(this.#rig.stored(etcdKeyOf(of, NAMESPACE, this.#service)));
    return {
      creates: this.#client.bodies('create'),
      updates: this.#client.bodies('update'),
      deletes: this.#client.bodies('delete'),
      leases: listed.ok ? listed.value : [],
      leaseKeysSorted: listed.ok ? [...listed.value].sort(compareText) : [],
      leaseWritten: puts.length > 0,
      leaseTTLSeconds: this.#ttlSeconds,
      etcdRevisionsWritten: rows.length,
      storedObject: new PathsFact(puts.at(-1)?.object),
      storedEndpoints: stored(ENDPOINTS),
      storedEndpointSlice: stored(ENDPOINTSLICES),
    };
  }
}

const CALL_FIELDS = ['op', 'service', 'ip', 'endpointPorts', 'reconcilePorts', 'by'];
const NO_ERROR = new ErrorFact(undefined);
const isError = (error: ErrorFact): boolean => error !== NO_ERROR;

/** The fields that the words after a sentence's call fill. */
const ARGUMENT: Readonly<Record<string, string>> = {
  UpdateLease: 'ip',
  RemoveLease: 'ip',
  advance: 'by',
};

/** A sentence as a call: `UpdateLease 1.2.3.4`, `StopReconciling`. */
function callOf(sentence: Json): Json {
  const words = /^(\w+)(?:[\s:(]+([^\s()]+)\)?)?$/.exec(String(sentence));
  if (!words) throw new Unsupported(`when: ${JSON.stringify(sentence)} is not understood`);
  const [, op, argument] = words;
  if (argument === undefined) return { op };
  if (!Object.hasOwn(ARGUMENT, op)) throw new Unsupported(`when: ${op} takes no words`);
  return { op, [ARGUMENT[op]]: argument };
}
