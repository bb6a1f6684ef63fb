/**
 * Area `node-lease`: a Lease that its holder renews. The controller is the one with which an API
 * server keeps its identity; that the Lease is owned by a Node is what the cases add to it, as
 * upstream's own tests do.
 */
import { formatMicroTime } from '#base';
import { perform } from '#kernel';
import {
  type KubeObject,
  LEASES,
  LeaseController,
  parseTime,
  type RestClient,
  type RestResult,
} from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import type { Json } from '../case';
import { stepsOf } from '../queue-stand';
import { Fields } from '../read-fields';
import { Rig } from '../rig';
import { statusOfReason } from '../status-reasons';
import { durationOf } from '../time-facts';

export const nodeLeaseAdapter: AreaAdapter = {
  area: 'node-lease',
  calls: { list },
};

const NAMESPACE = 'kube-node-lease';
/** Of the cases that name no holder. */
const HOLDER = 'foo';
const DURATION_SECONDS = 10;
/** A quarter of the duration of a Node's Lease. */
const RENEW_INTERVAL_SECONDS = 10;
/** Some day, far from the beginning of time. */
const EPOCH_MS = 1_696_118_400_000;
const MS_PER_SECOND = 1_000;
const US_PER_MS = 1_000;
const VERSION = /^rv (\d+)$/;
const AGO = /^now(?: - ([\w.]+))?$/;

function list(question: Question): Answer {
  const [step, ...more] = stepsOf(question.when);
  if (!step || more.length > 0) throw new Unsupported('when: expected one step');
  const op = step.only('op').text('op');
  const inputs = new Fields(question.given, 'given');
  if (op === 'newLease') return newLease(question, inputs);
  if (op === 'retryUpdateLease') return retryUpdateLease(question, inputs);
  if (op === 'sync') return sync(question, inputs);
  throw new Unsupported(`op ${op}`);
}

/** Answers of the server, by verb; what a case says nothing of is not asked. */
type Answers = Readonly<Partial<Record<'get' | 'create' | 'update', () => Json>>>;

interface Place {
  readonly nodeExists?: boolean;
  readonly holderIdentity?: string;
  readonly leaseDurationSeconds?: number;
  readonly latest?: KubeObject;
  readonly answers?: Answers;
}

function standOf({ switches }: Question, place: Place) {
  const { nodeExists = true, holderIdentity = HOLDER, latest, answers = {} } = place;
  const rig = new Rig({ switches, epochMs: EPOCH_MS });
  const { process } = rig;
  const controller = new LeaseController(
    {
      ...{ process, actor: rig.actor('lease'), client: clientOf(answers), stream: 'lease' },
      ...{ namespace: NAMESPACE, name: holderIdentity, holderIdentity },
      leaseDurationSeconds: place.leaseDurationSeconds ?? DURATION_SECONDS,
      renewIntervalSeconds: RENEW_INTERVAL_SECONDS,
      postProcess: (lease) => (nodeExists ? ownedByNode(lease, holderIdentity) : undefined),
    },
    latest,
  );
  return { rig, controller };
}

/** Upstream: the tests' setNodeOwnerFunc. */
function ownedByNode(lease: KubeObject, name: string): KubeObject {
  const { ownerReferences = [] } = lease.metadata;
  if (ownerReferences.length > 0) return lease;
  const owner = { apiVersion: 'v1', kind: 'Node', name, uid: `${name}-uid` };
  return { ...lease, metadata: { ...lease.metadata, ownerReferences: [owner] } };
}

function clientOf(answers: Answers): RestClient {
  function* answer(verb: 'get' | 'create' | 'update') {
    const said = answers[verb]?.() ?? null;
    if (typeof said !== 'string') throw new Unsupported(`${verb}: the case has no answer`);
    const result = resultOf(said);
    return yield* perform<RestResult<KubeObject>>((resume) => resume(result));
  }
  const client: Pick<RestClient, 'get' | 'create' | 'update'> = {
    get: () => answer('get'),
    create: () => answer('create'),
    update: () => answer('update'),
  };
  return client as RestClient;
}

