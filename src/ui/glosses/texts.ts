/** The field's terms in a sentence or two. What they mean is what `docs/glossary.md` says. */
import { defineTexts } from '../i18n';

export const glossTexts = defineTexts(
  {
    endpoints:
      'The addresses behind a Service. Those of default/kubernetes are the API servers ' +
      'themselves; the servers write them.',
    revision:
      'A number that rises with each write of etcd. The resourceVersion of an object is the ' +
      'revision of its last write.',
    'watch cache':
      'What an API server keeps of one resource, so that lists and watches need not ask etcd.',
    'graceful termination':
      'What an API server does between SIGTERM and its exit: it says that it is not ready, takes ' +
      'its address back, and answers what still comes for a while.',
    EndpointSlice:
      'The newer form of Endpoints, in pieces of bounded size. The API servers keep one for ' +
      'default/kubernetes beside the Endpoints.',
    'API Lease':
      'An object of coordination.k8s.io with a holder and a time of renewal. Whoever does not ' +
      'renew it in time is taken for gone.',
    'etcd lease':
      'A time to live in etcd, with keys on it. When nobody keeps it alive, etcd takes its keys.',
    'master lease':
      'The key below /registry/masterleases by which an API server says that it lives. It hangs ' +
      'on an etcd lease, so it goes by itself when its server does.',
    resourceVersion:
      'The version of an object: the revision of etcd at its last write. A write that names an ' +
      'older one is refused with 409, and a watch goes on from one.',
    compaction: 'Dropping of old revisions. From before it etcd can neither read nor watch.',
    informer:
      'A cache that follows a watch. Components read it instead of asking the API server, so ' +
      'they may act on old news.',
    reflector: 'Lists a resource once, then watches it from there on, for an informer.',
    delta: 'What happened to one object, on its way from a reflector to the store of an informer.',
    'work queue':
      'Keys of objects that a controller has to look at. Each waits at most once; one that ' +
      'fails comes again, later each time.',
    bookmark:
      'An event of a watch that changes nothing and only says how far it is, so that the watch ' +
      'can go on from there after a break.',
    window: 'The latest events that a watch cache keeps; a watch cannot begin before it.',
    'leader election':
      'Of several copies of a component one works: the holder of a lock. That is a Lease, before ' +
      '1.28 perhaps also an Endpoints or a ConfigMap. The holder renews it again and again; when ' +
      'it stops, another one takes it.',
    finalizer:
      'A name on an object that somebody still has to clear up. A deleted object stays, marked, ' +
      'until the last of them is taken off.',
    'owner reference':
      'Says to which object another one belongs. The garbage collector deletes what has lost ' +
      'its owners.',
  },
  {
    endpoints: 'Service 背后的地址。default/kubernetes 的地址就是各个 API server，由它们自己写入。',
    revision: 'etcd 每写一次就增大的数字。对象的 resourceVersion 就是它最后一次写入的修订号。',
    'watch cache': 'API server 为一种资源保存的内容，这样 list 和 watch 不必去问 etcd。',
    'graceful termination':
      'API server 从收到 SIGTERM 到退出之间做的事：先表明未就绪，收回自己的地址，再继续应答一段时间。',
    EndpointSlice:
      'Endpoints 的新形式，分成大小有限的片。API server 也为 default/kubernetes 维护一个。',
    'API Lease':
      'coordination.k8s.io 的对象，记着持有者和续约时间。没有及时续约的持有者会被当作已经离开。',
    'etcd lease': 'etcd 中的生存时间，上面挂着一些键。没有人续期时，etcd 会删掉这些键。',
    'master lease':
      '/registry/masterleases 下的键，API server 用它表明自己活着。它挂在一个 etcd 租约上，' +
      'server 停了它会自行消失。',
    resourceVersion:
      '对象的版本：它最后一次写入时 etcd 的修订号。带着旧版本的写入会以 409 拒绝，' +
      'watch 则从某个版本继续。',
    compaction: '丢弃旧的修订。etcd 既不能读取也不能 watch 压缩点之前的内容。',
    informer: '跟随 watch 的缓存。组件读它而不问 API server，所以可能依据旧消息行事。',
    reflector: '替 informer 先 list 一次某种资源，然后从那里开始 watch。',
    delta: '某个对象发生的事，从 reflector 送往 informer 的存储。',
    'work queue': '控制器要处理的对象的键。每个键最多排队一次；失败的会再来，一次比一次晚。',
    bookmark: 'watch 的一种事件，不改变任何东西，只说明进度，使 watch 中断后能从那里继续。',
    window: 'watch cache 保留的最近事件；watch 不能从它之前开始。',
    'leader election':
      '一个组件有几份时，只有一份工作：锁的持有者。锁是一个 Lease，1.28 以前也可以是 Endpoints 或 ' +
      'ConfigMap。持有者不断续约；一旦停下，别的就会取得它。',
    finalizer: '对象上的名字，表示还有人要清理。被删除的对象会带着标记留下，直到最后一个被去掉。',
    'owner reference': '说明一个对象属于哪个对象。失去所有属主的对象由垃圾回收器删除。',
  },
);
