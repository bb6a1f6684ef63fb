import { describe, expect, it } from 'vitest';
import { asTime } from '#base';
import { objectsAt } from './objects-at';
import { apiServers, recordsOf, runOf, scenarioOf } from './testing';

const whole = scenarioOf({ seed: 3, until: '20s', apiServers: apiServers(1) });
const { records } = runOf(whole).summary(0);

describe('the limit of records', () => {
  it.each([1, 7, 500, 501, 502, 503, 504, 505])('ends the run with exactly %i', (limit) => {
    const run = runOf({ ...whole, spec: { ...whole.spec, limits: { records: limit } } });
    const summary = run.summary(0);
    expect([summary.records, summary.truncated]).toEqual([limit, true]);
    expect(run.now).toBeGreaterThanOrEqual(run.table.timeOf(limit - 1));
    const puts = recordsOf(run.table, 'etcd').filter(({ op }) => op === 'put');
    expect(run.table.archive.rows.length).toBe(puts.length);
    expect(objectsAt(run.table, asTime(run.now)).etcd.length).toBe(puts.length);
  });

  it('leaves a run alone that has just as many', () => {
    const { truncated, traceHash } = runOf({
      ...whole,
      spec: { ...whole.spec, limits: { records } },
    }).summary(0);
    expect(truncated).toBe(false);
    expect(traceHash).toBe(runOf(whole).summary(0).traceHash);
  });
});
