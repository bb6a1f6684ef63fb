import { expect, it } from 'vitest';
import { asTime, millis, NO_DURATION } from '#base';
import { Network, perform, runProcedure, Simulation } from '#kernel';
import { newConflict, newInternalError, newTooManyRequests } from '../api/status';
import type { RestResult } from '../client';
import { type Decision, review, worthAnotherTry } from './delegated-authorization';

const REVIEWS = { group: 'authorization.k8s.io', resource: 'subjectaccessreviews' };
const refusal = (status: ReturnType<typeof newConflict>): RestResult<never> => ({
  ...{ ok: false, status, transport: undefined, seq: 1 as never },
});
const lost = (transport: string) =>
  ({ ok: false, status: undefined, transport, seq: 1 }) as unknown as RestResult<never>;
const BROKEN = refusal(newInternalError('etcdserver: leader changed'));
const ALLOWED = { ok: true, code: 201, object: { status: { allowed: true } }, seq: 1 };

/** Reviews once with these answers in turn. @returns when each was asked for, ms, and the end. */
function reviewed(answers: readonly unknown[]) {
  const latency = { min: NO_DURATION, max: NO_DURATION };
  const sim = new Simulation({ seed: 7, epochMs: 0, maxRecords: 1_000 });
  const network = new Network(sim, { latency, lossPerMillion: 0 });
  const process = network.addProcess({
    ...{ name: 'm', startDelay: latency, boot: () => ({}) },
  });
  const asked: number[] = [];
  let decision: Decision | undefined;
  process.start();
  sim.advance(asTime(millis(1)));
  const create = function* () {
    asked.push(sim.now / millis(1));
    const answer = answers[Math.min(asked.length, answers.length) - 1];
    return yield* perform<never>((done) => done(answer as never));
  };
  runProcedure(review({ process, actor: 'm' }, { create }, {}), (end) => {
    decision = end;
  });
  sim.advance(asTime(millis(20_000)));
  return { waits: asked.slice(1).map((at, index) => at - asked[index]), decision };
}

it('asks again, after waits that grow, where the API server could not answer', () => {
  const { waits, decision } = reviewed([BROKEN, BROKEN, ALLOWED]);
  expect(decision).toMatchObject({ allowed: true });
  expect(waits).toHaveLength(2);
  expect(waits[0]).toBeGreaterThanOrEqual(500);
  expect(waits[0]).toBeLessThan(600);
  expect(waits[1]).toBeGreaterThanOrEqual(750);
  expect(waits[1]).toBeLessThan(900);
});

it('gives up after the fifth time, with what it heard last', () => {
  const { waits, decision } = reviewed([BROKEN]);
  expect(waits).toHaveLength(4);
  expect(decision).toMatchObject({ allowed: false, error: expect.stringContaining('leader') });
});

it('does not ask again what was refused, or where nobody listens', () => {
  const conflict = refusal(newConflict(REVIEWS, 'x', 'no'));
  expect(reviewed([conflict]).waits).toEqual([]);
  expect(reviewed([lost('dial tcp 10.0.0.1:6443: connect: connection refused')]).waits).toEqual([]);
  expect(worthAnotherTry(lost('read tcp 10.0.0.1:6443: read: connection reset by peer'))).toBe(
    true,
  );
  expect(worthAnotherTry(refusal(newTooManyRequests('too many', 1)))).toBe(true);
});
