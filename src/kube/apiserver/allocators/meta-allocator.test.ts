import { describe, expect, it } from 'vitest';
import { asTime, millis, NO_DURATION } from '#base';
import { Network, type Procedure, runProcedure, Simulation } from '#kernel';
import type { IPAddress } from '../../api/networking';
import type { KubeObject } from '../../api/objects';
import { newAlreadyExists, newNotFound } from '../../api/status';
import type { RestClient, RestResult } from '../../client/rest-client';
import { AddressRange, cidrHolds } from './address-range';
import { MetaAllocator } from './meta-allocator';
import { addressResources, type ReadyRange, type ServiceCidrs } from './service-cidrs';

const RESOURCES = addressResources({ serviceCIDRStable: true });

/** IPAddresses of one cluster; `stale` are those that the cache has not heard of. */
class Objects {
  readonly made = new Map<string, KubeObject>();
  readonly stale = new Set<string>();
  readonly client = {
    create: (_of: unknown, object: KubeObject) => this.#create(object),
    delete: (_of: unknown, _namespace: string, name: string) => this.#delete(name),
  } as unknown as RestClient;

  // biome-ignore lint/correctness/useYield: the answer is there at once
  *#create(object: KubeObject): Procedure<RestResult<KubeObject>> {
    const { name = '' } = object.metadata;
    if (this.made.has(name)) return refused(newAlreadyExists(RESOURCES.addresses, name));
    this.made.set(name, object);
    return { ok: true, code: 201, object, seq: 0 };
  }

  // biome-ignore lint/correctness/useYield: the answer is there at once
  *#delete(name: string): Procedure<RestResult<KubeObject>> {
    const object = this.made.get(name);
    if (!object) return refused(newNotFound(RESOURCES.addresses, name));
    this.made.delete(name);
    return { ok: true, code: 200, object, seq: 0 };
  }
}

const refused = (status: ReturnType<typeof newNotFound>): RestResult<never> => ({
  ...{ ok: false, status, transport: undefined, seq: 0 },
});

function world(...ranges: readonly (readonly [cidr: string, ready: boolean])[]) {
  const sim = new Simulation({ seed: 1, epochMs: 0, maxRecords: 100_000 });
  const delay = { min: NO_DURATION, max: NO_DURATION };
  const network = new Network(sim, { latency: delay, lossPerMillion: 0 });
  const process = network.addProcess({ name: 'p', startDelay: delay, boot: () => ({}) });
  process.start();
  sim.advance(asTime(millis(1)));
  const objects = new Objects();
  const known = ranges.map(([cidr, ready]) => ({ range: AddressRange.of(cidr), ready }));
  const cidrs = {
    client: objects.client,
    resources: RESOURCES,
    address: (name: string) => (objects.stale.has(name) ? undefined : objects.made.get(name)),
    rangesOf: () => known as readonly ReadyRange[],
    managed: () => [...objects.made.values()] as readonly IPAddress[],
  } as unknown as ServiceCidrs;
  const parts = { process, actor: 'p/apiserver', cidrs, family: 'IPv4' as const };
  const meta = new MetaAllocator({ ...parts, bitmap: undefined });
  const calls = meta.callsFor({ namespace: 'a', name: 'b' });
  const run = <T>(procedure: Procedure<T>): T => {
    const values: T[] = [];
    runProcedure(procedure, (value) => values.push(value));
    while (values.length === 0) sim.advance(asTime(sim.now + 1));
    return values[0];
  };
  const next = () => {
    const taken = run(calls.allocateNext());
    return taken.ok ? taken.value : taken.error.message;
  };
  const take = (ip: string) => run(calls.allocate(ip))?.message;
  const free = (ip: string) => run(calls.release(ip))?.message;
  return { objects, meta, run, next, take, free };
}

