/**
 * Area `system-namespaces`: one look of the controller at a lister of Namespaces, and what it
 * creates through the REST API.
 */
import { type Procedure, runProcedure } from '#kernel';
import {
  NamespacesTask,
  type ServerInformers,
  StopChannel,
  SystemNamespacesController,
} from '#kube';
import type { Answer, AreaAdapter, Question } from '../adapter';
import { Fields, fieldsOfWhen } from '../read-fields';
import { RecordedClient, withoutFaults } from '../recorded-client';
import { Rig, storedNamespace } from '../rig';

export const systemNamespacesAdapter: AreaAdapter = {
  area: 'system-namespaces',
  calls: { sync },
};

function sync({ given, when, switches }: Question): Answer {
  fieldsOfWhen(when).only('op');
  const inputs = new Fields(withoutFaults(given), 'given').only('namespacesInLister');
  const listed = inputs.texts('namespacesInLister', []);
  const rig = new Rig({ switches, initial: listed.map(storedNamespace) });
  const { process, sim } = rig;
  const client = new RecordedClient(rig.loopback(), given);
  const server = {
    process,
    loopback: client.client,
    informers: listerOf(listed),
    stop: new StopChannel(),
    actor: (name: string) => rig.actor(name),
    run: <T>(procedure: Procedure<T>, done?: (value: T) => void) =>
      runProcedure(procedure, (value) => done?.(value)),
  };
  const begun = sim.recorder.length;
  // Up to 1.26 it is a task of the bootstrap controller, which reads from the API.
  const looks = switches.systemNamespacesHook
    ? new SystemNamespacesController(server).sync()
    : new NamespacesTask(server).round();
  rig.perform(looks);
  const creates = client.names('create');
  const errors = rig.logsSince(begun, 'error');
  return { facts: { creates, createCount: creates.length, errors } };
}

/** Shared informers whose lister holds these namespaces. */
function listerOf(names: readonly string[]): ServerInformers {
  const objects = names.map((name) => ({ kind: 'Namespace', metadata: { name } }));
  const informer = {
    hasSynced: true,
    get: (_namespace: string, name: string) =>
      objects.find(({ metadata }) => metadata.name === name),
    list: () => objects,
    addEventHandler: () => {},
  };
  return { informerFor: () => informer, start: () => {}, notSynced: () => [] };
}
