import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decodeShareLink } from '#protocol';
import { STEP_SCHEMAS } from '#session';
import { main } from '../main';
import { CaughtOutput } from '../testing';

/** Twenty seconds suffice: nothing dies in them. */
const QUICK = ['explore', 'first-boot', '--workers', '1'];

const said = new CaughtOutput();
beforeEach(() => said.begin());
afterEach(() => said.end());

describe('explore', () => {
  it('prints a distribution whose extremes have links to that very seed', async () => {
    const status = await main([...QUICK, '--seeds', '3..6', '--format', 'json']);
    expect([status, said.err]).toEqual([0, '']);
    const printed = JSON.parse(said.out);
    expect(printed).toMatchObject({ scenario: 'first-boot', seeds: [3, 4, 5, 6], failures: [] });
    const ready = printed.measures.find(
      ({ measure }: { measure: string }) => measure === 'time-to-ready',
    );
    expect(ready).toMatchObject({ unit: 'us', count: ready.samples.length, open: 0 });
    const { seed, us, link } = ready.longest;
    expect(us).toBe(Math.max(...ready.samples.map((sample: { us: number }) => sample.us)));
    const decoded = decodeShareLink(link, { steps: STEP_SCHEMAS });
    expect(decoded).toMatchObject({ ok: true, value: { scenario: { spec: { seed } } } });
  });

  it('prints it as text, one measure when one is asked for', async () => {
    expect(await main([...QUICK, '--seeds', '1..2', '--measure', 'time-to-ready'])).toBe(0);
    expect(said.out).toMatch(/^first-boot {2}seeds 1\.\.2 {2}behaviour version \d+\n2 runs in /);
    expect(said.out).toMatch(/^time-to-ready: .*\n\d+ samples\nmin \d+\.\d{3}s {2}p5 /m);
    expect(said.out).toMatch(
      /^shortest .*: seed [12], .*\n {2}orrery run first-boot --seed [12]$/m,
    );
    expect(said.out).toMatch(/\nall expectations and invariants hold in every seed\n$/);
    expect(said.out).not.toContain('endpoint-arrival');
  });

  it('takes its part of the seeds', async () => {
    await main([...QUICK, '--seeds', '0..4', '--shard', '2/3', '--format', 'json']);
    expect(JSON.parse(said.out).seeds).toEqual([1, 4]);
  });

  it.each([
    [['--seeds', '5..1'], /^--seeds: 5 comes after 1; write 1\.\.5\n$/],
    [['--seeds', 'a'], /^--seeds: expected A\.\.B such as 0\.\.999, found "a"\n$/],
    [['--seeds', '0..4294967296'], /^--seeds: a seed is at most 4294967295, found 4294967296\n$/],
    [['--seeds', '0..2000000'], /^--seeds: 2000001 seeds are more than 1000000\n$/],
    [[], /^--seeds: missing; expected A\.\.B such as 0\.\.999\n$/],
    [['--seeds', '1', '--shard', '0/2'], /^--shard: expected I\/N with I from 1 to N /],
    [['--seeds', '1', '--shard', '2/2'], /^--shard: 2\/2 of 1 seeds is none\n$/],
    [['--seeds', '1', '--measure', 'x'], /^--measure: expected one of hand-off, .*, found "x"\n$/],
    [['--seeds', '1', '--workers', '0'], /^--workers: expected a whole number from 1 to 256, /],
    [['--seeds', '1', '--format', 'xml'], /^--format: expected text or json, found xml\n$/],
  ])('refuses %j in words', async (args, reason) => {
    expect(await main(['explore', 'first-boot', ...args])).toBe(2);
    expect([said.out, said.err]).toEqual(['', expect.stringMatching(reason)]);
  });

  it('names the seeds that break something, and fails', async () => {
    const scenario = {
      apiVersion: 'kube-orrery/v1',
      kind: 'Scenario',
      metadata: { name: 'odd' },
      spec: {
        until: '4s',
        apiServers: [{ name: 'a' }],
        expect: [
          {
            name: 'x is there',
            at: '4s',
            object: { apiVersion: 'v1', kind: 'Namespace', name: 'x' },
            absent: false,
          },
        ],
      },
    };
    const fragment = await linkOf(scenario);
    expect(await main(['explore', fragment, '--seeds', '1..2', '--workers', '1'])).toBe(1);
    expect(said.out).toMatch(
      /\n2 of 2 seeds break something\nseed 1\n {2}FAILED x is there\n {2}\/#\/s/,
    );
  });
});

async function linkOf(scenario: unknown): Promise<string> {
  const { encodeShareLink } = await import('#protocol');
  const link = encodeShareLink(scenario as never);
  if (!link.ok) throw new Error('too long');
  return link.value;
}

describe('several workers', () => {
  const PATIENCE_MS = 120_000;
  const orrery = fileURLToPath(new URL('../../tools/orrery.mjs', import.meta.url));
  const explored = async (workers: string) => {
    const args = ['explore', 'first-boot', '--seeds', '0..5', '--format', 'json'];
    const run = await promisify(execFile)(process.execPath, [
      orrery,
      ...args,
      '--workers',
      workers,
    ]);
    const { wallSeconds: _, workers: used, ...rest } = JSON.parse(run.stdout);
    return { used, rest };
  };

  it(
    'give what one gives',
    async () => {
      const three = await explored('3');
      const one = await explored('1');
      expect([three.used, one.used]).toEqual([3, 1]);
      expect(three.rest).toEqual(one.rest);
    },
    PATIENCE_MS,
  );
});
