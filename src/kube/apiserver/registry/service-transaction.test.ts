import { describe, expect, it } from 'vitest';
import type { ServiceSpec, Status } from '../../api/objects';
import { switchesOf } from '../../profile';
import { NO_ALLOCATION } from '../allocators/range-allocation';
import { makeServiceAllocators } from '../allocators/service-allocators';
import { StorageFixture } from '../storage/storage-fixture';
import { allocateService } from './service-transaction';
import { ServiceWork } from './service-work';
import { draftOf } from './strategies/service-fields';

const RANGES = { serviceips: '10.0.0.0/16', secondaryserviceips: 'fd00::/108' };
const PORTS = '30000-32767';

/** One server of a dual-stack cluster. */
class Stand {
  readonly fixture: StorageFixture;
  readonly allocators;
  readonly #work: ServiceWork;

  constructor(seed = 1) {
    const ranges = Object.entries({ ...RANGES, servicenodeports: PORTS });
    const initial = ranges.map(([place, range]) => ({
      key: `/registry/ranges/${place}`,
      value: { ...NO_ALLOCATION, range },
    }));
    this.fixture = new StorageFixture({ seed, initial });
    const { process, store } = this.fixture.server();
    const actor = 'apiserver';
    this.allocators = makeServiceAllocators({
      process,
      actor,
      storage: store,
      switches: switchesOf('1.27'),
      options: {
        etcdPrefix: '/registry',
        primaryServiceRange: RANGES.serviceips,
        secondaryServiceRange: RANGES.secondaryserviceips,
        serviceNodePortRange: { base: 30_000, size: 2_768 },
        profile: '1.27',
        featureGates: new Map(),
      },
    });
    const parts = { process, actor, allocators: this.allocators };
    const target = { namespace: 'default', name: 'x', dryRun: false, version: '' };
    this.#work = new ServiceWork(parts, target);
  }

