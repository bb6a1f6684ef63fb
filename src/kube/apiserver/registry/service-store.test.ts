import { describe, expect, it } from 'vitest';
import { type Procedure, perform, type Reply, RpcClient, runProcedure } from '#kernel';
import type { KubeObject, Service, ServiceSpec, Status } from '../../api/objects';
import { ENDPOINTS, SERVICES } from '../../api/resources';
import type { RestResult, RpcRestClient } from '../../client';
import { HTTP2_DIAL } from '../../client/transport';
import { NO_ALLOCATION } from '../allocators/range-allocation';
import { good, RestWorld, refusal, SERVICE_RANGE } from './testing/rest-world';
import { takenIPs, takenPorts } from './testing/service-ranges';

const ports = (...numbers: number[]) => numbers.map((port, index) => ({ name: `p${index}`, port }));
const service = (name: string, spec: object = {}): KubeObject => ({
  metadata: { name, namespace: 'default' },
  spec: { ports: ports(80), ...spec },
});
const specIn = (object: KubeObject): ServiceSpec => (object as Service).spec;
const nodePorts = (object: KubeObject) => specIn(object).ports?.map(({ nodePort }) => nodePort);

/** One server and what a client says to it about Services. */
class Stand {
  readonly world: RestWorld;
  readonly client: RpcRestClient;

  constructor(seed = 1) {
    this.world = new RestWorld(seed);
    this.client = this.world.clientOf();
  }

  make(name: string, spec?: object): KubeObject {
    return this.#good(this.client.create(SERVICES, service(name, spec)));
  }

  change(old: KubeObject, spec: object): KubeObject {
    return this.#good(this.client.update(SERVICES, { ...old, spec }));
  }

  refuse(name: string, spec?: object): readonly [number | undefined, string | undefined] {
    return said(this.world.run(this.client.create(SERVICES, service(name, spec))));
  }

  refuseChange(old: KubeObject, spec: object) {
    return said(this.world.run(this.client.update(SERVICES, { ...old, spec })));
  }

  remove(name: string): void {
    good(this.world.run(this.client.delete(SERVICES, 'default', name)));
  }

  #good(procedure: Procedure<RestResult<KubeObject>>): KubeObject {
    return good(this.world.run(procedure));
  }
}

function said(result: RestResult<unknown>) {
  const { code, message } = refusal(result);
  return [code, message] as const;
}

const invalid = (name: string, text: string) => [422, `Service "${name}" is invalid: ${text}`];

