import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decodeShareLink } from '#protocol';
import { STEP_SCHEMAS } from '#session';
import { main } from '../main';
import { CaughtOutput } from '../testing';

const LEASE = 'controllerManagers:--leader-elect-lease-duration';
const HAND_OFF = ['explore', 'leader-handoff-crash', '--workers', '1', '--measure', 'hand-off'];

const said = new CaughtOutput();
beforeEach(() => said.begin());
afterEach(() => said.end());

describe('explore --sweep', () => {
  it('hands a lease off between its duration - 2 s and + 8.8 s, whatever it is', async () => {
    const args = ['--seeds', '1..2', '--format', 'json', '--sweep', `${LEASE}=12s,30s`];
    // The scenario expects what holds for 15 s.
    expect(await main([...HAND_OFF, ...args])).toBe(1);
    const printed = JSON.parse(said.out);
    expect(printed).toMatchObject({
      scenario: 'leader-handoff-crash',
      seeds: [1, 2],
      sweep: { parameter: LEASE, values: ['12s', '30s'] },
    });
    const [{ values }] = printed.measures;
    for (const [index, lease] of [12, 30].entries()) {
      const { count, min, median, max, longest } = values[index];
      expect(count).toBe(2);
      expect(min).toBeGreaterThan((lease - 2) * 1e6);
      expect(max).toBeLessThan((lease + 8.8) * 1e6);
      expect(median).toBeCloseTo((min + max) / 2);
      const decoded = decodeShareLink(longest.link, { steps: STEP_SCHEMAS });
      const flags = [`--leader-elect-lease-duration=${lease}s`];
      expect(decoded).toMatchObject({
        value: {
          scenario: { spec: { seed: longest.seed, controllerManagers: [{ flags }, { flags }] } },
        },
      });
    }
  }, 60_000);

  it('says with which value a component ends itself, and why', async () => {
    await main([...HAND_OFF, '--seeds', '1', '--sweep', `${LEASE}=10s,15s`]);
    expect(said.out).toMatch(/^leader-handoff-crash {2}seed 1 for each of 2 values /);
    expect(said.out).toMatch(/^ {2}value {2}samples {2}open +min +p5 +median +p95 +max /m);
    expect(said.out).toMatch(/^ {2}10s +0 +0 +- +- +- +- +- +- +-$/m);
    expect(said.out).toMatch(/^ {2}15s +1 +0( +\d+\.\d{3}s){5} +seed 1 +seed 1$/m);
    expect(said.out).toContain(
      '10s: kube-controller-manager-a ended itself in 1 of 1 seeds: ' +
        'panic: leaseDuration must be greater than renewDeadline\n',
    );
    expect(said.out).not.toContain('15s: ');
  }, 60_000);

  it.each([
    [`${LEASE}=15s,soon`, /^spec\.controllerManagers\[0\]\.flags: with soon: invalid argument /],
    ['spec.until=90s,x', /^spec\.until: with x: /],
    ['nobody:--v=1', /^--sweep: "nobody" is no process of the scenario and no list of them\n$/],
    ['spec.until', /^--sweep: expected WHERE:--FLAG=V1,V2 or FIELD=V1,V2, found "spec\.until"\n$/],
  ])('refuses %s before anything runs', async (sweep, reason) => {
    expect(await main([...HAND_OFF, '--seeds', '1', '--sweep', sweep])).toBe(2);
    expect([said.out, said.err]).toEqual(['', expect.stringMatching(reason)]);
  });
});
