/** What the import of real files says, in Chinese. */
import { type Pattern, pattern } from './reason-pattern';

export const IMPORT_REASONS: readonly Pattern[] = [
  pattern(
    'is a template: (.*) is not filled in; give the file that comes out of it',
    '是模板：$1 没有填入；请给出由它生成的文件',
  ),
  pattern(
    'is no trace: its first line is not a record \\(JSON with seq, t, actor and kind\\)',
    '不是轨迹：第一行不是 JSON 记录',
  ),
  pattern(
    'is an exported trace: it has records but no scenario; ' +
      'the page shows it when it is opened alone',
    '是导出的轨迹：只有记录，没有场景；单独打开时页面会显示它',
  ),
  pattern('has no container of (.*), no container', '没有 $1 的容器，一个容器也没有'),
  pattern('has no container of (.*), only the containers (.*)', '没有 $1 的容器，只有容器 $2'),
  pattern(
    'has no container of (.*) or (\\S+), and no object that is stored yet(?:: (.*))?',
    '没有 $1 或 $2 的容器，也没有目前能存储的对象',
  ),
  pattern('(\\S+) without a name is left out', '没有名称的 $1 未采用'),
  pattern(
    'stored as given, no kubelet and no controller acts on (.*)',
    '原样存入；没有 kubelet 和控制器会处理 $1',
  ),
  pattern(
    'passed over a document that is no Kubernetes object',
    '略过一个不是 Kubernetes 对象的文档',
  ),
  pattern(
    'passed over (\\d+) documents that are no Kubernetes object',
    '略过 $1 个不是 Kubernetes 对象的文档',
  ),
  pattern('is given again; the first one is kept', '重复给出；保留第一个'),
  pattern(
    'kube-apiserver has no (.*); the file is of (.*)',
    'kube-apiserver 没有 $1；这个文件属于@2',
  ),
  pattern(
    'resourceVersion of (\\d+) objects is left out, the simulated etcd counts its own revisions',
    '$1 个对象的 resourceVersion 未采用，模拟的 etcd 自己计数修订号',
  ),
  pattern(
    'resourceVersion (.*) is left out, the simulated etcd counts its own revisions',
    'resourceVersion $1 未采用，模拟的 etcd 自己计数修订号',
  ),
  pattern('no file tells the version of its image', '没有文件说明镜像的版本'),
  pattern('from the scenario on screen; images are not asked', '取自屏幕上的场景；不看镜像'),
  pattern('from the scenario in (.*); images are not asked', '取自 $1 中的场景；不看镜像'),
  pattern('from the image (.*), the newest of several', '取自镜像 $1，是几个中最新的'),
  pattern('from the image (.*)', '取自镜像 $1'),
  pattern('nearest to (.*), which is not modelled, (.*)', '$1 没有模拟，取最接近的；@2'),
  pattern(
    'no file starts a kube-apiserver: add one to see more',
    '没有文件启动 kube-apiserver：添加一个可以看到更多',
  ),
  pattern(
    'no file starts a kube-apiserver, so .* joins? the scenario on screen',
    '没有文件启动 kube-apiserver，所以其内容加入屏幕上的场景',
  ),
  pattern(
    'no file starts a kube-apiserver; one with the address (\\S+) ' +
      'and the service range (\\S+) stands in for it',
    '没有文件启动 kube-apiserver；以地址为 $1、service 网段为 $2 的一个代替',
  ),
  pattern(
    'no API server of these versions serves plain HTTP: .*',
    '这些版本的 API server 都不提供明文 HTTP：它询问本机的 server',
  ),
  pattern(
    'the kubelet starts again what exits, as restartPolicy says',
    '按 restartPolicy，kubelet 会重新启动退出的进程',
  ),
  pattern('starts as before 1\\.12', '按 1.12 之前的方式启动'),
  pattern('the file of (--.*) is the field config', '$1 的文件写入字段 config'),
  pattern('the file of (--.*) is left out: (.*)', '$1 的文件被略去：@2'),
  pattern('no (\\S+) here has (--config\\S*)', '这里没有带 $2 的 $1'),
  pattern('the file of (--.*) is not read, only flags are', '不读取 $1 的文件，只看 flag'),
  pattern('the file of (--.*) is not read: it is .*', '不读取 $1 的文件，视为指向本机 server'),
  pattern(
    'one scenario runs at a time; the one in (.*) is taken',
    '一次只运行一个场景；采用 $1 中的',
  ),
  pattern(
    '(.*) is kept as written in (.*): nothing here opens those files',
    '$2 中的 $1 照原样保留：这里不会打开那些文件',
  ),
  pattern('(".*") is read as (.*)', '$1 读作 $2'),
  pattern('belongs to no flag', '不属于任何 flag'),
  pattern(
    "(\\S+ \\S+) has no such flag: removed, a vendor's own, or misspelt",
    '$1 没有这个 flag：已移除、厂商自有或拼写有误',
  ),
  pattern('(\\S+ \\S+) has no such flag: removed in (.*)', '$1 没有这个 flag：已在 $2 中移除'),
  pattern('the value of (.*) is known only where it runs', '$1 的值只有在运行之处才知道'),
  pattern(
    'has (no )?(--.*); its address is known only where it runs, (.*) stands in for it',
    '没有可用的 --advertise-address；地址只有在运行之处才知道，以 $3 代替',
  ),
  pattern(
    'has (no )?(--.*); the annotation of kubeadm, so it gets (.*)',
    '没有可用的 --advertise-address；按 kubeadm 的注解取 $3',
  ),
  pattern(
    'has (no )?(--.*); (status\\.\\S+), so it gets (.*)',
    '没有可用的 --advertise-address；按 $3 取 $4',
  ),
  pattern(
    '(\\S+) and (\\S+) both have the address (\\S+), ' +
      'so they share one master lease and one entry in the endpoints',
    '$1 和 $2 的地址都是 $3，所以共用一个主节点租约和 endpoints 中的一项',
  ),
];