describe('addresses', () => {
  it('are drawn for a Service that names none', () => {
    const { world, ...stand } = new Stand();
    const made = good(world.run(stand.client.create(SERVICES, service('a'))));
    const { clusterIP, clusterIPs, ipFamilies, ipFamilyPolicy } = specIn(made);
    expect(clusterIP).toMatch(/^10\.96\.0\.\d+$/);
    expect({ clusterIPs, ipFamilies, ipFamilyPolicy }).toEqual({
      clusterIPs: [clusterIP],
      ipFamilies: ['IPv4'],
      ipFamilyPolicy: 'SingleStack',
    });
    // The lower band is for those who ask by number.
    expect(Number(clusterIP?.split('.')[3])).toBeGreaterThan(16);
    expect(takenIPs(world)).toEqual([clusterIP]);
  });

  it('are refused when somebody has them, or nobody could', () => {
    const stand = new Stand();
    stand.make('a', { clusterIP: '10.96.0.10' });
    expect(stand.refuse('b', { clusterIP: '10.96.0.10' })).toEqual(
      invalid(
        'b',
        'spec.clusterIPs: Invalid value: []string{"10.96.0.10"}: failed to allocate IP ' +
          '10.96.0.10: provided IP is already allocated',
      ),
    );
    expect(stand.refuse('b', { clusterIP: '10.97.0.1' })).toEqual(
      invalid(
        'b',
        'spec.clusterIPs: Invalid value: []string{"10.97.0.1"}: failed to allocate IP ' +
          '10.97.0.1: the provided IP (10.97.0.1) is not in the valid range. The range of valid ' +
          `IPs is ${SERVICE_RANGE}`,
      ),
    );
  });

  it('cannot be drawn from a full range, or from none', () => {
    const stand = new Stand();
    const full = btoa('\xff'.repeat(32).replace(/^./, '\x3f'));
    stand.world.put('ranges/serviceips', { ...NO_ALLOCATION, range: SERVICE_RANGE, data: full });
    const failed = 'Internal error occurred: failed to allocate a serviceIP:';
    expect(stand.refuse('a')).toEqual([500, `${failed} range is full`]);
    stand.world.etcd.drop('/registry/ranges/serviceips');
    const none = 'cannot allocate resources of type serviceipallocations at this time';
    expect(stand.refuse('a')).toEqual([500, `${failed} ${none}`]);
  });

  it('are given back when the write fails', () => {
    const stand = new Stand();
    const { clusterIP } = specIn(stand.make('a'));
    expect(stand.refuse('a')).toEqual([409, 'services "a" already exists']);
    expect(stand.refuse('b', { sessionAffinity: 'X' })[0]).toBe(422);
    expect(takenIPs(stand.world)).toEqual([clusterIP]);
  });

  it('are not for headless Services and external names', () => {
    const stand = new Stand();
    const headless = stand.make('a', { clusterIP: 'None', selector: { app: 'a' } });
    expect(specIn(headless)).toMatchObject({ clusterIPs: ['None'], ipFamilies: ['IPv4'] });
    const alone = stand.make('b', { clusterIP: 'None' });
    expect(specIn(alone)).toMatchObject({
      ipFamilies: ['IPv4', 'IPv6'],
      ipFamilyPolicy: 'RequireDualStack',
    });
    const external = stand.make('c', { type: 'ExternalName', externalName: 'a.b', ports: [] });
    expect(specIn(external).ipFamilies).toBeUndefined();
    expect(takenIPs(stand.world)).toEqual([]);
  });

  it('go and come with a change to an external name and back', () => {
    const stand = new Stand();
    const made = stand.make('a');
    const external = stand.change(made, {
      ...{ ...specIn(made), type: 'ExternalName', externalName: 'a.b' },
    });
    expect(specIn(external).clusterIPs).toBeUndefined();
    expect(takenIPs(stand.world)).toEqual([]);
    const back = stand.change(external, { ports: ports(80) });
    expect(takenIPs(stand.world)).toEqual([specIn(back).clusterIP]);
  });

  it('of one family only, where the cluster has one', () => {
    const stand = new Stand();
    expect(stand.refuse('a', { ipFamilyPolicy: 'RequireDualStack' })).toEqual(
      invalid(
        'a',
        'spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured ' +
          'for dual-stack services',
      ),
    );
    expect(stand.refuse('a', { ipFamilies: ['IPv6'] })).toEqual(
      invalid('a', 'spec.ipFamilies[0]: Invalid value: "IPv6": not configured on this cluster'),
    );
    expect(stand.refuse('a', { clusterIP: 'fd00::1' })).toEqual(
      invalid(
        'a',
        'spec.clusterIPs[0]: Invalid value: []string{"fd00::1"}: IPv6 is not configured on this ' +
          'cluster',
      ),
    );
    const preferred = stand.make('a', { ipFamilyPolicy: 'PreferDualStack' });
    expect(specIn(preferred).ipFamilies).toEqual(['IPv4']);
  });
});

