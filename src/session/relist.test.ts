import { describe, expect, it } from 'vitest';
import { libraryScenario } from '#library';
import { readScenario } from '#protocol';
import { compileScenario } from './compile-scenario';
import { Run } from './run';

const MANAGER = 'kube-controller-manager-a';

describe('informers whose watch is too old', () => {
  it('list once, with the version that they saw last, and tell of what has gone', () => {
    const read = readScenario(libraryScenario('too-old-and-relist')?.text ?? '');
    const compiled = read.ok ? compileScenario(read.value) : read;
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults));
    const { table, ...run } = runOf(new Run(compiled.value));
    const killed = run.seqs.find((seq) => table.recordOf(seq, 'fault')?.verb === 'kill') ?? 0;
    const requests = run.seqs.flatMap((seq) => {
      const record = table.recordOf(seq, 'request');
      return record?.client === MANAGER ? [record] : [];
    });
    for (const resource of ['namespaces', 'serviceaccounts']) {
      const own = requests.filter((each) => each.resource === resource && each.seq > killed);
      const lists = own.filter(({ verb }) => verb === 'list');
      const tries = own.filter(({ verb, seq }) => verb === 'watch' && seq < lists[0].seq);
      const versions = tries.map(({ query }) => new URLSearchParams(query).get('resourceVersion'));
      expect(new Set(versions).size).toBe(1);
      expect(lists.map(({ query }) => query)).toEqual([`resourceVersion=${versions[0]}`]);
    }
    const deltas = run.seqs.flatMap((seq) => {
      const record = seq > killed ? table.recordOf(seq, 'delta') : undefined;
      return record?.actor.startsWith(`${MANAGER}/`) ? [record] : [];
    });
    const gone = deltas.filter(({ type }) => type === 'Deleted');
    expect(gone.map(({ namespace, name }) => [namespace, name])).toEqual([
      ['stays', 'default'],
      ['', 'gone'],
    ]);
  });
});

function runOf(run: Run) {
  while (!run.advance(100_000));
  const { table } = run;
  return { table, seqs: Array.from({ length: table.length }, (_, seq) => seq) };
}
