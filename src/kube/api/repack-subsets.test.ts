import { expect, it } from 'vitest';
import { repackSubsets } from './repack-subsets';

const WEB = { name: 'web', port: 8080, protocol: 'TCP' };
const ADMIN = { name: 'admin', port: 8082, protocol: 'TCP' };
const one = { ip: '10.1.0.1' };
const two = { ip: '10.1.0.2' };

it('lets ports of the same addresses share a subset', () => {
  const [subset, ...others] = repackSubsets([
    { addresses: [one], ports: [WEB] },
    { addresses: [one], ports: [ADMIN] },
  ]);
  expect(others).toEqual([]);
  expect(subset.addresses).toEqual([one]);
  expect(new Set(subset.ports)).toEqual(new Set([WEB, ADMIN]));
});

it('keeps ports of other addresses apart, and of others that are ready', () => {
  expect(
    repackSubsets([
      { addresses: [two, one], ports: [WEB] },
      { addresses: [one], notReadyAddresses: [two], ports: [ADMIN] },
    ]),
  ).toEqual([
    { addresses: [one, two], ports: [WEB] },
    { addresses: [one], notReadyAddresses: [two], ports: [ADMIN] },
  ]);
});

it('calls an address not ready that is both', () => {
  expect(
    repackSubsets([
      { notReadyAddresses: [one], ports: [WEB] },
      { addresses: [one, two], ports: [WEB] },
    ]),
  ).toEqual([{ addresses: [two], notReadyAddresses: [one], ports: [WEB] }]);
});

it('keeps addresses without ports, and drops ports without addresses', () => {
  expect(repackSubsets([{ addresses: [one] }, { ports: [WEB] }])).toEqual([
    { addresses: [one], ports: [] },
  ]);
});
