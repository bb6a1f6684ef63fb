/**
 * A run of Services that come, change, clash and go; for the test that cases call what runs call.
 */
import { asTime, NO_DURATION, seconds } from '#base';
import { type CallFields, type Process, RpcClient } from '#kernel';
import type { KubeList } from '#kube';
import { readScenario } from '#protocol';
import { compileScenario, Run, STEP_SCHEMAS } from '#session';

const SERVER = 'kube-apiserver-a';
/** Nothing here fails, so none of these is reached. */
const DIAL = {
  dialTimeout: seconds(30),
  keepaliveIdle: seconds(30),
  keepaliveTimeout: seconds(15),
};

/** A step that creates a Service. */
const create = (at: number, name: string, spec: string): string => step(at, 'create', name, spec);

/** A step that creates or replaces a Service. */
function step(at: number, verb: string, name: string, spec: string): string {
  const more = name === 'held' && verb === 'create' ? FINALIZER : '';
  const metadata = `metadata: { name: ${name}, namespace: default${more} }`;
  return `    - at: ${at}s
      ${verb}: { apiVersion: v1, kind: Service, ${metadata}, spec: { ${spec} } }\n`;
}

const ONE_PORT = 'ports: [{ port: 80 }]';
const PORT_30009 = 'type: NodePort, ports: [{ port: 1, nodePort: 30009 }]';
const FINALIZER = ", finalizers: ['example.com/test']";
const LOCAL = 'type: LoadBalancer, externalTrafficPolicy: Local';
const TWO_PORTS = 'ports: [{ name: p, port: 80 }, { name: q, port: 81 }]';
/** Services that grow, shrink, change their type, and some that may not. */
const CHANGES = [
  [20, 'create', 'grows', ONE_PORT],
  [21, 'replace', 'grows', `ipFamilyPolicy: PreferDualStack, ${ONE_PORT}`],
  [22, 'replace', 'grows', `ipFamilyPolicy: SingleStack, ipFamilies: [IPv4], ${ONE_PORT}`],
  [23, 'replace', 'grows', `ipFamilies: [IPv6], ${ONE_PORT}`],
  [24, 'replace', 'grows', `clusterIP: 10.96.0.4, ${ONE_PORT}`],
  [25, 'create', 'turns', ONE_PORT],
  [26, 'replace', 'turns', `type: NodePort, ${TWO_PORTS}`],
  [27, 'replace', 'turns', `${LOCAL}, ${TWO_PORTS}`],
  [28, 'replace', 'turns', 'type: NodePort, ports: [{ name: q, port: 81, nodePort: 30011 }]'],
  [29, 'replace', 'turns', 'type: ExternalName, externalName: example.com'],
  [30, 'replace', 'turns', ONE_PORT],
  [31, 'create', 'wrong', `ipFamilies: [IPv4, garbage], ${ONE_PORT}`],
  [32, 'create', 'wrong', `ipFamilies: [IPv4, IPv4], ${ONE_PORT}`],
  [33, 'create', 'wrong', `type: ExternalName, ${ONE_PORT}`],
  [34, 'create', 'wrong', `clusterIPs: [10.96.0.6, 10.96.0.7], clusterIP: 10.96.0.6, ${ONE_PORT}`],
  [35, 'create', 'wrong', `clusterIP: None, type: NodePort, ${ONE_PORT}`],
  [36, 'create', 'wrong', `${LOCAL}, healthCheckNodePort: 30009, ${ONE_PORT}`],
  [37, 'create', 'headless', `clusterIP: None, ipFamilyPolicy: PreferDualStack, ${ONE_PORT}`],
  [38, 'replace', 'headless', `clusterIP: None, ipFamilyPolicy: SingleStack, ${ONE_PORT}`],
  [39, 'create', 'wrong', 'ports: [{ port: 80, nodePort: 30012 }]'],
  [40, 'create', 'held', `${LOCAL}, ${ONE_PORT}`],
] as const;
const SCENARIO = `
apiVersion: kube-orrery/v1
kind: Scenario
metadata: { name: services, title: Services, description: Services }
spec:
  seed: 1
  until: 70s
  apiServers:
    - name: ${SERVER}
      flags:
        - --advertise-address=10.0.0.11
        - --service-cluster-ip-range=10.96.0.0/28,fd00::/124
        - --service-node-port-range=30000-30019
  timeline:
${create(11, 'drawn', `type: NodePort, ${ONE_PORT}`)}
${create(12, 'named', `clusterIP: 10.96.0.9, ${PORT_30009}`)}
${create(13, 'taken', `clusterIP: 10.96.0.9, ${ONE_PORT}`)}
${create(14, 'outside', `clusterIP: 10.97.0.9, ${ONE_PORT}`)}
${create(15, 'port-taken', PORT_30009)}
${create(16, 'port-outside', 'type: NodePort, ports: [{ port: 1, nodePort: 80 }]')}
${create(17, 'dual', `ipFamilyPolicy: PreferDualStack, ${ONE_PORT}`)}
    - at: 18s
      delete: { kind: Service, namespace: default, name: drawn }
${CHANGES.map(([at, verb, name, spec]) => step(at, verb, name, spec)).join('')}
    - at: 50s
      etcd: { compact: true }
    - at: 50s
      delete: { kind: Service, namespace: default, name: held }
${step(51, 'replace', 'held', ONE_PORT)}
    - { at: 59s, drop: { key: /registry/ranges/serviceips } }
${create(60, 'too-early', ONE_PORT)}
`;

