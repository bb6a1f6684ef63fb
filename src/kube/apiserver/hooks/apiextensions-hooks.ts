/**
 * Hooks of the extension server, which serves CustomResourceDefinitions.
 *
 * Upstream    kubernetes v1.27
 *             staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/apiserver.go
 * Simplified  nobody serves the resources of definitions; there are no documents of them
 */

import { crdInformerPart, waitForCaches } from './aggregator-informers';
import type { HookContext, HookDone } from './hook-descriptor';
import { defineHook } from './hook-descriptor';
import { startingHook } from './serving-hook';

export const APIEXTENSIONS = {
  version: 'v1.27',
  files: ['staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/apiserver.go'],
  symbol: 'completedConfig.New',
};

export const apiextensionsInformersHook = startingHook({
  name: 'start-apiextensions-informers',
  server: 'apiextensions',
  upstream: APIEXTENSIONS,
  purpose: {
    en: 'Starts the informers of CustomResourceDefinitions.',
    zh: '启动 CustomResourceDefinition 的 informer。',
  },
  start: ({ server }) => server.part(crdInformerPart).start(),
});

function waitForCrdInformer({ server, actor }: HookContext, done: HookDone): void {
  waitForCaches(server, actor, [server.part(crdInformerPart)], () => {
    server.closeMuxSignal('CRDInformerHasNotSynced');
    done();
  });
}

export const crdInformerSyncedHook = defineHook({
  name: 'crd-informer-synced',
  server: 'apiextensions',
  type: 'post-start',
  upstream: APIEXTENSIONS,
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
