/** Lines that make objects, and lines that cannot print what they found. */
import { describe, expect, it } from 'vitest';
import type { TimelineStep } from '#protocol';
import { apiServers, recordsOf, runOf, scenarioOf } from './testing';

type Line = readonly [at: string, line: string];

function tableOf(lines: readonly Line[]) {
  const timeline = lines.map(([at, kubectl]) => ({ at, kubectl })) as unknown as TimelineStep[];
  return runOf(scenarioOf({ seed: 5, until: '90s', apiServers: apiServers(1), timeline })).table;
}

/** What kubectl says, what it prints of which objects, and how it ends. */
function shownOf(...lines: readonly Line[]): readonly string[] {
  const table = tableOf(lines);
  const said = recordsOf(table, 'log').map((log) => ({ ...log, text: log.message }));
  const printed = recordsOf(table, 'decision').map((each) => {
    const seen = each.saw as readonly { readonly kind: string; readonly name: string }[];
    const objects = seen.map(({ kind, name }) => `${kind}/${name}`).join(' ');
    return {
      ...each,
      text: each.name === 'Execute' ? each.outcome : `${each.outcome}: ${objects}`,
    };
  });
  return [...said, ...printed]
    .filter(({ actor }) => actor === 'kubectl')
    .sort((x, y) => x.seq - y.seq)
    .map(({ text }) => text);
}

const requestsOf = (...lines: readonly Line[]) =>
  recordsOf(tableOf(lines), 'request')
    .filter(({ client }) => client === 'kubectl')
    .map(({ verb, resource, namespace, name, query }) =>
      [verb, resource, namespace, name, query].filter(Boolean).join(' '),
    );

describe('a verb that makes an object', () => {
  it('sends it, and says what kubectl says', () => {
    expect(
      shownOf(
        ['15s', 'create deployment web --image=web --replicas=2 --port=80'],
        ['16s', 'create deploy web --image=web'],
        ['17s', 'create secret generic key --from-literal=a=b'],
        ['18s', 'get secret key -o name'],
        ['19s', 'create sa robot'],
        ['20s', 'create job once --image=a -- sleep 1'],
        ['21s', "create cronjob often --image=a --schedule='* * * * *'"],
        ['22s', 'create priorityclass high --value=1000'],
        ['23s', 'create quota few --hard=pods=2'],
        ['24s', 'run one --image=one'],
      ).filter((text) => text !== 'exit 0'),
    ).toEqual([
      'deployment.apps/web created',
      'error: failed to create deployment: deployments.apps "web" already exists',
      'exit 1',
      'secret/key created',
      'get: Secret/key',
      'serviceaccount/robot created',
      'job.batch/once created',
      'cronjob.batch/often created',
      'priorityclass.scheduling.k8s.io/high created',
      'resourcequota/few created',
      'pod/one created',
    ]);
    expect(requestsOf(['15s', 'run one --image=one'])).toEqual([
      'create pods default one fieldManager=kubectl-run',
    ]);
  });
});

it('a description of a Deployment asks for its ReplicaSets', () => {
  const asked = requestsOf(
    ['15s', 'create deployment web --image=web'],
    ['16s', 'describe deployment web'],
  );
  expect(asked.slice(-4).map(decodeURIComponent)).toEqual([
    'get deployments default web',
    'get deployments default web',
    'list replicasets default labelSelector=app=web',
    expect.stringContaining('list events default fieldSelector=involvedObject.kind=Deployment'),
  ]);
});

describe('a template that does not fit', () => {
  it('fails with what kubectl says of it, and prints nothing', () => {
    const shown = shownOf(
      ['15s', 'get ns default -o jsonpath={.a'],
      ['16s', "get ns default -o jsonpath='{.metadata[0]}'"],
      ['17s', 'get ns -o custom-columns=x'],
      ['18s', 'get ns -o jsonpath'],
      ['19s', 'get ns -w -o jsonpath-as-json={.b'],
      ['20s', "get ns default -o jsonpath='{.a.b}'"],
    );
    expect(shown.map((text) => text.split('\n')[0])).toEqual([
      'error: error parsing jsonpath {.a, unclosed action',
      'exit 1',
      'error: error executing jsonpath "{.metadata[0]}": Error executing template: ' +
        'map[string]interface {} is not array or slice. ' +
        'Printing more information for debugging the template:',
      'exit 1',
      'error: unexpected custom-columns spec: x, expected <header>:<json-path-expr>',
      'exit 1',
      'error: template format specified but no template given',
      'exit 1',
      'error: error parsing jsonpath {.b, unclosed action',
      'exit 1',
      'get: Namespace/default',
      'exit 0',
    ]);
  });
});
