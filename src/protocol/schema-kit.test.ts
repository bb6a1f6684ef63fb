import { expect, test, vi } from 'vitest';

test('reading compiles no code, which a strict content policy would report', async () => {
  const compile = vi.spyOn(globalThis, 'Function');
  const { checkScenario } = await import('./check-scenario');
  const { smallScenario } = await import('./fixtures/small-scenario');
  const { contractSteps } = await import('./fixtures/contract-steps');
  expect(checkScenario(smallScenario(), { steps: contractSteps() }).ok).toBe(true);
  expect(compile).not.toHaveBeenCalled();
});
