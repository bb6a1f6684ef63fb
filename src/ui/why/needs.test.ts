import { expect, it } from 'vitest';
import { asTime } from '#base';
import { Recorder } from '#trace';
import { createTrace } from '../stores';
import { selectArrows } from '../timeline/arrows';
import { alsoNeeded, besides, effectsOf } from './needs';

const recorder = new Recorder(() => asTime(0));
const log = (actor: string, cause: number | null, also?: readonly number[]): number =>
  recorder.write('log', actor, cause, { level: 'info', message: 'so' }, also);
const kill = log('scenario', null);
const start = log('server', null);
const answer = recorder.write('response', 'etcd', start, {
  id: 1,
  code: 200,
  reason: '',
  resourceVersion: 7,
});
const decision = log('server', answer, [kill, answer]);
const write = log('etcd', decision);
const { trace, index } = createTrace();
const block = recorder.takeBlock();
if (block) trace.append(block);

it('what a record needed beside its cause, without answers that tell nothing new', () => {
  expect(alsoNeeded(index, decision)).toEqual([kill]);
  expect(alsoNeeded(index, write)).toEqual([]);
});

it('is an effect of what it needed, once', () => {
  expect(effectsOf(index, kill)).toEqual([decision]);
  expect(effectsOf(index, answer)).toEqual([decision]);
});

it('is drawn as an arrow like any cause', () => {
  expect(selectArrows(index, write)).toEqual([
    { from: decision, to: write, depth: 1 },
    { from: answer, to: decision, depth: 2 },
    { from: start, to: answer, depth: 3 },
    { from: kill, to: decision, depth: 2 },
  ]);
});

it('tells each thing that a chain needed besides once, and not what the chain names', () => {
  expect([...besides(index, write, [decision, answer, start])]).toEqual([[decision, [kill]]]);
  expect(besides(index, decision, [answer, start, kill]).size).toBe(0);
  const twice = log('server', decision, [kill, start]);
  const next = recorder.takeBlock();
  if (next) trace.append(next);
  expect([...besides(index, twice, [decision])]).toEqual([[twice, [kill, start]]]);
});
