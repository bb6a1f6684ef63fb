/**
 * Area `integration`: whole API servers over one etcd, and what any client of theirs sees: the
 * Service of the servers and its Endpoints, lists in pages, addresses and ports of Services, and
 * health.
 */
import { asTime, invariant, millis, type SimDuration, seconds } from '#base';
import { errorText, type KubeObject, SERVICES } from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import { isObject, type Json } from '../case';
import { Shown } from '../facts';
import { listCall } from '../integration-lists';
import { IntegrationStand, oneServer, type PlannedServer } from '../integration-stand';
import { Fields, fieldsOfWhen } from '../read-fields';

export const integrationAdapter: AreaAdapter = {
  area: 'integration',
  calls: { sequence, requests },
  callOf: (shape) => listCall(shape) ?? waitCall(shape),
};

const NAMESPACE = 'default';
const WAIT = /^wait up to (\d+(?:\.\d+)?) (min|s)$/;
const POLL = /^poll GET services\/default\/kubernetes every (\d+) ms$/;
/** Longest wait of a poll that says none. Source: ForeverTestTimeout and the like. */
const PATIENCE = seconds(60);

/** A wait for the Service of the servers, as a sentence gives its length and steps. */
function waitCall(shape: string): ((question: Question) => Answer) | undefined {
  const wait = WAIT.exec(shape);
  const poll = POLL.exec(shape);
  if (!wait && !poll) return undefined;
  const unit = seconds(wait?.[2] === 'min' ? 60 : 1);
  const limit = wait ? Number(wait[1]) * unit : PATIENCE;
  const every = poll ? millis(Number(poll[1])) : seconds(1);
  return (question) => {
    fieldsOfWhen(question.when).only('op');
    const given = new Fields(question.given, 'given').only('advertiseAddress');
    const stand = new IntegrationStand(question, oneServer(given));
    const { cluster } = stand;
    const end = asTime(limit);
    const there = () => stand.hasService() && (!wait || stand.endpointCount() > 0);
    while (!there() && cluster.run.now < end) cluster.advance(every as SimDuration);
    const exists = stand.hasService();
    const ways = stand.endpointCount();
    return {
      facts: {
        exists,
        service: `default/kubernetes ${exists ? 'exists' : 'is missing'}`,
        endpoints: `addresses x ports ${ways > 0 ? '> 0' : '= 0'}`,
      },
    };
  };
}

/** Health of a server that has come up. */
function requests(question: Question): Answer {
  const flags = new Fields(question.given, 'given').only('flags').texts('flags', []);
  const stand = new IntegrationStand(question, oneServer(new Fields({}, 'given'), flags));
  stand.waitUntil(() => stand.hasService());
  const asked = fieldsOfWhen(question.when).only('requests').texts('requests');
  const client = stand.cluster.clientOf('kube-apiserver-0');
  const statuses = asked.map((request) => {
    const [method, path = ''] = request.split(' ');
    if (method !== 'GET' || !path.startsWith('/')) throw new Unsupported(`requests: ${request}`);
    const answer = stand.cluster.perform(client.raw(path));
    return answer.ok ? answer.code : (answer.status?.code ?? null);
  });
  return { facts: { statuses } };
}

function sequence(question: Question): Answer {
  if ('apiservers' in question.given) return nodePorts(question);
  return 'serviceCIDR' in question.given ? addresses(question) : reconcilers(question);
}

const stepsOf = ({ when }: Question): readonly Json[] =>
  fieldsOfWhen(when).only('sequence').list('sequence');

/** Servers by the words of a case, in the order of their addresses. */
const ORDINALS = ['first', 'second', 'third', 'fourth'];

function nodePorts(question: Question): Answer {
  const given = new Fields(question.given, 'given').only('apiservers', 'sharedEtcd');
  if (!given.flag('sharedEtcd', true)) throw new Unsupported('given.sharedEtcd: expected true');
  const servers = given.texts('apiservers');
  const stand = new IntegrationStand(
    question,
    servers.map((address) => ({ address, flags: [] })),
  );
  stand.waitForRunning();
  let last: KubeObject | undefined;
  const results = stepsOf(question).map((value, index) => {
    const step = new Fields(value, `when.sequence[${index}]`).only('create', 'delete', 'via');
    const address = servers[ORDINALS.indexOf(step.text('via'))];
    if (address === undefined) throw new Unsupported(`via: ${step.text('via')}`);
    const client = stand.clientOf(address);
    if (step.has('create')) {
      last = step.value('create') === 'same again' ? last : serviceOf(step.inside('create'));
      if (!last) throw new Unsupported('create: nothing was created yet');
      return stand.cluster.perform(client.create(SERVICES, last)).ok;
    }
    const given = step.text('delete');
    const name = given === 'again' ? last?.metadata.name : given;
    return stand.cluster.perform(client.delete(SERVICES, NAMESPACE, name ?? '')).ok;
  });
  return { facts: { results, allSucceed: results.every((ok) => ok) } };
}

