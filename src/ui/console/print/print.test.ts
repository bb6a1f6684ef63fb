import { describe, expect, it, test } from 'vitest';
import { customColumns, itemOrList, type ResourceType } from '#console';
import { describeText } from './describe';
import type { Printed, PrintedObject } from './printed';
import { smartLabel } from './smart-label';
import { jsonText, namesText, yamlText } from './structured';

const NOW = Date.parse('2023-04-11T00:05:30Z');
const BORN = '2023-04-11T00:00:00Z';

const SERVICES: ResourceType = {
  group: '',
  version: 'v1',
  resource: 'services',
  kind: 'Service',
  namespaced: true,
};
const LEASES: ResourceType = {
  group: 'coordination.k8s.io',
  version: 'v1',
  resource: 'leases',
  kind: 'Lease',
  namespaced: true,
};
const NAMESPACES: ResourceType = {
  group: '',
  version: 'v1',
  resource: 'namespaces',
  kind: 'Namespace',
  namespaced: false,
};

const service = (name: string, spec: object, labels?: Record<string, string>): Printed => ({
  of: SERVICES,
  object: {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace: 'default', creationTimestamp: BORN, ...(labels && { labels }) },
    spec,
  },
});
const WEB = service(
  'web',
  {
    type: 'NodePort',
    clusterIP: '10.96.0.10',
    clusterIPs: ['10.96.0.10'],
    selector: { app: 'web' },
    ports: [
      { name: 'http', port: 80, protocol: 'TCP', nodePort: 30_080, targetPort: 8_080 },
      { name: 'tls', port: 443, protocol: 'TCP', targetPort: 'tls' },
    ],
    sessionAffinity: 'None',
  },
  { tier: 'front', app: 'web' },
);
const HEADLESS = service('a-long-name-for-it', {
  type: 'ClusterIP',
  clusterIP: 'None',
  clusterIPs: ['None'],
});
const LEASE: Printed = {
  of: LEASES,
  object: {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name: 'kcm', namespace: 'kube-system', creationTimestamp: BORN },
    spec: { holderIdentity: 'kcm-a', leaseDurationSeconds: 15 },
  },
};

describe('structured output', () => {
  it('is YAML, JSON and names as kubectl has them', () => {
    expect(yamlText(itemOrList([LEASE.object], true)).split('\n')).toEqual([
      'apiVersion: coordination.k8s.io/v1',
      'kind: Lease',
      'metadata:',
      '  creationTimestamp: "2023-04-11T00:00:00Z"',
      '  name: kcm',
      '  namespace: kube-system',
      'spec:',
      '  holderIdentity: kcm-a',
      '  leaseDurationSeconds: 15',
    ]);
    expect(yamlText(itemOrList([], false)).split('\n')).toEqual([
      'apiVersion: v1',
      'items: []',
      'kind: List',
      'metadata:',
      '  resourceVersion: ""',
    ]);
    expect(jsonText({ b: '<a & b>', a: 1 })).toBe(
      '{\n    "a": 1,\n    "b": "\\u003ca \\u0026 b\\u003e"\n}',
    );
    expect(namesText([WEB, LEASE])).toBe('service/web\nlease.coordination.k8s.io/kcm');
  });
});

describe('custom columns', () => {
  it('makes custom columns', () => {
    const spec = 'NAME:.metadata.name,IP:.spec.clusterIP,NODE:.spec.ports[*].nodePort';
    expect(customColumns(spec, [WEB.object, HEADLESS.object], true).split('\n')).toEqual([
      'NAME                 IP           NODE',
      'web                  10.96.0.10   30080',
      'a-long-name-for-it   None         <none>',
    ]);
    expect(() => customColumns('NAME', [], true)).toThrow(
      'unexpected custom-columns spec: NAME, expected <header>:<json-path-expr>',
    );
  });
});

