import { expect, it } from 'vitest';
import { asTime } from '#base';
import { exampleTrace, RECONCILER } from '../example-trace';
import { ipFates, reconcilers, selectRound, selectRounds } from './select';

const { orrery, records } = exampleTrace();
const { index } = orrery;
const END = asTime(30_000_000);

it('finds the reconcilers', () => expect(reconcilers(index)).toEqual([RECONCILER]));

it('has a round for each time the machine left idle', () => {
  const rounds = selectRounds(index, RECONCILER, END);
  expect(rounds.map(({ decision }) => decision?.action)).toEqual(['update', 'none']);
  expect(rounds[0].first).toBe(records.roundStart);
});

it('shows only what has happened by the playhead', () => {
  expect(selectRounds(index, RECONCILER, asTime(12_000_000))).toEqual([]);
  const [begun] = selectRounds(index, RECONCILER, asTime(13_000_000));
  expect(begun).toMatchObject({ decision: undefined, first: records.roundStart });
});

it('tells what a round read and wrote, and the timer behind it', () => {
  const [round] = selectRounds(index, RECONCILER, END);
  const view = selectRound(index, RECONCILER, round);
  const calls = view.calls.map(({ request, response }) => [request.verb, response?.code]);
  expect(calls).toEqual([
    ['get', 200],
    ['update', 200],
  ]);
  expect(view.writes.map(({ revision }) => revision)).toEqual([8]);
  expect(view.timer).toBe(records.tick);
});

it('says what becomes of each address', () => {
  const [{ decision }] = selectRounds(index, RECONCILER, END);
  expect(decision && ipFates(decision)).toEqual([
    ['10.0.0.11', 'removed'],
    ['10.0.0.12', 'kept'],
  ]);
});
