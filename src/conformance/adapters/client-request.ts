/** Area `client-request`: how many requests a client sends, and which it does not make. */
import { asTime, seconds } from '#base';
import { API_RESOURCES, clientRate, requestPreflightCheck, ThrottledLogger } from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import { stepsOf } from '../queue-stand';
import { Fields } from '../read-fields';
import { EveryFact } from '../step-outcome';

export const clientRequestAdapter: AreaAdapter = { area: 'client-request', calls: { list } };

function list({ given, when }: Question): Answer {
  const [step, ...more] = stepsOf(when);
  const op = step?.only('op').text('op');
  if (more.length > 0) throw new Unsupported('when: expected one step');
  const inputs = new Fields(given, 'given');
  if (op === 'build REST client') return build(inputs.only('config'));
  if (op === 'preflight') return preflight(inputs);
  if (op === 'attemptToLog') return attempts(inputs);
  throw new Unsupported(`op ${op}`);
}

function build(inputs: Fields): Answer {
  const config = inputs.has('config') ? inputs.inside('config') : new Fields({}, 'given.config');
  config.only('qps', 'burst', 'rateLimiter');
  const own = config.has('rateLimiter') ? config.inside('rateLimiter').only('qps', 'burst') : null;
  const given = own && { qps: own.number('qps'), burst: own.count('burst') };
  const wished = { qps: config.number('qps', 0), burst: config.count('burst', 0) };
  const rate = clientRate(wished, given ?? undefined);
  return { facts: { rateLimiter: rate ? { qps: rate.qps, burst: rate.burst } : null } };
}

const VERBS: Readonly<Record<string, string>> = {
  GET: 'get',
  PUT: 'update',
  DELETE: 'delete',
  POST: 'create',
  PATCH: 'patch',
};

function preflight(inputs: Fields): Answer {
  inputs.only('verbs', 'namespaceSet', 'resourceName', 'namespace');
  const namespaced = inputs.flag('namespaceSet');
  const of = API_RESOURCES.find((each) => each.namespaced === namespaced);
  const name = inputs.text('resourceName', '');
  const namespace = inputs.text('namespace', '');
  const errors = inputs.texts('verbs').map((method) => {
    const verb = VERBS[method];
    if (verb === undefined) throw new Unsupported(`verbs: ${method}`);
    return requestPreflightCheck({ verb, of, namespace, name }) !== undefined;
  });
  return { facts: { error: new EveryFact(errors) } };
}

const RATE = /^(\d+) per second for (\d+) seconds$/;
const MOST = 1_000_000;

function attempts(inputs: Fields): Answer {
  inputs.only('clock', 'logLevelEnabled', 'attempts').said('clock', 'fake');
  // Lines of more verbosity are not written.
  if (inputs.count('logLevelEnabled', 0) !== 0) throw new Unsupported('logLevelEnabled: it is 0');
  const [, each, length] = (RATE.exec(inputs.text('attempts')) ?? []).map(Number);
  if (!(each * length <= MOST)) throw new Unsupported('attempts: expected numbers');
  const logger = new ThrottledLogger();
  let messagesLogged = 0;
  for (let index = 0; index < each * length; index += 1) {
    if (logger.attemptToLog(asTime(Math.floor(seconds(index) / each)))) messagesLogged += 1;
  }
  return { facts: { messagesLogged } };
}
