import fc from 'fast-check';
import { expect, it } from 'vitest';
import { micros, seconds } from '#base';
import { EtcdFixture } from './etcd-fixture';
import { LEASE_SCAN_PERIOD } from './lessor';

it('takes a lease no sooner than its TTL and within one scan after it, with the key', () => {
  const grant = fc.record({
    ttlSeconds: fc.integer({ min: 1, max: 20 }),
    waitUs: fc.integer({ min: 0, max: 3_000_000 }),
  });
  fc.assert(
    fc.property(fc.nat(1_000), fc.array(grant, { minLength: 1, maxLength: 8 }), (seed, grants) => {
      const world = new EtcdFixture({ seed });
      for (const [index, { ttlSeconds, waitUs }] of grants.entries()) {
        world.advance(micros(waitUs));
        world.etcd.put(`/k${index}`, index, ttlSeconds);
      }
      world.advance(seconds(30));
      const records = world.records('etcd');
      for (const [index, { ttlSeconds }] of grants.entries()) {
        const of = (op: string) =>
          records.find((record) => record.op === op && record.lease === index + 1);
        const [granted, expired, gone] = [of('lease-grant'), of('lease-expire'), of('delete')];
        const lived = (expired?.t ?? 0) - (granted?.t ?? 0) - seconds(Math.max(2, ttlSeconds));
        expect(lived).toBeGreaterThanOrEqual(0);
        expect(lived).toBeLessThan(LEASE_SCAN_PERIOD);
        expect(gone).toMatchObject({ t: expired?.t, key: `/k${index}`, cause: expired?.seq });
        expect(expired).toMatchObject({ timer: `lease ${index + 1}`, armedAt: granted?.t });
        const armed = world.sim.recorder.table.recordOf(expired?.cause ?? 0, 'timer');
        expect(armed).toMatchObject({ firesAt: expired?.t, cause: granted?.seq });
      }
    }),
    { seed: 20_230_411, numRuns: 60 },
  );
});