function resultOf(said: string): RestResult<KubeObject> {
  const refusal = statusOfReason(said, LEASES, HOLDER);
  if (refusal) return { ok: false, status: refusal, transport: undefined, seq: 0 };
  return { ok: true, code: 200, object: leaseAt(said === 'ok' ? 'rv 1' : said), seq: 0 };
}

function leaseAt(words: string): KubeObject {
  const [, resourceVersion] = VERSION.exec(words) ?? [];
  if (resourceVersion === undefined) throw new Unsupported(`expected rv N, found ${words}`);
  return { metadata: { name: HOLDER, namespace: NAMESPACE, resourceVersion } };
}

function newLease(question: Question, inputs: Fields): Answer {
  inputs.only('nodeExists', 'holderIdentity', 'leaseDurationSeconds', 'base');
  const holderIdentity = inputs.text('holderIdentity');
  const leaseDurationSeconds = inputs.count('leaseDurationSeconds');
  const { rig, controller } = standOf(question, {
    ...{ nodeExists: inputs.flag('nodeExists', true), holderIdentity, leaseDurationSeconds },
  });
  const now = rig.process.wallMs();
  const base = inputs.has('base')
    ? baseOf(inputs.inside('base'), { holderIdentity, leaseDurationSeconds, now })
    : undefined;
  const { metadata, spec } = controller.newLease(base).lease;
  const { renewTime, ...rest } = spec as { readonly renewTime: string; readonly [k: string]: Json };
  const ago = (now - (parseTime(renewTime) ?? 0)) / MS_PER_SECOND;
  const { namespace = '', name = '', ownerReferences = [] } = metadata;
  const owners = ownerReferences.map((owner) => ({ ...owner }) as { readonly [k: string]: Json });
  return {
    facts: {
      lease: {
        ...{ namespace, name, ...rest },
        renewTime: ago === 0 ? 'now' : `now - ${ago}s`,
        ownerReferences: owners,
      },
    },
  };
}

interface Written {
  readonly holderIdentity: string;
  readonly leaseDurationSeconds: number;
  readonly now: number;
}

function baseOf(fields: Fields, { now, holderIdentity, ...rest }: Written): KubeObject {
  fields.only('ownerReferences', 'renewTime');
  const [words, length = '0s'] = AGO.exec(fields.text('renewTime')) ?? [];
  if (words === undefined) throw new Unsupported(`base.renewTime: ${fields.text('renewTime')}`);
  const ago = durationOf(length, 'base.renewTime') / US_PER_MS;
  const renewTime = formatMicroTime(now - ago);
  const ownerReferences = fields.list('ownerReferences', []) as never[];
  const metadata = { name: holderIdentity, namespace: NAMESPACE, ownerReferences };
  return { metadata, spec: { holderIdentity, ...rest, renewTime } };
}

/** One answer after the other; the last one stays. */
function inTurn(list: readonly string[]): () => Json {
  const left = [...list];
  return () => (left.length > 1 ? left.shift() : left[0]) ?? null;
}

function retryUpdateLease(question: Question, inputs: Fields): Answer {
  inputs.only('nodeExists', 'updateResults', 'getResult');
  const { rig, controller } = standOf(question, {
    nodeExists: inputs.flag('nodeExists', true),
    answers: {
      update: inTurn(inputs.texts('updateResults')),
      // What others were in the way of is there.
      get: () => inputs.value('getResult') ?? 'ok',
    },
  });
  const error = rig.perform(controller.retryUpdateLease(leaseAt('rv 1')));
  return { facts: { error: error !== undefined } };
}

function sync(question: Question, inputs: Fields): Answer {
  inputs.only('nodeExists', 'latestLease', 'updateResults', 'getResult', 'createResult');
  const latest = inputs.has('latestLease') ? leaseAt(inputs.text('latestLease')) : undefined;
  const { rig, controller } = standOf(question, {
    nodeExists: inputs.flag('nodeExists', true),
    latest,
    answers: {
      update: inTurn(inputs.texts('updateResults', [])),
      get: () => inputs.value('getResult'),
      create: () => inputs.value('createResult'),
    },
  });
  rig.perform(controller.sync());
  const { latestLease } = controller;
  return {
    facts: {
      latestLeaseResourceVersion: latestLease?.metadata.resourceVersion ?? null,
      hasLatestLease: latestLease !== undefined,
    },
  };
}
