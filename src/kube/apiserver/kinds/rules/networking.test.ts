/** What is said of autoscalers, Ingresses and NetworkPolicies that are wrong. */
import { expect, test } from 'vitest';
import { created, type Row } from '../testing/made-objects';

const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' };
const hpa = (spec: object) => ({
  apiVersion: 'autoscaling/v2',
  spec: { scaleTargetRef, maxReplicas: 3, ...spec },
});
const metric = (type: string, source: object) => hpa({ metrics: [{ type, ...source }] });
const resource = (target: object) => metric('Resource', { resource: { name: 'cpu', target } });
const zero =
  'resource.Quantity{i:resource.int64Amount{value:0, scale:0}, ' +
  'd:resource.infDecAmount{Dec:(*inf.Dec)(nil)}, s:"0", Format:"DecimalSI"}';
const SOURCES = '"ContainerResource", "External", "Object", "Pods", "Resource"';

const AUTOSCALERS: readonly Row[] = [
  ['that is fine', 'HorizontalPodAutoscaler', hpa({}), []],
  [
    'without a target',
    'HorizontalPodAutoscaler',
    { apiVersion: 'autoscaling/v2', spec: {} },
    [
      'spec.maxReplicas: Invalid value: 0: must be greater than 0',
      'spec.maxReplicas: Invalid value: 0: must be greater than or equal to `minReplicas`',
      'spec.scaleTargetRef.kind: Required value',
      'spec.scaleTargetRef.name: Required value',
    ],
  ],
  [
    'with less than one',
    'HorizontalPodAutoscaler',
    hpa({ minReplicas: 0, scaleTargetRef: { kind: 'a/b', name: '..' } }),
    [
      'spec.minReplicas: Invalid value: 0: must be greater than or equal to 1',
      'spec.scaleTargetRef.kind: Invalid value: "a/b": may not contain \'/\'',
      'spec.scaleTargetRef.name: Invalid value: "..": may not be \'..\'',
      'spec.metrics: Forbidden: must specify at least one Object or External metric to support ' +
        'scaling to zero replicas',
    ],
  ],
  [
    'with a target without a type',
    'HorizontalPodAutoscaler',
    resource({}),
    [
      'spec.metrics[0].resource.target.type: Required value: must specify a metric target type',
      'spec.metrics[0].resource.target.type: Invalid value: "": must be either Utilization, ' +
        'Value, or AverageValue',
      'spec.metrics[0].resource.target.averageUtilization: Required value: must set either a ' +
        'target raw value or a target utilization',
    ],
  ],
  [
    'with both kinds of targets, and none of them positive',
    'HorizontalPodAutoscaler',
    resource({ type: 'Utilization', averageUtilization: 0, averageValue: '0' }),
    [
      `spec.metrics[0].resource.target.averageValue: Invalid value: ${zero}: must be positive`,
      'spec.metrics[0].resource.target.averageUtilization: Invalid value: 0: must be greater ' +
        'than 0',
      'spec.metrics[0].resource.target.averageValue: Forbidden: may not set both a target raw ' +
        'value and a target utilization',
    ],
  ],
  [
    'with a metric of no type',
    'HorizontalPodAutoscaler',
    metric('', {}),
    [
      'spec.metrics[0].type: Required value: must specify a metric source type',
      `spec.metrics[0].type: Unsupported value: "": supported values: ${SOURCES}`,
      `spec.metrics[0].type: Unsupported value: "": supported values: ${SOURCES}`,
    ],
  ],
  [
    'with a metric of another type than it says',
    'HorizontalPodAutoscaler',
    metric('Pods', {
      external: { metric: { name: 'q' }, target: { type: 'Value', value: '1' } },
    }),
    ['spec.metrics[0].pods: Required value: must populate information for the given metric source'],
  ],
  [
    'with a behaviour out of bounds',
    'HorizontalPodAutoscaler',
    hpa({
      behavior: {
        scaleUp: { stabilizationWindowSeconds: 3601, selectPolicy: 'Most', policies: [] },
        scaleDown: { policies: [{ type: 'Nodes', value: 0, periodSeconds: 1801 }] },
      },
    }),
    [
      'spec.behavior.scaleUp.stabilizationWindowSeconds: Invalid value: 3601: must be less than ' +
        'or equal to 3600',
      'spec.behavior.scaleUp.selectPolicy: Unsupported value: "Most": supported values: ' +
        '"Disabled", "Max", "Min"',
      'spec.behavior.scaleUp.policies: Required value: must specify at least one Policy',
      'spec.behavior.scaleDown.policies[0].type: Unsupported value: "Nodes": supported values: ' +
        '"Percent", "Pods"',
      'spec.behavior.scaleDown.policies[0].value: Invalid value: 0: must be greater than zero',
      'spec.behavior.scaleDown.policies[0].periodSeconds: Invalid value: 1801: must be less than ' +
        'or equal to 1800',
    ],
  ],
];

const service = { name: 's', port: { number: 80 } };
const rule = (path: object, host = 'a.example.com') => ({
  spec: { rules: [{ host, http: { paths: [path] } }] },
});
const PATH = 'spec.rules[0].http.paths[0]';

