import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asTime, parseGoDuration } from '#base';
import { LIBRARY } from '#library';
import { checkScenario, readScenario, type Scenario, type TimelineStep } from '#protocol';
import { jsonLines, readJsonLines, traceHash } from '#trace';
import { STEP_SCHEMAS } from './catalogue';
import { compileScenario } from './compile-scenario';
import { Run } from './run';
import { apiServers, runOf, scenarioOf } from './testing';

const HA = (() => {
  const read = readScenario(LIBRARY[0].text, { steps: STEP_SCHEMAS });
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return read.value;
})();

/** Run once for all tests. */
const HA_RUN = runOf(HA);

const LABELS = { z: '1', a: '2' };

function keysBackwards(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(keysBackwards);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([key, inner]) => [key, keysBackwards(inner)]));
}

function sliced(scenario: Scenario, slice: number): string {
  const compiled = compileScenario(scenario);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults));
  const run = new Run(compiled.value);
  while (!run.advance(slice));
  return run.hash();
}

describe('determinism', () => {
  it('gives the same hash twice, and in slices of any size', () => {
    const whole = HA_RUN.hash();
    expect(runOf(HA).hash()).toBe(whole);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), (slice) => {
        expect(sliced(HA, slice)).toBe(whole);
      }),
      { seed: 1, numRuns: 4 },
    );
  });

  it('gives another hash for another seed', () => {
    const other = { ...HA, spec: { ...HA.spec, seed: 4711 } };
    expect(runOf(other).hash()).not.toBe(HA_RUN.hash());
  });

  it('is not changed by a stream that nobody draws from', () => {
    const compiled = compileScenario(HA);
    if (!compiled.ok) throw new Error('refused');
    const run = new Run(compiled.value);
    run.cluster.sim.random('nobody').int(0, 10);
    run.advance();
    expect(run.hash()).toBe(HA_RUN.hash());
  });

  it.each([
    ['at any time', '31204567us'],
    ['when the fault before it ends', '40s'],
    ['when an expectation is decided', '45s'],
    ['at the end', '60s'],
  ])('runs an act appended live %s as it runs the document with that step', (_, at) => {
    const before = { at: '20s', for: '20s', pause: 'kube-apiserver-a' } as TimelineStep;
    const object = { apiVersion: 'v1', kind: 'Namespace', name: 'default' };
    const expected = [{ at: '45s', object, jsonPath: '{.status.phase}', equals: 'Active' }];
    const spec = { until: '60s', seed: 3, apiServers: apiServers(2), expect: expected };
    const step = { at, kill: 'kube-apiserver-b' } as TimelineStep;
    const acted = scenarioOf({ ...spec, timeline: [before, step] });
    const compiled = compileScenario(scenarioOf({ ...spec, timeline: [before] }));
    if (!compiled.ok) throw new Error('refused');
    const live = new Run(compiled.value);
    live.cluster.sim.advance(asTime(Number(parseGoDuration(at)) - 1));
    live.append(step);
    live.advance();
    expect(live.hash()).toBe(runOf(acted).hash());
  });

  it('does not depend on the order of keys', () => {
    const spec = {
      until: '20s',
      apiServers: apiServers(1),
      objects: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', labels: LABELS } }],
      etcdData: [{ key: '/a', value: { list: [{ b: 1, a: 2 }], of: LABELS } }],
      timeline: [
        { at: '9s', apply: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'b' } } },
        { at: '9s', create: [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'c' } }] },
        { at: '10s', put: { key: '/b', value: LABELS } },
        { at: '11s', delete: { kind: 'Namespace', name: 'c' } },
      ],
      expect: [
        {
          by: '19s',
          object: { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default', name: 'a' },
          jsonPath: '{.metadata.labels}',
          equals: LABELS,
        },
      ],
    } as const;
    const scenario = scenarioOf(spec as never);
    const backwards = checkScenario(keysBackwards(scenario), { steps: STEP_SCHEMAS });
    if (!backwards.ok) throw new Error(JSON.stringify(backwards.faults));
    const run = runOf(scenario);
    expect(run.summary(0).expectations.map(({ ok }) => ok)).toEqual([true]);
    expect(runOf(backwards.value).hash()).toBe(run.hash());
  });
});

describe('the trace', () => {
  const { table } = HA_RUN;
  const text = [...jsonLines(table)].join('');

  it('has the SHA-256 of its JSON Lines as its hash', () => {
    expect(traceHash(table)).toBe(createHash('sha256').update(text).digest('hex'));
  });

  it('is the same after it was written and read', () => {
    const read = readJsonLines(text);
    if (!read.ok) throw new Error(JSON.stringify(read.faults));
    expect(traceHash(read.value)).toBe(traceHash(table));
    expect([...jsonLines(read.value)].join('')).toBe(text);
  });

  it('has another hash when one field of one record is changed', () => {
    const lines = text.trimEnd().split('\n');
    for (const index of [0, Math.floor(lines.length / 2), lines.length - 1]) {
      const record = JSON.parse(lines[index]) as Record<string, unknown>;
      record.actor = `${record.actor as string}x`;
      const changed = lines.with(index, JSON.stringify(record)).join('\n');
      const read = readJsonLines(changed);
      if (!read.ok) throw new Error(JSON.stringify(read.faults));
      expect(traceHash(read.value)).not.toBe(traceHash(table));
    }
  });

  it('refuses damaged lines by number and reason', () => {
    const lines = text.split('\n');
    const damaged = lines.with(4, '{"seq":4,"kind":"nonsense"}').join('\n');
    expect(readJsonLines(damaged)).toEqual({
      ok: false,
      faults: [{ path: 'line 5', reason: 'unknown kind nonsense', line: 5 }],
    });
  });
});
