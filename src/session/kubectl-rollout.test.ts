/** Lines that expose, roll out, and reach for a part of an object. */
import { describe, expect, it } from 'vitest';
import type { TimelineStep } from '#protocol';
import { apiServers, recordsOf, runOf, scenarioOf } from './testing';

/** What kubectl says to lines, one a second from 15 s on. */
function said(...lines: readonly string[]): readonly string[] {
  const timeline = lines.map((kubectl, index) => ({ at: `${15 + index}s`, kubectl }));
  const spec = { seed: 5, until: '90s', apiServers: apiServers(1) };
  const { table } = runOf(scenarioOf({ ...spec, timeline: timeline as TimelineStep[] }));
  return recordsOf(table, 'log')
    .filter(({ actor }) => actor === 'kubectl')
    .map(({ message }) => message);
}

const DEPLOYMENT = 'create deployment web --image=web --replicas=2 --port=80';

describe('expose', () => {
  it('makes a Service of what a resource selects', () => {
    const lines = [
      DEPLOYMENT,
      'expose deployment web',
      'get svc web -o jsonpath={.spec.selector}',
      'expose deploy/web --name=front --port=8080 --target-port=80 --type=NodePort',
      'get svc front --no-headers',
      'expose deploy web',
      'expose svc front --name=again --dry-run=client',
    ];
    const [, exposed, named, row, taken, dry] = said(...lines);
    expect(exposed).toBe('service/web exposed');
    expect(named).toBe('service/front exposed');
    expect(row).toMatch(/^front +NodePort +10\.\d+\.\d+\.\d+ +<none> +8080:3\d{4}\/TCP +\d+s$/);
    expect(taken).toBe('Error from server (AlreadyExists): services "web" already exists');
    expect(dry).toBe('service/again exposed (dry run)');
  });

  it('says why it cannot', () => {
    expect(
      said(
        'create deployment bare --image=bare',
        'expose deploy bare',
        'expose ns default --port=80',
        'expose svc kubernetes --port=80 --name=k',
        'expose deploy gone --port=80',
        'expose deploy bare --port=80 --session-affinity=Some',
        'expose deploy bare --port=x',
      ).slice(1),
    ).toEqual([
      "error: couldn't find port via --port flag or introspection",
      'error: cannot expose a Namespace',
      "error: couldn't retrieve selectors via --selector flag or introspection: " +
        'the service has no pod selector set',
      'Error from server (NotFound): deployments.apps "gone" not found',
      'error: unknown session affinity: Some',
      'error: strconv.Atoi: parsing "x": invalid syntax',
    ]);
  });
});

describe('rollout', () => {
  it('pauses, resumes and restarts a Deployment', () => {
    expect(
      said(
        DEPLOYMENT,
        'rollout pause deploy web',
        'rollout pause deploy/web',
        'rollout restart deploy web',
        'rollout resume deploy web',
        'rollout resume deploy web',
        'rollout restart deploy web',
        'rollout restart ns default',
        'rollout pause svc kubernetes',
      ).slice(1),
    ).toEqual([
      'deployment.apps/web paused',
      'error: deployments.apps "web" is already paused',
      'error: deployments.apps "web" can\'t restart paused deployment (run rollout resume first)',
      'deployment.apps/web resumed',
      'error: deployments.apps "web" is not paused',
      'deployment.apps/web restarted',
      'error: namespaces "default" restarting is not supported',
      'error: services "kubernetes" pausing is not supported',
    ]);
  });

  it('says how far it is, until its time is over or it is done', () => {
    const ready = {
      observedGeneration: 1,
      ...{ replicas: 2, updatedReplicas: 2, availableReplicas: 2, readyReplicas: 2 },
    };
    const patch = JSON.stringify({ status: ready });
    expect(
      said(
        DEPLOYMENT,
        'rollout status deploy web --watch=false',
        'rollout status deploy web --timeout=2s',
        'rollout status ns default',
        `patch deploy web --subresource=status --type=merge -p '${patch}'`,
        'rollout status deploy web',
      ).slice(1),
    ).toEqual([
      'Waiting for deployment spec update to be observed...',
      'Waiting for deployment spec update to be observed...',
      'error: no status viewer has been implemented for Namespace',
      'error: timed out waiting for the condition',
      'deployment.apps/web patched',
      'deployment "web" successfully rolled out',
    ]);
  });
});

it('reads and patches a part of an object', () => {
  expect(
    said(
      DEPLOYMENT,
      'get deploy web --subresource=scale',
      `patch deploy web --subresource=scale --type=merge -p '{"spec":{"replicas":5}}'`,
      'get deploy web --no-headers',
      'get deploy web --subresource=status --no-headers',
      'get ns default --subresource=scale',
    ).slice(1),
  ).toEqual([
    'NAME   DESIRED   AVAILABLE   AGE\nweb    2         0           1s',
    'scale.autoscaling/web patched',
    'web   0/5   0     0     3s',
    'web   0/5   0     0     4s',
    'Error from server (NotFound): the server could not find the requested resource',
  ]);
});
