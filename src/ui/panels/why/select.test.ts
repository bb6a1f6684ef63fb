import { describe, expect, it } from 'vitest';
import { asTime } from '#base';
import { exampleTrace, RECONCILER, SERVER } from '../example-trace';
import type { Focus } from '../panel';
import { recordInQuestion, selectWhy } from './select';

const NOTHING: Focus = { actor: undefined, process: undefined, seq: undefined, key: undefined };
const { orrery, records } = exampleTrace();
const { index } = orrery;
const END = asTime(30_000_000);

describe('recordInQuestion', () => {
  it('is the selected record whatever the time', () => {
    expect(recordInQuestion(index, { ...NOTHING, seq: 3 }, asTime(0))).toBe(3);
  });

  it('is the last telling record of the selected actor at the playhead', () => {
    const focus = { ...NOTHING, actor: RECONCILER, process: SERVER };
    expect(recordInQuestion(index, focus, asTime(13_010_000))).toBe(records.decision);
  });

  it('looks into all actors of a process', () => {
    const focus = { ...NOTHING, actor: SERVER, process: SERVER };
    expect(recordInQuestion(index, focus, asTime(23_020_000))).toBe(records.idleDecision + 1);
  });

  it('is nothing before anything happened', () => {
    const focus = { ...NOTHING, actor: RECONCILER, process: SERVER };
    expect(recordInQuestion(index, focus, asTime(0))).toBeUndefined();
  });
});

describe('selectWhy', () => {
  it('leads from a write back to the start of the run', () => {
    const { chain, more } = selectWhy(index, records.update, 20, END);
    expect(chain).toContain(records.decision);
    expect(chain).toContain(records.tick);
    expect(chain.at(-1)).toBe(records.processStart);
    expect(more).toBe(false);
  });

  it('shows a part of a long chain and says that there is more', () => {
    const { chain, more } = selectWhy(index, records.update, 2, END);
    expect(chain).toHaveLength(2);
    expect(more).toBe(true);
  });

  it('leads forward to effects', () => {
    expect(selectWhy(index, records.fault, 10, END).effects).toEqual([records.expire]);
  });

  it('knows why nothing happened', () => {
    expect(selectWhy(index, records.decision, 10, END).idle).toEqual([records.idleDecision]);
    expect(selectWhy(index, records.decision, 10, asTime(20_000_000)).idle).toEqual([]);
  });
});
