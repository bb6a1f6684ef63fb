/** The hook; what it does stands in priority-classes.ts. */
import { defineHook } from '../hook-descriptor';
import { hookWords } from '../serving-hook';

export const priorityClassesHook = defineHook({
  name: 'scheduling/bootstrap-system-priority-classes',
  server: 'kube-apiserver',
  type: 'post-start',
  upstream: {
    version: 'v1.27',
    files: ['pkg/registry/scheduling/rest/storage_scheduling.go'],
    symbol: 'AddSystemPriorityClasses',
  },
  present: () => true,
  purpose: {
    en: 'Makes sure of system-node-critical and system-cluster-critical.',
    zh: '确保 system-node-critical 与 system-cluster-critical 存在。',
  },
  ...hookWords,
  ifSlow: {
    en: 'It tries every second; after 30 s the process exits.',
    zh: '每秒重试；30 秒后进程退出。',
  },
  simplified: [],
  run: ({ server }, done) => server.hookBodies.priorityClasses(server, done),
});