/** Requests that no step of a scenario sends: tried, and not kept. */
const TRIED = [
  [
    'create',
    'tried',
    {
      type: 'NodePort',
      ports: [
        { name: 'a', port: 80 },
        { name: 'b', port: 81, nodePort: 30_009 },
      ],
    },
  ],
  ['create', 'tried', { clusterIP: '10.97.0.9', ports: [{ port: 80 }] }],
  ['create', 'tried', { type: 'NodePort', ports: [{ port: 80 }] }],
  ['update', 'named', { clusterIP: '10.96.0.9', ports: [{ port: 82 }] }],
  ['delete', 'named', undefined],
] as const;

export function runServices(): void {
  const read = readScenario(SCENARIO, { steps: STEP_SCHEMAS });
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  const compiled = compileScenario(read.value);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults));
  const run = new Run(compiled.value);
  const { network, sim } = run.cluster;
  const startDelay = { min: NO_DURATION, max: NO_DURATION };
  const process = network.addProcess({ name: 'curl', startDelay, boot: () => ({}) });
  sim.planStep(asTime(seconds(17.2)), () => process.start());
  sim.planStep(asTime(seconds(17.4)), () => {
    const rpc = new RpcClient(process, 'curl', SERVER, DIAL);
    for (const [verb, name, spec] of TRIED) {
      const metadata = { name, namespace: 'default' };
      rpc.call({ fields: fieldsOf(verb, name), body: spec && { metadata, spec } }, () => {});
    }
  });
  listInPages(run, process);
  run.advance();
}

/** Pages of a list, the second of them also when its revision has been compacted. */
function listInPages({ cluster: { sim } }: Run, process: Process): void {
  const list = (query: string, take: (body: unknown) => void = () => {}) => {
    const rpc = new RpcClient(process, 'curl', SERVER, DIAL);
    const fields = { ...fieldsOf('list', ''), query };
    rpc.call({ fields, body: undefined }, (reply) => take(reply.ok ? reply.body : undefined));
  };
  let next = '';
  sim.planStep(asTime(seconds(17.6)), () => {
    list('limit=1', (body) => {
      next = (body as KubeList).metadata.continue ?? '';
    });
  });
  sim.planStep(asTime(seconds(17.8)), () => {
    list(`limit=1&continue=${next}`);
    for (const query of [
      'continue=wrong',
      'resourceVersion=abc',
      'limit=1&resourceVersion=abc',
      'resourceVersionMatch=Exact',
    ]) {
      list(query);
    }
  });
  sim.planStep(asTime(seconds(52)), () => list(`limit=1&continue=${next}`));
}

const fieldsOf = (verb: string, name: string): CallFields => ({
  ...{ verb, group: '', version: 'v1', resource: 'services', subresource: '' },
  ...{ namespace: 'default', name, query: 'dryRun=All', user: 'curl', userAgent: 'curl' },
});
