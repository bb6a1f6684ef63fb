import { describe, expect, it } from 'vitest';
import { ABSENT_KIND_RULES, KIND_RULES, STEPS } from '#kube';
import type { ScenarioSpec } from '#protocol';
import { needsKindRules } from './kind-rules-needed';
import { apiServers, scenarioOf } from './testing';

const needs = (spec: Partial<ScenarioSpec>) =>
  needsKindRules(scenarioOf({ until: '10s', apiServers: apiServers(1), ...spec }));

const POD = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x', namespace: 'default' } };

describe('rules of single kinds', () => {
  it('are not needed by servers alone, nor by what happens to processes', () => {
    const kill = { at: '3s', for: '1s', kill: 'kube-apiserver-a' };
    expect([needs({}), needs({ timeline: [kill] })]).toEqual([false, false]);
  });

  it('are needed by objects, components, and every verb that writes some', () => {
    expect(needs({ objects: [POD] })).toBe(true);
    expect(needs({ etcdData: [{ key: '/registry/pods/default/x', value: POD }] })).toBe(true);
    expect(needs({ controllerManagers: [{ name: 'kcm' }] })).toBe(true);
    expect(needs({ schedulers: [{ name: 'scheduler' }] })).toBe(true);
    const verbs = (payload: unknown) =>
      STEPS.map(({ verb }) => verb)
        .filter((verb) => needs({ timeline: [{ at: '3s', [verb]: payload }] }))
        .sort();
    const writing = ['apply', 'create', 'delete', 'kubectl', 'patch', 'put', 'replace', 'scale'];
    expect(verbs(POD)).toEqual(writing);
    expect(verbs({ key: '/registry/minions/x' })).toEqual(writing);
    expect(verbs({ apiVersion: 'v1', kind: 'Service' })).toEqual(['kubectl']);
  });

  it('say so where they are missed, kind by kind', () => {
    expect(Object.keys(ABSENT_KIND_RULES).sort()).toEqual(Object.keys(KIND_RULES).sort());
    const { Pod, Job } = ABSENT_KIND_RULES;
    expect(() => Pod.validate?.(POD)).toThrow('the rules of Pod are there');
    expect(() => Job.validate?.(POD)).toThrow('the rules of Job are there');
  });
});
