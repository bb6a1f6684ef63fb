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
  },
  {
    endpoints: 'Service 背后的地址。default/kubernetes 的地址就是各个 API server，由它们自己写入。',
    revision: 'etcd 每写一次就增大的数字。对象的 resourceVersion 就是它最后一次写入的修订号。',
    'watch cache': 'API server 为一种资源保存的内容，这样 list 和 watch 不必去问 etcd。',
    'graceful termination':
      'API server 从收到 SIGTERM 到退出之间做的事：先表明未就绪，收回自己的地址，再继续应答一段时间。',
  },
);
