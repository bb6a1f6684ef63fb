/** A whole election of a case, before a server that keeps what is written. */
import { seconds } from '#base';
import { apiVersionOf, electorError, type KubeObject, type RestResult } from '#kube';
import { type Answer, type Question, Unsupported } from './adapter';
import { clientOf, configOf, lockOf, makeElector } from './election-stand';
import { Fields } from './read-fields';
import { Rig } from './rig';
import { statusOfReason } from './status-reasons';

const STORES = 'stores writes';
const FAILURE = /^(?:the )?(\d+)(?:st|nd|rd|th) (get|create|update) returns (\w+)$/;
const CANCEL =
  /^(?:the )?run context is cancelled during the (\d+)(?:st|nd|rd|th) (get|create|update)$/;
/** Of a request whose caller has gone. */
const CANCELED = 'Canceled';
/** Longest election of a case. */
const PATIENCE = seconds(600);

/** A request by its verb and its number among those of the verb, from 1. */
type Place = string;
const placeOf = (verb: string, nth: number): Place => `${verb} ${nth}`;

interface Plan {
  /** Reasons of the requests that fail. */
  readonly failures: ReadonlyMap<Place, string>;
  readonly cancelAt: Place;
}

function planOf(sentence: string): Plan {
  const [stores, ...parts] = sentence.split('; ');
  if (stores !== STORES) throw new Unsupported(`given.server: ${stores}`);
  const failures = new Map<Place, string>();
  let cancelAt: Place | undefined;
  for (const part of parts) {
    const [, nth, verb, reason] = FAILURE.exec(part) ?? [];
    const [, last, by] = CANCEL.exec(part) ?? [];
    if (reason !== undefined) failures.set(placeOf(verb, Number(nth)), reason);
    else if (by !== undefined) cancelAt = placeOf(by, Number(last));
    else throw new Unsupported(`given.server: ${part}`);
  }
  if (cancelAt === undefined) throw new Unsupported('given.server: expected an end');
  return { failures, cancelAt };
}

type Of = Parameters<typeof statusOfReason>[1];

function refusalOf(reason: string, of: Of, name: string): RestResult<KubeObject> {
  if (reason === CANCELED) {
    return { ok: false, status: undefined, transport: 'context canceled', seq: 0 };
  }
  const status = statusOfReason(reason, of, name);
  if (!status) throw new Unsupported(`given.server: ${reason}`);
  return { ok: false, status, transport: undefined, seq: 0 };
}

export function runElection(question: Question): Answer {
  const inputs = new Fields(question.given, 'given').only(
    ...['identity', 'lock', 'leaseDuration', 'renewDeadline', 'retryPeriod', 'server'],
    'releaseOnCancel',
  );
  const { failures, cancelAt } = planOf(inputs.text('server'));
  const rig = new Rig(question);
  const lockOps: string[] = [];
  let kept: KubeObject | undefined;
  const client = clientOf(rig.process, (verb, of, object) => {
    lockOps.push(verb);
    const place = placeOf(verb, lockOps.filter((each) => each === verb).length);
    if (place === cancelAt) elector.cancel();
    const name = object.metadata.name ?? '';
    const failure = failures.get(place) ?? (verb === 'get' && !kept ? 'NotFound' : undefined);
    if (failure !== undefined) return refusalOf(failure, of, name);
    if (verb !== 'get') kept = { apiVersion: apiVersionOf(of), kind: of.kind, ...object };
    return { ok: true, code: 200, object: kept ?? object, seq: 0 };
  });
  const lock = lockOf(inputs, client, question.switches);
  const error = electorError({ ...configOf(inputs), lock }, question.switches);
  if (error !== undefined) throw new Unsupported(`given: ${error}`);
  const elector = makeElector(question, rig, client, () => {});
  elector.run();
  rig.advance(PATIENCE);
  return { facts: { lockOps } };
}
