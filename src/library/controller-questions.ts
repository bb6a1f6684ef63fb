/** Questions about controllers, informers and their watches that a run answers. */
import type { LibraryQuestion } from './library-question';

export const CONTROLLER_QUESTIONS: readonly LibraryQuestion[] = [
  {
    question: {
      en: '"Waited for 1.2s due to client-side throttling": who holds my requests back?',
      zh: '“Waited for 1.2s due to client-side throttling”：是谁扣住了我的请求？',
    },
    answer: {
      en:
        'Your own client, before the server has seen them: its bucket of tokens (--kube-api-qps, ' +
        '--kube-api-burst) is empty. Only waits over a second are told, so it may be slow in ' +
        'silence.',
      zh:
        '你自己的客户端，server 还没见到这些请求：' +
        '它的令牌桶（--kube-api-qps、--kube-api-burst）空了。' +
        '只有超过一秒的等待才会写日志，所以它也可能一声不响地变慢。',
    },
    scenario: 'client-throttled',
    time: '11s',
    selection: 'actor:kube-controller-manager-a/client',
    tab: 'informers',
    shownBy: 'the client says that it throttles itself',
  },
  {
    question: {
      en: 'In which order is a control plane upgraded, and who notices?',
      zh: '控制平面按什么顺序升级，谁会察觉？',
    },
    answer: {
      en:
        'API servers first: a controller manager or scheduler must not be newer than the server ' +
        'that it calls. Each server leaves and joins the list; each restart of a leader is a ' +
        'hand-over, and the controller manager does not give its Lease back.',
      zh:
        'API server 先升级：controller manager 和 scheduler 不能比所访问的 server 新。' +
        '每个 server 会离开列表再回来；每次重启领导者都是一次交接，而 controller manager 不归还 Lease。',
    },
    scenario: 'ha-upgrade',
    time: '2m28s',
    selection: 'object:/registry/leases/kube-system/kube-controller-manager',
    tab: 'object',
    shownBy: 'a manager that waited leads within 23.8 s',
  },
  {
    question: {
      en: 'A Namespace is stuck in Terminating: what is it waiting for?',
      zh: 'Namespace 一直处于 Terminating：它在等什么？',
    },
    answer: {
      en:
        'For what is left in it, mostly a finalizer that nobody clears, or for an API whose ' +
        'server is gone, so that nobody knows what is left. Its conditions name each.',
      zh:
        '等里面剩下的东西，多半是没人清除的 finalizer；或者等一个 server 已不在的 API，' +
        '因为没人知道那里还剩什么。Namespace 的 condition 把它们逐一写明。',
    },
    scenario: 'one-namespace-stuck',
    time: '50s',
    selection: 'object:/registry/namespaces/shop',
    tab: 'object',
    shownBy: 'the Namespace says for whom it waits',
  },
  {
    question: {
      en: 'I deleted an EndpointSlice of a Service without a selector. Who makes it again?',
      zh: '我删掉了无 selector 的 Service 的一个 EndpointSlice。谁会重建它？',
    },
    answer: {
      en:
        'The controller that mirrors Endpoints, at once; but not if it was started anew since it ' +
        'wrote the slice. Then only a change of the Endpoints or another restart brings it back.',
      zh:
        '镜像 Endpoints 的控制器会立刻重建；但如果写下 slice 之后它重启过，就不会。' +
        '那时只有 Endpoints 变化或再次重启才能让它回来。',
    },
    scenario: 'mirrored-slices',
    time: '80s',
    selection: 'actor:kube-controller-manager-a',
    tab: 'informers',
    shownBy: 'nobody makes them again',
  },
  {
    question: {
      en: 'How do informer, work queue and controller fit together?',
      zh: 'informer、工作队列和控制器是怎样配合的？',
    },
    answer: {
      en:
        'An event goes into a store, a handler makes a key of it, a worker reads the store by ' +
        'that key. Here a second event came while the worker was busy: its key is marked, and ' +
        'comes once more when the worker is done.',
      zh:
        '事件进入 store，handler 由它得出一个键，worker 用这个键去读 store。' +
        '这里第二个事件到来时 worker 正忙：键做了记号，等 worker 完成后再来一次。',
    },
    scenario: 'informer-journey',
    time: '48s',
    selection: 'object:/registry/namespaces/shop',
    tab: 'journey',
    shownBy: 'the account comes back',
  },
  {
    question: {
      en: 'Why does an API server take a minute to stop, and who feels it?',
      zh: '为什么 API server 停止要花一分钟，谁会受影响？',
    },
    answer: {
      en:
        'Open watches: nobody ends them, so it waits 60 s for them, and cuts all at once. Here ' +
        'it has a grace period for watches, ends 200 of them a second, and was gone after 0.9 s.',
      zh:
        '因为开着的 watch：没有人结束它们，server 就等 60 秒，然后一下子全部切断。' +
        '这里设了 watch 的 grace period，它每秒结束 200 个，0.9 秒后就退出了。',
    },
    scenario: 'all-watches-cut',
    time: '31s',
    selection: 'actor:kube-apiserver-a',
    tab: 'health',
    shownBy: 'the last of 177 watches ends within a second',
  },
];
