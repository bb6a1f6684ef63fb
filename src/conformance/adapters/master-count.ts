/**
 * Area `master-count`: calls of the reconciler that counts, one after another, over objects that
 * are stored and read back as they are, as in upstream's own tests.
 */
import {
  ENDPOINTS,
  ENDPOINTSLICES,
  etcdKeyOf,
  MasterCountEndpointReconciler,
  type ReconcileEnd,
  type ReconcileTarget,
} from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import { isObject, type Json } from '../case';
import { ErrorFact, type Facts, ObjectFact } from '../facts';
import { endpointPorts, NAMESPACE, storedObjects } from '../given-objects';
import { Fields } from '../read-fields';
import { RecordedClient, withoutFaults } from '../recorded-client';
import { Rig } from '../rig';

const oneCall = (question: Question): Answer => new Stand(question).drive([question.when]);

export const masterCountAdapter: AreaAdapter = {
  area: 'master-count',
  calls: {
    ReconcileEndpoints: oneCall,
    RemoveEndpoints: oneCall,
    StopReconciling: oneCall,
    list: (question) => new Stand(question).drive(question.when as readonly Json[]),
    sequence: (question) => {
      const steps = new Fields(question.when, 'when').only('sequence').list('sequence');
      return new Stand(question).drive(steps);
    },
  },
};

const OK: ReconcileEnd = { ok: true };
const NO_ERROR = new ErrorFact(undefined);
const CALL_FIELDS = ['op', 'service', 'ip', 'endpointPorts', 'reconcilePorts'];

/** The reconciler of one server over the objects of a case. */
class Stand {
  readonly #rig: Rig;
  readonly #client: RecordedClient;
  readonly #reconciler: MasterCountEndpointReconciler;
  #service = '';

  constructor({ given, switches }: Question) {
    const inputs = new Fields(withoutFaults(given), 'given').only(
      ...['namespace', 'objects', 'masterCount', 'stopReconcilingCalled'],
    );
    const namespace = inputs.text('namespace', NAMESPACE);
    const initial = storedObjects(inputs.list('objects', []), 'given.objects', namespace);
    this.#rig = new Rig({ switches, initial });
    this.#client = new RecordedClient(this.#rig.bare(), given);
    this.#reconciler = new MasterCountEndpointReconciler({
      process: this.#rig.process,
      actor: this.#rig.actor('master-count-reconciler'),
      client: this.#client.client,
      masterCount: inputs.count('masterCount', 1),
    });
    if (inputs.flag('stopReconcilingCalled', false)) this.#call({ op: 'StopReconciling' });
  }

  drive(steps: readonly Json[]): Answer {
    const errors = steps.map((step) => this.#step(step));
    const found = errors.map((error): Facts => ({ expectError: error }));
    const error = errors.find((each) => each !== NO_ERROR) ?? NO_ERROR;
    return { facts: { ...this.#facts(), error, errors }, steps: found };
  }

  #step(step: Json): ErrorFact {
    const end = this.#call(isObject(step) ? step : { op: step });
    if (end.ok) return NO_ERROR;
    const { reason, code, message } = end.status ?? {};
    return new ErrorFact(end.text, { reason, code, message });
  }

  #call(step: Json): ReconcileEnd {
    const call = new Fields(step, 'when').only(...CALL_FIELDS);
    const op = call.text('op');
    switch (op) {
      case 'ReconcileEndpoints': {
        const ports = call.flag('reconcilePorts', false);
        const target = this.#target(call);
        return this.#rig.wait((done) => this.#reconciler.reconcileEndpoints(target, ports, done));
      }
      case 'RemoveEndpoints': {
        const target = this.#target(call);
        return this.#rig.wait((done) => this.#reconciler.removeEndpoints(target, done));
      }
      case 'StopReconciling':
        return this.#rig.wait((done) => this.#reconciler.stopReconciling(() => done(OK)));
      default:
        throw new Unsupported(`when: no call ${op}`);
    }
  }

  #target(call: Fields): ReconcileTarget {
    this.#service = call.text('service');
    const ports = endpointPorts(call.list('endpointPorts', []), 'when.endpointPorts');
    return { service: this.#service, ip: call.text('ip'), ports };
  }

  #facts(): Facts {
    const stored = (of: typeof ENDPOINTS) =>
      new ObjectFact(this.#rig.stored(etcdKeyOf(of, NAMESPACE, this.#service)));
    return {
      creates: this.#client.bodies('create'),
      updates: this.#client.bodies('update'),
      deletes: this.#client.bodies('delete'),
      storedEndpoints: stored(ENDPOINTS),
      storedEndpointSlice: stored(ENDPOINTSLICES),
    };
  }
}