describe('descriptions', () => {
  const event: PrintedObject = {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: 'web.1', namespace: 'default' },
    type: 'Warning',
    reason: 'ClusterIPNotAllocated',
    message: 'Cluster IP is not allocated ',
    firstTimestamp: '2023-04-11T00:02:00Z',
    lastTimestamp: '2023-04-11T00:05:00Z',
    count: 2,
    source: { component: 'ipallocator-repair-controller' },
  };

  it('describes a Service with its endpoints and Events', () => {
    const endpoints = {
      apiVersion: 'v1',
      kind: 'Endpoints',
      metadata: { name: 'web' },
      subsets: [{ addresses: [{ ip: '10.0.0.1' }], ports: [{ name: 'http', port: 8_080 }] }],
    };
    const main = WEB;
    expect(describeText({ main, endpoints, events: [event], nowMs: NOW }).split('\n')).toEqual([
      'Name:              web',
      'Namespace:         default',
      'Labels:            app=web',
      '                   tier=front',
      'Annotations:       <none>',
      'Selector:          app=web',
      'Type:              NodePort',
      'IP Families:       <none>',
      'IP:                10.96.0.10',
      'IPs:               10.96.0.10',
      'Port:              http  80/TCP',
      'TargetPort:        8080/TCP',
      'NodePort:          http  30080/TCP',
      'Endpoints:         10.0.0.1:8080',
      'Port:              tls  443/TCP',
      'TargetPort:        tls/TCP',
      'Endpoints:         <none>',
      'Session Affinity:  None',
      'Events:',
      '  Type     Reason                 Age                  From                           ' +
        'Message',
      '  ----     ------                 ----                 ----                           ' +
        '-------',
      '  Warning  ClusterIPNotAllocated  30s (x2 over 3m30s)  ipallocator-repair-controller  ' +
        'Cluster IP is not allocated',
    ]);
  });

  it('describes a Namespace, and what it knows nothing of', () => {
    const namespace: Printed = {
      of: NAMESPACES,
      object: {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name: 'shop', labels: { a: 'b' } },
        status: { phase: 'Active' },
      },
    };
    const rest = { endpoints: undefined, events: [], nowMs: NOW };
    expect(describeText({ main: namespace, ...rest }).split('\n')).toEqual([
      'Name:         shop',
      'Labels:       a=b',
      'Annotations:  <none>',
      'Status:       Active',
      '',
      'No resource quota.',
      '',
      'No LimitRange resource.',
    ]);
    expect(describeText({ main: LEASE, ...rest }).split('\n')).toEqual([
      'Name:         kcm',
      'Namespace:    kube-system',
      'Labels:       <none>',
      'Annotations:  <none>',
      'API Version:  coordination.k8s.io/v1',
      'Kind:         Lease',
      'Metadata:',
      '  Creation Timestamp:  2023-04-11T00:00:00Z',
      'Spec:',
      '  Holder Identity:         kcm-a',
      '  Lease Duration Seconds:  15',
      'Events:                    <none>',
    ]);
  });

  it('describes a Deployment with its template and its ReplicaSets', () => {
    const labels = { app: 'web' };
    const ports = [{ containerPort: 80, protocol: 'TCP' }];
    const env = [{ name: 'A', value: '1' }];
    const template = {
      metadata: { labels },
      spec: { containers: [{ name: 'web', image: 'web:1', ports, env }] },
    };
    const rolling = {
      rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' },
      type: 'RollingUpdate',
    };
    const metadata = { name: 'web', namespace: 'default', creationTimestamp: BORN };
    const set = (name: string, image: string): PrintedObject => ({
      ...{ apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { name } },
      spec: {
        replicas: 3,
        template: {
          metadata: { labels: { ...labels, 'pod-template-hash': name } },
          spec: { containers: [{ name: 'web', image, ports, env }] },
        },
      },
    });
    const main: Printed = {
      of: { ...SERVICES, group: 'apps', resource: 'deployments', kind: 'Deployment' },
      object: {
        ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata },
        spec: { replicas: 3, selector: { matchLabels: labels }, strategy: rolling, template },
        status: {},
      },
    };
    const replicaSets = [set('old', 'web:0'), set('new', 'web:1')];
    const rest = { endpoints: undefined, events: [], nowMs: NOW, replicaSets };
    expect(describeText({ main, ...rest }).split('\n')).toEqual([
      'Name:                   web',
      'Namespace:              default',
      'CreationTimestamp:      Tue, 11 Apr 2023 00:00:00 +0000',
      'Labels:                 <none>',
      'Annotations:            <none>',
      'Selector:               app=web',
      'Replicas:               3 desired | 0 updated | 0 total | 0 available | 0 unavailable',
      'StrategyType:           RollingUpdate',
      'MinReadySeconds:        0',
      'RollingUpdateStrategy:  25% max unavailable, 25% max surge',
      'Pod Template:',
      '  Labels:  app=web',
      '  Containers:',
      '   web:',
      '    Image:      web:1',
      '    Port:       80/TCP',
      '    Host Port:  0/TCP',
      '    Environment:',
      '      A:         1',
      '    Mounts:      <none>',
      '  Volumes:       <none>',
      'OldReplicaSets:  old (0/3 replicas created)',
      'NewReplicaSet:   new (0/3 replicas created)',
      'Events:          <none>',
    ]);
  });

  it('describes a Pod that nobody has put anywhere', () => {
    const main: Printed = {
      of: { ...SERVICES, resource: 'pods', kind: 'Pod' },
      object: {
        ...{ apiVersion: 'v1', kind: 'Pod' },
        metadata: { name: 'one', namespace: 'default', labels: { run: 'one' } },
        spec: {
          ...{ priority: 0, serviceAccountName: 'default' },
          containers: [{ name: 'one', image: 'one' }],
          tolerations: [
            {
              ...{ key: 'a', operator: 'Exists', effect: 'NoExecute' },
              tolerationSeconds: 300,
            },
          ],
        },
        status: { phase: 'Pending', qosClass: 'BestEffort' },
      },
    };
    const rest = { endpoints: undefined, events: [], nowMs: NOW };
    expect(describeText({ main, ...rest }).split('\n')).toEqual([
      'Name:             one',
      'Namespace:        default',
      'Priority:         0',
      'Service Account:  default',
      'Node:             <none>',
      'Labels:           run=one',
      'Annotations:      <none>',
      'Status:           Pending',
      'IP:               ',
      'IPs:              <none>',
      'Containers:',
      '  one:',
      '    Image:        one',
      '    Port:         <none>',
      '    Host Port:    <none>',
      '    Environment:  <none>',
      '    Mounts:       <none>',
      'Volumes:          <none>',
      'QoS Class:        BestEffort',
      'Node-Selectors:   <none>',
      'Tolerations:      a:NoExecute op=Exists for 300s',
      'Events:           <none>',
    ]);
  });

  it('describes a Secret without what it holds', () => {
    const main: Printed = {
      of: { ...SERVICES, resource: 'secrets', kind: 'Secret' },
      object: {
        ...{ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'key', namespace: 'default' } },
        ...{ type: 'Opaque', data: { a: 'c2VjcmV0' } },
      },
    };
    const rest = { endpoints: undefined, events: [], nowMs: NOW };
    expect(
      describeText({ main, ...rest })
        .split('\n')
        .slice(4),
    ).toEqual(['', 'Type:  Opaque', '', 'Data', '====', 'a:  6 bytes']);
  });

  test.each([
    ['apiVersion', 'API Version'],
    ['uid', 'UID'],
    ['clusterIPs', 'Cluster I Ps'],
    ['f:labels', 'f:labels'],
  ])('%s is called %s', (field, label) => expect(smartLabel(field)).toBe(label));
});