it('decisions say what was drawn, from which revision, and why these families', () => {
  const stand = new Stand();
  const made = stand.make('a', { type: 'NodePort' });
  stand.refuse('b', { clusterIP: specIn(made).clusterIP });
  const told = stand.world
    .records()
    .flatMap((record) => (record.kind === 'decision' ? [record] : []))
    .filter(({ actor }) => actor === 'server-a/apiserver')
    .map(({ name, outcome, reason }) => `${name}: ${outcome} (${reason})`);
  const [port] = nodePorts(made) ?? [];
  const families = "no policy was given; the cluster's families in order";
  expect(told).toEqual([
    `initIPFamilyFields: SingleStack IPv4 (${families})`,
    `Etcd.AllocateNext: allocated ${specIn(made).clusterIP} (memory taken over from revision 4)`,
    `Etcd.AllocateNext: allocated ${port} (memory taken over from revision 5)`,
    'initIPFamilyFields: SingleStack IPv4 (no policy was given; families follow from the ' +
      'addresses)',
    `Etcd.Allocate: taken ${specIn(made).clusterIP} (memory taken over from revision 6)`,
  ]);
});

describe('node ports', () => {
  it('are drawn, and shared by entries with one port', () => {
    const stand = new Stand();
    const dns = [
      { name: 'udp', port: 53, protocol: 'UDP' },
      { name: 'tcp', port: 53, protocol: 'TCP' },
      { name: 'metrics', port: 9_153 },
    ];
    const [udp, tcp, metrics] = nodePorts(stand.make('a', { type: 'NodePort', ports: dns })) ?? [];
    expect(udp).toBe(tcp);
    expect(metrics).not.toBe(udp);
    expect(takenPorts(stand.world)).toEqual([udp, metrics].sort());
  });

  it('are refused when somebody has them, and what was taken is given back', () => {
    const stand = new Stand();
    stand.make('a', { type: 'NodePort', ports: [{ port: 80, nodePort: 30_080 }] });
    const taken = [takenIPs(stand.world), takenPorts(stand.world)];
    const wanted = [
      { name: 'x', port: 1, nodePort: 30_081 },
      { name: 'y', port: 2, nodePort: 30_080 },
    ];
    expect(stand.refuse('b', { type: 'NodePort', ports: wanted })).toEqual(
      invalid(
        'b',
        'spec.ports[1].nodePort: Invalid value: 30080: provided port is already allocated',
      ),
    );
    const outside = [{ port: 1, nodePort: 80 }];
    expect(stand.refuse('b', { type: 'NodePort', ports: outside })).toEqual(
      invalid(
        'b',
        'spec.ports[0].nodePort: Invalid value: 80: provided port is not in the valid range. The ' +
          'range of valid ports is 30000-32767',
      ),
    );
    expect([takenIPs(stand.world), takenPorts(stand.world)]).toEqual(taken);
  });

  it('of a load balancer may be switched off, and its health check has one', () => {
    const stand = new Stand();
    const local = { type: 'LoadBalancer', externalTrafficPolicy: 'Local' };
    const made = stand.make('a', { ...local, allocateLoadBalancerNodePorts: false });
    const { healthCheckNodePort = 0 } = specIn(made);
    expect(nodePorts(made)).toEqual([undefined]);
    expect(takenPorts(stand.world)).toEqual([healthCheckNodePort]);
    expect(stand.refuse('b', { ...local, healthCheckNodePort })).toEqual([
      500,
      'Internal error occurred: failed to allocate requested HealthCheck NodePort ' +
        `${healthCheckNodePort}: provided port is already allocated`,
    ]);
    expect(takenPorts(stand.world)).toEqual([healthCheckNodePort]);
    const cluster = stand.change(made, { ...specIn(made), externalTrafficPolicy: 'Cluster' });
    expect(specIn(cluster).healthCheckNodePort).toBeUndefined();
    expect(takenPorts(stand.world)).toEqual([]);
  });

  it('come and go with changes of type and of ports', () => {
    const stand = new Stand();
    const made = stand.make('a');
    const opened = stand.change(made, { ...specIn(made), type: 'NodePort' });
    expect(takenPorts(stand.world)).toEqual(nodePorts(opened));
    // What the client leaves out is kept, by the name of the port.
    const more = stand.change(opened, { type: 'NodePort', ports: ports(80, 81) });
    expect(nodePorts(more)?.[0]).toBe(nodePorts(opened)?.[0]);
    expect(specIn(more).clusterIP).toBe(specIn(made).clusterIP);
    const [first, second] = specIn(more).ports ?? [];
    const fewer = stand.change(more, { ...specIn(more), ports: [first] });
    expect(takenPorts(stand.world)).toEqual([first.nodePort]);
    // A port that was dropped can be taken again at once.
    const again = stand.change(fewer, { ...specIn(more), ports: [first, second] });
    expect(takenPorts(stand.world)).toEqual([first.nodePort, second.nodePort].sort());
    const closed = stand.change(again, { ...specIn(again), type: 'ClusterIP' });
    expect(nodePorts(closed)).toEqual([undefined, undefined]);
    expect(takenPorts(stand.world)).toEqual([]);
  });

  it('cannot be one for two ports', () => {
    const stand = new Stand();
    const made = stand.make('a', { type: 'NodePort' });
    const twice = ['x', 'y'].map((name, index) => ({ name, port: index + 1, nodePort: 30_500 }));
    expect(stand.refuseChange(made, { type: 'NodePort', ports: twice })).toEqual([
      500,
      'duplicate nodePort: {TCP 30500}',
    ]);
    expect(takenPorts(stand.world)).toEqual(nodePorts(made));
  });
});

