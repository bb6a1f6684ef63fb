/**
 * Area `system-namespaces`: one look of the controller at a lister of Namespaces, and what it
 * creates through the REST API.
 */

import { runProcedure } from '#kernel';
import { type ServerInformers, StopChannel, SystemNamespacesController } from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import { Fields } from '../read-fields';
import { RecordedClient, withoutFaults } from '../recorded-client';
import { Rig, storedNamespace } from '../rig';

export const systemNamespacesAdapter: AreaAdapter = {
  area: 'system-namespaces',
  calls: { sync },
};

function sync({ given, switches, profile }: Question): Answer {
  if (!switches.systemNamespacesHook) {
    throw new Unsupported(`profile ${profile}: it has no such controller`);
  }
  const inputs = new Fields(withoutFaults(given), 'given').only('namespacesInLister');
  const listed = inputs.texts('namespacesInLister', []);
  const rig = new Rig({ switches, initial: listed.map(storedNamespace) });
  const { process, sim } = rig;
  const client = new RecordedClient(rig.loopback(), given);
  const controller = new SystemNamespacesController({
    process,
    loopback: client.client,
    informers: listerOf(listed),
    stop: new StopChannel(),
    actor: (name) => rig.actor(name),
    run: (procedure, done) => runProcedure(procedure, (value) => done?.(value)),
  });
  const begun = sim.recorder.length;
  rig.perform(controller.sync());
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
