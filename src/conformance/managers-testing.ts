/**
 * A controller manager that moves cloud controllers to another and has a namespace to empty, and
 * a client that asks for its health; for the test that cases call what runs call.
 */
import { asTime, NO_DURATION, seconds } from '#base';
import { runProcedure } from '#kernel';
import { RpcRestClient } from '#kube';
import { compileScenario, Run } from '#session';

const NAME = 'kube-controller-manager-a';

export function runManagers(): void {
  const compiled = compileScenario({
    apiVersion: 'kube-orrery/v1',
    kind: 'Scenario',
    metadata: { name: 'migration' },
    spec: {
      until: '40s',
      apiServers: [{ name: 'kube-apiserver-a', flags: ['--advertise-address=10.0.0.11'] }],
      restartPolicy: 'Always',
      controllerManagers: [
        { name: NAME, flags: ['--enable-leader-migration'] },
        // It ends at once, again and again.
        { name: 'kube-controller-manager-b', flags: ['--leader-elect-lease-duration=1s'] },
      ],
      timeline: namespaceStuck() as never[],
    },
  });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults));
  askForHealth(new Run(compiled.value));
}

/** A namespace is deleted, and a finalizer in it is taken off late. */
function namespaceStuck(): readonly object[] {
  const finalizers = ['example.com/hold'];
  const metadata = { name: 'held', namespace: 'stuck', finalizers };
  const held = { kind: 'ConfigMap', namespace: 'stuck', name: 'held', type: 'merge' };
  return [
    { at: '18s', create: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'stuck' } } },
    { at: '19s', create: { apiVersion: 'v1', kind: 'ConfigMap', metadata } },
    { at: '20s', delete: { kind: 'Namespace', name: 'stuck' } },
    { at: '27s', patch: { ...held, patch: { metadata: { finalizers: null } } } },
  ];
}

function askForHealth(run: Run): void {
  const { network, sim } = run.cluster;
  const startDelay = { min: NO_DURATION, max: NO_DURATION };
  const curl = network.addProcess({ name: 'curl', startDelay, boot: () => ({}) });
  sim.planStep(asTime(seconds(30)), () => curl.start());
  sim.planStep(asTime(seconds(31)), () => {
    const options = { process: curl, actor: 'curl', user: 'curl', userAgent: 'curl' };
    const client = new RpcRestClient({ ...options, server: NAME });
    for (const path of ['/healthz', '/healthz/leaderElection', '/healthz?verbose']) {
      runProcedure(client.raw(path), () => {});
    }
  });
  run.advance();
}
