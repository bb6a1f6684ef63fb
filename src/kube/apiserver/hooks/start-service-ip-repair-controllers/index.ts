/**
 * Starts the repair loops of ClusterIPs and node ports.
 *
 * Upstream    kubernetes v1.28 pkg/registry/core/rest/storage_core.go
 *             (legacyProvider.PostStartHook)
 * Runs when   profile 1.28 and later; before, the bootstrap controller runs the loops
 * Blocks      /readyz, until both loops have had a run without an error
 * If it is slow, if it fails   after one minute it fails, and the process exits
 * Reads, writes   see repair/repair-loop.ts
 * Simplified  nothing
 */
import { minutes } from '#base';
import { defineHook } from '../hook-descriptor';

/** Both loops must have succeeded within this. Upstream: the time.After of the hook. */
const FIRST_REPAIR_LIMIT = minutes(1);

export const serviceIPRepairHook = defineHook({
  name: 'start-service-ip-repair-controllers',
  server: 'kube-apiserver',
  type: 'post-start',
  upstream: {
    version: 'v1.28',
    files: ['pkg/registry/core/rest/storage_core.go'],
    symbol: 'legacyProvider.PostStartHook',
  },
  present: ({ switches }) => switches.serviceIPRepairHook,
  purpose: {
    en: 'Starts the repair loops of ClusterIPs and node ports; done after their first success.',
    zh: '启动 ClusterIP 与 NodePort 的修复循环；首次成功后完成。',
  },
  blocks: {
    en: '/readyz and /healthz, and /livez after its grace period',
    zh: '/readyz、/healthz，以及宽限期之后的 /livez',
  },
  ifSlow: {
    en: 'The server is not ready; after one minute without a first repair it exits.',
    zh: '该 server 不会就绪；一分钟内首次修复未成功则进程退出。',
  },
  ifFails: { en: 'The process exits with code 255.', zh: '进程以退出码 255 结束。' },
  simplified: [],
  guide: 'bootstrap-controller',
  run: ({ server, actor }, done) => {
    const { process, stop } = server;
    const repair = server.hookBodies.serviceRepair(server);
    const deadline = process.timer(actor, 'first-repair-deadline', FIRST_REPAIR_LIMIT, () =>
      done('unable to perform initial IP and Port allocation check'),
    );
    repair.start(() => {
      deadline.cancel();
      done();
    });
    stop.onClose(() => repair.stop());
  },
});