describe('an update that loses its race', () => {
  it('has given ports back already, though the Service still has them', () => {
    const world = new RestWorld(1, 2);
    const [a, b] = ['server-a', 'server-b'].map((server) => world.clientOf(server));
    const spec = (nodePort: number) => ({ type: 'NodePort', ports: [{ port: 80, nodePort }] });
    const made = good(world.run(a.create(SERVICES, service('x', spec(30_001)))));
    const labelled = service('x', spec(30_001));
    const results: RestResult<KubeObject>[] = [];
    world.sim.schedule(world.sim.now, () => {
      const metadata = { ...labelled.metadata, labels: { a: 'b' } };
      const quick = a.update(SERVICES, { ...labelled, metadata });
      runProcedure(quick, (result) => results.push(result));
      // This one allocates and releases between its read and its write.
      const slow = b.update(SERVICES, service('x', spec(30_002)));
      runProcedure(slow, (result) => results.push(result));
    });
    world.forSeconds(2);
    expect(results.map(({ ok }) => ok)).toEqual([true, false]);
    // The second run finds its own port taken: by the first run.
    expect(said(results[1])).toEqual(
      invalid(
        'x',
        'spec.ports[0].nodePort: Invalid value: 30002: provided port is already allocated',
      ),
    );
    const left = good(world.run(a.get(SERVICES, 'default', 'x')));
    expect(nodePorts(left)).toEqual(nodePorts(made));
    expect(takenPorts(world)).toEqual([30_002]);
  });
});

describe('a Service that goes', () => {
  it('takes its Endpoints along, then gives back what it had', () => {
    const stand = new Stand();
    stand.make('a', { type: 'NodePort' });
    const endpoints = { metadata: { name: 'a', namespace: 'default' }, subsets: [] };
    good(stand.world.run(stand.client.create(ENDPOINTS, endpoints)));
    const before = stand.world.etcd.revision;
    stand.remove('a');
    const keys = stand.world
      .records()
      .flatMap((record) => (record.kind === 'etcd' && record.revision > before ? [record] : []))
      .map(({ op, key }) => `${op} ${key.replace('/registry/', '')}`);
    expect(keys).toEqual([
      'delete services/specs/default/a',
      'delete services/endpoints/default/a',
      'put ranges/serviceips',
      'put ranges/servicenodeports',
    ]);
    expect([takenIPs(stand.world), takenPorts(stand.world)]).toEqual([[], []]);
  });

  it('keeps everything while finalizers hold it', () => {
    const stand = new Stand();
    const held = service('a', { type: 'NodePort' });
    const metadata = { ...held.metadata, finalizers: ['a.b/c'] };
    good(stand.world.run(stand.client.create(SERVICES, { ...held, metadata })));
    const taken = [takenIPs(stand.world), takenPorts(stand.world)];
    stand.remove('a');
    expect([takenIPs(stand.world), takenPorts(stand.world)]).toEqual(taken);
    const left = good(stand.world.run(stand.client.get(SERVICES, 'default', 'a')));
    const freed = { ...left, metadata: { ...left.metadata, finalizers: [] } };
    good(stand.world.run(stand.client.update(SERVICES, freed)));
    expect([takenIPs(stand.world), takenPorts(stand.world)]).toEqual([[], []]);
  });
});

