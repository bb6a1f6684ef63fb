import { expect, test } from 'vitest';
import { knownControllers } from './controllers';
import { DebugHandlers } from './debug-handlers';

function withAllStarted(profile: '1.27' | '1.28'): DebugHandlers {
  const handlers = new DebugHandlers();
  for (const controller of knownControllers(profile, new Map())) handlers.started(controller);
  return handlers;
}

test.each([
  ['1.27', 'garbagecollector', 'garbage-collector-controller'],
  ['1.28', 'garbage-collector-controller', 'garbagecollector'],
] as const)('since %s the collector is mounted as %s, not as %s', (profile, name, other) => {
  const handlers = withAllStarted(profile);
  expect(handlers.answer(`/debug/controllers/${name}/graph`)?.status).toBe(501);
  for (const below of ['', '/', '/graph/', '/graphs']) {
    const answer = handlers.answer(`/debug/controllers/${name}${below}`);
    expect(answer).toEqual({ status: 404, body: '\n' });
  }
  expect(handlers.answer(`/debug/controllers/${other}/graph`)).toBeUndefined();
});

test('nothing is mounted for a name that only begins so, for others, and before the start', () => {
  const handlers = withAllStarted('1.27');
  expect(handlers.answer('/debug/controllers/garbagecollectors/graph')).toBeUndefined();
  expect(handlers.answer('/debug/controllers/job/graph')).toBeUndefined();
  expect(handlers.answer('/debug/controllers')).toBeUndefined();
  expect(new DebugHandlers().answer('/debug/controllers/garbagecollector/graph')).toBeUndefined();
});
