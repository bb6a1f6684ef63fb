/**
 * Area `repair-ipaddress`: passes and single syncs of the repair controller of IPAddresses, over
 * what etcd holds and the informers of a server.
 */
import { seconds } from '#base';
import {
  AddressSyncs,
  addressResources,
  EventRecorder,
  errorText,
  etcdKeyOf,
  formatTime,
  type InitialKey,
  RuntimeErrors,
  SERVICES,
  ServiceCidrs,
  SharedInformerFactory,
  type SyncEnd,
} from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import { isObject, type Json, type JsonObject } from '../case';
import { ErrorFact, SetFact } from '../facts';
import { Fields } from '../read-fields';
import { RecordedClient, withoutFaults } from '../recorded-client';
import { serviceKeys } from '../repair-stand';
import { Rig } from '../rig';

export const repairIPAddressAdapter: AreaAdapter = {
  area: 'repair-ipaddress',
  calls: {
    runOnce: (question) => answer(question, [], (syncs) => syncs.runOnce()),
    syncService: (question) =>
      answer(question, ['key'], (syncs, when) => syncs.syncService(when.text('key'))),
    syncIPAddress: (question) =>
      answer(question, ['name'], function* (syncs, when) {
        return (yield* syncs.syncIPAddress(when.text('name'))).failed;
      }),
  },
};

type Sync = (syncs: AddressSyncs, when: Fields) => ReturnType<AddressSyncs['runOnce']>;

/** The objects of ServiceCIDR and IPAddress, in the version that 1.33 uses. */
const RESOURCES = addressResources({ serviceCIDRStable: true });
const API_VERSION = 'networking.k8s.io/v1';
/** When the cases are run, ms; what is old in them is older. */
const EPOCH_MS = 1_700_000_000_000;
/** When the sync begins: the informers have had a second. */
const SYNC_AT_MS = EPOCH_MS + 1_000;
const CONTROLLER = 'ipallocator-repair-controller';
/** Until informers have heard of every write. */
const REST = seconds(1);
const LABELS = {
  family: 'ipaddress.kubernetes.io/ip-family',
  by: 'ipaddress.kubernetes.io/managed-by',
};

function answer({ given, when, switches }: Question, also: readonly string[], sync: Sync): Answer {
  const inputs = new Fields(withoutFaults(given), 'given');
  inputs.only('services', 'ipAddresses', 'ipAddress', 'serviceCIDRs');
  const initial = [...services(inputs), ...addresses(inputs), ...ranges(inputs)];
  const rig = new Rig({ switches, initial, epochMs: EPOCH_MS });
  const { process } = rig;
  const client = new RecordedClient(rig.loopback(), given);
  const actor = rig.actor(CONTROLLER);
  const informers = new SharedInformerFactory({ process, actor, client: client.client });
  const cidrs = new ServiceCidrs(client.client, informers, RESOURCES);
  const serviceInformer = informers.informerFor(SERVICES);
  const told: string[] = [];
  const who = { reportingController: CONTROLLER, hostname: process.name };
  const recorder = new EventRecorder({ process, actor, client: client.client, switches, ...who });
  const syncs = new AddressSyncs({
    process,
    actor,
    cidrs,
    services: serviceInformer,
    errors: new RuntimeErrors(process),
    recorder: {
      eventf: (object, words) => {
        told.push(`${words.type} ${words.reason} ${words.note}`);
        recorder.eventf(object, words);
      },
    },
  });
  informers.start();
  rig.advance(REST);
  if (informers.notSynced().length > 0) throw new Unsupported('given: it cannot be listed');
  const asked = new Fields(when, 'when').only('op', ...also);
  const failed: SyncEnd = rig.perform(sync(syncs, asked));
  rig.advance(REST);
  const held = informers.informerFor(RESOURCES.addresses).list('');
  return {
    facts: {
      error: new ErrorFact(failed && errorText(failed)),
      apiWrites: client.writesOf(RESOURCES.addresses),
      eventsInOrder: told,
      stillPresentInLister: new SetFact(held.map(({ metadata }) => metadata.name ?? '')),
    },
  };
}

function services(given: Fields): readonly InitialKey[] {
  return given.list('services', []).flatMap((value, index) => {
    const service = new Fields(value, `given.services[${index}]`);
    service.only('namespace', 'name', 'clusterIP', 'clusterIPs', 'type', 'ipFamilies');
    const { namespace: _, name: __, note: ___, ...spec } = value as JsonObject;
    return serviceKeys(service.text('namespace'), service.text('name'), spec);
  });
}

function ranges(given: Fields): readonly InitialKey[] {
  return given.list('serviceCIDRs', []).map((value, index) => {
    const range = new Fields(value, `given.serviceCIDRs[${index}]`).only('name', 'cidrs');
    const name = range.text('name');
    const spec = { cidrs: range.texts('cidrs') };
    const object = { kind: 'ServiceCIDR', apiVersion: API_VERSION, metadata: { name }, spec };
    return { key: etcdKeyOf(RESOURCES.ranges, '', name), value: object };
  });
}

function addresses(given: Fields): readonly InitialKey[] {
  const one = given.has('ipAddress') ? [given.value('ipAddress')] : [];
  return [...given.list('ipAddresses', []), ...one].map((value, index) =>
    storedAddress(new Fields(value, `given.ipAddresses[${index}]`)),
  );
}

/** Labels are those of the allocator where the case says nothing of them. */
function storedAddress(given: Fields): InitialKey {
  given.only('name', 'parentRef', 'managedBy', 'created', 'labels', 'ipFamily');
  const name = given.text('name');
  const family = given.text('ipFamily', name.includes(':') ? 'IPv6' : 'IPv4');
  const by = given.has('managedBy') ? { [LABELS.by]: given.text('managedBy') } : {};
  const labels = given.has('labels') ? given.value('labels') : { [LABELS.family]: family, ...by };
  const metadata = { name, labels, creationTimestamp: created(given) };
  const spec = given.has('parentRef') ? { parentRef: parentOf(given.value('parentRef')) } : {};
  const value = { kind: 'IPAddress', apiVersion: API_VERSION, metadata, spec };
  return { key: etcdKeyOf(RESOURCES.addresses, '', name), value };
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const AGO = /^(\d+)s ago$/;

/** A day, a time, `now` or so many seconds ago. */
function created(given: Fields): string {
  const text = given.text('created', 'now');
  if (DAY.test(text)) return `${text}T00:00:00Z`;
  if (TIME.test(text)) return text;
  const ago = text === 'now' ? '0' : AGO.exec(text)?.[1];
  if (ago === undefined) throw new Unsupported(`created: ${text} is not understood`);
  return formatTime(SYNC_AT_MS - Number(ago) * 1_000);
}

const PARENT = /^(\S+) ([^/\s]+)\/(\S+)(?: \(group (\S+)\))?$/;

/** An object, or `services bar/foo`, with `(group g)` behind it where there is one. */
function parentOf(value: Json): Json {
  if (isObject(value)) return value;
  const [, resource, namespace, name, group = ''] = PARENT.exec(String(value)) ?? [];
  if (resource === undefined) {
    throw new Unsupported(`parentRef: ${JSON.stringify(value)} is not understood`);
  }
  return { group, resource, namespace, name };
}
