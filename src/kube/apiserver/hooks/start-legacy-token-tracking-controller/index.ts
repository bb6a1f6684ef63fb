/** The hook; what it does stands in legacy-token-tracking-controller.ts. */
import { defineHook } from '../hook-descriptor';

export const legacyTokenTrackingHook = defineHook({
  name: 'start-legacy-token-tracking-controller',
  server: 'kube-apiserver',
  type: 'post-start',
  upstream: {
    version: 'v1.27',
    files: ['pkg/controlplane/controller/legacytokentracking/controller.go'],
    symbol: 'Controller.Run',
  },
  present: ({ switches }) => switches.legacyTokenTrackingHook,
  purpose: {
    en: 'Starts the controller that notes since when old service account tokens are tracked.',
    zh: '启动控制器，记录从何时起跟踪旧的 ServiceAccount token。',
  },
  blocks: { en: 'nothing', zh: '不阻塞任何东西' },
  ifSlow: { en: 'The ConfigMap is written later.', zh: 'ConfigMap 更晚写入。' },
  ifFails: { en: 'It tries again after a wait that grows.', zh: '按递增的等待时间重试。' },
  simplified: [],
  run: ({ server }, done) => {
    server.hookBodies.controllers.legacyTokenTracking(server);
    done();
  },
});
