import { describe, expect, it } from 'vitest';
import { asTime } from '#base';
import type { Catalogue } from '#protocol';
import { Recorder, type Seq, type TraceIndex } from '#trace';
import { createOrrery } from '../../stores';
import { lifeOf } from './life';
import { scaleOf } from './scale';
import { type HealthView, selectHealth } from './select';
import { answerOf, printCheck } from './verbose';

const SECOND = 1_000_000;
const SERVER = 'kube-apiserver-a';
const HOOKS = ['generic-informers', 'crd-informer-synced', 'bootstrap-controller'];
const CHECKS = [...HOOKS.map((name) => `poststarthook/${name}`), 'autoregister-completion'];

const catalogue = {
  hooks: [
    { name: 'generic-informers', server: 'generic', type: 'post-start' },
    { name: 'crd-informer-synced', server: 'apiextensions', type: 'post-start' },
    { name: 'bootstrap-controller', server: 'kube-apiserver', type: 'post-start' },
    { name: 'bootstrap-controller', server: 'kube-apiserver', type: 'pre-shutdown' },
  ],
} as unknown as Catalogue;

class Story {
  #now = 0;
  readonly recorder = new Recorder(() => asTime(this.#now));

  at(seconds: number): this {
    this.#now = seconds * SECOND;
    return this;
  }

  process(phase: string, reason = ''): Seq {
    const fields = { name: SERVER, phase, exitCode: null, reason };
    return this.recorder.write('process', SERVER, null, fields);
  }

  state(from: string, to: string, event = 'go'): Seq {
    const fields = { machine: 'apiserver-lifecycle', from, to, event };
    return this.recorder.write('state', `${SERVER}/lifecycle`, null, fields);
  }

  log(message: string): Seq {
    return this.recorder.write('log', `${SERVER}/lifecycle`, null, { level: 'info', message });
  }

  hook(name: string, phase: string, type = 'post-start'): Seq {
    const fields = { server: SERVER, name, type, phase };
    return this.recorder.write('hook', `${SERVER}/hooks/${name}`, null, fields);
  }

  health(endpoint: string, failing: readonly string[]): Seq {
    const code = failing.length === 0 ? 200 : 500;
    const fields = { server: SERVER, endpoint, code, failing };
    return this.recorder.write('health', `${SERVER}/health`, null, fields);
  }
}

/** A server starts, becomes ready at 4 s, is frozen for a while, and terminates at 60 s. */
function story(): TraceIndex {
  const told = new Story();
  told.process('starting');
  told.at(0.5).state('buildingServerChain.genericConfig', 'buildingServerChain.apiExtensions');
  told.log('Adding GroupVersion apiextensions.k8s.io v1 to ResourceManager');
  told.at(0.6).state('buildingServerChain.apiExtensions', 'buildingServerChain.kubeApiServer');
  told.log('Adding GroupVersion  v1 to ResourceManager');
  told.at(0.9).state('buildingServerChain.kubeApiServer', 'openingListener');
  told.health('healthz', CHECKS);
  told.health('livez', CHECKS);
  told.health('readyz', ['informer-sync', ...CHECKS]);
  told.at(1).state('openingListener', 'serving.notReady');
  told.log('Serving securely on [::]:6443');
  told.log('sd_notify: READY=1');
  for (const name of ['crd-informer-synced', 'bootstrap-controller', 'generic-informers']) {
    told.hook(name, 'started');
  }
  told.hook('generic-informers', 'succeeded');
  told.health('healthz', CHECKS.slice(1));
  told.at(2).hook('crd-informer-synced', 'succeeded');
  told.at(4).hook('bootstrap-controller', 'succeeded');
  for (const endpoint of ['healthz', 'livez', 'readyz']) told.health(endpoint, []);
  told.state('serving.notReady', 'serving.ready', 'firstReady');
  told.at(20).process('running', 'SIGSTOP');
  told.at(21).process('running', 'SIGCONT');
  told.at(60).process('terminating');
  told.log('"[graceful-termination] shutdown event" name="ShutdownInitiated"');
  told.health('readyz', ['shutdown']);
  told.hook('bootstrap-controller', 'started', 'pre-shutdown');
  told.at(61).hook('bootstrap-controller', 'succeeded', 'pre-shutdown');
  told.log('"[graceful-termination] shutdown event" name="HTTPServerStoppedListening"');
  told.at(62).process('exited');
  const orrery = createOrrery();
  const block = told.recorder.takeBlock();
  if (block) orrery.trace.append(block);
  return orrery.index;
}

const index = story();
const viewAt = (seconds: number): HealthView =>
  selectHealth(index, catalogue, SERVER, asTime(seconds * SECOND));

describe('lifeOf', () => {
  const namesAt = (seconds: number) =>
    lifeOf(index, SERVER, asTime(seconds * SECOND)).moments.map(({ name }) => name);

  it('tells the moments that have come', () => {
    expect(namesAt(0.7)).toEqual(['started']);
    expect(namesAt(5)).toEqual(['started', 'listening', 'READY=1', 'HasBeenReady']);
    expect(namesAt(99).slice(4)).toEqual([
      'ShutdownInitiated',
      'HTTPServerStoppedListening',
      'exited',
    ]);
  });

  it('tells when each server of the chain was built, and with which groups', () => {
    const { built } = lifeOf(index, SERVER, asTime(0.7 * SECOND));
    expect(built.get('apiextensions')).toMatchObject({
      from: 0.5 * SECOND,
      to: 0.6 * SECOND,
      groups: ['apiextensions.k8s.io v1'],
    });
    expect(built.get('kube-apiserver')).toMatchObject({ to: undefined, groups: ['v1'] });
    expect(built.get('aggregator')).toBeUndefined();
  });

  it('knows nothing of a server that never ran', () => {
    expect(lifeOf(index, 'other', asTime(1))).toMatchObject({ state: undefined, listens: false });
  });
});

describe('selectHealth', () => {
  const hooksAt = (seconds: number): readonly string[] =>
    viewAt(seconds).chain.flatMap(({ server, hooks }) =>
      hooks.map(({ name, phase }) => `${server} ${name} ${phase}`),
    );

  it('has the hooks in the order of their checks, under the server that registered them', () => {
    expect(hooksAt(0.95)).toEqual([
      'apiextensions generic-informers waiting',
      'apiextensions crd-informer-synced waiting',
      'kube-apiserver bootstrap-controller waiting',
    ]);
    expect(hooksAt(1.5)).toEqual([
      'apiextensions generic-informers succeeded',
      'apiextensions crd-informer-synced started',
      'kube-apiserver bootstrap-controller started',
    ]);
  });

  it('knows when a hook began and ended, also when another of its name began later', () => {
    const [, { hooks }] = viewAt(60.5).chain;
    expect(hooks).toMatchObject([{ from: 1 * SECOND, to: 4 * SECOND }]);
    expect(viewAt(60.5).preShutdown).toMatchObject([{ from: 60 * SECOND, to: undefined }]);
  });

  it('keeps the hooks of a life that is over as they were', () => {
    expect(hooksAt(70)).toEqual([
      'apiextensions generic-informers succeeded',
      'apiextensions crd-informer-synced succeeded',
      'kube-apiserver bootstrap-controller succeeded',
    ]);
  });

  it('has nothing to tell before the server started', () => {
    const view = selectHealth(index, undefined, 'other', asTime(SECOND));
    expect(view.answers.size).toBe(0);
    expect(view.chain.flatMap(({ hooks }) => hooks)).toEqual([]);
  });
});

describe('answerOf', () => {
  const printed = (seconds: number, endpoint: 'livez' | 'readyz' | 'healthz' = 'readyz') => {
    const answer = answerOf(viewAt(seconds), endpoint);
    if (answer.kind !== 'answer') return [answer.kind];
    return [String(answer.code), ...answer.lines.map(printCheck), answer.verdict];
  };

  it('is line for line what the server prints', () => {
    expect(printed(1.5)).toEqual([
      '500',
      '[+]ping ok',
      '[+]log ok',
      '[+]etcd ok',
      '[+]etcd-readiness ok',
      '[-]informer-sync failed: reason withheld',
      '[-]poststarthook/generic-informers failed: reason withheld',
      '[-]poststarthook/crd-informer-synced failed: reason withheld',
      '[-]poststarthook/bootstrap-controller failed: reason withheld',
      '[-]autoregister-completion failed: reason withheld',
      '[+]shutdown ok',
      'readyz check failed',
    ]);
    expect(printed(5, 'livez')).toEqual([
      '200',
      '[+]ping ok',
      '[+]log ok',
      '[+]etcd ok',
      ...CHECKS.map((name) => `[+]${name} ok`),
      'livez check passed',
    ]);
  });

  it('fails once the shutdown was initiated', () => {
    expect(printed(60.5)).toContain('[-]shutdown failed: reason withheld');
    expect(printed(60.5, 'healthz')[0]).toBe('200');
  });

  it.each([
    ['before the listener is open', 0.95, 'refused'],
    ['while a signal stops the process', 20.5, 'silent'],
    ['after the listener was closed', 61, 'refused'],
    ['after the exit', 70, 'refused'],
  ])('does not come %s', (_when, seconds, kind) => expect(printed(seconds)).toEqual([kind]));
});

describe('scaleOf', () => {
  it('spans from the first start to the last end, or to now', () => {
    const [{ hooks }] = viewAt(1.5).chain;
    expect(scaleOf(hooks, 1.5 * SECOND)).toEqual({ from: 1 * SECOND, to: 1.5 * SECOND });
    expect(scaleOf(viewAt(9).chain[0].hooks, 9 * SECOND).to).toBe(2 * SECOND);
    expect(scaleOf([], 7)).toEqual({ from: 7, to: 8 });
  });
});
