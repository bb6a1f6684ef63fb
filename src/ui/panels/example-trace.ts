/**
 * A short story written through the real recorder, for the tests of the panels: server b starts,
 * its hook runs, its health turns good; a tick of its reconciler finds that the lease of 10.0.0.11
 * has run out and takes the address out; the next tick finds nothing to do.
 */
import { asTime } from '#base';
import { Recorder, type Seq } from '#trace';
import { createOrrery, type Orrery } from '../stores';

export const SERVER = 'kube-apiserver-b';
export const RECONCILER = `${SERVER}/lease-reconciler`;
export const ENDPOINTS_KEY = '/registry/services/endpoints/default/kubernetes';
const LEASE_KEY = '/registry/masterleases/10.0.0.11';

const endpoints = (...ips: string[]) => ({
  apiVersion: 'v1',
  kind: 'Endpoints',
  metadata: { name: 'kubernetes', namespace: 'default' },
  subsets: [{ addresses: ips.map((ip) => ({ ip })), ports: [{ name: 'https', port: 6443 }] }],
});

/** Records that tests ask about, by name. */
export interface ExampleRecords {
  readonly processStart: Seq;
  readonly firstWrite: Seq;
  readonly fault: Seq;
  readonly expire: Seq;
  readonly tick: Seq;
  readonly roundStart: Seq;
  readonly decision: Seq;
  readonly update: Seq;
  readonly idleDecision: Seq;
}

class Story {
  #now = 0;
  #id = 0;
  readonly recorder = new Recorder(() => asTime(this.#now));

  at(seconds: number): this {
    this.#now = seconds * 1_000_000;
    return this;
  }

  process(name: string, phase: string, cause: Seq | null): Seq {
    return this.recorder.write('process', name, cause, { name, phase, exitCode: null, reason: '' });
  }

  state(actor: string, from: string, to: string, cause: Seq): Seq {
    const machine = actor === RECONCILER ? 'lease-endpoint-reconciler' : 'apiserver-lifecycle';
    return this.recorder.write('state', actor, cause, { machine, from, to, event: 'go' });
  }

  hook(phase: string, cause: Seq): Seq {
    const fields = { server: SERVER, name: 'bootstrap-controller', type: 'post-start', phase };
    return this.recorder.write('hook', `${SERVER}/hooks/bootstrap-controller`, cause, fields);
  }

  health(code: number, failing: readonly string[], cause: Seq): Seq {
    const fields = { server: SERVER, endpoint: 'readyz', code, failing };
    return this.recorder.write('health', `${SERVER}/health`, cause, fields);
  }

  timer(firesIn: number, cause: Seq): Seq {
    const firesAt = asTime(this.#now + firesIn * 1_000_000);
    return this.recorder.write('timer', RECONCILER, cause, {
      name: 'reconcile-tick',
      phase: 'armed',
      firesAt,
    });
  }

  /** A request of the server's own client. */
  request(verb: string, name: string, cause: Seq): Seq {
    this.#id += 1;
    const actor = `${SERVER}/loopback`;
    return this.recorder.write('request', actor, cause, {
      id: this.#id,
      client: actor,
      server: SERVER,
      verb,
      group: '',
      version: 'v1',
      resource: 'endpoints',
      subresource: '',
      namespace: 'default',
      name,
      query: '',
      user: 'system:apiserver',
      userAgent: '',
    });
  }

  response(code: number, resourceVersion: number, cause: Seq): Seq {
    return this.recorder.write('response', `${SERVER}/apiserver`, cause, {
      id: this.#id,
      code,
      reason: '',
      resourceVersion,
    });
  }

  put(key: string, revision: number, object: unknown, cause: Seq | null): Seq {
    return this.recorder.writeRevision(
      'etcd',
      cause,
      { op: 'put', key, revision, lease: 0 },
      object,
    );
  }

  decide(action: string, listed: readonly string[], leases: readonly string[], cause: Seq): Seq {
    return this.recorder.write('endpoints', RECONCILER, cause, {
      formatCorrect: true,
      ipsCorrect: action === 'none',
      portsCorrect: true,
      skipMirrorChanged: false,
      action,
      addresses: listed,
      leases,
    });
  }
}

export function exampleTrace(): { readonly orrery: Orrery; readonly records: ExampleRecords } {
  const story = new Story();
  const processStart = story.process(SERVER, 'starting', null);
  const began = story.state(`${SERVER}/lifecycle`, '', 'starting', processStart);
  const hookStart = story.at(1).hook('started', began);
  story.health(500, ['poststarthook/bootstrap-controller'], hookStart);
  const firstWrite = story.put(ENDPOINTS_KEY, 5, endpoints('10.0.0.11', '10.0.0.12'), hookStart);
  story.put(LEASE_KEY, 6, { metadata: {} }, hookStart);
  const hookEnd = story.at(2).hook('succeeded', hookStart);
  story.health(200, [], hookEnd);
  const tick = story.at(3).timer(10, hookEnd);
  const fault = story.at(5).recorder.write('fault', 'scenario', null, {
    verb: 'kill',
    target: 'kube-apiserver-a',
    step: { at: '5s', kill: 'kube-apiserver-a' },
  });
  const expire = story
    .at(9)
    .recorder.writeRevision(
      'etcd',
      fault,
      { op: 'delete', key: LEASE_KEY, revision: 7, lease: 0 },
      undefined,
    );
  const roundStart = story.at(13).state(RECONCILER, 'idle', 'readingEndpoints', tick);
  const get = story.request('get', 'kubernetes', roundStart);
  const got = story.at(13.01).response(200, 5, get);
  const decision = story.decide('update', ['10.0.0.11', '10.0.0.12'], ['10.0.0.12'], got);
  const put = story.request('update', 'kubernetes', decision);
  const update = story.at(13.02).put(ENDPOINTS_KEY, 8, endpoints('10.0.0.12'), put);
  const answered = story.response(200, 8, put);
  const nextTick = story.timer(10, story.state(RECONCILER, 'writingEndpoints', 'idle', answered));
  const second = story.at(23.02).state(RECONCILER, 'idle', 'readingEndpoints', nextTick);
  const same = story.decide('none', ['10.0.0.12'], ['10.0.0.12'], second);
  const idleDecision = story.recorder.write('decision', RECONCILER, same, {
    name: 'doReconcile',
    outcome: 'none',
    reason: 'EndpointsCorrect',
    saw: [],
  });
  story.state(RECONCILER, 'ensuringSlice', 'idle', idleDecision);
  const orrery = createOrrery();
  const block = story.recorder.takeBlock();
  if (block) orrery.trace.append(block);
  orrery.session.setState({ reached: asTime(30_000_000), status: 'done', traceVersion: 1 });
  return {
    orrery,
    records: {
      processStart,
      firstWrite,
      fault,
      expire,
      tick,
      roundStart,
      decision,
      update,
      idleDecision,
    },
  };
}
