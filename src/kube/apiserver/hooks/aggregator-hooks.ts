/**
 * Hooks of the aggregator, the outermost server of the chain.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kube-aggregator/pkg/apiserver/apiserver.go,
 *             cmd/kube-apiserver/app/aggregator.go
 * Simplified  APIServices are not stored: they are registered and become available after sampled
 *             times
 */
import { millis } from '#base';
import type { ServerContext, ServerPart } from '../server-context';
import { startingHook, timedHook } from './serving-hook';

const AGGREGATOR = {
  version: 'v1.27',
  files: ['staging/src/k8s.io/kube-aggregator/pkg/apiserver/apiserver.go'],
  symbol: 'completedConfig.NewWithDelegate',
};
const APP = {
  version: 'v1.27',
  files: ['cmd/kube-apiserver/app/aggregator.go'],
  symbol: 'createAggregatorServer',
};
/** Until all known APIServices are wired. Simplified: a guess. */
const REGISTRATION = { min: millis(50), max: millis(400) };
/** Until every built-in APIService was seen available. Simplified: a guess. */
const AUTOREGISTRATION = { min: millis(300), max: millis(1_100) };

/** Group versions that register themselves, as far as they are served here, in order of name. */
const BUILT_IN = ['v1.', 'v1.coordination.k8s.io', 'v1.discovery.k8s.io', 'v1.events.k8s.io'];

/** Built-in APIServices that have not been seen available. */
export class AutoRegistration {
  /** Names in order; empty when all were seen. */
  missing: readonly string[] = BUILT_IN;
  readonly #server: ServerContext;

  constructor(server: ServerContext) {
    this.#server = server;
  }

  start(actor: string): void {
    const { process, health } = this.#server;
    const length = process.random('autoregistration').duration(AUTOREGISTRATION);
    process.timer(actor, 'apiservices-available', length, () => {
      this.missing = [];
      health.changed();
    });
  }
}

export const autoRegistrationPart: ServerPart<AutoRegistration> = {
  name: 'autoregistration',
  make: (server) => new AutoRegistration(server),
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
  simplified: ['There is no informer of APIServices.'],
  start: ({ server }) => server.informers.start(),
});

export const apiServiceRegistrationHook = timedHook(
  {
    name: 'apiservice-registration-controller',
    server: 'aggregator',
    upstream: AGGREGATOR,
    purpose: {
      en: 'Done when every known APIService has its handler.',
      zh: '所有已知 APIService 都接好处理器后完成。',
    },
    simplified: ['APIServices are wired after a sampled time.'],
    start: ({ server }) => server.closeMuxSignal('APIServiceRegistrationControllerInitiated'),
  },
  REGISTRATION,
);

const availability = (name: string, split: boolean, en: string, zh: string) =>
  startingHook({
    name,
    server: 'aggregator',
    upstream: split ? { ...AGGREGATOR, version: 'v1.31' } : AGGREGATOR,
    present: ({ switches }) => switches.splitAvailabilityHooks === split,
    purpose: { en, zh },
    simplified: ['The controller does not run.'],
  });

export const availableControllerHook = availability(
  'apiservice-status-available-controller',
  false,
  'Starts the workers that note whether an APIService can be reached.',
  '启动 worker，记录 APIService 是否可达。',
);
export const localAvailableControllerHook = availability(
  'apiservice-status-local-available-controller',
  true,
  'Starts the workers for APIServices that this server answers itself.',
  '启动 worker，处理由本 server 自己应答的 APIService。',
);
export const remoteAvailableControllerHook = availability(
  'apiservice-status-remote-available-controller',
  true,
  'Starts the workers for APIServices of extension servers.',
  '启动 worker，处理由扩展 server 应答的 APIService。',
);

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

export const autoRegistrationHook = startingHook({
  name: 'kube-apiserver-autoregistration',
  server: 'aggregator',
  upstream: APP,
  purpose: {
    en: 'Starts registering an APIService for each built-in group version.',
    zh: '开始为每个内建 group/version 注册 APIService。',
  },
  simplified: ['APIServices are seen available after a sampled time.'],
  start: ({ server, actor }) => server.part(autoRegistrationPart).start(actor),
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
  simplified: ['There are no discovery documents.'],
});
