/**
 * A run of Services that come, change, clash and go; for the test that cases call what runs call.
 */
import { asTime, NO_DURATION, seconds } from '#base';
import { type CallFields, RpcClient } from '#kernel';
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
const create = (at: number, name: string, spec: string): string =>
  `    - at: ${at}s
      create: { apiVersion: v1, kind: Service, metadata: { name: ${name}, namespace: default }, ` +
  `spec: { ${spec} } }`;

const ONE_PORT = 'ports: [{ port: 80 }]';
const PORT_30009 = 'type: NodePort, ports: [{ port: 1, nodePort: 30009 }]';
const SCENARIO = `
apiVersion: kube-orrery/v1
kind: Scenario
metadata: { name: services, title: Services, description: Services }
spec:
  seed: 1
  until: 40s
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
    - { at: 19s, drop: { key: /registry/ranges/serviceips } }
${create(20, 'too-early', ONE_PORT)}
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
  run.advance();
}

const fieldsOf = (verb: string, name: string): CallFields => ({
  ...{ verb, group: '', version: 'v1', resource: 'services', subresource: '' },
  ...{ namespace: 'default', name, query: 'dryRun=All', user: 'curl', userAgent: 'curl' },
});