function serviceOf(step: Fields): KubeObject {
  step.only('name', 'type', 'nodePort', 'port');
  const nodePort = step.has('nodePort') ? step.whole('nodePort') : undefined;
  const spec = {
    type: step.text('type', 'ClusterIP'),
    ports: [{ port: step.whole('port'), nodePort }],
  };
  return {
    apiVersion: 'v1',
    kind: SERVICES.kind,
    metadata: { name: step.text('name'), namespace: NAMESPACE },
    spec,
  };
}

/** `ok`, or an error; a case may ask for a part of its text. */
class EndFact extends Shown {
  readonly #error: string | undefined;

  constructor(error: string | undefined) {
    super();
    this.#error = error;
  }

  show(want: Json | undefined): Json {
    if (this.#error === undefined) return 'ok';
    const part = /^error containing "(.+)"$/.exec(String(want))?.[1];
    const holds = part !== undefined && this.#error.includes(part);
    return holds ? String(want) : `error: ${this.#error}`;
  }
}

const CREATE = /^create ([a-z][a-z-]*?)(\d+)(?: \.\. \1(\d+))?$/;
const DELETE = /^delete ([a-z][a-z0-9-]*)$/;
const READY = 'wait for default/kubernetes';

/** Services that fill the range of the server. */
function addresses(question: Question): Answer {
  const given = new Fields(question.given, 'given').only('serviceCIDR');
  const flags = [`--service-cluster-ip-range=${given.text('serviceCIDR')}`];
  const stand = new IntegrationStand(question, oneServer(new Fields({}, 'given'), flags));
  const client = stand.cluster.clientOf('kube-apiserver-0');
  const results = stepsOf(question).map((value) => {
    const text = String(value);
    if (text === READY) {
      return new EndFact(stand.waitUntil(() => stand.hasService()) ? undefined : 'not there');
    }
    const removed = DELETE.exec(text)?.[1];
    if (removed !== undefined) {
      const result = stand.cluster.perform(client.delete(SERVICES, NAMESPACE, removed));
      return new EndFact(result.ok ? undefined : errorText(result));
    }
    const [, base, first, last = first] = CREATE.exec(text) ?? [];
    if (base === undefined) throw new Unsupported(`when.sequence: ${text}`);
    const errors: string[] = [];
    for (let at = Number(first); at <= Number(last); at += 1) {
      const service = serviceOf(new Fields({ name: `${base}${at}`, port: 80 }, text));
      const result = stand.cluster.perform(client.create(SERVICES, service));
      if (!result.ok) errors.push(errorText(result));
    }
    const many = Number(last) - Number(first) + 1;
    return many > 1 && errors.length === 0 ? `${many} ok` : new EndFact(errors[0]);
  });
  return { facts: { results } };
}

const STOP = /^all ([a-z-]+) servers$/;
const ENDPOINTS = /^endpoints default\/kubernetes\b/;

/** Servers of both kinds of reconcilers that come and go. */
function reconcilers(question: Question): Answer {
  const given = new Fields(question.given, 'given').only('sharedEtcd');
  if (!given.flag('sharedEtcd', true)) throw new Unsupported('given.sharedEtcd: expected true');
  const steps = stepsOf(question).map((each, index) => {
    if (!isObject(each)) throw new Unsupported(`when.sequence[${index}]: expected an object`);
    return new Fields(each, `when.sequence[${index}]`);
  });
  const started = steps.map((step) => (step.has('start') ? serversOf(step) : []));
  const begins = started.findIndex((servers) => servers.length > 0);
  const stand = new IntegrationStand(
    question,
    started.flatMap((servers, at) => servers.map((each) => ({ ...each, later: at > begins }))),
  );
  let endpointIPs: readonly string[] = [];
  steps.forEach((step, at) => {
    if (step.has('start')) {
      if (at > begins) for (const { address } of started[at]) stand.start(address);
    } else if (step.has('sleepSeconds')) {
      stand.cluster.advance(seconds(step.only('sleepSeconds').count('sleepSeconds')));
    } else if (step.has('stop')) {
      const type = STOP.exec(step.only('stop').text('stop'))?.[1];
      const some = started.flat().filter((server) => server.type === type);
      if (some.length === 0) throw new Unsupported(`stop: ${step.text('stop')}`);
      for (const { address } of some) stand.stop(address);
    } else {
      const words = step.only('waitFor').text('waitFor');
      if (!ENDPOINTS.test(words)) throw new Unsupported(`waitFor: ${words}`);
      endpointIPs = stand.waitForRunning();
    }
  });
  return { facts: { endpointIPs } };
}

interface TypedServer extends PlannedServer {
  readonly type: string;
}

function serversOf(step: Fields): readonly TypedServer[] {
  const names = ['start', 'endpointReconcilerType', 'apiserverCount', 'advertiseAddresses'];
  const type = step.only(...names).text('endpointReconcilerType');
  const addresses = step.texts('advertiseAddresses');
  if (addresses.length !== step.count('start')) throw new Unsupported('start: addresses of all');
  const count = step.has('apiserverCount')
    ? [`--apiserver-count=${step.count('apiserverCount')}`]
    : [];
  invariant(addresses.length > 0, 'a step starts servers');
  const flags = [`--endpoint-reconciler-type=${type}`, ...count];
  return addresses.map((address) => ({ address, flags, type }));
}
