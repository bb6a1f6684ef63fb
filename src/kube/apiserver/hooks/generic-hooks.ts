/**
 * Hooks that any server of the library has.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/server/config.go
 *             (completedConfig.New), pkg/kubeapiserver/admission/config.go; v1.26
 *             pkg/server/options/etcd.go
 */
import type { HookPresence } from './hook-descriptor';
import { startingHook } from './serving-hook';

const CONFIG = {
  version: 'v1.27',
  files: ['staging/src/k8s.io/apiserver/pkg/server/config.go'],
  symbol: 'completedConfig.New',
};
const ADMISSION = {
  version: 'v1.27',
  files: ['pkg/kubeapiserver/admission/config.go'],
  symbol: 'Config.New',
};

export function withPriorityAndFairness({ options, gate }: HookPresence): boolean {
  return options.enablePriorityAndFairness && gate('APIPriorityAndFairness');
}

const admissionInitializer = (name: string, generic: boolean) =>
  startingHook({
    name,
    server: 'generic',
    upstream: ADMISSION,
    present: ({ switches }) => switches.genericAdmissionInitializerName === generic,
    purpose: {
      en: 'Starts a loop that forgets what admission knows of the API groups, every 30 s.',
      zh: '启动一个循环：每 30 秒重置 admission 所用的 REST mapper。',
    },
    simplified: ['The loop does not run.'],
  });

export const kubeAdmissionInitializerHook = admissionInitializer(
  'start-kube-apiserver-admission-initializer',
  false,
);
export const admissionInitializerHook = admissionInitializer(
  'start-apiserver-admission-initializer',
  true,
);

export const encryptionReloadHook = startingHook({
  name: 'start-encryption-provider-config-automatic-reload',
  server: 'generic',
  upstream: {
    version: 'v1.26',
    files: ['staging/src/k8s.io/apiserver/pkg/server/options/etcd.go'],
    symbol: 'EtcdOptions.maybeApplyResourceTransformers',
  },
  present: ({ options }) => options.encryptionProviderConfigAutomaticReload,
  purpose: {
    en: 'Starts watching the file of encryption providers.',
    zh: '开始监视加密 provider 的配置文件。',
  },
  simplified: ['The file never changes.'],
});

export const startInformersHook = startingHook({
  name: 'generic-apiserver-start-informers',
  server: 'generic',
  upstream: CONFIG,
  purpose: {
    en: 'Starts the shared informers, each with a list and a watch over the loopback client.',
    zh: '启动共享 informer，各自经 loopback 客户端 list 与 watch。',
  },
  start: ({ server }) => server.informers.start(),
});

export const fairnessFilterHook = startingHook({
  name: 'priority-and-fairness-filter',
  server: 'generic',
  upstream: CONFIG,
  present: withPriorityAndFairness,
  purpose: {
    en: 'Starts the upkeep of the watermark metrics, once a second.',
    zh: '启动水位指标的维护，每秒一次。',
  },
  simplified: ['There are no such metrics.'],
});

export const maxInFlightFilterHook = startingHook({
  name: 'max-in-flight-filter',
  server: 'generic',
  upstream: CONFIG,
  present: (about) => !withPriorityAndFairness(about),
  purpose: {
    en: 'Starts the upkeep of the watermark metrics of the in-flight limits.',
    zh: '启动并发上限水位指标的维护。',
  },
  simplified: ['There are no such metrics.'],
});

export const objectCountTrackerHook = startingHook({
  name: 'storage-object-count-tracker-hook',
  server: 'generic',
  upstream: CONFIG,
  purpose: {
    en: 'Starts dropping object counts that were not refreshed for an hour.',
    zh: '启动清理：丢弃一小时未刷新的对象计数。',
  },
  simplified: ['Objects are not counted.'],
});
