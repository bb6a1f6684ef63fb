/**
 * Area `repair-ipaddress`: passes and single syncs of the repair controller of IPAddresses, over
 * what etcd holds and the informers of a server.
 */
import { parseGoDuration, seconds } from '#base';
import type { Process } from '#kernel';
import {
  AddressSyncs,
  addressResources,
  DEFAULT_BACKOFF,
  EventRecorder,
  errorText,
  etcdKeyOf,
  formatTime,
  type InitialKey,
  IpRange,
  isConflict,
  onError,
  parseTime,
  RuntimeErrors,
  SERVICES,
  ServiceCidrs,
  SharedInformerFactory,
  type SyncEnd,
} from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import { isObject, type Json, type JsonObject } from '../case';
import { ErrorFact, SetFact } from '../facts';
import { typedAs } from '../given-objects';
import { Fields, fieldsOfWhen } from '../read-fields';
import { RecordedClient, withoutFaults } from '../recorded-client';
import { serviceKeys } from '../repair-stand';
import { Rig } from '../rig';

export const repairIPAddressAdapter: AreaAdapter = {
  area: 'repair-ipaddress',
  calls: {
    runOnce: (question) => answer(question, [], ({ syncs, process }) => runOnce(syncs, process)),
    syncService: (question) =>
      answer(question, ['key'], ({ syncs, when }) => syncs.syncService(keyOf(when.text('key')))),
    syncIPAddress: (question) =>
      answer(question, ['name'], function* ({ syncs, when, again }) {
        const end = yield* syncs.syncIPAddress(when.text('name'));
        again(end.again);
        return end.failed;
      }),
  },
};

interface Looks {
  readonly syncs: AddressSyncs;
  readonly when: Fields;
  readonly process: Process;
  /** Takes the time after which the key comes back, ms. */
  readonly again: (waitMs: number | undefined) => void;
}
type Sync = (looks: Looks) => ReturnType<AddressSyncs['runOnce']>;

/** A pass is tried again after a conflict. Upstream: runOnce, over doRunOnce. */
function* runOnce(syncs: AddressSyncs, process: Process): ReturnType<AddressSyncs['runOnce']> {
  const retrier = { process, actor: CONTROLLER, backoff: DEFAULT_BACKOFF, retriable: isConflict };
  const end = yield* onError(retrier, function* () {
    return (yield* syncs.runOnce()) ?? { ok: true, code: 200, object: undefined, seq: 0 };
  });
  return end.ok ? undefined : end;
}

/** A Service's key: upstream's has one slash, or it is no key. */
function keyOf(key: string): string {
  if (key.split('/').length === 2) return key;
  throw new Unsupported(`when.key: unexpected key format: ${JSON.stringify(key)}`);
}

/** The objects of ServiceCIDR and IPAddress, in the version that 1.33 uses. */
const RESOURCES = addressResources({ serviceCIDRStable: true });
const API_VERSION = 'networking.k8s.io/v1';
/** When the sync begins, ms: a whole second, as a creation has no parts of one. */
const SYNC_AT_MS = 1_700_000_000_000;
/** When the cases are run: the cluster has had a moment, and the informers a second. */
const EPOCH_MS = SYNC_AT_MS - 1_001;
const CONTROLLER = 'ipallocator-repair-controller';
const SECOND_US = 1_000_000;
const US_A_MS = 1_000;
const MS_A_SECOND = 1_000;
/** Until informers have heard of every write. */
const REST = seconds(1);
const LABELS = {
  family: 'ipaddress.kubernetes.io/ip-family',
  by: 'ipaddress.kubernetes.io/managed-by',
};

/** The minor version that brought it, behind a gate. */
const SINCE_MINOR = 27;

function answer(question: Question, also: readonly string[], sync: Sync): Answer {
  const { given, when, switches, profile } = question;
  if (Number(profile.split('.')[1]) < SINCE_MINOR) {
    throw new Unsupported(`profile ${profile}: it has no such controller`);
  }
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
  const asked = fieldsOfWhen(when).only('op', ...also);
  const waits: number[] = [];
  const again = (waitMs = -1) => waits.push(waitMs);
  const failed: SyncEnd = rig.perform(sync({ syncs, when: asked, process, again }));
  rig.advance(REST);
  const held = informers.informerFor(RESOURCES.addresses).list('');
  return {
    facts: {
      error: new ErrorFact(failed && errorText(failed)),
      apiWrites: client.writesOf(RESOURCES.addresses),
      eventsInOrder: told,
      requeueAfterSeconds: waits[0] >= 0 ? waits[0] / MS_A_SECOND : null,
      stillPresentInLister: new SetFact(held.map(({ metadata }) => metadata.name ?? '')),
    },
  };
}

/** Refuses what is there already. */
function once(path: string, key: string, seen: Set<string>): void {
  if (seen.has(key)) throw new Unsupported(`${path}: ${key} is there already`);
  seen.add(key);
}

