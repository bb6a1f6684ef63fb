/**
 * Starts the controllers of CustomResourceDefinitions.
 *
 * Upstream    kubernetes v1.27
 *             staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/apiserver.go
 * Runs when   always
 * Blocks      /readyz, until discovery has synced
 * If it is slow, if it fails   the server is not ready
 * Reads, writes   see crd-controllers.ts
 * Simplified  discovery waits for the informer and has no documents
 */
import { crdInformerPart, waitForCaches } from '../aggregator-informers';
import { APIEXTENSIONS } from '../apiextensions-hooks';
import { defineHook } from '../hook-descriptor';
import { hookWords, NOT_READY } from '../serving-hook';

export const apiextensionsControllersHook = defineHook({
  name: 'start-apiextensions-controllers',
  server: 'apiextensions',
  type: 'post-start',
  upstream: APIEXTENSIONS,
  present: () => true,
  purpose: {
    en: 'Starts the controllers of CustomResourceDefinitions; done when discovery has synced.',
    zh: '启动 CustomResourceDefinition 的各控制器；discovery 同步后完成。',
  },
  ...hookWords,
  ifSlow: NOT_READY,
  simplified: ['Discovery waits for the informer and has no documents.'],
  run: ({ server, actor }, done) => {
    server.hookBodies.controllers.customResourceDefinitions(server);
    server.process.log(actor, 'info', 'Starting DiscoveryController');
    waitForCaches(server, actor, [server.part(crdInformerPart)], () => done());
  },
});
