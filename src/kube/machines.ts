/**
 * Every machine that a run may host, with what people are told about it. Order: as they come up.
 */
import { type ChartStateData, chartOf } from '#kernel';
import { postStartHookMachine } from './apiserver/hooks';
import { bootstrapMachine } from './apiserver/hooks/bootstrap-controller/bootstrap-machine';
import { kubernetesServiceMachine } from './apiserver/hooks/bootstrap-controller/kubernetes-service-machine';
import { identityLeaseMachine } from './apiserver/hooks/identity-lease/identity-lease-machine';
import { informedControllerMachine } from './apiserver/hooks/informed-controller-machine';
import { pollMachine } from './apiserver/hooks/poll-machine';
import { serviceCIDRMachine } from './apiserver/hooks/start-kubernetes-service-cidr-controller/service-cidr-machine';
import { systemNamespacesMachine } from './apiserver/hooks/start-system-namespaces-controller/system-namespaces-machine';
import { lifecycleMachine } from './apiserver/lifecycle-machine';
import { leaseReconcilerMachine } from './apiserver/reconcilers/lease-reconciler-machine';
import { masterCountReconcilerMachine } from './apiserver/reconcilers/master-count-reconciler-machine';
import { repairIpMachine } from './apiserver/repair/ip-addresses/repair-ip-machine';
import { repairMachine } from './apiserver/repair/repair-machine';
import { cacherMachine } from './apiserver/watch-cache/cacher-machine';
import { leaderElectorMachine } from './client/leader-election/elector-machine';
import { reflectorMachine } from './client/reflector-machine';
import { controllerManagerMachine } from './controller-manager/controller-manager-machine';
import { mainLoopMachine } from './controller-manager/main-loop-machine';

interface MachineWords {
  readonly machine: { readonly id: string; readonly root: unknown };
  readonly en: string;
  readonly zh: string;
  readonly files: readonly string[];
  readonly symbol: string;
  readonly simplified?: MachineInfo['simplified'];
  readonly guide?: string;
}

/** What the page knows of a machine. */
export interface MachineInfo {
  readonly id: string;
  readonly purpose: { readonly en: string; readonly zh: string };
  readonly upstream: {
    readonly version: string;
    readonly files: readonly string[];
    readonly symbol: string;
  };
  readonly simplified: readonly { readonly en: string; readonly zh: string }[];
  readonly guide?: string;
  readonly root: ChartStateData;
}

const APISERVER = 'staging/src/k8s.io/apiserver/pkg/server';
const STORAGE = 'staging/src/k8s.io/apiserver/pkg/storage';

