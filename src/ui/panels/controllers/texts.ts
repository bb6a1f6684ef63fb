import { defineTexts } from '../../i18n';

export const controllersTexts = defineTexts(
  {
    manager: 'Controller manager',
    'no-manager': 'No controller manager yet',
    'no-manager-text': 'When one leads, the start of its controllers appears here.',
    absent: 'has not been started',
    configuring: 'reads its options',
    standby: 'stands by: it holds no caches and only looks at the lease',
    waitingForApiServer: 'leads; waits up to 10 s for a healthy API server',
    discovering: 'leads; asks what the API server serves',
    startingControllers: 'leads; starts its controllers one after another',
    running: 'leads; all controllers are started, and their informers',
    exited: 'has exited',
    controllers: 'Controllers in the order of their start',
    'order-text':
      'The order is that of a Go map: drawn anew at each start. A bar runs from the start of a ' +
      'controller until its caches are filled.',
    'model-text':
      'Of these, serviceaccount works: it keeps the account default in each namespace; ' +
      'namespace: it empties namespaces that are deleted; and endpointslicemirroring: it ' +
      'mirrors Endpoints that a person keeps. What the others do beyond filling their caches is ' +
      'not modelled yet.',
    'no-controllers': 'It has started no controller in this life.',
    'phase-started': 'started, waits for its caches',
    'phase-synced': 'started, caches filled after {span}',
    'phase-at-once': 'started, its caches were filled',
    'phase-disabled': 'disabled: {reason}',
    'phase-skipped': 'skipped: {reason}',
    'phase-gate off': 'its feature gate is off: {reason}',
    'phase-failed': 'failed: {reason}',
    'reason-no-key': 'there is no private key',
    'reason-no-cloud': 'no cloud provider',
    'reason-no-signing': 'no signing files',
    'reason-both-signing': 'cannot specify default and per controller certs at the same time',
    'reason-not-served': '{resource} is not served',
    migrated: 'under the lease of the migration',
    shared: 'Shared informers, and the controllers that wait for them',
    'shared-text':
      'Each resource is listed and watched once for the whole process. A controller is named ' +
      'here when the caches that it needs are filled.',
    turns: 'Starts and exits',
    'turn-started': 'started',
    'turn-exited': 'exited with {code}: {reason}',
    'turn-back-off': '{reason}: started again at {time}',
  },
  {
    manager: 'controller manager',
    'no-manager': '还没有 controller manager',
    'no-manager-text': '当其中一个成为领导者后，这里会显示各控制器的启动过程。',
    absent: '尚未启动',
    configuring: '正在读取启动选项',
    standby: '待命：没有任何缓存，只查看租约',
    waitingForApiServer: '领导者；等待 API server 变为健康，最多 10 秒',
    discovering: '领导者；询问 API server 提供哪些资源',
    startingControllers: '领导者；逐个启动控制器',
    running: '领导者；所有控制器及其 informer 均已启动',
    exited: '已退出',
    controllers: '按启动顺序排列的控制器',
    'order-text':
      '顺序即 Go map 的遍历顺序：每次启动重新抽取。横条从控制器启动一直延伸到其缓存填满。',
    'model-text':
      '其中 serviceaccount 会真正工作：在每个 Namespace 里保有账号 default；' +
      'namespace 也会：清空被删除的 Namespace；endpointslicemirroring 也会：镜像由人维护的 Endpoints。' +
      '其余控制器填满缓存之后所做的事尚未建模。',
    'no-controllers': '它在这一次运行中还没有启动任何控制器。',
    'phase-started': '已启动，等待缓存',
    'phase-synced': '已启动，{span} 后缓存填满',
    'phase-at-once': '已启动，缓存本已填满',
    'phase-disabled': '已禁用：{reason}',
    'phase-skipped': '已跳过：{reason}',
    'phase-gate off': 'feature gate 未开启：{reason}',
    'phase-failed': '失败：{reason}',
    'reason-no-key': '没有私钥',
    'reason-no-cloud': '没有 cloud provider',
    'reason-no-signing': '没有签名文件',
    'reason-both-signing': '不能同时指定默认证书和各控制器的证书',
    'reason-not-served': '没有提供 {resource}',
    migrated: '在迁移的租约之下',
    shared: '共享 informer，以及等待它们的控制器',
    'shared-text':
      '每种资源在整个进程里只 list 和 watch 一次。控制器所需的缓存填满之后，这里才列出它的名字。',
    turns: '启动与退出',
    'turn-started': '启动',
    'turn-exited': '退出，退出码 {code}：{reason}',
    'turn-back-off': '{reason}：将于 {time} 再次启动',
  },
);