describe('a write that is only tried', () => {
  /** A request with a query, which the client does not send. */
  function ask(stand: Stand, verb: string, name: string, body?: unknown): Reply {
    const { world } = stand;
    const rpc = new RpcClient(world.client, 'client', 'server-a', HTTP2_DIAL);
    const fields = {
      ...{ verb, group: '', version: 'v1', resource: 'services', subresource: '' },
      ...{ namespace: 'default', name, query: 'dryRun=All', user: 'u', userAgent: 'test' },
    };
    return world.run(
      (function* () {
        return yield* perform<Reply>((resume) => {
          rpc.call({ fields, body }, resume);
        });
      })(),
    );
  }
  const body = (reply: Reply) => (reply.ok ? (reply.body as KubeObject) : undefined) as KubeObject;

  it('is decided like any other, and nothing is kept', () => {
    const stand = new Stand();
    const made = stand.make('a', { type: 'NodePort' });
    const before = stand.world.etcd.revision;
    const created = body(ask(stand, 'create', 'b', service('b', { type: 'NodePort' })));
    expect(specIn(created)).toMatchObject({
      clusterIP: '10.96.0.0',
      ports: [{ nodePort: 32_769 }],
    });
    const updated = {
      ...made,
      spec: { ports: ports(80), type: 'ExternalName', externalName: 'x' },
    };
    expect(specIn(body(ask(stand, 'update', 'a', updated))).clusterIP).toBeUndefined();
    expect(body(ask(stand, 'delete', 'a')).metadata.name).toBe('a');
    const taken = ask(stand, 'create', 'a', service('a'));
    expect(taken).toMatchObject({ code: 409 });
    expect(stand.world.etcd.revision).toBe(before);
  });

  it('is not taken for something else', () => {
    const stand = new Stand();
    const rpc = new RpcClient(stand.world.client, 'client', 'server-a', HTTP2_DIAL);
    const fields = {
      ...{ verb: 'create', group: '', version: 'v1', resource: 'services', subresource: '' },
      ...{ namespace: 'default', name: 'b', query: 'dryRun=Some', user: 'u', userAgent: 'test' },
    };
    const reply = stand.world.run(
      (function* () {
        return yield* perform<Reply>((resume) => {
          rpc.call({ fields, body: service('b') }, resume);
        });
      })(),
    );
    const message =
      'CreateOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: []string{"Some"}: ' +
      'supported values: "All"';
    expect(reply.ok && (reply.body as Status).message).toBe(message);
  });
});

it('PUT creates a Service that is missing', () => {
  const stand = new Stand();
  const created = good(stand.world.run(stand.client.update(SERVICES, service('a'))));
  expect(takenIPs(stand.world)).toEqual([specIn(created).clusterIP]);
});

it('a body of the wrong types is refused as Go refuses it', () => {
  const stand = new Stand();
  expect(stand.refuse('a', { ports: [{ port: '80' }] })).toEqual([
    400,
    'Service in version "v1" cannot be handled as a Service: json: cannot unmarshal string into ' +
      'Go struct field ServicePort.spec.ports.port of type int32',
  ]);
});
