/**
 * Area `bootstrap-service`: the Service of the control plane is made, and repaired where that is
 * asked for. Services are stored and read back as they are, as in upstream's own tests.
 */
import { createOrUpdateMasterServiceIfNeeded, etcdKeyOf, SERVICES } from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import { ObjectFact } from '../facts';
import { restError, servicePorts, storedObjects } from '../given-objects';
import { Fields } from '../read-fields';
import { RecordedClient, withoutFaults } from '../recorded-client';
import { Rig } from '../rig';

export const bootstrapServiceAdapter: AreaAdapter = {
  area: 'bootstrap-service',
  calls: { CreateOrUpdateMasterServiceIfNeeded: createOrUpdate },
};

const TYPES = ['ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName'];

function createOrUpdate({ given, when, switches }: Question): Answer {
  const inputs = new Fields(withoutFaults(given), 'given').only('services', 'objects');
  const objects = [...inputs.list('services', []), ...inputs.list('objects', [])];
  const initial = storedObjects(objects, 'given.services');
  const rig = new Rig({ switches, initial });
  const client = new RecordedClient(rig.bare(), given);
  const asked = new Fields(when, 'when').only(
    ...['op', 'namespace', 'service', 'serviceIP', 'servicePorts', 'serviceType', 'reconcile'],
  );
  const namespace = asked.text('namespace');
  const name = asked.text('service');
  const type = asked.text('serviceType');
  if (!TYPES.includes(type)) throw new Unsupported(`when.serviceType: no type ${type}`);
  const service = {
    namespace,
    name,
    serviceIP: asked.text('serviceIP'),
    ports: servicePorts(asked.list('servicePorts'), 'when.servicePorts'),
    type,
  };
  const warnings: string[] = [];
  const warn = (message: string) => warnings.push(message);
  const options = { reconcile: asked.flag('reconcile', false), warn };
  const result = rig.perform(createOrUpdateMasterServiceIfNeeded(client.client, service, options));
  return {
    facts: {
      error: restError(result),
      creates: client.bodies('create'),
      updates: client.bodies('update'),
      warnings,
      storedService: new ObjectFact(rig.stored(etcdKeyOf(SERVICES, namespace, name))),
    },
  };
}