const INGRESSES: readonly Row[] = [
  [
    'that is fine',
    'Ingress',
    rule({ path: '/', pathType: 'Prefix', backend: { service } }, '*.a'),
    [],
  ],
  [
    'with nothing',
    'Ingress',
    { spec: {} },
    [
      'spec: Invalid value: []networking.IngressRule(nil): either `defaultBackend` or `rules` ' +
        'must be specified',
    ],
  ],
  [
    'without a type of path',
    'Ingress',
    rule({ path: '/', backend: { service } }),
    [`${PATH}.pathType: Required value: pathType must be specified`],
  ],
  [
    'with a bad path and host',
    'Ingress',
    rule({ path: 'a//b/..', pathType: 'Exact', backend: {} }, '10.0.0.1'),
    [
      'spec.rules[0].host: Invalid value: "10.0.0.1": must be a DNS name, not an IP address',
      `${PATH}.path: Invalid value: "a//b/..": must be an absolute path`,
      `${PATH}.path: Invalid value: "a//b/..": must not contain '//'`,
      `${PATH}.path: Invalid value: "a//b/..": cannot end with '/..'`,
      `${PATH}.backend: Invalid value: "": resource or service backend is required`,
    ],
  ],
  [
    'with odd backends',
    'Ingress',
    {
      spec: {
        defaultBackend: { service: { port: { name: 'a', number: 1 } } },
        rules: [
          {
            http: {
              paths: [
                { pathType: 'Regex', backend: { service: { name: 's' } } },
                { pathType: 'Prefix', path: '/', backend: { resource: { name: 'r' } } },
              ],
            },
          },
        ],
      },
    },
    [
      'spec.defaultBackend.service.name: Required value',
      'spec.defaultBackend: Invalid value: "": cannot set both port name & port number',
      `${PATH}.pathType: Unsupported value: "Regex": supported values: "Exact", ` +
        '"ImplementationSpecific", "Prefix"',
      `${PATH}.backend: Required value: port name or number is required`,
      'spec.rules[0].http.paths[1].backend.resource.kind: Required value',
    ],
  ],
  [
    'of a class that is not the one of its annotation',
    'Ingress',
    {
      metadata: {
        ...{ name: 'x', uid: 'u', namespace: 'default' },
        annotations: { 'kubernetes.io/ingress.class': 'a' },
      },
      spec: { ingressClassName: 'b', defaultBackend: { service } },
    },
    [
      'annotations.kubernetes.io/ingress.class: Invalid value: "a": must match ' +
        '`ingressClassName` when both are specified',
    ],
  ],
  ['class without a controller', 'IngressClass', {}, ['spec.controller: Required value']],
  [
    'class of a controller without a domain',
    'IngressClass',
    { spec: { controller: 'nginx', parameters: { kind: 'K', name: 'n', scope: 'Namespace' } } },
    [
      'spec.controller: Invalid value: "nginx": must be a domain-prefixed path (such as ' +
        '"acme.io/foo")',
      "spec.parameters.namespace: Required value: `parameters.scope` is set to 'Namespace'",
    ],
  ],
];

const POLICIES: readonly Row[] = [
  ['that is fine', 'NetworkPolicy', { spec: { podSelector: {}, ingress: [{}] } }, []],
  [
    'with odd peers and ports',
    'NetworkPolicy',
    {
      spec: {
        podSelector: {},
        ingress: [
          {
            ports: [{ protocol: 'ICMP', port: 0 }, { port: 'web', endPort: 90 }, { endPort: 90 }],
            from: [
              {},
              { podSelector: {}, ipBlock: { cidr: '10.0.0.0/8', except: ['11.0.0.0/9'] } },
            ],
          },
        ],
        egress: [{ ports: [{ port: 80, endPort: 70 }], to: [{ ipBlock: { cidr: 'ten' } }] }],
        policyTypes: ['Ingress', 'Both'],
      },
    },
    [
      'spec.ingress[0].ports[0].protocol: Unsupported value: "ICMP": supported values: "TCP", ' +
        '"UDP", "SCTP"',
      'spec.ingress[0].ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive',
      'spec.ingress[0].ports[1].endPort: Invalid value: 90: may not be specified when `port` is ' +
        'non-numeric',
      'spec.ingress[0].ports[2].endPort: Invalid value: 90: may not be specified when `port` is ' +
        'not specified',
      'spec.ingress[0].from[0]: Required value: must specify a peer',
      'spec.ingress[0].from[1].ipBlock.except[0]: Invalid value: "11.0.0.0/9": must be a strict ' +
        'subset of `cidr`',
      'spec.ingress[0].from[1]: Forbidden: may not specify both ipBlock and another peer',
      'spec.egress[0].ports[0].endPort: Invalid value: 70: must be greater than or equal to `port`',
      'spec.egress[0].to[0].ipBlock.cidr: Invalid value: "ten": not a valid CIDR',
      'spec.policyTypes[1]: Unsupported value: "Both": supported values: "Ingress", "Egress"',
    ],
  ],
];

test.each([...AUTOSCALERS, ...INGRESSES, ...POLICIES])('%s: %s', (_what, kind, fields, texts) => {
  expect(created(kind, fields)).toEqual(texts);
});