const WORDS: readonly MachineWords[] = [
  {
    machine: lifecycleMachine,
    en: 'The life of an API server, from its first instruction to its exit.',
    zh: 'API server 的一生：从第一条指令到退出。',
    files: ['cmd/kube-apiserver/app/server.go', `${APISERVER}/genericapiserver.go`],
    symbol: 'preparedGenericAPIServer.Run',
    simplified: [
      {
        en: 'Building the chain of servers takes sampled times.',
        zh: '构建 server 链所需的时间是抽样得到的。',
      },
    ],
    guide: 'bootstrap-controller',
  },
  {
    machine: postStartHookMachine,
    en: 'One post-start hook.',
    zh: '一个 post-start hook。',
    files: [`${APISERVER}/hooks.go`],
    symbol: 'runPostStartHook',
    guide: 'bootstrap-controller',
  },
  {
    machine: cacherMachine,
    en: 'The watch cache of one resource: filled by a list, then ready while it watches etcd.',
    zh: '一种资源的 watch cache：先用一次 list 填满，watch etcd 期间为就绪状态。',
    files: [`${STORAGE}/cacher/cacher.go`, `${STORAGE}/cacher/watch_cache.go`],
    symbol: 'Cacher.startCaching',
    simplified: [
      {
        en: 'A watch that etcd ends with an error is opened again after a second, not at once.',
        zh: 'etcd 以错误结束 watch 时，一秒后才重新打开，而不是立即。',
      },
    ],
  },
  {
    machine: pollMachine,
    en: 'Tries at each tick until it does, or until its time is over.',
    zh: '每个 tick 尝试一次，直到成功或时限已到。',
    files: ['staging/src/k8s.io/apimachinery/pkg/util/wait/poll.go'],
    symbol: 'Poll, PollImmediateUntil',
  },
  {
    machine: informedControllerMachine,
    en: 'A controller inside the server: waits for its informers, then works off its queue.',
    zh: 'server 内的一个控制器：等待 informer 同步，然后处理队列。',
    files: ['staging/src/k8s.io/client-go/util/workqueue/rate_limiting_queue.go'],
    symbol: 'RateLimitingInterface',
  },
  {
    machine: bootstrapMachine,
    en: 'The bootstrap controller, from its post-start hook to its pre-shutdown hook.',
    zh: 'bootstrap controller：从 post-start hook 到 pre-shutdown hook。',
    files: ['pkg/controlplane/controller.go'],
    symbol: 'Controller.Start, Controller.Stop',
    guide: 'bootstrap-controller',
  },
  {
    machine: kubernetesServiceMachine,
    en: 'The loop that publishes this server: waits for readyz, then a round every 10 s.',
    zh: '发布本 server 的循环：先等 readyz，然后每 10 秒一轮。',
    files: ['pkg/controlplane/controller.go'],
    symbol: 'Controller.RunKubernetesService',
    guide: 'bootstrap-controller',
  },
  {
    machine: leaseReconcilerMachine,
    en: 'One endpoint reconcile, request by request: renew the own lease, read, compare, write.',
    zh: '一次调谐，逐个请求：续约自己的主节点租约、读取、比较、写入。',
    files: ['pkg/controlplane/reconcilers/lease.go'],
    symbol: 'leaseEndpointReconciler.doReconcile',
    guide: 'bootstrap-controller',
  },
  {
    machine: masterCountReconcilerMachine,
    en: 'One endpoint reconcile by counting: read, put the own address in, take others out, write.',
    zh: '一次按数量进行的调谐：读取、加入自己的地址、去掉多余的、写入。',
    files: ['pkg/controlplane/reconcilers/instancecount.go'],
    symbol: 'masterCountEndpointReconciler.ReconcileEndpoints',
    guide: 'bootstrap-controller',
  },
  {
    machine: repairMachine,
    en: 'A repair loop of ClusterIPs or node ports: the stored range is rebuilt from the Services.',
    zh: 'ClusterIP 或 NodePort 的修复循环：根据所有 Service 重建已存储的分配范围。',
    files: [
      'pkg/registry/core/service/ipallocator/controller/repair.go',
      'pkg/registry/core/service/portallocator/controller/repair.go',
    ],
    symbol: 'Repair.RunUntil, Repair.doRunOnce',
    guide: 'bootstrap-controller',
  },
  {
    machine: repairIpMachine,
    en: 'Repairs IPAddresses and the addresses of Services, one by one (1.33).',
    zh: '逐个修复 IPAddress 对象与 Service 地址之间的对应关系（1.33）。',
    files: ['pkg/registry/core/service/ipallocator/controller/repairip.go'],
    symbol: 'RepairIPAddress.RunUntil',
    guide: 'bootstrap-controller',
  },
  {
    machine: serviceCIDRMachine,
    en: 'Keeps the ServiceCIDR that the flags give: makes it, says that it is ready, warns (1.33).',
    zh: '维护由启动参数给出的默认 ServiceCIDR：创建、置为就绪、不一致时告警（1.33）。',
    files: ['pkg/controlplane/controller/defaultservicecidr/default_servicecidr_controller.go'],
    symbol: 'Controller.Start',
    guide: 'bootstrap-controller',
  },
  {
    machine: systemNamespacesMachine,
    en: 'Creates system namespaces that are missing, once a minute.',
    zh: '每分钟检查一次，补建缺失的系统 Namespace。',
    files: ['pkg/controlplane/controller/systemnamespaces/system_namespaces_controller.go'],
    symbol: 'Controller.Run',
    guide: 'bootstrap-controller',
  },
  {
    machine: identityLeaseMachine,
    en: 'Keeps the Lease that says which API server this is.',
    zh: '维护表明本 API server 身份的 Lease。',
    files: ['staging/src/k8s.io/component-helpers/apimachinery/lease/controller.go'],
    symbol: 'controller.sync',
  },
  {
    machine: leaderElectorMachine,
    en: 'A candidate of an election: runs for the lease, renews it, leaves when it cannot.',
    zh: '选举中的一个候选者：争取租约、续约，续不上就退出。',
    files: ['staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go'],
    symbol: 'LeaderElector.Run',
    guide: 'cloud-native-cookbook',
  },
  {
    machine: reflectorMachine,
    en: 'Lists, then watches, and starts over when the watch cannot go on.',
    zh: '先 list，再 watch；watch 无法继续时从头再来。',
    files: ['staging/src/k8s.io/client-go/tools/cache/reflector.go'],
    symbol: 'Reflector.ListAndWatch',
    guide: 'cloud-native-cookbook',
  },
  {
    machine: controllerManagerMachine,
    en: 'The life of a controller manager: from its options to the lease that it wins or loses.',
    zh: 'controller manager 的一生：从启动选项到赢得或失去租约。',
    files: ['cmd/kube-controller-manager/app/controllermanager.go'],
    symbol: 'Run',
    guide: 'controller-manager-startup',
  },
  {
    machine: mainLoopMachine,
    en: 'A leading controller manager: waits for the API server, discovers, starts controllers.',
    zh: '成为领导者之后的主循环：等待 API server、发现资源、逐个启动控制器。',
    files: ['cmd/kube-controller-manager/app/controllermanager.go'],
    symbol: 'CreateControllerContext, StartControllers',
    simplified: [
      {
        en: 'How long an initializer works is drawn from the seed.',
        zh: '每个 initializer 运行多久由 seed 抽取。',
      },
    ],
    guide: 'controller-manager-startup',
  },
];

/** Version that the sources were read at. */
const VERSION = 'v1.27';

export const MACHINES: readonly MachineInfo[] = WORDS.map((words) => {
  const { machine, en, zh, files, symbol, simplified = [], guide } = words;
  return {
    id: machine.id,
    purpose: { en, zh },
    upstream: { version: VERSION, files, symbol },
    simplified,
    ...(guide === undefined ? {} : { guide }),
    root: chartOf(machine),
  };
});
