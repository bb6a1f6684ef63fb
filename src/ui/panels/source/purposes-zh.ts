import { PART_PURPOSES } from './part-purposes-zh';

/**
 * What the parts of the model are for, in Chinese, by their files below `src/kube`, of hooks below
 * `apiserver/hooks`. The English stands in the headers of the files; a test keeps both together.
 */
const PURPOSES: Readonly<Record<string, string>> = {
  'apiserver/health/health-endpoints':
    '一个 server 的 /healthz、/livez 与 /readyz：检查什么、应答什么；应答每次改变都写一条记录。',
  availability: '记下每个 APIService 能否访问。',
  'bootstrap-controller/bootstrap-controller':
    '建立集群自己的 Service：收回前一次生命留在 endpoints 中的地址，启动发布本 server 的循环，停止时再把它取出。',
  'bootstrap-controller/kubernetes-service':
    '发布本 server：Service default/kubernetes 及其 endpoints。',
  'bootstrap-controller/namespaces-task':
    '维护系统 Namespace，如同 1.26 以前的 bootstrap controller。',
  'bootstrap-system-priority-classes/priority-classes': '确保系统的两个 PriorityClass 存在。',
  'hook-runner': '登记并运行一次生命中的各个 hook。',
  'identity-lease/identity-lease-controller':
    '维护本 server 的身份 Lease：建立它，之后每 10 秒续约一次。',
  'kube-apiserver-autoregistration/auto-register-controller':
    '为本 server 所提供的内容维护 APIService：自己的 API 组在启动时一次，' +
    'CustomResourceDefinition 的则一直维护。',
  'kube-apiserver-autoregistration/crd-registration':
    '为 CustomResourceDefinition 提供的每个组版本准备一个 APIService。',
  'priority-and-fairness-config-consumer/config-controller':
    '读入 FlowSchema 与优先级，每次改动都全部读入，并在每个 FlowSchema 的 status 里写明它的优先级是否存在。',
  'priority-and-fairness-config-producer/configuration-ensurer':
    '确保建议的和必需的 FlowSchema 与优先级存在：启动时一次，之后每分钟一次。',
  'rbac-bootstrap-roles/bootstrap-roles': '确保默认策略的角色与绑定存在。',
  'start-apiextensions-controllers/crd-controllers':
    '写 CustomResourceDefinition 各个 condition 的控制器：谁给名字，谁宣布定义生效，' +
    '谁判断它的组是否获准，谁在它离开之前清理。',
  'start-cluster-authentication-info-controller/cluster-authentication-trust-controller':
    '公布本集群凭哪些证书与请求头认识用户，供扩展 server 使用。',
  'start-kubernetes-service-cidr-controller/default-service-cidr-controller':
    '维护由参数 --service-cluster-ip-range 给出的默认 ServiceCIDR：建立它，宣布它就绪，与参数不同时警告。',
  'start-legacy-token-tracking-controller/legacy-token-tracking-controller':
    '在一个 ConfigMap 里记下从哪一天起跟踪旧的 ServiceAccount token 的使用。',
  'start-system-namespaces-controller/system-namespaces':
    '维护四个系统 Namespace：每分钟看一次，缺了就建立。',
  'apiserver/reconcilers/lease-reconciler':
    '使 Service kubernetes 的 endpoints 与各主节点租约一致：每个 server 续约自己的，再写下它看到的存活者。',
  'apiserver/reconcilers/master-count-reconciler':
    '按数量维护 Service kubernetes 的 endpoints：每个 server 加入自己的地址，多于应有时去掉别的。' +
    '没有谁会注意到死掉的 server。',
  'apiserver/repair/ip-addresses/repair-ip-loop':
    '使 IPAddress 与 Service 的地址一致：先全部一遍，之后看改动，每 3 分钟再全部一遍。',
  'apiserver/repair/repair-loop': '每 3 分钟使所存的地址或端口范围与各 Service 所说的一致。',
  'apiserver/request-chain': '一个请求经过各个过滤器到它的 handler 的路。',
  'apiserver/server-life':
    '一个 API server 的一次生命：从启动选项经过 server 链到最后一行日志。状态机给出次序，这里照做。',
  'apiserver/server': '作为进程的 API server。',
  'apiserver/storage/compactor':
    '每五分钟压缩一次 etcd 的历史。所有 API server 都尝试；etcd 里的计数器只让其中一个做，' +
    '而且只到它上一次记下的修订号。所以总留着一到两个间隔的历史。',
  'apiserver/storage/etcd-client':
    'API server 的一个 etcd 客户端。只读的调用和租约的调用，在 etcd 无法访问或没有领导者时会重发，' +
    '与客户端的重试拦截器一样；写入绝不发第二次。错误的文字与 Go 客户端打印的相同。',
  'apiserver/watch-cache/cacher':
    '一种资源的存储及其 watch cache：对 etcd 只 list 一次、watch 一次，供 server 的所有客户端使用。' +
    '说明可以多旧的读取和所有 watch 都来自内存；写入去 etcd，并以缓存中的副本作为最初的猜测。',
  'client/leader-election/leader-elector': '争取一把锁，只要还能续约就担任领导者。',
  'client/reflector':
    '使 store 与 API server 中的一种资源一致：先 list，再从它的版本 watch；做不到时又从 list 开始。' +
    'list 请求的是见过的最后版本或更新的，所以 store 不会倒退。',
  'client/rpc-rest-client':
    '一个 API server 的客户端：经过网络，或者就是它所在的那个 server（loopback）。',
  'client/send-again': '发送请求；server 要求时，或错误允许时，再次发送。',
  'component/delegated-authentication': '一个组件的调用者是谁：它在集群里查出可以信任哪些签发者。',
  'component/secure-server': '一个组件的 HTTPS server：谁在调用、是否允许、每个路径应答什么。',
  'controller-manager/controller-manager':
    'kube-controller-manager：从启动选项到 Config，然后提供服务、争取租约、领导，失去租约就结束。',
  'controller-manager/insecure-server':
    '1.12 以前 kube-controller-manager 的明文 HTTP：谁能到达端口，就应答谁。',
  'controller-manager/main-loop':
    '领导者做的事：建立控制器的上下文，启动各个控制器，再启动它们的 informer。',
  'controllers/endpointslicemirroring/endpoint-slice-mirroring-controller':
    '没有 selector 的 Service，其 Endpoints 由人维护：把它镜像成 EndpointSlice。',
  'controllers/namespace/namespace-controller': '清空正在被删除的 Namespace，然后放它走。',
  'controllers/serviceaccount/service-accounts-controller':
    '在每个 Active 的 Namespace 里维护一个 ServiceAccount default。',
  'etcd/etcd-process':
    '作为进程的 etcd，可以启动、杀死、受损。磁盘比进程活得久：数据和租约留下，连接和 watch 不留；' +
    '重启的 etcd 让每个租约重新计完整的 TTL。',
  'etcd/lessor':
    'lessor：有寿命的租约，以及随之而去的键。租约的表在磁盘上；何时到期只有正在领导的那次生命知道。' +
    '它每 500 毫秒查看一次到期的租约，所以租约在到期时或之后的第一次查看时离开。',
  'invariants/index': '必须总是成立的事，按结果的次序。',
  'kubectl/kubectl':
    '时间线上 API 动词背后的客户端：进程 kubectl，有自己的用户与延迟，发出 kubectl 各命令的请求。',
  'kubectl/wait-until': '等到一个对象消失或成为应有的样子：按名字 list 并 watch。',
  'scheduler/scheduler': 'kube-scheduler：填满缓存，争取租约；被要求停止时归还租约。',
  'static-pods':
    'kubelet 在由 static Pod 组成的控制平面中所做的：退出的就重新启动。它下一次列出容器时才看到退出。' +
    '第一次重启立即进行；之后在退出后等 10 秒、20 秒……直到 5 分钟；运行满十分钟则从头算起。',
  'steps/index': '作用于模型的所有动词。',
  'aggregator-hooks': '聚合器的 hook；它是 server 链中最外面的一个。',
  'apiextensions-hooks': '扩展 server 的 hook；它提供 CustomResourceDefinition。',
  'generic-hooks': '用同一个库建成的 server 都有的 hook。',
  'identity-lease/index':
    'API server 的身份，是 kube-system 中的一个 Lease：由 server 自己写入并续约，过期后由任意一个 server 删除。',
  'identity-lease/server-identity': 'API server 在同伴之中叫什么。',
  'kube-apiserver-autoregistration/api-services-to-register':
    'server 自己所提供内容的各个 APIService。',
  'kube-apiserver-hooks': '主 server 的 hook 中，对象尚未存储的那些。',
  'priority-and-fairness-config-producer/bootstrap-configuration':
    'server 确保存在的 FlowSchema 与优先级，写成数据。',
  'start-apiextensions-controllers/index': '启动 CustomResourceDefinition 的各个控制器。',
  'start-cluster-authentication-info-controller/authentication-info':
    '那个 ConfigMap 关于放谁进来说些什么：已有的内容与本 server 加上的。',
  'start-kubernetes-service-cidr-controller/decide-service-cidr': '对默认的 ServiceCIDR 该做什么。',
  'start-service-ip-repair-controllers/index': '启动 ClusterIP 与 NodePort 的修复循环。',
};

/** @param file as in the sources: `src/kube/etcd/lessor.ts` */
export function purposeInChinese(file: string): string | undefined {
  const name = file.replace(/^src\/kube\/(?:apiserver\/hooks\/)?|\.ts$/g, '');
  return PURPOSES[name] ?? PART_PURPOSES[name];
}
