/** The Perfetto file, as Perfetto's own importer would read it. */
import { describe, expect, it } from 'vitest';
import { LIBRARY } from '#library';
import { EXPORTERS, type RunToExport, readScenario } from '#protocol';
import { STEP_SCHEMAS } from './catalogue';
import { type ReadSlice, readPerfetto } from './perfetto-reader';
import { runOf } from './testing';

/** With killed processes, slow hooks, repair passes, an outage; from one server to three. */
const SCENARIOS = ['ha-startup', 'slow-hook', 'cluster-ip-clash-and-out-of-range', 'etcd-outage'];

function exported(name: string) {
  const text = LIBRARY.find((entry) => entry.name === name)?.text ?? '';
  const read = readScenario(text, { steps: STEP_SCHEMAS });
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  const ran = runOf(read.value);
  const { table } = ran;
  const { traceHash, behaviourVersion } = ran.summary(0);
  const run = { scenario: read.value, table, traceHash, behaviourVersion } as RunToExport;
  const exporter = EXPORTERS.find(({ id }) => id === 'perfetto');
  return { table, file: [...(exporter?.write(run) ?? [])].join('') };
}

const seqOf = ({ args }: ReadSlice): number => Number(args.seq);

describe('the Perfetto file', () => {
  it.each(SCENARIOS)('of %s is read whole', (name) => {
    const { table, file } = exported(name);
    const trace = readPerfetto(file);
    expect(trace.faults).toEqual([]);

    // Each record is a slice at its time on a thread of its actor's process, and each cause a flow
    // between just these two.
    expect(trace.slices).toHaveLength(table.length);
    const wrong = trace.slices.filter((slice) => {
      const [pid] = slice.thread.split('/').map(Number);
      const seq = seqOf(slice);
      const [process] = table.actorOf(seq).split('/');
      const own = trace.processes.get(pid);
      const about = table.kindOf(seq) === 'process' ? table.text(seq, 'name') : process;
      return slice.ts !== table.timeOf(seq) || own !== about.split('/')[0];
    });
    expect(wrong).toEqual([]);
    const flows = trace.flows.map(({ from, to }) => [seqOf(from), seqOf(to)].join()).sort();
    const causes: string[] = [];
    for (let seq = 0; seq < table.length; seq += 1) {
      const cause = table.causeOf(seq);
      if (cause !== undefined) causes.push([cause, seq].join());
    }
    expect(flows).toEqual(causes.sort());
  });
});

describe('the reader', () => {
  const head = '{"displayTimeUnit":"ms","traceEvents":[';
  const names =
    '{"ph":"M","pid":1,"name":"process_name","args":{"name":"p"}},' +
    '{"ph":"M","pid":1,"tid":1,"name":"thread_name","args":{"name":"t"}},';
  const at = '"pid":1,"tid":1,"cat":"c"';
  const faultsOf = (...events: string[]) =>
    readPerfetto(`${head}${names}${events.join(',')}]}`).faults;

  it.each([
    ['an end of nothing', [`{"ph":"E",${at},"ts":1,"name":"x"}`], /nothing to end/],
    ['a slice without an end', [`{"ph":"B",${at},"ts":1,"name":"x"}`], /has no end/],
    [
      'slices that cross',
      [
        `{"ph":"B",${at},"ts":1,"name":"x"}`,
        `{"ph":"B",${at},"ts":2,"name":"y"}`,
        `{"ph":"E",${at},"ts":3,"name":"x"}`,
        `{"ph":"E",${at},"ts":4,"name":"y"}`,
      ],
      /x ends under y/,
    ],
    [
      'a flow that ends before it starts',
      [
        `{"ph":"i",${at},"ts":1,"name":"x","s":"t"}`,
        `{"ph":"f",${at},"ts":1,"name":"f","id":7,"bp":"e"}`,
      ],
      /ends before it starts/,
    ],
    ['a flow of nothing', [`{"ph":"s",${at},"ts":1,"name":"f","id":7}`], /no slice around it/],
    ['a time that is a text', [`{"ph":"i",${at},"ts":"1","name":"x","s":"t"}`], /ts is of a wrong/],
    ['a field that nobody reads', [`{"ph":"E",${at},"ts":1,"nme":"x"}`], /nme is unknown/],
    ['another phase', [`{"ph":"X",${at},"ts":1,"dur":1,"name":"x"}`], /unknown phase/],
    [
      'a thread without a name',
      ['{"ph":"i","pid":1,"tid":2,"cat":"c","ts":1,"name":"x","s":"t"}'],
      /has no name/,
    ],
  ])('finds %s', (_what, events, words) => {
    expect(faultsOf(...events).join('\n')).toMatch(words);
  });
});
