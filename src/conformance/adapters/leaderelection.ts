/** Area `leaderelection`: tries for a lock, what is written into it, and whole elections. */
import { seconds } from '#base';
import {
  electorError,
  HealthzAdaptor,
  type KubeObject,
  LEASES,
  leaseSpecOf,
  newNotFound,
  type RestResult,
  recordOf,
} from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import type { Json } from '../case';
import { runElection } from '../election-run';
import { COORDINATED, clientOf, configOf, ElectionStand, lockOf } from '../election-stand';
import type { Fact, Facts } from '../facts';
import { ErrorFact } from '../facts';
import { stepsOf } from '../queue-stand';
import { Fields, textsOf } from '../read-fields';
import { Rig } from '../rig';
import { durationIn } from '../time-facts';

export const leaderElectionAdapter: AreaAdapter = { area: 'leaderelection', calls: { list } };
export const leaderElectionHealthzAdapter: AreaAdapter = {
  area: 'leaderelection-healthz',
  calls: { list: healthz },
};

function list(question: Question): Answer {
  const [first, ...more] = stepsOf(question.when);
  const op = first?.only('op', 'by').text('op');
  if (more.length === 0 && op === 'spec -> record -> spec -> record') return roundTrip(question);
  if (more.length === 0 && op === 'construct elector for each case') return construct(question);
  if (more.length === 0 && op === 'run') return runElection(question);
  return tries(question);
}

function tries(question: Question): Answer {
  const stand = new ElectionStand(question);
  const { elector, rig } = stand;
  const facts: Record<string, Fact> = {};
  let reported = false;
  const steps = stepsOf(question.when).map((step): Facts => {
    const op = step.only('op', 'by').text('op');
    if (op === 'advance') rig.advance(durationIn(step, 'by'));
    else if (op === 'reportTransition') {
      reported = true;
      elector.reportTransition();
      rig.advance(seconds(0));
    } else {
      const ok = rig.perform(callOf(elector.tries, op));
      facts[op] = ok;
      facts.success = ok;
      return { expect: ok };
    }
    return {};
  });
  if (!reported) elector.reportTransition();
  rig.advance(seconds(0));
  const { record } = elector.observed;
  return {
    facts: {
      ...facts,
      observedHolder: record.holderIdentity,
      observedLeaderTransitions: record.leaderTransitions,
      apiCalls: stand.calls,
      onNewLeader: stand.onNewLeader.at(-1) ?? null,
      onNewLeaderCalls: stand.onNewLeader,
    },
    steps,
  };
}

function callOf(lock: ElectionStand['elector']['tries'], op: string) {
  if (op === 'tryAcquireOrRenew') return lock.acquireOrRenew();
  if (op === 'tryCoordinatedRenew') return lock.coordinatedRenew();
  if (op === 'release') return lock.release();
  throw new Unsupported(`op ${op}`);
}

/** A moment for a case that names one. */
const MOMENT = '2023-04-11T00:00:00.123456Z';

function roundTrip({ given }: Question): Answer {
  const fields = new Fields(given, 'given').only('spec').inside('spec');
  fields.only(
    ...['holderIdentity', 'leaseDurationSeconds', 'leaseTransitions', 'acquireTime', 'renewTime'],
    ...COORDINATED,
  );
  const moment = (key: string) => {
    const text = fields.text(key);
    return text.startsWith('T ') ? MOMENT : text;
  };
  const spec = {
    holderIdentity: fields.text('holderIdentity'),
    leaseDurationSeconds: fields.count('leaseDurationSeconds'),
    acquireTime: moment('acquireTime'),
    renewTime: moment('renewTime'),
    leaseTransitions: fields.count('leaseTransitions'),
    ...textsOf(fields, ...COORDINATED),
  };
  const record = recordOf(spec);
  const again = leaseSpecOf(record);
  const equal = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);
  return {
    facts: { specEqual: equal(again, spec), recordEqual: equal(recordOf(again), record) },
  };
}

/** Whether each elector is refused with the error that its case names. */
function construct(question: Question): Answer {
  const { given, switches } = question;
  const inputs = new Fields(given, 'given');
  inputs.only('leaseDuration', 'renewDeadline', 'retryPeriod', 'callbacks', 'cases');
  const callbacks = callbacksOf(inputs.text('callbacks', ALL_SET));
  const lock = { kind: LEASES.kind, namespace: 'foo', name: 'bar' };
  const { process } = new Rig(question);
  const client = clientOf(process, (_, of) => refusal(newNotFound(of, '')));
  const found = inputs.list('cases').map((value, index) => {
    const each = new Fields(value, `given.cases[${index}]`).only('identity', 'error');
    const own = new Fields({ lock, identity: each.text('identity') }, 'given');
    const config = { ...configOf(inputs), callbacks, lock: lockOf(own, client, switches) };
    return [electorError(config, switches) ?? null, textsOf(each, 'error').error ?? null] as const;
  });
  const asListed = found.every(([error, named]) => error === named);
  const errors: Json = found.map(([error]) => error);
  return { facts: { perCase: asListed ? 'error as listed' : errors } };
}

const ALL_SET = 'all three set';
const MISSING = /^(?:(?:no|without) (On\w+)|(On\w+) (?:is )?(?:missing|nil|not set))$/;
const CALLBACKS = ['OnStartedLeading', 'OnStoppedLeading', 'OnNewLeader'];

/** Those that an elector is made with; a case may leave one out. */
function callbacksOf(words: string): Parameters<typeof electorError>[0]['callbacks'] {
  const [, one, other] = MISSING.exec(words) ?? [];
  const missing = one ?? other;
  if (words !== ALL_SET && (missing === undefined || !CALLBACKS.includes(missing))) {
    throw new Unsupported(`given.callbacks: ${words}`);
  }
  const unless = (name: string) => (name === missing ? undefined : () => {});
  return {
    onStartedLeading: unless('OnStartedLeading'),
    onStoppedLeading: unless('OnStoppedLeading'),
    onNewLeader: unless('OnNewLeader'),
  };
}

const refusal = (status: ReturnType<typeof newNotFound>): RestResult<KubeObject> => ({
  ok: false,
  status,
  transport: undefined,
  seq: 0,
});

function healthz({ given, when, switches }: Question): Answer {
  const inputs = new Fields(given, 'given').only('adaptorTimeout', 'elector');
  const [step, ...more] = stepsOf(when);
  if (more.length > 0 || step?.only('op').text('op') !== 'check')
    throw new Unsupported('when: expected check');
  const adaptor = new HealthzAdaptor(durationIn(inputs, 'adaptorTimeout'));
  if (inputs.has('elector')) {
    const elector = inputs.inside('elector');
    elector.only(
      ...['identity', 'leaseName', 'leaseDuration', 'observedHolder', 'elapsedSinceObserved'],
    );
    adaptor.setLeaderElection(electorOf(elector, switches));
  }
  return { facts: { error: new ErrorFact(adaptor.check()) } };
}

function electorOf(fields: Fields, switches: Question['switches']) {
  const name = fields.text('leaseName');
  const given = {
    identity: fields.text('identity'),
    lock: { kind: LEASES.kind, namespace: 'default', name },
    leaseDuration: fields.text('leaseDuration'),
    observedTime: `now - ${fields.text('elapsedSinceObserved')}`,
    observedRecord: { holderIdentity: fields.text('observedHolder') },
  };
  return new ElectionStand({ given, switches }).elector;
}
