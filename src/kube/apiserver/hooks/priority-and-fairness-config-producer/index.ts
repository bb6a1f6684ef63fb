/** The hook; what it does stands in configuration-ensurer.ts. */
import { defineHook } from '../hook-descriptor';
import { hookWords } from '../serving-hook';

export const fairnessProducerHook = defineHook({
  name: 'priority-and-fairness-config-producer',
  server: 'kube-apiserver',
  type: 'post-start',
  upstream: {
    version: 'v1.27',
    files: ['pkg/registry/flowcontrol/rest/storage_flowcontrol.go'],
    symbol: 'bootstrapConfigurationEnsurer.ensureAPFBootstrapConfiguration',
  },
  present: () => true,
  purpose: {
    en: 'Makes sure of the suggested and mandatory flow schemas and priority levels.',
    zh: '确保建议的与强制的 FlowSchema、PriorityLevel 存在。',
  },
  ...hookWords,
  ifSlow: {
    en: 'It tries every second; after 5 min the process exits. Later it looks once a minute.',
    zh: '每秒重试；5 分钟后进程退出。之后每分钟检查一次。',
  },
  simplified: [
    'Fields that defaults add to a spec are not compared.',
    'A request that is under way when the time is over is waited for.',
  ],
  run: ({ server }, done) => server.hookBodies.flowControlEnsurer(server, done),
});
