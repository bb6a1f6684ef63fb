import { describe, expect, it } from 'vitest';
import { LIBRARY } from '#library';
import { readScenario } from '#protocol';
import type { RecordOf, Seq, TraceTable } from '#trace';
import { STEP_SCHEMAS } from './catalogue';
import { apiServers, endpointLists, recordsOf, runOf, scenarioOf } from './testing';

function tableOf(text: string): TraceTable {
  const read = readScenario(text, { steps: STEP_SCHEMAS });
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return runOf(read.value).table;
}

/** Sentence about a record whose cause breaks the rule of its kind; undefined when all is well. */
function wrongCause(table: TraceTable, seq: Seq): string | undefined {
  const record = table.record(seq);
  const { cause, kind, t } = record;
  const words = () => `${kind} ${seq} of ${record.actor}: ${JSON.stringify(record)}`;
  if (cause === null) {
    const startsChain = t === 0 || kind === 'fault';
    return startsChain ? undefined : `no cause: ${words()}`;
  }
  if (record.timer !== undefined) {
    const armed = table.record(cause) as RecordOf<'timer'>;
    if (armed.firesAt !== t && kind !== 'timer') return `late without a reason: ${words()}`;
  }
  if (kind === 'response' && record.code > 0) {
    const request = table.recordOf(cause, 'request');
    if (request?.id !== record.id) return `answers another request: ${words()}`;
  }
  if (kind === 'watch' && record.type !== 'BOOKMARK' && record.type !== 'ERROR') {
    const write = table.recordOf(cause, 'etcd');
    if (write?.revision !== record.resourceVersion) return `not the write: ${words()}`;
  }
  if (kind === 'message' && record.of !== cause) return `carries another record: ${words()}`;
  if (kind === 'etcd' && (record.op === 'put' || record.op === 'delete')) {
    const allowed = ['request', 'etcd', 'fault'];
    if (!allowed.includes(table.kindOf(cause))) return `write of nobody: ${words()}`;
  }
  return undefined;
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
  const chain: string[] = [];
  for (let seq = put?.seq; seq !== undefined && chain.length < 40; seq = table.causeOf(seq)) {
    const { kind, actor } = table.record(seq);
    chain.push(`${kind} ${actor}`);
  }
  expect(chain.slice(0, 24)).toMatchSnapshot();
});
