import { expect, it } from 'vitest';
import { asTime } from '#base';
import type { Scenario, TimelineStep } from '#protocol';
import { addNote, addStep, healSteps, insertSteps } from './edit-scenario';
import { actedSince } from './own-acts';

const S = 1_000_000;
const story = (timeline: readonly TimelineStep[]): Scenario => ({
  apiVersion: 'kube-orrery/v1',
  kind: 'Scenario',
  metadata: { name: 's' },
  spec: { until: '60s', timeline },
});
const told = story([
  { at: '0s', note: 'three servers' },
  { at: '10s', kill: 'a' },
  { at: '10s', partition: { between: ['b'], and: ['etcd'] } },
]);

it('the steps of the story itself do not make its notes old', () => {
  expect(actedSince(told, 0, 60 * S)).toBe(false);
  expect(actedSince(undefined, 0, 60 * S)).toBe(false);
});

it('an act does, from its instant on, for the notes before it', () => {
  const { scenario } = addStep(told, asTime(20 * S), { kill: 'b' });
  expect(actedSince(scenario, 0, 19 * S)).toBe(false);
  expect(actedSince(scenario, 0, 20 * S)).toBe(true);
  expect(actedSince(scenario, 21 * S, 60 * S)).toBe(false);
});

it('so does healing what the story broke', () => {
  const { scenario } = healSteps(told, asTime(30 * S), [2]);
  expect(actedSince(scenario, 0, 29 * S)).toBe(false);
  expect(actedSince(scenario, 0, 30 * S)).toBe(true);
});

it('a note of the person, or a line that only reads, changes no story', () => {
  const noted = addNote(told, asTime(20 * S), 'look');
  const read = insertSteps(noted, asTime(21 * S), [{ kubectl: 'get pods -A' }]);
  expect(actedSince(read, 0, 60 * S)).toBe(false);
  const wrote = insertSteps(read, asTime(22 * S), [{ kubectl: 'delete ns x' }]);
  expect(actedSince(wrote, 0, 60 * S)).toBe(true);
});
