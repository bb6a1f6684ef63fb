/**
 * The one to copy for a hook that starts a controller; what that does stands in
 * system-namespaces.ts.
 */
import { defineHook } from '../hook-descriptor';

export const startSystemNamespacesControllerHook = defineHook({
  name: 'start-system-namespaces-controller',
  server: 'kube-apiserver',
  type: 'post-start',
  upstream: {
    version: 'v1.27',
    files: ['pkg/controlplane/controller/systemnamespaces/system_namespaces_controller.go'],
    symbol: 'Controller.Run',
  },
  present: ({ switches }) => switches.systemNamespacesHook,
  purpose: {
    en: 'Creates system namespaces that are missing, once a minute.',
    zh: '每分钟检查一次，补建缺失的系统 Namespace。',
  },
  blocks: { en: 'nothing', zh: '不阻塞任何东西' },
  ifSlow: { en: 'A deleted namespace comes back later.', zh: '被删除的 Namespace 会更晚回来。' },
  ifFails: { en: 'It tries again after a minute.', zh: '一分钟后重试。' },
  simplified: [],
  guide: 'bootstrap-controller',
  run: ({ server }, done) => {
    server.hookBodies.controllers.systemNamespaces(server);
    done();
  },
});
