/**
 * Area `endpoints-adapter`: what stands between the endpoint reconcilers and the API. Objects are
 * stored and read back as they are; upstream's own tests have no API that checks or completes them.
 */
import {
  ENDPOINTS,
  ENDPOINTSLICES,
  type Endpoints,
  EndpointsAdapter,
  etcdKeyOf,
  type RestResult,
} from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import { ObjectFact } from '../facts';
import { objectOf, restError, storedObjects } from '../given-objects';
import { Fields } from '../read-fields';
import { RecordedClient, withoutFaults } from '../recorded-client';
import { Rig } from '../rig';

export const endpointsAdapterAdapter: AreaAdapter = {
  area: 'endpoints-adapter',
  calls: {
    Get: (question) => {
      const { rig, adapter, client } = standOf(question);
      const when = new Fields(question.when, 'when').only('op', 'namespace', 'name');
      const [namespace, name] = [when.text('namespace'), when.text('name')];
      const found = rig.perform(adapter.get(namespace, name));
      return answer({ rig, client, namespace, name }, found, found);
    },
    Create: (question) => write(question, (adapter, endpoints) => adapter.create(endpoints)),
    Update: (question) => write(question, (adapter, endpoints) => adapter.update(endpoints)),
    EnsureEndpointSliceFromEndpoints: (question) => {
      const stand = standOf(question);
      const endpoints = endpointsOf(question);
      const { namespace = '', name = '' } = endpoints.metadata;
      const ensure = stand.adapter.ensureEndpointSliceFromEndpoints(endpoints);
      const failure = stand.rig.perform(ensure);
      return answer({ ...stand, namespace, name }, undefined, failure);
    },
  },
};

interface Stand {
  readonly rig: Rig;
  readonly client: RecordedClient;
  readonly adapter: EndpointsAdapter;
}

function standOf({ given, switches }: Question): Stand {
  const inputs = new Fields(withoutFaults(given), 'given').only('objects', 'namespace');
  const initial = storedObjects(inputs.list('objects', []), 'given.objects');
  const rig = new Rig({ switches, initial });
  const client = new RecordedClient(rig.bare(), given);
  return { rig, client, adapter: new EndpointsAdapter(client.client) };
}

function endpointsOf({ when }: Question): Endpoints {
  const inputs = new Fields(when, 'when').only('op', 'namespace', 'endpoints');
  const asked = inputs.has('namespace') ? inputs.text('namespace') : undefined;
  const object = objectOf(ENDPOINTS, inputs.value('endpoints'), 'when.endpoints', asked);
  const { namespace = '' } = object.metadata;
  if (asked !== undefined && namespace !== asked) {
    throw new Unsupported(`when.endpoints.metadata.namespace: ${namespace} is not ${asked}`);
  }
  return object;
}

function write(
  question: Question,
  start: (
    adapter: EndpointsAdapter,
    endpoints: Endpoints,
  ) => ReturnType<EndpointsAdapter['create']>,
): Answer {
  const stand = standOf(question);
  const sent = endpointsOf(question);
  const { namespace = '', name = '' } = sent.metadata;
  const { endpoints, failure } = stand.rig.perform(start(stand.adapter, sent));
  return answer({ ...stand, namespace, name }, endpoints, failure);
}

interface Asked {
  readonly rig: Rig;
  readonly client: RecordedClient;
  readonly namespace: string;
  readonly name: string;
}

function answer(
  { rig, client, namespace, name }: Asked,
  result: RestResult<unknown> | undefined,
  failure: RestResult<unknown> | undefined,
): Answer {
  const stored = (of: typeof ENDPOINTS) =>
    new ObjectFact(rig.stored(etcdKeyOf(of, namespace, name)));
  return {
    facts: {
      error: restError(failure),
      result: new ObjectFact(result?.ok ? result.object : undefined),
      createRequests: client.bodies('create'),
      updateRequests: client.bodies('update'),
      deleteRequests: client.bodies('delete'),
      storedEndpoints: stored(ENDPOINTS),
      storedEndpointSlice: stored(ENDPOINTSLICES),
    },
  };
}
