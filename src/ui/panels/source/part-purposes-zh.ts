/**
 * What the files that actors and hooks are made of are for, in Chinese, by their files below
 * `src/kube`, of hooks below `apiserver/hooks`.
 */
export const PART_PURPOSES: Readonly<Record<string, string>> = {
  'component/health-slis': '`/metrics/slis`：健康检查各项上一次的结果，以及各出现过多少次。',
  'component/healthz': '健康检查端点的应答：排除哪些检查、打印什么、返回什么状态码。纯函数。',
  'apiserver/health/etcd-prober':
    '对 etcd 的一项检查：用自己的客户端读键 `<prefix>/health`，这个键不必存在。',
  'apiserver/health/request-total': '健康检查请求的计数器。',
  'apiserver/registry/strategies/api-service': 'apiregistration.k8s.io 的 APIService。',
  'aggregator-informers':
    '聚合器与扩展 server 为自己的类型准备的 informer。它们不在共享的 informer 之列，' +
    '所以 /readyz 不会逐个等它们。',
  'informed-controller':
    '由 hook 启动的控制器的共同部分：等 informer 就绪，再由若干 worker 从队列取键；失败的键过一会儿再来。',
  'remote-availability': '一个 APIService 背后的扩展 server 为什么访问不到。',
  'apiserver/repair/service-repair': '一个 API server 的两个修复循环，以及它们是否都已成功过一次。',
  'bootstrap-controller/master-service': 'Service default/kubernetes：缺了就建立，实际上从不修复。',
  'apiserver/registry/strategies/priority-class': 'PriorityClass。',
  poll: '按固定的节拍检查一个条件：每拍试一次，时间到时再试一次，除非结束它的是 context。',
  'apiserver/chain/generic-api-server':
    'server 链中的一个：它登记什么，又从后面那个 server 接过什么。',
  'client/lease-controller': '维护一个表示“我还活着”的 Lease：建立它，然后不断续约。',
  'identity-lease/identity-lease-garbage-collector': '删除过期的身份 Lease。',
  'api/equality': '按 Go 类型的看法判断 JSON 值是否相等。',
  'kube-apiserver-autoregistration/auto-registration':
    '为内层 server 的每个组版本登记一个 APIService。',
  'priority-and-fairness-config-consumer/decide-dangling':
    '每个 FlowSchema 的 status 该怎样说它所指的优先级。',
  'priority-and-fairness-config-producer/ensure':
    '确保一组对象存在：缺的建立；允许 server 修改的，保持其 spec 不变。',
  'client/retry': '失败后再试，等待越来越长：用于可能被别人抢先的写入。',
  'apiserver/registry/strategies/rbac': 'Role、ClusterRole 及它们的绑定。',
  'rbac-bootstrap-roles/reconcile':
    '把策略中的一个对象调整到位：没有就建立，有则补上缺少的，从不拿走什么；它若声明不要动，就不动。',
  'rbac-bootstrap-roles/policy-text': '写成文本的默认策略：每行一个角色，先是名字，再是规则。',
  'apiserver/registry/crd-store':
    'CustomResourceDefinition 分两步离开：第一次删除只打上标记并加上 finalizer，' +
    '等 finalizer 去掉后对象才消失。',
  'apiserver/registry/strategies/crd-conditions':
    'CustomResourceDefinition 的各个 condition，以及它得到的名字。',
  'apiserver/registry/strategies/config-map': 'ConfigMap。',
  'api/networking': 'ServiceCIDR 与 IPAddress：Service 地址的范围，以及已被占用的地址。',
  'client/core-event-recorder':
    '记录 core 组的 Event。记录从不等待：Event 交给 broadcaster，由它的订阅者写日志并逐个写入；' +
    '写不成的会再试。',
  'client/shared-informer':
    '一种资源的缓存，由使用者共享，每次变化都会告知他们。保证的是：先改缓存，再通知 handler；' +
    '同一对象的变化按顺序到达；先改后删的对象至少会报告被删除。不保证的是：看到中间的每个状态，' +
    '以及两种资源之间的先后。',
  'apiserver/allocators/service-cidrs':
    '一个 API server 从 informer 得知有哪些 ServiceCIDR 与 IPAddress。',
  'apiserver/storage/master-leases':
    '主节点租约：每个 API server 一个键，挂在它必须续约的 etcd 租约之下。',
  'apiserver/reconcilers/endpoint-subsets':
    'endpoint reconciler 的决策，写成作用于 Endpoints 对象的纯函数。',
  'apiserver/reconcilers/endpoints-adapter': '写 Endpoints，并让同名的 EndpointSlice 与它一致。',
  'apiserver/reconcilers/master-count-plan':
    'master-count reconciler 的决策，写成作用于 Endpoints 对象的纯函数。',
  'client/backoff': '每次失败后越来越长的等待，以及带这种等待的重试循环。',
  'client/event-recorder':
    '记录 Event：同类的第一个会建立，后来的并入它的 series；series 在开始时、间或、结束时写入。' +
    '保证的是：调用者从不等待。不保证的是：Event 一定写成，或按记录的顺序写入。' +
    '队列已满、server 拒绝、或最后一次尝试之后，它就被丢弃。',
  'client/workqueue': '工作队列与它的 worker：各取一个键，处理完再取下一个。',
  'apiserver/repair/ip-addresses/address-syncs':
    '对一个 Service、一个 IPAddress 或全部对象的一次同步。',
  'apiserver/repair/repair-pass':
    '修复的一次尝试，逐步进行：读出存储的范围，列出 Service，据此重建范围，查找泄漏，保存。',
  'apiserver/access': '请求来自谁，是否允许：本模型中的认证与授权。',
  'apiserver/audit-backend':
    '审计后端，只取与 server 一生有关的部分：凡通过了前面各个 filter 的请求，结束时它都会得知，直到它被关闭。',
  'apiserver/chain/not-found': '没有谁认得这个路径时的应答。',
  'apiserver/in-flight-requests': '计数关闭时要等待的请求，以及可以慢慢结束的 watch。',
  'apiserver/lifecycle-signals': 'API server 一生中有名字的信号。每个只触发一次，此后一直有效。',
  'apiserver/max-in-flight': '关闭优先级与公平性时，对处理中请求数的上限。',
  'apiserver/build-server':
    '把一个 server 的各部分装在一起。此时什么都不发送，什么都不运行，只有健康检查的客户端在后台连接。',
  'apiserver/etcd-dial': '等待到 etcd 的通道，如同创建客户端时那样：一直等到连接建立。',
  'apiserver/graceful-termination':
    'server 的结束：各个信号按顺序触发，运行 hook，等请求处理完，关闭监听端口。',
  'etcd/api':
    'etcd 客户端与 etcd 之间传送的内容：etcd v3 API 中所模拟的部分。值是解码后的对象，共享而无人修改。',
  'apiserver/storage/etcd-watch':
    '对 etcd 的一个 watch。连接断开时它自己从听到的最后一个修订号之后继续；其他的结束都会告知。',
  'apiserver/storage/grpc-channel':
    '到一个 server 的 gRPC 通道：连不上时调用立即失败，它自己会再试，等待越来越长。错误文本与 grpc-go 相同。',
  'apiserver/storage/resource-version': '客户端所要的版本：64 位无符号整数。',
  'apiserver/storage/storage':
    'API server 与存储之间的接缝，即上游的 `storage.Interface`。上面不知道 etcd；' +
    '下面（现在是单个存储，将来是 Raft 成员）可以改变而不影响上面。',
  'apiserver/storage/storage-errors': '存储的各种失败及其文本。',
  'apiserver/watch-cache/cache-contents': '缓存的内容：从 etcd 整体读入，以列表给出。',
  'apiserver/watch-cache/cacher-machine':
    '一种资源的 watch cache 的一生：list、watch，watch 无法继续时重新开始。在 watch 时它是就绪的。',
  'apiserver/watch-cache/delegates-list': '哪些 list 由 watch cache 转给 etcd。',
  'apiserver/watch-cache/dispatcher':
    '一个缓存的 watcher：把每个事件交给所有 watcher，间或告知缓存走到了哪里，并让读得太慢的离开。',
  'apiserver/watch-cache/event-window':
    '一种资源最近的事件，放在环形缓冲里：装满新事件时变大，装满旧事件时变小。',
  'apiserver/watch-cache/open-watch':
    '让客户端接入缓存：从全部对象开始，或从它的版本之后的事件开始。',
  'apiserver/watch-cache/progress-requester':
    '有人在等某个版本时，询问 etcd 的进度，免得安静的资源让他们久等。',
  'apiserver/watch-cache/unready': '缓存尚未填好或已经失效时，客户端听到什么。',
  'apiserver/watch-cache/watch-cache':
    '一个 API server 对一种资源所知的一切：某个版本时的对象，以及最近的事件。' +
    '谁要一个它尚未达到的版本，就等一等，但不会很久。',
  'client/request-context': '结束客户端的请求：全部一起，或到某个时刻。',
  'client/leader-election/elector-machine': '候选者的一生：试着拿到锁，续约，续不成就退出。',
  'client/leader-election/observed-lock':
    '候选者所看到的锁。只看它变没变，以及按自己的时钟是何时变的；别人写下的时间不起作用。',
  'client/leader-election/resource-lock': '用作选举之锁的 API 对象。',
  'client/leader-election/try-lock': '候选者拿锁或续约的一次尝试。',
  'client/expected-type':
    'reflector 接受哪些对象：某个 Go 类型的；没有 Go 类型的对象，则是某个 kind 的。',
  'client/pager': '分页 list。',
  'client/reflector-errors': 'reflector 认得 list 或 watch 的哪些失败。',
  'client/reflector-machine': 'reflector 的一生：list、watch，watch 无法继续时再 list。',
  'client/retry-with-deadline': '失败后可以立即再试的时间有多长。',
  'api/list-items': '传送中的列表条目：内置类型的条目不写自己的 kind 与版本，由列表替它们写。',
  'client/request-rules': '发出请求之前检查什么，以及不成功的应答意味着什么。',
  'client/rest-caller': '发出客户端的调用：每个请求的时限、重试，以及它的应答或错误意味着什么。',
  'api/status':
    'API server 拒绝时应答的 Status 对象，每种原因一个函数。文本、状态码与细节同上游。' +
    '`details.kind` 是资源名，Invalid 除外。',
  'client/throttled-logger': '间或说明进程的某个客户端正在因自己的限流而等待。',
  'client/token-bucket': '以均匀速度补充的令牌；拿不到的等下一个到来的令牌。',
  'client/url-backoff': '客户端让一个失败或过载的 server 歇多久；按主机与端口计。',
  'client/with-retry': '请求是否再发、过多久再发，以及最后的错误怎样提到之前的错误。',
  'api/users': '用户名、所属的组，以及拒绝时怎样说他们。',
  'client/cache-sync': '等待 informer 收下第一次 list。',
  'component/delegated-config':
    '一个组件就自己的调用者去问哪个 API server：专门的 kubeconfig 中的、所在 Pod 中的，或谁也不问。',
  'api/field-error': '校验在字段中发现的一个错误，按 API server 的样子打印。',
  'api/request-path': 'REST 路径及其所指。',
  'component/debug-paths': '--profiling 给 server 加上什么：`/debug/pprof/` 与 `/debug/flags`。',
  'component/delegated-authorization':
    '组件的调用者可以做什么：某些路径与 system:masters 组总是允许，其余的去问 API server。',
  'client/leader-election/healthz-adaptor': '选举的健康检查。',
  'component/client-builder': '一个组件的各个客户端，各有自己的连接与名字。',
  'component/election': '一个组件的选举：它的锁、锁所用的客户端，以及由谁告知。',
  'component/read-flags': '组件的命令行，在做任何事之前先读，如同组件本身那样。',
  'controller-manager/config-form':
    'KubeControllerManagerConfiguration 的各个字段，以及各自对应的 flag。',
  'controller-manager/configz': '`/configz` 显示什么：由进程的 flag 与 `config` 得出的结果。',
  'controller-manager/debug-handlers':
    '`/debug/controllers/<name>` 及其下的路径：只有提供这种 handler 的已启动控制器才有，' +
    '也就是垃圾回收器。--profiling 与 --contention-profiling 都不影响。',
  'controller-manager/flags': 'kube-controller-manager 的命令行。',
  'controller-manager/health': '进程的 `/healthz`，检查项在运行中陆续加入。',
  'controller-manager/https-paths':
    'kube-controller-manager 的 HTTPS 路径各应答什么，备用的进程也有这些路径。',
  'controller-manager/leader-migration':
    '云控制器迁往另一个 manager 期间，一个控制器在哪个租约之下运行。',
  'controller-manager/older-start':
    '1.12 以前 kube-controller-manager 的启动：flag 与开关有何不同。',
  'controller-manager/options':
    'kube-controller-manager 的命令行变成什么，以及启动之前命令拒绝其中的什么。',
  'client/runtime-errors': 'Go 进程的通用错误处理：写日志，并让出错太快的稍等一下。',
  'controllers/controller':
    'controller manager 中各控制器的共同部分：怎样建立一个控制器，以及从队列取键的 worker。',
  'controller-manager/available-resources': 'API server 提供哪些资源，启动控制器时要问。',
  'controller-manager/controller-table':
    'kube-controller-manager 所知的控制器，以及各自通过 informer 读什么。',
  'controller-manager/controllers': '某个版本中有哪些控制器、叫什么、其中哪些要启动。',
  'controller-manager/own-account': '控制器以之行事的 ServiceAccount，没有就建立。',
  'controller-manager/start-plan': '一个控制器是否启动，不启动时说什么。纯函数。',
  'controller-manager/wait-for-api-server':
    '询问 API server 是否健康：立即问一次，然后每秒一次，共十秒。',
  'client/rate-limiters': '失败的键要等多久才再来。',
  'controllers/endpoint-slice-tracker':
    '控制器写到了每个 EndpointSlice 的哪一代，由此知道自己的缓存还缺什么。',
  'controllers/endpointslicemirroring/mirror-plan':
    '为了镜像一个 Endpoints 对象，该建立、修改、删除哪些 EndpointSlice：每组端口与地址族一个。',
  'controllers/namespace/resources-deleter':
    '删除一个 Namespace 中的一切，在其 status 中说明还剩什么，什么都不剩时去掉 finalizer `kubernetes`。',
  'etcd/etcd-disk':
    'etcd 磁盘上的内容：存储、租约、文件大小与告警。它比任何进程都活得久。每次写入在这里成为一条记录。',
  'etcd/etcd-operations':
    'etcd 在调用生效的一刻所做的：改变磁盘、写记录、拨动租约的时钟、告知 watcher。这里没有等待。',
  'etcd/etcd-server':
    'etcd 的一次生命：接收调用，时候到了让它生效，然后应答。写入要走一轮 Raft 并同步日志，' +
    '读取要确认 read index：每次调用的延迟都从同一个范围抽取。提交从不互相超越；' +
    '读取看到的是自己延迟结束时的存储。',
  'etcd/watch-hub':
    'etcd 一次生命中的 watcher：谁听到哪个键。事件按修订号的顺序到来，不漏也不重复。' +
    '每个事件写一条 `watch` 记录，起因是该修订号的 etcd 记录；同一修订号的事件一起传送。',
  'kubectl/errors': 'kubectl 怎样说出失败。',
  'client/informer-factory': '一个进程的 informer：每种资源一个，不论有多少人要它。',
  'component/election-options': '选举的 flag。',
  'component/gate-flag': '--feature-gates 这个 flag：何时读它，组件在其中怎样称呼。',
  'component/secure-port': '组件的 HTTPS server 的端口。',
  'scheduler/config-form':
    '上游从 --config 的文件中读取的 KubeSchedulerConfiguration，以及对它的检查。',
  'scheduler/configz': 'kube-scheduler 的 `/configz` 显示什么：由 flag 与配置得出的结果。',
  'scheduler/flags': 'kube-scheduler 的命令行。',
  'scheduler/https-paths': 'kube-scheduler 的 HTTPS 路径各应答什么，备用的进程也有这些路径。',
  'scheduler/profile-checks': '在建立各个 framework 之前，上游对配置中的 profile 检查什么。',
  'scheduler/profile-plugins': '配置中各 profile 所点名的插件，在建立 framework 时查找。',
  'client/item-backoff': '许多事物各自失败后歇多久：每次加倍，安静一段时间后从头算起。',
  'apiserver/registry/strategies/flow-control':
    'FlowSchema 与 PriorityLevelConfiguration，含提供过的每个版本。各版本存储为同一个对象，用 v1beta3 的字段。',
};
