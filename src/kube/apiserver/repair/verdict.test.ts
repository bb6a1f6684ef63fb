import { describe, expect, test } from 'vitest';
import { type ClusterIpClaim, clusterIpComplaint } from './cluster-ip-complaint';
import { leakStep } from './leaks';
import {
  collectServiceNodePorts,
  type NodePortClaim,
  nodePortComplaint,
} from './node-port-complaint';
import { isInUse, type Verdict, verdictOf } from './verdict';

describe('a claim', () => {
  test.each([
    [undefined, true, 'valid', true],
    [undefined, false, 'not-allocated', true],
    ['ErrAllocated', true, 'already-allocated', false],
    ['ErrNotInRange', false, 'out-of-range', false],
    ['ErrFull', false, 'full', false],
    ['other', true, 'unknown-error', false],
  ] as const)('that ends in %s, stored: %s, is %s', (kind, stored, verdict, inUse) => {
    const error = kind && { kind, message: 'why' };
    expect(verdictOf(error, stored)).toBe(verdict);
    expect(isInUse(verdict)).toBe(inUse);
  });
});

describe('of an address', () => {
  const claim: ClusterIpClaim = {
    ip: '10.96.0.9',
    family: 'IPv4',
    namespace: 'shop',
    name: 'cart',
    cidr: '10.96.0.0/24',
    cause: 'boom',
  };
  const full =
    'ervice CIDR 10.96.0.0/24 is full; you must widen the CIDR in order to create new services ' +
    'for Cluster IP [IPv4]:10.96.0.9';
  test.each<[Verdict, string, string, string, string]>([
    [
      'not-valid',
      'ClusterIPNotValid/ClusterIPValidation',
      'Cluster IP 10.96.0.9 is not a valid IP; please recreate service',
      'the cluster IP 10.96.0.9 for service cart/shop is not a valid IP; please recreate',
      '',
    ],
    [
      'family-not-configured',
      'ClusterIPNotValid/ClusterIPValidation',
      'Cluster IP 10.96.0.9(IPv4) is of ip family that is no longer configured on cluster; ' +
        'please recreate service',
      'the cluster IP 10.96.0.9(IPv4) for service cart/shop is of ip family that is no longer ' +
        'configured on cluster; please recreate',
      '',
    ],
    [
      'not-allocated',
      'ClusterIPNotAllocated/ClusterIPAllocation',
      'Cluster IP [IPv4]:10.96.0.9 is not allocated; repairing',
      'the cluster IP [IPv4]:10.96.0.9 for service cart/shop is not allocated; repairing',
      '',
    ],
    [
      'already-allocated',
      'ClusterIPAlreadyAllocated/ClusterIPAllocation',
      'Cluster IP [IPv4]:10.96.0.9 was assigned to multiple services; please recreate service',
      'the cluster IP [IPv4]:10.96.0.9 for service cart/shop was assigned to multiple services; ' +
        'please recreate',
      '',
    ],
    [
      'out-of-range',
      'ClusterIPOutOfRange/ClusterIPAllocation',
      'Cluster IP [IPv4]:10.96.0.9 is not within the service CIDR 10.96.0.0/24; ' +
        'please recreate service',
      'the cluster IP [IPv4]:10.96.0.9 for service cart/shop is not within the service CIDR ' +
        '10.96.0.0/24; please recreate',
      '',
    ],
    ['full', 'ServiceCIDRFull/ClusterIPAllocation', `S${full}`, '', `the s${full}`],
    [
      'unknown-error',
      'UnknownError/ClusterIPAllocation',
      'Unable to allocate cluster IP [IPv4]:10.96.0.9 due to an unknown error',
      '',
      'unable to allocate cluster IP [IPv4]:10.96.0.9 for service cart/shop due to an unknown ' +
        'error, exiting: boom',
    ],
  ])('%s is told', (verdict, event, note, log, error) => {
    const told = clusterIpComplaint(verdict, claim);
    expect(`${told?.event.reason}/${told?.event.action}`).toBe(event);
    expect([told?.event.note, told?.log ?? '', told?.error ?? '']).toEqual([note, log, error]);
  });

  test('valid is not told', () => expect(clusterIpComplaint('valid', claim)).toBeUndefined());
});

describe('of a port', () => {
  const claim: NodePortClaim = {
    port: 30080,
    namespace: 'shop',
    name: 'cart',
    range: '30000-32767',
    cause: 'boom',
  };
  const full =
    'ort range 30000-32767 is full; you must widen the port range in order to create new services';
  test.each<[Verdict, string, string, string, string]>([
    [
      'not-allocated',
      'PortNotAllocated',
      'Port 30080 is not allocated; repairing',
      'the node port 30080 for service cart/shop is not allocated; repairing',
      '',
    ],
    [
      'already-allocated',
      'PortAlreadyAllocated',
      'Port 30080 was assigned to multiple services; please recreate service',
      'the node port 30080 for service cart/shop was assigned to multiple services; ' +
        'please recreate',
      '',
    ],
    [
      'out-of-range',
      'PortOutOfRange',
      'Port 30080 is not within the port range 30000-32767; please recreate service',
      'the port 30080 for service cart/shop is not within the port range 30000-32767; ' +
        'please recreate',
      '',
    ],
    ['full', 'PortRangeFull', `P${full}`, '', `the p${full}`],
    [
      'unknown-error',
      'UnknownError',
      'Unable to allocate port 30080 due to an unknown error',
      '',
      'unable to allocate port 30080 for service cart/shop due to an unknown error, exiting: boom',
    ],
  ])('%s is told', (verdict, reason, note, log, error) => {
    const told = nodePortComplaint(verdict, claim);
    expect(told?.event).toEqual({ reason, action: 'PortAllocation', note });
    expect([told?.log ?? '', told?.error ?? '']).toEqual([log, error]);
  });

  test.each<Verdict>(['valid', 'not-valid', 'family-not-configured'])('%s is not told', (verdict) =>
    expect(nodePortComplaint(verdict, claim)).toBeUndefined(),
  );
});

describe('the ports of a Service', () => {
  const port = (nodePort: number, protocol = 'TCP') => ({ port: 80, nodePort, protocol });
  test.each([
    ['none without a number', { ports: [{ port: 80 }, port(0)] }, []],
    ['in order', { ports: [port(9), port(7)] }, [9, 7]],
    ['one number of two protocols once', { ports: [port(9), port(9, 'UDP')] }, [9]],
    ['one number of one protocol twice', { ports: [port(9), port(9, 'UDP'), port(9)] }, [9, 9]],
    ['the health check port last', { ports: [port(9)], healthCheckNodePort: 8 }, [9, 8]],
    ['a health check port again', { ports: [port(9)], healthCheckNodePort: 9 }, [9, 9]],
    ['not beside another protocol', { ports: [port(9, 'UDP')], healthCheckNodePort: 9 }, [9]],
    ['beside both', { ports: [port(9, 'UDP'), port(9)], healthCheckNodePort: 9 }, [9, 9]],
    ['of no ports at all', {}, []],
  ])('are %s', (_, spec, collected) => {
    expect(collectServiceNodePorts({ spec })).toEqual(collected);
  });
});

test('a leak is flagged, kept, freed, and freed at once the next time', () => {
  const seen = [undefined, 1, 0, 0].map((counter) => leakStep(counter));
  expect(seen).toEqual([
    { outcome: 'flagged', counter: 1 },
    { outcome: 'kept', counter: 0 },
    { outcome: 'freed', counter: 0 },
    { outcome: 'freed', counter: 0 },
  ]);
});
