/**
 * Hooks of the extension server, which serves CustomResourceDefinitions.
 *
 * Upstream    kubernetes v1.27
 *             staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/apiserver.go
 * Simplified  there are no CustomResourceDefinitions: the informer syncs after a sampled time
 */
import { millis, type SimDuration } from '#base';
import type { ServerContext, ServerPart } from '../server-context';
import type { HookContext, HookDone } from './hook-descriptor';
import { defineHook } from './hook-descriptor';
import { startingHook, timedHook } from './serving-hook';

const UPSTREAM = {
  version: 'v1.27',
  files: ['staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/apiserver.go'],
  symbol: 'completedConfig.New',
};
/** First list of an informer over loopback. Simplified: a guess. */
const INFORMER_SYNC = { min: millis(5), max: millis(120) };
/** Until discovery has synced. Simplified: a guess. */
const DISCOVERY_SYNC = { min: millis(20), max: millis(150) };
/** Poll of the informer. Upstream: the PollImmediateUntil of crd-informer-synced. */
const SYNC_POLL = millis(100);

/** Whether the informer of CustomResourceDefinitions has synced. */
export class CrdInformer {
  synced = false;
  readonly #server: ServerContext;

  constructor(server: ServerContext) {
    this.#server = server;
  }

  start(actor: string): void {
    const { process } = this.#server;
    const length = process.random('crd-informer').duration(INFORMER_SYNC);
    process.timer(actor, 'first-list', length, () => {
      this.synced = true;
    });
  }
}

const crdInformerPart: ServerPart<CrdInformer> = {
  name: 'crd-informer',
  make: (server) => new CrdInformer(server),
};

export const apiextensionsInformersHook = startingHook({
  name: 'start-apiextensions-informers',
  server: 'apiextensions',
  upstream: UPSTREAM,
  purpose: {
    en: 'Starts the informers of CustomResourceDefinitions.',
    zh: '启动 CustomResourceDefinition 的 informer。',
  },
  simplified: ['The informer sends no requests; it syncs after a sampled time.'],
  start: ({ server, actor }) => server.part(crdInformerPart).start(actor),
});

export const apiextensionsControllersHook = timedHook(
  {
    name: 'start-apiextensions-controllers',
    server: 'apiextensions',
    upstream: UPSTREAM,
    purpose: {
      en: 'Starts the controllers of CustomResourceDefinitions; done when discovery has synced.',
      zh: '启动 CustomResourceDefinition 的各控制器；discovery 同步后完成。',
    },
    simplified: ['The controllers do not run; discovery syncs after a sampled time.'],
  },
  DISCOVERY_SYNC,
);

function waitForCrdInformer({ server, actor }: HookContext, done: HookDone): void {
  const informer = server.part(crdInformerPart);
  const poll = (): void => {
    if (server.stop.closed) return;
    if (!informer.synced) {
      server.process.timer(actor, 'sync-poll', SYNC_POLL as SimDuration, poll);
      return;
    }
    server.closeMuxSignal('CRDInformerHasNotSynced');
    done();
  };
  poll();
}

export const crdInformerSyncedHook = defineHook({
  name: 'crd-informer-synced',
  server: 'apiextensions',
  type: 'post-start',
  upstream: UPSTREAM,
  present: () => true,
  purpose: {
    en: 'Polls every 100 ms until the informer of CustomResourceDefinitions has synced.',
    zh: '每 100 毫秒轮询，直到 CustomResourceDefinition 的 informer 同步。',
  },
  blocks: {
    en: '/readyz, and plain 404 answers: until then an unknown path is answered with 503',
    zh: '/readyz，以及普通的 404：在此之前未知路径得到 503',
  },
  ifSlow: {
    en: 'Unknown paths get 503 instead of 404.',
    zh: '未知路径得到 503 而不是 404。',
  },
  ifFails: { en: 'The process exits with code 255.', zh: '进程以退出码 255 结束。' },
  simplified: [],
  run: waitForCrdInformer,
});
