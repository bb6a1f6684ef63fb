/** The hook; what it does stands in default-service-cidr-controller.ts. */
import { defineHook } from '../hook-descriptor';

export const serviceCIDRHook = defineHook({
  name: 'start-kubernetes-service-cidr-controller',
  server: 'kube-apiserver',
  type: 'post-start',
  upstream: {
    version: 'v1.33',
    files: ['pkg/controlplane/controller/defaultservicecidr/default_servicecidr_controller.go'],
    symbol: 'Controller.Start',
  },
  present: ({ switches, gate }) => switches.serviceCIDRHook && gate('MultiCIDRServiceAllocator'),
  purpose: {
    en: 'Starts the controller that keeps the default ServiceCIDR; done when it is there.',
    zh: '启动维护默认 ServiceCIDR 的控制器；该对象存在后即完成。',
  },
  blocks: {
    en: '/readyz and /healthz, and /livez after its grace period',
    zh: '/readyz、/healthz，以及宽限期之后的 /livez',
  },
  ifSlow: {
    en: 'The server does not become ready, and no Service gets an address.',
    zh: '该 server 不会就绪，Service 也得不到地址。',
  },
  ifFails: { en: 'It tries again after 100 ms.', zh: '100 毫秒后重试。' },
  simplified: [],
  guide: 'bootstrap-controller',
  run: ({ server }, done) => {
    if (!server.switches.serviceCIDRObjects) done();
    else server.hookBodies.serviceCIDR(server, () => done());
  },
});
