import { describe, expect, it } from 'vitest';
import type { ExpectationSpec, TimelineStep } from '#protocol';
import { apiServers, recordsOf, runOf, scenarioOf } from './testing';

const timeline = (...steps: readonly object[]) => steps as unknown as readonly TimelineStep[];
const raw = (at: string, path: string, more: object = {}) => ({
  at,
  kubectl: `get --raw '${path}'`,
  ...more,
});

/** What kubectl prints in a run of one server. */
function printed(...steps: readonly object[]): readonly string[] {
  const spec = { seed: 5, until: '60s', apiServers: apiServers(1), timeline: timeline(...steps) };
  return recordsOf(runOf(scenarioOf(spec)).table, 'log')
    .filter(({ actor }) => actor === 'kubectl')
    .map(({ message }) => message);
}

interface Printed {
  readonly kind: string;
  readonly metadata: { readonly resourceVersion: string };
  readonly items: readonly { readonly metadata: { readonly name: string } }[];
}

describe('a raw path with a query', () => {
  it('lists as the query says: from memory, or exactly at a version', () => {
    const [memory, exact, missing] = printed(
      raw('15s', '/api/v1/namespaces?resourceVersion=0'),
      raw('16s', '/api/v1/namespaces?resourceVersion=9&resourceVersionMatch=Exact'),
      raw('17s', '/api/v1/namespaces?resourceVersionMatch=Exact'),
    );
    const found = JSON.parse(memory) as Printed;
    expect(found.kind).toBe('NamespaceList');
    expect(found.items.map(({ metadata }) => metadata.name)).toContain('kube-node-lease');
    expect((JSON.parse(exact) as Printed).metadata.resourceVersion).toBe('9');
    expect((JSON.parse(exact) as Printed).items.length).toBeLessThan(found.items.length);
    expect(missing).toMatch(/^The ListOptions "" is invalid: resourceVersionMatch/);
  });

  it('watches, each piece as it comes, until it is interrupted', () => {
    const lines = printed(
      raw('15s', '/api/v1/namespaces?watch=1&fieldSelector=metadata.name%3Dshop', { for: '10s' }),
      { at: '16s', kubectl: 'create namespace shop' },
    );
    const pieces = lines.filter((line) => line.startsWith('{"type":'));
    expect(pieces.map((line) => (JSON.parse(line) as { type: string }).type)).toEqual(['ADDED']);
    expect(lines.at(-1)).toBe('^C');
  });

  it('prints the Status with which a watch of a version that is too old ends', () => {
    const lines = printed(
      { at: '14s', restart: 'kube-apiserver-a' },
      raw('30s', '/api/v1/namespaces?watch=1&resourceVersion=9'),
    );
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0])).toMatchObject({
      type: 'ERROR',
      object: {
        kind: 'Status',
        code: 410,
        reason: 'Expired',
        message: expect.stringMatching(/^too old resource version: 9 \(\d+\)$/),
      },
    });
  });
});

describe('a raw path without the namespace that its object needs', () => {
  it('is not there, and one of a list is', () => {
    const [one, list] = printed(
      raw('15s', '/api/v1/configmaps/a'),
      raw('16s', '/api/v1/configmaps?fieldSelector=metadata.name%3Da'),
    );
    expect(one).toBe(
      'Error from server (NotFound): the server could not find the requested resource',
    );
    expect((JSON.parse(list) as Printed).kind).toBe('ConfigMapList');
  });
});

describe('an expectation of a line', () => {
  const results = (...expectations: readonly ExpectationSpec[]) => {
    const steps = timeline({ at: '15s', kubectl: 'get namespace nope' });
    const spec = { until: '20s', apiServers: apiServers(1), timeline: steps };
    return runOf(scenarioOf({ ...spec, expect: expectations })).summary(0).expectations;
  };
  const log = { actor: 'kubectl', message: 'namespaces "nope" not found$' };

  it('holds from the first line in which the expression is found', () => {
    const [found, elsewhere, otherLevel, early] = results(
      { by: '16s', log },
      { by: '16s', log: { ...log, actor: 'etcd' } },
      { by: '16s', log: { ...log, level: 'info' } },
      { by: '14s', log },
    );
    expect(found).toMatchObject({ ok: true, want: log, got: { actor: 'kubectl' } });
    expect([elsewhere, otherLevel, early].map(({ ok, got }) => [ok, got])).toEqual(
      Array(3).fill([false, 'no such line']),
    );
  });

  it('may be that there is none in a while', () => {
    const never = { never: true, log } as const;
    expect(
      results({ ...never, until: '14s' }, { ...never, from: '17s' }, never).map(({ ok }) => ok),
    ).toEqual([true, true, false]);
  });
});

describe('paths of an API server beside the API', () => {
  it('count the checks of its health, each endpoint by itself', () => {
    const [, , slis] = printed(
      raw('15s', '/livez?exclude=etcd'),
      raw('16s', '/readyz'),
      raw('17s', '/metrics/slis'),
    );
    expect(slis).toContain('kubernetes_healthcheck{name="etcd",type="readyz"} 1\n');
    expect(slis).not.toContain('{name="etcd",type="livez"}');
    expect(slis).toContain('_total{name="ping",status="success",type="livez"} 1\n');
  });

  it('have a profile, of which there is nothing to show', () => {
    const said = printed(
      raw('15s', '/debug/pprof/heap'),
      raw('16s', '/debug/pprof/symbol'),
      raw('17s', '/debug/flags'),
    );
    expect(said[0]).toContain('profiles are not modelled here');
    expect(said[1]).toBe('num_symbols: 1');
    expect(said[2]).toContain('<tr>v<br>');
  });
});
