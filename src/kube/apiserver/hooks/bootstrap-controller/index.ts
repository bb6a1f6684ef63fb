import { defineHook, type HookDescriptor } from '../hook-descriptor';

const FILES = ['pkg/controlplane/instance.go', 'pkg/controlplane/controller.go'];
const UPSTREAM = { version: 'v1.27', files: FILES };

export const bootstrapControllerHook = defineHook({
  name: 'bootstrap-controller',
  server: 'kube-apiserver',
  type: 'post-start',
  upstream: { ...UPSTREAM, symbol: 'Controller.PostStartHook' },
  present: () => true,
  purpose: {
    en: 'Publishes this server in default/kubernetes and looks after addresses and ports.',
    zh: '把本 API server 发布到 Service default/kubernetes，并照管 ClusterIP 与 NodePort。',
  },
  blocks: { en: '/readyz', zh: '/readyz' },
  ifSlow: {
    en: 'The server is not ready; after one minute without a first repair it exits.',
    zh: '该 server 不会就绪；一分钟内首次修复未成功则进程退出。',
  },
  ifFails: { en: 'The process exits.', zh: '进程退出。' },
  simplified: [],
  guide: 'bootstrap-controller',
  run: ({ server }, done) => server.hookBodies.bootstrapController(server).start(done),
});

function stopHook(name: string, renamed: boolean): HookDescriptor {
  return defineHook({
    name,
    server: 'kube-apiserver',
    type: 'pre-shutdown',
    upstream: { ...UPSTREAM, symbol: 'Controller.PreShutdownHook' },
    present: ({ switches }) => switches.stopKubernetesServiceHook === renamed,
    purpose: {
      en: 'Takes this server out of the endpoints while it still answers.',
      zh: '在仍能应答时把本 server 从 endpoints 中移除。',
    },
    blocks: { en: 'closing the listener', zh: '关闭监听端口' },
    ifSlow: { en: 'After 20 s the stop goes on without it.', zh: '20 秒后不再等待，继续停止。' },
    ifFails: { en: 'It is only logged.', zh: '只写日志。' },
    simplified: [],
    guide: 'bootstrap-controller',
    run: ({ server }, done) => server.hookBodies.bootstrapController(server).stop(done),
  });
}

export const bootstrapControllerStopHook = stopHook('bootstrap-controller', false);
export const stopKubernetesServiceHook = stopHook('stop-kubernetes-service-controller', true);
