import { describe, expect, it } from 'vitest';
import { deepFreeze } from '../../../api/equality';
import { fieldErrorText } from '../../../api/field-error';
import { newIPAddress } from '../../../api/networking';
import type { KubeObject } from '../../../api/objects';
import { ipAddressStrategy } from './ip-address';
import { serviceCIDRStrategy } from './service-cidr';

const addresses = ipAddressStrategy('v1');
const ranges = serviceCIDRStrategy('v1');

const address = (name: string, parentRef?: object): KubeObject =>
  deepFreeze({ metadata: { name }, spec: parentRef ? { parentRef } : {} });
const range = (...cidrs: readonly string[]): KubeObject =>
  deepFreeze({ metadata: { name: 'x' }, spec: { cidrs } });
const SERVICE = { resource: 'services', namespace: 'a', name: 'b' };
const of = (object: KubeObject) => addresses.validate(object).map(fieldErrorText);

describe('IPAddress', () => {
  it.each(['10.96.0.1', '2001:db8::1'])('is called after an address: %s', (name) => {
    expect(of(address(name, SERVICE))).toEqual([]);
    const made = newIPAddress('networking.k8s.io/v1', name, {
      namespace: 'a',
      name: 'b',
    });
    expect(of(made)).toEqual([]);
    expect(made.metadata.labels).toEqual({
      'ipaddress.kubernetes.io/ip-family': name.includes(':') ? 'IPv6' : 'IPv4',
      'ipaddress.kubernetes.io/managed-by': 'ipallocator.k8s.io',
    });
  });

  it.each([
    [
      'x',
      SERVICE,
      'metadata.name: Invalid value: "x": must be a valid IP address, ' +
        '(e.g. 10.9.8.7 or 2001:db8::ffff)',
    ],
    ['10.0.0.1', undefined, 'spec.parentRef: Required value'],
    ['10.0.0.1', { name: 'b' }, 'spec.parentRef.resource: Required value'],
    ['10.0.0.1', { resource: 'services' }, 'spec.parentRef.name: Required value'],
    [
      '10.0.0.1',
      { ...SERVICE, name: 'a/b' },
      'spec.parentRef.name: Invalid value: "a/b": may not contain \'/\'',
    ],
  ])('refuses %s of %j', (name, parent, wanted) => {
    expect(of(address(name, parent))).toEqual([wanted]);
  });

  it.each([
    ['010.0.0.1', 'must not have leading 0s'],
    ['10.0.00.1', 'must not have leading 0s'],
    ['::ffff:10.0.0.1', 'must not be an IPv4-mapped IPv6 address'],
    ['::ffff:10.0.0.01', 'must not have leading 0s'],
    ['2001:DB8::1', 'must be in canonical form ("2001:db8::1")'],
    ['2001:0db8:0::1', 'must be in canonical form ("2001:db8::1")'],
  ])('is called %s in no other way', (name, wrong) => {
    expect(of(address(name, SERVICE))).toEqual([
      `metadata.name: Invalid value: "${name}": ${wrong}`,
    ]);
  });

  it('keeps its parent', () => {
    const old = address('10.0.0.1', SERVICE);
    expect(addresses.validateUpdate(address('10.0.0.1', SERVICE), old)).toEqual([]);
    const moved = address('10.0.0.1', { ...SERVICE, name: 'c' });
    expect(addresses.validateUpdate(moved, old).map(fieldErrorText)).toEqual([
      'spec.parentRef: Invalid value: networking.ParentReference{Group:"", ' +
        'Resource:"services", Namespace:"a", Name:"c"}: field is immutable',
    ]);
  });
});

describe('ServiceCIDR', () => {
  const faults = (object: KubeObject) => ranges.validate(object).map(fieldErrorText);

  it('has one range, or one of each family', () => {
    expect(faults(range('10.0.0.0/24'))).toEqual([]);
    expect(faults(range('fd00::/112', '10.0.0.0/24'))).toEqual([]);
    expect(faults(range())).toEqual(['spec.cidrs: Required value: at least one CIDR required']);
    expect(faults(range('x'))).toEqual([
      'spec.cidrs[0]: Invalid value: "x": must be a valid CIDR value, ' +
        '(e.g. 10.9.8.0/24 or 2001:db8::/64)',
    ]);
    const both =
      'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64';
    for (const second of ['10.1.0.0/24', 'x']) {
      expect(faults(range('10.0.0.0/24', second))).toEqual([
        'spec.cidrs: Invalid value: networking.ServiceCIDRSpec{CIDRs:[]string{"10.0.0.0/24", ' +
          `"${second}"}}: ${both}`,
      ]);
    }
    expect(faults(range('10.0.0.0/24', 'fd00::/112', 'fd01::/112'))[0]).toContain('up to 2 values');
  });

  it.each([
    ['10.0.0.5/24', 'must not have bits set beyond the prefix length'],
    ['fd00::1/64', 'must not have bits set beyond the prefix length'],
    ['10.0.00.0/24', 'must not have leading 0s in IP or prefix length'],
    ['10.0.0.0/08', 'must not have leading 0s in IP or prefix length'],
    ['::ffff:10.0.0.0/120', 'must not have an IPv4-mapped IPv6 address'],
    ['FD00::/64', 'must be in canonical form ("fd00::/64")'],
  ])('is canonical, and %s is not', (cidr, wrong) => {
    expect(faults(range(cidr))).toEqual([`spec.cidrs[0]: Invalid value: "${cidr}": ${wrong}`]);
  });

  it.each([
    ['stays', ['10.0.0.0/24'], ['10.0.0.0/24'], []],
    ['gets a second family', ['10.0.0.0/24'], ['10.0.0.0/24', 'fd00::/112'], []],
    [
      'is not moved',
      ['10.0.0.0/24'],
      ['10.1.0.0/24'],
      ['spec.cidrs[0]: Invalid value: "10.1.0.0/24": field is immutable'],
    ],
    [
      'keeps both',
      ['10.0.0.0/24', 'fd00::/112'],
      ['10.0.0.0/24'],
      ['spec.cidrs: Invalid value: []string{"10.0.0.0/24"}: field is immutable'],
    ],
  ])('%s', (_, old, next, wanted) => {
    expect(ranges.validateUpdate(range(...next), range(...old)).map(fieldErrorText)).toEqual(
      wanted,
    );
  });

  it('has a status that is changed by itself', () => {
    const { status } = ranges.subresources;
    const conditions = [{ type: 'Ready', status: 'True' }];
    const given = { ...range('10.1.0.0/24'), status: { conditions } };
    const updated = status.prepareForUpdate(given, range('10.0.0.0/24'));
    expect([updated.spec, updated.status]).toEqual([{ cidrs: ['10.0.0.0/24'] }, { conditions }]);
  });

  it('is stored as v1, and shown in the version that is asked for', () => {
    const beta = serviceCIDRStrategy('v1beta1');
    const stored = beta.toStorage?.(range('10.0.0.0/24'));
    expect(stored?.apiVersion).toBe('networking.k8s.io/v1');
    expect(beta.fromStorage?.(stored as KubeObject).apiVersion).toBe('networking.k8s.io/v1beta1');
  });
});
