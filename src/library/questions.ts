/** Questions that people ask most and a run answers: the scenario, the instant, where to look. */
import { CONTROLLER_QUESTIONS } from './controller-questions';
import type { LibraryQuestion } from './library-question';

/** The most asked first. */
export const QUESTIONS: readonly LibraryQuestion[] = [
  {
    question: {
      en: 'What is the Service kubernetes in default, who makes it, and why can I not delete it?',
      zh: 'default 里名为 kubernetes 的 Service 是什么，谁建立的，为什么删不掉？',
    },
    answer: {
      en:
        'The way of Pods to the API servers. Every ready API server looks at it each 10 s ' +
        'and makes it again when it is missing: here it was deleted at 30 s and is back.',
      zh: '它是 Pod 通往 API server 的路。每个就绪的 API server 每 10 秒查看一次，缺了就重新建立：这里它在 30 秒时被删除，现在又回来了。',
    },
    scenario: 'kubernetes-service-deleted',
    time: '41s',
    selection: 'object:/registry/services/specs/default/kubernetes',
    tab: 'object',
    shownBy: 'it is back within a round',
  },
  {
    question: {
      en: 'Why does its endpoint list still show a dead API server?',
      zh: '为什么它的 endpoints 列表里还有一个已经死掉的 API server？',
    },
    answer: {
      en:
        'The list follows keys that live for 15 s, and it is rewritten only in the next ' +
        'round of a survivor. kube-apiserver-c died 3 s ago; its key is still alive, so its ' +
        'address is still there.',
      zh: '列表跟随寿命为 15 秒的键，而且要等存活 server 的下一轮才会改写。kube-apiserver-c 在 3 秒前死掉；它的键还在，所以地址也还在。',
    },
    scenario: 'ha-startup',
    time: '43s',
    selection: 'object:/registry/services/endpoints/default/kubernetes',
    tab: 'object',
    shownBy: 'all three are listed as long as the lease of the third must be alive',
  },
  {
    question: {
      en: 'What keeps working when etcd is down?',
      zh: 'etcd 不可用时，还有什么能用？',
    },
    answer: {
      en:
        'The processes, their connections, and what they know already. Nothing can be stored: ' +
        'a request waits for etcd, and readyz names it. What waited is done when etcd is back.',
      zh: '进程、它们的连接，以及它们已经知道的内容。什么也存不进去：请求在等 etcd，readyz 会点出它的名字。etcd 恢复时，等待的请求随即完成。',
    },
    scenario: 'etcd-outage',
    time: '57s',
    selection: 'actor:kube-apiserver-a',
    tab: 'health',
    shownBy: 'nothing is stored in the outage',
  },
  {
    question: {
      en: '“Provided IP is already allocated”, but no Service uses it?',
      zh: '“provided IP is already allocated”，可是没有任何 Service 在用它？',
    },
    answer: {
      en:
        'An API server died between marking the address and storing the Service. The repair ' +
        'loop frees such an address only when it has seen it three times, a pass every ' +
        'three minutes. At this instant it has seen it once.',
      zh: '某个 API server 在标记地址之后、存储 Service 之前死掉了。修复循环要看到三次才会释放这样的地址，每三分钟一轮。此刻它只看到过一次。',
    },
    scenario: 'cluster-ip-leak',
    time: '300.5s',
    selection: 'object:/registry/ranges/serviceips',
    tab: 'cluster-ips',
    shownBy: 'after one sighting the address is taken',
  },
  {
    question: {
      en: '“The object has been modified”: whose fault is it?',
      zh: '“the object has been modified”：是谁的错？',
    },
    answer: {
      en:
        'Nobody’s. The change was made from a version that is no longer the newest, and the ' +
        'server refuses it, so that no other change is lost. Read again and try again.',
      zh: '谁都没有错。改动是从一个已经不是最新的版本出发的，server 拒绝它，以免丢掉别人的改动。重新读取，再试一次。',
    },
    scenario: 'two-writers-conflict',
    time: '31s',
    selection: 'object:/registry/namespaces/shop',
    tab: 'object',
    shownBy: 'the late writer is refused',
  },
  {
    question: {
      en: '“Too old resource version”: an error, or normal?',
      zh: '“too old resource version”：是错误，还是正常？',
    },
    answer: {
      en:
        'Normal. The server was restarted, and knows only what happened since its own list; ' +
        'version 100 is from before, so the watch ends with 410 Expired. The client lists again ' +
        'and watches from there.',
      zh: '正常。server 重启过，只知道自己那次 list 之后的事；版本 100 更早，所以 watch 以 410 Expired 结束。客户端重新 list 再 watch。',
    },
    scenario: 'version-too-old',
    time: '71s',
    selection: 'actor:kube-apiserver-a/watch-cache/namespaces',
    tab: 'watch-cache',
    shownBy: 'the watch from before the restart is refused',
  },
  {
    question: {
      en: '“mvcc: database space exceeded”, but the disk is empty?',
      zh: '“mvcc: database space exceeded”，可是磁盘还很空？',
    },
    answer: {
      en:
        'What is full is etcd’s own quota. Its alarm refuses all that adds data, renewals too, ' +
        'and only a person can end it: compact, defragment, disarm. Reads go on, and ' +
        'readyz is green.',
      zh: '满的是 etcd 自己的配额。告警拒绝一切增加数据的写入，续约也是，要由人依次压缩、整理碎片、解除告警。读取照常，readyz 仍绿。',
    },
    scenario: 'quota-exceeded-etcd',
    time: '120s',
    selection: 'object:/registry/services/endpoints/default/kubernetes',
    tab: 'etcd',
    shownBy: 'a new object is refused with the text of etcd',
  },
  {
    question: {
      en: 'Why does my watch just go quiet?',
      zh: '我的 watch 为什么突然没有动静了？',
    },
    answer: {
      en:
        'The network loses everything and nobody closes the connection. This Namespace was made ' +
        'at 40 s; the watch does not show it, and reports no error before 65 s, when the ping ' +
        'of the client got no answer.',
      zh: '网络丢掉一切，却没有人关闭连接。这个 Namespace 在 40 秒时建立；watch 不显示它，直到 65 秒客户端的 ping 没有回答，才报告错误。',
    },
    scenario: 'quiet-watch',
    time: '50s',
    selection: 'object:/registry/namespaces/in-the-silence',
    tab: 'object',
    shownBy: 'the change is made while the watch is quiet',
  },
  {
    question: {
      en: 'Which instance is the leader, and how long does a take-over take?',
      zh: '哪个实例是领导者，接手要多久？',
    },
    answer: {
      en:
        'The one whose name stands in the Lease. The leader here crashed 12 s ago and is still ' +
        'named: the other one waits for 15 s without a change and for its next try, 13 to 23.8 s ' +
        'in all.',
      zh:
        'Lease 里写着名字的那个。这里的领导者在 12 秒前崩溃，名字还在：另一个要等满 15 秒没有变化，' +
        '再等到下一次尝试，一共 13 到 23.8 秒。',
    },
    scenario: 'leader-handoff-crash',
    time: '52s',
    selection: 'object:/registry/leases/kube-system/kube-controller-manager',
    tab: 'object',
    shownBy: 'nobody takes the lease within 13 s',
  },
  {
    question: {
      en: 'A guide says the lock is an Endpoints and the port insecure. Is that still so?',
      zh: '有文章说锁是 Endpoints，端口不加密。现在还是这样吗？',
    },
    answer: {
      en:
        'A Lease is the lock and the port is HTTPS. Before 1.12 the record was in an ' +
        'annotation of these Endpoints. One of each kind at once, and both lead: ' +
        'neither sees the other.',
      zh:
        '现在锁是 Lease，端口是 HTTPS。1.12 之前，' +
        '记录在这个 Endpoints 的注解里。' +
        '两种同时运行，就都成为领导者：谁也看不见谁。',
    },
    scenario: 'older-kcm-startup',
    time: '30s',
    selection: 'object:/registry/services/endpoints/kube-system/kube-controller-manager',
    tab: 'object',
    shownBy: 'the record is an annotation of Endpoints',
  },
  {
    question: {
      en: 'Why does the controller manager exit with "leaderelection lost"?',
      zh: 'controller manager 为什么以“leaderelection lost”退出？',
    },
    answer: {
      en:
        'It could not renew its lease within 10 s, here because each request to etcd takes 6 s. ' +
        'Whoever is not sure to lead must stop; the kubelet starts it again, and it runs anew.',
      zh:
        '它没能在 10 秒内续约，这里是因为对 etcd 的每个请求都要 6 秒。不能确定自己是领导者就必须停下；' +
        'kubelet 会重新启动它，它再次参加选举。',
    },
    scenario: 'slow-etcd-leader-exits',
    time: '50s',
    selection: 'actor:kube-controller-manager-a',
    tab: 'controllers',
    shownBy: 'its next life took the lease anew',
  },
  {
    question: {
      en: 'What is kube-node-lease, and what if somebody deletes it?',
      zh: 'kube-node-lease 是什么，如果被删除会怎样？',
    },
    answer: {
      en:
        'The namespace in which every node renews its lease. Deleted for good, it is made ' +
        'again by the API server within a minute: here it has just come back.',
      zh: '每个节点都在这个 Namespace 里续约自己的租约。它被彻底删除后，API server 会在一分钟之内重新建立：这里它刚刚回来。',
    },
    scenario: 'node-lease-namespace-deleted',
    time: '141s',
    selection: 'object:/registry/namespaces/kube-node-lease',
    tab: 'object',
    shownBy: 'it is back within a minute',
  },
  {
    question: {
      en: 'readyz says that a poststarthook failed. Is something broken?',
      zh: 'readyz 说某个 poststarthook failed。是坏了吗？',
    },
    answer: {
      en:
        'It says so of every hook that has not returned yet. Here one is only slow; the ' +
        'server answers, and is published when the hook is done.',
      zh: '凡是还没有返回的 hook，它都这么说。这里只是其中一个很慢；server 照常应答，等这个 hook 完成就会被发布。',
    },
    scenario: 'slow-hook',
    time: '50s',
    selection: 'actor:kube-apiserver-b',
    tab: 'health',
    shownBy: 'the second server answers although it is not ready',
  },
  ...CONTROLLER_QUESTIONS,
];
