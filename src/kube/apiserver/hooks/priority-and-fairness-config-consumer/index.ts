/** The hook; what it does stands in config-controller.ts. */
import { withPriorityAndFairness } from '../generic-hooks';
import { startingHook } from '../serving-hook';

export const fairnessConsumerHook = startingHook({
  name: 'priority-and-fairness-config-consumer',
  server: 'generic',
  upstream: {
    version: 'v1.27',
    files: ['staging/src/k8s.io/apiserver/pkg/server/config.go'],
    symbol: 'completedConfig.New',
  },
  present: withPriorityAndFairness,
  purpose: {
    en: 'Starts the controller that takes in flow schemas and priority levels.',
    zh: '启动读取 FlowSchema 与 PriorityLevel 的控制器。',
  },
  simplified: ['Requests are not queued.'],
  start: ({ server }) => server.hookBodies.controllers.flowControlConfig(server),
});
