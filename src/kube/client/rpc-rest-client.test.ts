import { describe, expect, it } from 'vitest';
import { asTime, seconds } from '#base';
import { LEASES, NAMESPACES } from '../api/resources';
import { RestWorld } from '../apiserver/registry/testing/rest-world';
import { errorText, type RestClient, type RestResult, type RestWatchEvent } from './rest-client';
import { RpcRestClient } from './rpc-rest-client';

const lease = { metadata: { name: 'x', namespace: 'kube-system' } };

function clientAt(world: RestWorld, address: string, timeout?: number): RestClient {
  return new RpcRestClient({
    process: world.client,
    actor: 'client',
    server: 'server-a',
    user: 'u',
    userAgent: 'kubectl/v1.27.16',
    address,
    ...(timeout === undefined ? {} : { timeout: seconds(timeout) }),
  });
}

describe('what a client says of a request without an answer', () => {
  it.each<[string, (client: RestClient) => ReturnType<RestClient['get']>, string]>([
    [
      'get',
      (client) => client.get(LEASES, 'kube-system', 'x'),
      'Get "https://10.0.0.11:6443/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/x": ',
    ],
    [
      'create',
      (client) => client.create(LEASES, lease),
      'Post "https://10.0.0.11:6443/apis/coordination.k8s.io/v1/namespaces/kube-system/leases": ',
    ],
    [
      'update',
      (client) => client.update(NAMESPACES, { metadata: { name: 'a' } }),
      'Put "https://10.0.0.11:6443/api/v1/namespaces/a": ',
    ],
  ])('%s of a server that is down', (_verb, ask, start) => {
    const world = new RestWorld();
    world.servers[0].kill();
    const result = world.run(ask(clientAt(world, '10.0.0.11:6443')));
    expect(errorText(result)).toBe(`${start}dial tcp 10.0.0.11:6443: connect: connection refused`);
    expect(result).toMatchObject({ ok: false, status: undefined });
  });

  it('loopback of a server that does not listen yet', () => {
    const world = new RestWorld();
    const [process] = world.servers;
    process.listener = undefined;
    const client = new RpcRestClient({
      process,
      actor: 'server-a/loopback',
      server: 'server-a',
      user: 'system:apiserver',
      userAgent: 'kube-apiserver',
    });
    expect(errorText(world.run(client.raw('/readyz')))).toBe(
      'Get "https://[::1]:6443/readyz": dial tcp [::1]:6443: connect: connection refused',
    );
  });

  it('a list with a query, and a client with a time limit', () => {
    const world = new RestWorld();
    const client = clientAt(world, '10.0.0.11:6443', 5);
    world.etcd.outage('silent');
    const list = client.list(LEASES, '', { limit: 500 });
    expect(errorText(world.run(list))).toBe(
      'Get "https://10.0.0.11:6443/apis/coordination.k8s.io/v1/leases?limit=500' +
        '&timeout=5s": context deadline exceeded (Client.Timeout exceeded while awaiting headers)',
    );
    const [last] = world.records().filter((r) => r.kind === 'response' && r.code === 0);
    expect(last).toMatchObject({ actor: 'client', reason: 'context deadline exceeded' });
  });

  it('a connection that breaks while it waits', () => {
    const world = new RestWorld();
    const client = clientAt(world, '10.0.0.11:6443');
    world.etcd.outage('silent');
    world.sim.planStep((world.sim.now + seconds(3)) as never, () => world.servers[0].kill());
    expect(errorText(world.run(client.get(LEASES, 'a', 'b')))).toBe(
      'Get "https://10.0.0.11:6443/apis/coordination.k8s.io/v1/namespaces/a/leases/b": ' +
        'dial tcp 10.0.0.11:6443: connect: connection refused - error from a previous attempt: ' +
        'read: connection reset by peer',
    );
    const [retry] = world.records().filter((r) => r.kind === 'decision' && r.actor === 'client');
    expect(retry).toMatchObject({ name: 'IsNextRetry', outcome: 'retry' });
  });

  it('a peer that has gone silent', () => {
    const world = new RestWorld();
    const client = clientAt(world, '10.0.0.11:6443');
    world.run(client.list(LEASES, ''));
    world.network.partition({ between: ['client'], and: ['server-a'] });
    const before = world.sim.now;
    expect(errorText(world.run(client.get(LEASES, 'a', 'b')))).toBe(
      'Get "https://10.0.0.11:6443/apis/coordination.k8s.io/v1/namespaces/a/leases/b": ' +
        'http2: client connection lost',
    );
    // 30 s of silence and 15 s for the ping.
    expect((world.sim.now - before) / 1_000_000).toBeCloseTo(45, -1);
  });

  it('ends a watch whose far end is silent with an error that says so', () => {
    const world = new RestWorld();
    const client = clientAt(world, '10.0.0.11:6443');
    const heard: unknown[] = [];
    const onEvent = ({ type, object }: RestWatchEvent) => heard.push([type, object]);
    const onEnd = (reason: string) => heard.push(reason);
    world.run<RestResult<unknown>>(client.watch(LEASES, '', { onEvent, onEnd }));
    world.network.partition({ between: ['client'], and: ['server-a'] });
    world.sim.advance(asTime(world.sim.now + seconds(120)));
    const lost = 'unable to decode an event from the watch stream: http2: client connection lost';
    const message = `an error on the server ("${lost}") has prevented the request from succeeding`;
    const causes = [
      { reason: 'UnexpectedServerResponse', message: lost },
      { reason: 'ClientWatchDecoding', message: lost },
    ];
    const status = { code: 500, reason: 'InternalError', message, details: { causes } };
    expect(heard).toEqual([['ERROR', expect.objectContaining(status)], 'keepalive timed out']);
  });
});

describe('requests', () => {
  it('carry what the API server reads from them', () => {
    const world = new RestWorld();
    const client = clientAt(world, '10.0.0.11:6443');
    const onEnd = () => {};
    world.run<RestResult<unknown>>(
      client.watch(LEASES, 'kube-system', {
        resourceVersion: '3',
        allowWatchBookmarks: true,
        timeoutSeconds: 443,
        onEvent: () => {},
        onEnd,
      }),
    );
    const request = world.records().find((r) => r.kind === 'request' && r.actor === 'client');
    expect(request).toMatchObject({
      client: 'client',
      server: 'server-a',
      verb: 'watch',
      group: 'coordination.k8s.io',
      version: 'v1',
      resource: 'leases',
      subresource: '',
      namespace: 'kube-system',
      name: '',
      query:
        'allowWatchBookmarks=true&resourceVersion=3&timeout=7m23s&timeoutSeconds=443&watch=true',
      user: 'u',
      userAgent: 'kubectl/v1.27.16',
    });
  });
});
