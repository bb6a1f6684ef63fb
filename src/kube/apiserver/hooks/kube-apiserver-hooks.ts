/**
 * Hooks of the main server whose kinds are not stored yet.
 *
 * Upstream    kubernetes v1.27 pkg/controlplane/instance.go,
 *             pkg/registry/{rbac,scheduling,flowcontrol}/rest
 */
import { millis } from '#base';
import { defineHook } from './hook-descriptor';
import { startingHook, timedHook } from './serving-hook';

const INSTANCE = {
  version: 'v1.27',
  files: ['pkg/controlplane/instance.go'],
  symbol: 'completedConfig.New',
};
/** Until the first list of the informers is there. */
const PEER_SYNC = { min: millis(10), max: millis(150) };

export const peerEndpointReconcilerHook = startingHook({
  name: 'peer-endpoint-reconciler-controller',
  server: 'kube-apiserver',
  upstream: { ...INSTANCE, version: 'v1.28' },
  present: ({ switches, gate }) =>
    switches.unknownVersionProxyHooks && gate('UnknownVersionInteroperabilityProxy'),
  purpose: {
    en: 'Publishes where other API servers can reach this one.',
    zh: '发布其他 API server 访问本机的地址。',
  },
  simplified: ['No peer lease is written.'],
});

export const peerEndpointReconcilerStopHook = defineHook({
  name: 'peer-endpoint-reconciler-controller',
  server: 'kube-apiserver',
  type: 'pre-shutdown',
  upstream: { ...INSTANCE, version: 'v1.28' },
  present: peerEndpointReconcilerHook.present,
  purpose: {
    en: 'Takes back where other API servers can reach this one.',
    zh: '撤回其他 API server 访问本机的地址。',
  },
  blocks: { en: 'closing the listener', zh: '关闭监听端口' },
  ifSlow: { en: 'The listener closes later.', zh: '监听端口更晚关闭。' },
  ifFails: { en: 'It is only logged.', zh: '只写日志。' },
  simplified: ['No peer lease is removed, as none was written.'],
  run: (_hook, done) => done(),
});

export const unknownVersionProxyHook = timedHook(
  {
    name: 'unknown-version-proxy-filter',
    server: 'kube-apiserver',
    upstream: { ...INSTANCE, version: 'v1.28' },
    present: ({ switches, gate }) =>
      switches.unknownVersionProxyHooks &&
      !switches.mixedVersionProxyHooks &&
      gate('UnknownVersionInteroperabilityProxy'),
    purpose: {
      en: 'Waits for the caches that say which server knows which resource.',
      zh: '等待记录“哪个 server 认识哪种资源”的缓存。',
    },
  },
  PEER_SYNC,
);

export const storageReadinessHook = timedHook(
  {
    name: 'storage-readiness',
    server: 'kube-apiserver',
    upstream: {
      version: 'v1.31',
      files: ['staging/src/k8s.io/apiserver/pkg/server/storage_readiness_hook.go'],
      symbol: 'StorageReadinessHook.Hook',
    },
    present: ({ gate }) => gate('WatchCacheInitializationPostStartHook'),
    purpose: {
      en: 'Waits, for at most a minute, until the watch caches have their first list.',
      zh: '等待 watch cache 完成首次 list，最长一分钟。',
    },
  },
  PEER_SYNC,
);

export const coordinatedLeaderElectionHook = startingHook({
  name: 'start-kube-apiserver-coordinated-leader-election-controller',
  server: 'kube-apiserver',
  upstream: { ...INSTANCE, version: 'v1.31' },
  present: ({ gate }) => gate('CoordinatedLeaderElection'),
  purpose: {
    en: 'Starts the controller that picks leaders from lease candidates.',
    zh: '启动控制器，从 LeaseCandidate 中选出领导者。',
  },
  simplified: ['The controller does not run.'],
});

const mixedVersionHook = (name: string, en: string, zh: string) =>
  timedHook(
    {
      name,
      server: 'kube-apiserver',
      upstream: {
        version: 'v1.33',
        files: ['pkg/controlplane/apiserver/server.go'],
        symbol: 'completedConfig.New',
      },
      present: ({ switches, gate }) =>
        switches.mixedVersionProxyHooks && gate('UnknownVersionInteroperabilityProxy'),
      purpose: { en, zh },
    },
    PEER_SYNC,
  );

export const localDiscoveryCacheHook = mixedVersionHook(
  'local-discovery-cache-sync',
  'Waits for what this server itself serves.',
  '等待本 server 自身所服务资源的缓存。',
);
export const peerDiscoveryCacheHook = mixedVersionHook(
  'peer-discovery-cache-sync',
  'Waits for what the other servers serve.',
  '等待其他 server 所服务资源的缓存。',
);
export const mixedVersionProxyHook = mixedVersionHook(
  'mixed-version-proxy-handler',
  'Waits for the caches of the mixed version proxy.',
  '等待混合版本代理的缓存。',
);