describe('a range', () => {
  it.each([
    ['10.0.0.0/24', '254', 16],
    ['10.0.0.0/28', '14', 0],
    ['10.0.0.0/12', '1048574', 256],
    ['2001:db8::/64', String(2n ** 64n - 1n), 256],
  ])('%s has %s addresses, %i of them kept', (cidr, size, band) => {
    const range = AddressRange.of(cidr);
    expect([String(range?.size), range?.band]).toEqual([size, band]);
  });

  it('is none where its prefix is too short', () => {
    expect(AddressRange.of('2001:db8::/63')).toBeUndefined();
    expect(cidrHolds('2001:db8::/48', '2001:db8::1')).toBe(true);
  });

  it.each([
    ['10.0.0.0/24', '10.0.0.0', false],
    ['10.0.0.0/24', '10.0.0.255', false],
    ['10.0.0.0/24', '10.0.0.254', true],
    ['10.0.0.0/24', '10.0.1.1', false],
    ['2001:db8::/64', '2001:db8::', false],
    ['2001:db8::/64', '2001:db8::ffff:ffff:ffff:ffff', true],
    ['2001:db8::/64', '10.0.0.1', false],
  ])('%s: %s %s', (cidr, ip, wanted) => {
    expect(AddressRange.of(cidr)?.contains(ip)).toBe(wanted);
    expect(cidrHolds(cidr, ip)).toBe(wanted);
  });
});

describe('a drawn address', () => {
  it('is of the upper part until that is full, and then of the lower one', () => {
    const { next } = world(['10.0.0.0/27', true]);
    const drawn = Array.from({ length: 30 }, () => Number(next().split('.')[3]));
    expect(drawn.slice(0, 14).every((last) => last > 16)).toBe(true);
    expect(drawn.slice(14).every((last) => last <= 16)).toBe(true);
    expect(new Set(drawn).size).toBe(30);
    expect(next()).toBe('range is full');
  });

  it('follows the one before where that was the last that was drawn', () => {
    const { next, objects, take } = world(['10.0.0.0/28', true]);
    for (let last = 1; last <= 14; last += 1) if (last !== 5) take(`10.0.0.${last}`);
    expect(next()).toBe('10.0.0.5');
    expect([...objects.made.keys()]).toHaveLength(14);
  });

  it('is another when somebody else has it and the cache does not know', () => {
    const { next, objects, take } = world(['10.0.0.0/29', true]);
    for (const last of [1, 2, 3, 4, 5]) take(`10.0.0.${last}`);
    for (const last of [1, 2, 3]) objects.stale.add(`10.0.0.${last}`);
    expect(next()).toBe('10.0.0.6');
  });

  it('is of a range that is ready', () => {
    expect(world(['10.0.0.0/24', false]).next()).toBe('range is full');
    expect(world(['10.0.0.0/24', false], ['10.1.0.0/24', true]).next()).toMatch(/^10\.1\./);
  });
});

describe('a named address', () => {
  it('is taken once, by its Service', () => {
    const { take, free, objects } = world(['10.0.0.0/24', true]);
    expect(take('10.0.0.7')).toBeUndefined();
    expect(objects.made.get('10.0.0.7')?.spec).toEqual({
      parentRef: { group: '', resource: 'services', namespace: 'a', name: 'b' },
    });
    expect(take('10.0.0.7')).toBe('provided IP is already allocated');
    const after = [free('10.0.0.7'), free('10.0.0.7'), take('10.0.0.7')];
    expect(after).toEqual([undefined, undefined, undefined]);
  });

  it('must be of a ServiceCIDR', () => {
    const { take, free } = world(['10.0.0.0/24', true]);
    const mismatch = 'the provided network does not match the current range';
    expect([take('10.1.0.1'), take('10.0.0.0'), free('10.1.0.1')]).toEqual([
      mismatch,
      mismatch,
      mismatch,
    ]);
  });
});

it('keeps nothing in a dry run', () => {
  const { meta, run, objects } = world(['10.0.0.0/24', true]);
  const dry = meta.dryRun();
  expect(run(dry.allocate('10.0.0.7'))).toBeUndefined();
  expect(run(dry.allocate('10.1.0.7'))?.message).toContain('is not in the valid range');
  expect(run(dry.allocateNext())).toEqual({ ok: true, value: '10.0.0.0' });
  expect([run(dry.release('10.0.0.7')), objects.made.size]).toEqual([undefined, 0]);
  const none = world().meta.dryRun();
  expect(run(none.allocate('10.0.0.7'))?.message).toBe('allocator not ready');
});

it('counts what it hands out, by range', () => {
  const { meta, take, next } = world(['10.0.0.0/28', true]);
  take('10.0.0.3');
  take('10.0.0.3');
  next();
  expect(meta.metricsOf('10.0.0.0/28')).toMatchObject({
    ...{ allocated: 2, available: 12 },
    allocations: { static: 1, dynamic: 1 },
    errors: { static: 1, dynamic: 0 },
  });
});
