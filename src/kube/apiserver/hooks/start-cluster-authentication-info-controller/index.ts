/** The hook; what it does stands in cluster-authentication-trust-controller.ts. */
import { defineHook } from '../hook-descriptor';

export const clusterAuthenticationInfoHook = defineHook({
  name: 'start-cluster-authentication-info-controller',
  server: 'kube-apiserver',
  type: 'post-start',
  upstream: {
    version: 'v1.27',
    files: [
      'pkg/controlplane/instance.go',
      'pkg/controlplane/controller/clusterauthenticationtrust/' +
        'cluster_authentication_trust_controller.go',
    ],
    symbol: 'Controller.Run',
  },
  present: () => true,
  purpose: {
    en: 'Starts publishing the certificate authorities for extension servers in a ConfigMap.',
    zh: '开始把扩展 server 所需的 CA 信息发布到 ConfigMap。',
  },
  blocks: { en: 'nothing', zh: '不阻塞任何东西' },
  ifSlow: { en: 'The ConfigMap is written later.', zh: 'ConfigMap 更晚写入。' },
  ifFails: { en: 'It tries again after a wait that grows.', zh: '按递增的等待时间重试。' },
  simplified: ['The certificates are stand-ins made from the names of their files.'],
  run: ({ server }, done) => {
    server.hookBodies.controllers.clusterAuthenticationTrust(server);
    done();
  },
});