  allocate(spec: object, before?: ServiceSpec) {
    const draft = draftOf({ type: 'ClusterIP', ...spec });
    const result = this.fixture.run(allocateService(this.#work, draft, before));
    return { draft, result };
  }

  commit(spec: object, before?: ServiceSpec): ServiceSpec {
    const { draft, result } = this.allocate(spec, before);
    if (!result.ok) throw new Error(result.status.message);
    this.fixture.run(result.transaction.commit());
    return draft;
  }

  get taken(): readonly string[] {
    const ips: string[] = [];
    for (const { allocator } of this.allocators.ips) {
      allocator.forEach((ip) => {
        ips.push(ip);
      });
    }
    return ips;
  }
}

const DUAL = { ipFamilyPolicy: 'RequireDualStack' };
const said = (result: { readonly ok: boolean; readonly status?: Status }) => result.status?.message;

describe('two families', () => {
  it('get an address each, in the order that was asked for', () => {
    const stand = new Stand();
    const draft = stand.commit({ ...DUAL, ipFamilies: ['IPv6'] });
    expect(draft.ipFamilies).toEqual(['IPv6', 'IPv4']);
    expect(draft.clusterIPs?.[0]).toMatch(/^fd00::/);
    expect(draft.clusterIP).toBe(draft.clusterIPs?.[0]);
    expect(new Set(stand.taken)).toEqual(new Set(draft.clusterIPs));
  });

  it('are taken in any order: by the seed, the first to fail decides what leaks', () => {
    const leaks = new Set<string>();
    for (let seed = 1; seed <= 12; seed += 1) {
      const stand = new Stand(seed);
      const ips = ['10.0.0.7', 'fd00::7'];
      stand.commit({ ...DUAL, clusterIP: ips[0], clusterIPs: ips });
      const wanted = { ...DUAL, clusterIP: '10.0.0.8', clusterIPs: ['10.0.0.8', 'fd00::7'] };
      const { result } = stand.allocate(wanted);
      expect(said(result)).toBe(
        'Service "x" is invalid: spec.clusterIPs: Invalid value: []string{"10.0.0.8", ' +
          '"fd00::7"}: failed to allocate IP fd00::7: provided IP is already allocated',
      );
      const leaked = stand.taken.filter((ip) => !ips.includes(ip));
      const told = stand.fixture.records('decision').filter(({ name }) => name === 'allocIPs');
      expect(told.map(({ outcome }) => outcome)).toEqual(leaked.map((ip) => `leaked ${ip}`));
      leaks.add(leaked.join());
    }
    expect(leaks).toEqual(new Set(['', '10.0.0.8']));
  });

  it('give back both when the ports fail', () => {
    const stand = new Stand();
    stand.fixture.run(stand.allocators.nodePorts.allocate(30_001));
    const spec = { ...DUAL, type: 'NodePort', ports: [{ port: 1, nodePort: 30_001 }] };
    expect(said(stand.allocate(spec).result)).toMatch(/provided port is already allocated$/);
    expect(stand.taken).toEqual([]);
  });
});

describe('an update', () => {
  it('adds a second address and takes it away again', () => {
    const stand = new Stand();
    const single = stand.commit({});
    const dual = stand.commit({ ...single, ipFamilyPolicy: 'PreferDualStack' }, single);
    expect(dual.clusterIPs?.[0]).toBe(single.clusterIP);
    expect(stand.taken).toEqual(dual.clusterIPs);
    const back = stand.commit({ ...dual, ipFamilyPolicy: 'SingleStack' }, dual);
    expect(back.clusterIPs).toEqual([single.clusterIP]);
    expect(stand.taken).toEqual(back.clusterIPs);
  });

  it('keeps the second address unless it is asked to let it go', () => {
    const stand = new Stand();
    const dual = stand.commit(DUAL);
    const fewer = { ...dual, clusterIPs: dual.clusterIPs?.slice(0, 1) };
    expect(said(stand.allocate({ ...fewer, ipFamilyPolicy: 'PreferDualStack' }, dual).result)).toBe(
      'Service "x" is invalid: spec.ipFamilyPolicy: Invalid value: "PreferDualStack": must be ' +
        "'SingleStack' to release the secondary cluster IP",
    );
    const policy = { ...dual, ipFamilyPolicy: 'SingleStack', selector: { a: 'b' } };
    const other = { ...policy, clusterIPs: [dual.clusterIP, 'fd00::ffff'] };
    expect(said(stand.allocate(other, dual).result)).toMatch(
      /must be 'RequireDualStack' or 'PreferDualStack' when multiple cluster IPs are specified/,
    );
    expect(stand.taken).toEqual(dual.clusterIPs);
  });

  it('of a preferred second family does nothing when the cluster has changed', () => {
    const stand = new Stand();
    const before = { type: 'ClusterIP', ipFamilyPolicy: 'PreferDualStack', ipFamilies: ['IPv4'] };
    const stored = { ...before, clusterIP: '10.0.0.9', clusterIPs: ['10.0.0.9'] };
    expect(stand.commit({ ...stored, selector: { a: 'b' } }, stored).ipFamilies).toEqual(['IPv4']);
    expect(stand.taken).toEqual([]);
  });

  it('that fails gives back what it took, and releases nothing', () => {
    const stand = new Stand();
    const single = stand.commit({ type: 'NodePort', ports: [{ port: 1 }] });
    const { result } = stand.allocate({ ...single, ipFamilyPolicy: 'PreferDualStack' }, single);
    if (!result.ok) throw new Error('the update begins');
    expect(stand.taken).toHaveLength(2);
    stand.fixture.run(result.transaction.revert());
    expect(stand.taken).toEqual(single.clusterIPs);
  });
});

it('an address of a family that the server does not know is left alone', () => {
  const stand = new Stand();
  const before = { type: 'ClusterIP', clusterIP: '10.0.0.9', clusterIPs: ['10.0.0.9'] };
  const stored = { ...before, ipFamilies: ['X'], ipFamilyPolicy: 'SingleStack' };
  stand.commit({ type: 'ExternalName', externalName: 'a.b' }, stored);
  expect(stand.fixture.records('log').at(-1)).toMatchObject({
    level: 'info',
    message:
      'Not releasing ClusterIP because related family is not enabled clusterIP="10.0.0.9" ' +
      'family="X"',
  });
});