/** What else a case may say of a Service. */
const SPEC_FIELDS = [
  ...['clusterIP', 'clusterIPs', 'type', 'ipFamilies', 'ipFamilyPolicy', 'externalName'],
  ...['ports', 'selector', 'sessionAffinity'],
];

function services(given: Fields): readonly InitialKey[] {
  const seen = new Set<string>();
  return given.list('services', []).flatMap((value, index) => {
    const service = new Fields(value, `given.services[${index}]`);
    service.only('namespace', 'name', ...SPEC_FIELDS);
    const { namespace: _, name: __, note: ___, ...spec } = value as JsonObject;
    const [namespace, name] = [service.text('namespace'), service.text('name')];
    once(`given.services[${index}]`, `${namespace}/${name}`, seen);
    return serviceKeys(namespace, name, spec);
  });
}

function ranges(given: Fields): readonly InitialKey[] {
  return given.list('serviceCIDRs', []).map((value, index) => {
    const range = new Fields(value, `given.serviceCIDRs[${index}]`).only('name', 'cidrs');
    const name = range.text('name');
    const cidrs = range.texts('cidrs');
    const wrong = cidrs.find((cidr) => !IpRange.isCidr(cidr));
    if (wrong !== undefined || cidrs.length < 1 || cidrs.length > 2) {
      throw new Unsupported(`given.serviceCIDRs[${index}].cidrs: expected one or two CIDRs`);
    }
    const spec = { cidrs };
    const object = { kind: 'ServiceCIDR', apiVersion: API_VERSION, metadata: { name }, spec };
    return { key: etcdKeyOf(RESOURCES.ranges, '', name), value: object };
  });
}

function addresses(given: Fields): readonly InitialKey[] {
  const seen = new Set<string>();
  const many = given.list('ipAddresses', []);
  const named = many.map((value, index) => [`given.ipAddresses[${index}]`, value] as const);
  const one = given.has('ipAddress')
    ? [['given.ipAddress', given.value('ipAddress')] as const]
    : [];
  return [...named, ...one].map(([path, value]) => {
    const fields = new Fields(value, path);
    once(path, fields.text('name'), seen);
    return storedAddress(fields, path);
  });
}

/** Labels are those of the allocator where the case says nothing of them. */
function storedAddress(given: Fields, path: string): InitialKey {
  given.only('name', 'parentRef', 'managedBy', 'created', 'labels', 'ipFamily');
  const name = given.text('name');
  if (!isIp(name)) throw new Unsupported(`${path}.name: ${name} is no address`);
  const family = given.text('ipFamily', name.includes(':') ? 'IPv6' : 'IPv4');
  const by = given.has('managedBy') ? { [LABELS.by]: given.text('managedBy') } : {};
  const labels = given.has('labels') ? given.value('labels') : { [LABELS.family]: family, ...by };
  const metadata = { name, labels, creationTimestamp: created(given, path) };
  const ref = `${path}.parentRef`;
  const spec: JsonObject = given.has('parentRef')
    ? { parentRef: parentOf(given.value('parentRef'), ref) }
    : {};
  const object = { kind: 'IPAddress', apiVersion: API_VERSION, metadata, spec };
  const value = typedAs(RESOURCES.addresses, object, path);
  return { key: etcdKeyOf(RESOURCES.addresses, '', name), value };
}

const isIp = (text: string): boolean => IpRange.isCidr(`${text}/${text.includes(':') ? 128 : 32}`);

const DAY = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const AGO = /^(.+) ago$/;

/** A day, a time, `now` or so long ago. */
function created(given: Fields, path: string): string {
  const text = given.text('created', 'now');
  const time = DAY.test(text) ? `${text}T00:00:00Z` : text;
  if (TIME.test(time) && parseTime(time) !== undefined) return time;
  const ago = text === 'now' ? 0 : parseGoDuration(AGO.exec(text)?.[1] ?? '');
  if (ago === undefined || ago < 0 || ago % SECOND_US !== 0) {
    throw new Unsupported(`${path}.created: ${text} is not understood`);
  }
  return formatTime(SYNC_AT_MS - ago / US_A_MS);
}

const PARENT = /^(\S+) ([^/\s]+)\/(\S+)(?: \(group (\S+)\))?$/;

/** An object, or `services bar/foo`, with `(group g)` behind it where there is one. */
function parentOf(value: Json, path: string): Json {
  if (isObject(value)) {
    const fields = new Fields(value, path).only('group', 'resource', 'namespace', 'name');
    if (fields.names.length === 0) throw new Unsupported(`${path}: expected a parent`);
    for (const name of fields.names) fields.text(name, '');
    return value;
  }
  const [, resource, namespace, name, group = ''] = PARENT.exec(String(value)) ?? [];
  if (resource === undefined) {
    throw new Unsupported(`${path}: ${JSON.stringify(value)} is not understood`);
  }
  return { group, resource, namespace, name };
}
