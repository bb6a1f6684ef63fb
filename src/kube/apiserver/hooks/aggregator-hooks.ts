/**
 * Hooks of the aggregator, the outermost server of the chain.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kube-aggregator/pkg/apiserver/apiserver.go
 * Simplified  an APIService is wired as soon as its informer has it; no extension server is
 *             modelled, so that no request reaches one
 */
import { ENDPOINTS, SERVICES } from '../../api/resources';
import { apiServiceInformerPart, waitForCaches } from './aggregator-informers';
import type { AvailabilityOptions } from './availability';
import { defineHook } from './hook-descriptor';
import { hookWords, NOT_READY, startingHook } from './serving-hook';

const AGGREGATOR = {
  version: 'v1.27',
  files: ['staging/src/k8s.io/kube-aggregator/pkg/apiserver/apiserver.go'],
  symbol: 'completedConfig.NewWithDelegate',
};
export const proxyClientCertHook = startingHook({
  name: 'aggregator-reload-proxy-client-cert',
  server: 'aggregator',
  upstream: AGGREGATOR,
  present: ({ options }) => options.proxyClientCertFile !== '' && options.proxyClientKeyFile !== '',
  purpose: {
    en: 'Starts watching the certificate with which the aggregator calls extension servers.',
    zh: '开始监视聚合器访问扩展 server 所用的证书。',
  },
  simplified: ['The files never change.'],
});

export const aggregatorInformersHook = startingHook({
  name: 'start-kube-aggregator-informers',
  server: 'aggregator',
  upstream: AGGREGATOR,
  purpose: {
    en: 'Starts the informers of APIServices, and the shared ones.',
    zh: '启动 APIService 的 informer 以及共享 informer。',
  },
  start: ({ server }) => {
    server.part(apiServiceInformerPart).start();
    server.informers.informerFor(SERVICES);
    server.informers.informerFor(ENDPOINTS);
    server.informers.start();
  },
});

export const apiServiceRegistrationHook = defineHook({
  name: 'apiservice-registration-controller',
  server: 'aggregator',
  type: 'post-start',
  upstream: AGGREGATOR,
  present: () => true,
  purpose: {
    en: 'Done when every known APIService has its handler.',
    zh: '所有已知 APIService 都接好处理器后完成。',
  },
  ...hookWords,
  ifSlow: NOT_READY,
  simplified: ['A handler is there as soon as the informer has the APIService.'],
  run: ({ server, actor }, done) => {
    server.process.log(actor, 'info', 'Starting APIServiceRegistrationController');
    waitForCaches(server, actor, [server.part(apiServiceInformerPart)], () => {
      server.closeMuxSignal('APIServiceRegistrationControllerInitiated');
      done();
    });
  },
});

interface Availability {
  readonly name: string;
  /** Only where the controller is split in two, or only where it is not. */
  readonly split: boolean;
  readonly controller: AvailabilityOptions;
  readonly en: string;
  readonly zh: string;
}

const availability = ({ name, split, controller, en, zh }: Availability) =>
  startingHook({
    name,
    server: 'aggregator',
    upstream: split ? { ...AGGREGATOR, version: 'v1.31' } : AGGREGATOR,
    present: ({ switches }) => switches.splitAvailabilityHooks === split,
    purpose: { en, zh },
    ...(controller.remote ? { simplified: ['No extension server answers.'] } : {}),
    start: ({ server }) => server.hookBodies.availability(server, controller),
  });

export const availableControllerHook = availability({
  name: 'apiservice-status-available-controller',
  split: false,
  controller: { name: 'AvailableConditionController', local: true, remote: true },
  en: 'Starts the workers that note whether an APIService can be reached.',
  zh: '启动 worker，记录 APIService 是否可达。',
});
export const localAvailableControllerHook = availability({
  name: 'apiservice-status-local-available-controller',
  split: true,
  controller: { name: 'LocalAvailability controller', local: true, remote: false },
  en: 'Starts the workers for APIServices that this server answers itself.',
  zh: '启动 worker，处理由本 server 自己应答的 APIService。',
});
export const remoteAvailableControllerHook = availability({
  name: 'apiservice-status-remote-available-controller',
  split: true,
  controller: { name: 'RemoteAvailability controller', local: false, remote: true },
  en: 'Starts the workers for APIServices of extension servers.',
  zh: '启动 worker，处理由扩展 server 应答的 APIService。',
});

export const storageVersionUpdaterHook = startingHook({
  name: 'built-in-resources-storage-version-updater',
  server: 'aggregator',
  upstream: AGGREGATOR,
  present: ({ gate }) => gate('StorageVersionAPI') && gate('APIServerIdentity'),
  purpose: {
    en: 'Starts writing in which version each resource is stored.',
    zh: '开始写入各资源的存储版本。',
  },
  simplified: ['No StorageVersion is written.'],
});

const openApi = (name: string, version: string) =>
  startingHook({
    name,
    server: 'aggregator',
    upstream: AGGREGATOR,
    purpose: {
      en: `Starts putting the OpenAPI ${version} documents of all servers together.`,
      zh: `开始汇总各 server 的 OpenAPI ${version} 文档。`,
    },
    simplified: ['There are no OpenAPI documents.'],
  });

export const openApiControllerHook = openApi('apiservice-openapi-controller', 'v2');
export const openApiV3ControllerHook = openApi('apiservice-openapiv3-controller', 'v3');

export const discoveryControllerHook = startingHook({
  name: 'apiservice-discovery-controller',
  server: 'aggregator',
  upstream: { ...AGGREGATOR, version: 'v1.26' },
  present: ({ gate }) => gate('AggregatedDiscoveryEndpoint'),
  purpose: {
    en: 'Starts putting the discovery documents of all servers together.',
    zh: '开始汇总各 server 的 discovery 文档。',
  },
  simplified: ['The document is put together when it is asked for.'],
});
