import { expect, it } from 'vitest';
import { asTime } from '#base';
import type { Scenario } from '#protocol';
import { createOrrery } from '../stores';
import { addStep } from './edit-scenario';
import { endInView, grownTo, keepEndInView } from './longer-run';

const S = 1_000_000;
const story: Scenario = {
  apiVersion: 'kube-orrery/v1',
  kind: 'Scenario',
  metadata: { name: 's' },
  spec: { until: '60s' },
};
const late = addStep(story, asTime(55 * S), { kill: 'a' }).scenario;
const early = addStep(story, asTime(20 * S), { kill: 'a' }).scenario;

it('only an act near the end makes a run longer', () => {
  expect(grownTo(story, late)).toBe(115 * S);
  expect(grownTo(story, early)).toBeUndefined();
  expect(grownTo(late, story)).toBeUndefined();
  expect(grownTo(undefined, late)).toBeUndefined();
});

it('a window that shows the end goes on to the new one; any other stays', () => {
  expect(endInView(60 * S, 60 * S, 115 * S)).toBe(115 * S);
  expect(endInView(59 * S, 60 * S, 115 * S)).toBeUndefined();
  const orrery = createOrrery();
  orrery.viewport.setState({ from: 50 * S, to: 60 * S });
  keepEndInView(orrery, story, late);
  expect(orrery.viewport.getState()).toMatchObject({ from: 50 * S, to: 115 * S });
  keepEndInView(orrery, late, story);
  expect(orrery.viewport.getState().to).toBe(115 * S);
});
