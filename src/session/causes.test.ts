import { describe, expect, it } from 'vitest';
import { LIBRARY } from '#library';
import { readScenario } from '#protocol';
import type { Seq, TraceTable } from '#trace';
import { STEP_SCHEMAS } from './catalogue';
import { apiServers, endpointLists, recordsOf, runOf, scenarioOf, wrongCause } from './testing';

function tableOf(text: string): TraceTable {
  const read = readScenario(text, { steps: STEP_SCHEMAS });
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return runOf(read.value).table;
}

describe.each(LIBRARY)('causes of $name', ({ text }) => {
  const table = tableOf(text);

  it('fit the kind of each record', () => {
    const wrong: string[] = [];
    for (let seq = 0; seq < table.length && wrong.length < 5; seq += 1) {
      const sentence = wrongCause(table, seq);
      if (sentence) wrong.push(sentence);
    }
    expect(wrong).toEqual([]);
  });

  it('lead home: every chain ends at a step or at the start', () => {
    const homeless: Seq[] = [];
    for (let seq = 0; seq < table.length; seq += 1) {
      const cause = table.causeOf(seq);
      const home =
        cause === undefined && (table.timeOf(seq) === 0 || table.kindOf(seq) === 'fault');
      if (!home && !(cause !== undefined && cause < seq)) homeless.push(seq);
    }
    expect(homeless).toEqual([]);
  });

  it('give every request one answer, unless its client or the run ended first', () => {
    const answered = new Set(recordsOf(table, 'response').map(({ id }) => id));
    const ends = recordsOf(table, 'process').filter(({ phase }) => phase === 'exited');
    const open = recordsOf(table, 'request').filter(({ id, client, t }) => {
      const ended = ends.some((end) => end.name === client && end.t >= t);
      const atTheEnd = table.timeOf(table.length - 1) - t < 70_000_000;
      return !answered.has(id) && !ended && !atTheEnd;
    });
    expect(open).toEqual([]);
  });
});

/**
 * The shortest way back from a record to one of that kind, over causes and what else was needed.
 */
function wayBack(table: TraceTable, from: Seq, goal: (seq: Seq) => boolean): readonly Seq[] {
  const cameFrom = new Map<Seq, Seq | undefined>([[from, undefined]]);
  for (const seq of cameFrom.keys()) {
    if (goal(seq)) {
      const way: Seq[] = [];
      for (let at: Seq | undefined = seq; at !== undefined; at = cameFrom.get(at)) way.unshift(at);
      return way;
    }
    const causes = [table.causeOf(seq) ?? [], table.also.get(seq) ?? []].flat();
    for (const cause of causes) if (!cameFrom.has(cause)) cameFrom.set(cause, seq);
  }
  return [];
}

it('keeps the golden chain from a kill to the put that shortens the endpoints', () => {
  const { table } = runOf(
    scenarioOf({
      until: '90s',
      seed: 1,
      apiServers: apiServers(3),
      timeline: [{ at: '40s', kill: 'kube-apiserver-c' }],
    }),
  );
  const after = endpointLists(table).find(({ t, ips }) => t > 40_000_000 && ips.length === 2);
  const key = '/registry/services/endpoints/default/kubernetes';
  const put = table.archive.history(key).find(({ seq }) => table.timeOf(seq) === after?.t);
  const isKill = (seq: Seq) => table.recordOf(seq, 'fault')?.verb === 'kill';
  const chain = wayBack(table, put?.seq ?? 0, isKill).map((seq) => {
    const { kind, actor } = table.record(seq);
    return `${kind} ${actor}`;
  });
  expect(chain).toMatchSnapshot();
  expect(chain.at(-1)).toBe('fault scenario');
});
