/** In an outage of etcd the stage, the timeline and the tab etcd say the same of a lease. */
import { beforeAll, describe, expect, it } from 'vitest';
import { libraryScenario } from '#library';
import { readScenario } from '#protocol';
import { compileScenario, Run, STEP_SCHEMAS } from '#session';
import { TraceIndex, type TraceTable } from '#trace';
import { leftOf, selectStore } from '../etcd/select';
import { castOf } from './process-kind';
import { type StageSource, stageAt } from './select';
import { StageHistory } from './stage-history';

const SECOND = 1_000_000;
const [A, B] = ['kube-apiserver-a', 'kube-apiserver-b'];
const ADDRESSES = new Map([
  [A, '10.0.0.11'],
  [B, '10.0.0.12'],
]);
/** The outage, and when the last lease would have run out if anybody had counted, s. */
const [FROM, TO, RUN_OUT] = [40, 80, 56];

function runOutage(): TraceTable {
  const read = readScenario(libraryScenario('etcd-outage')?.text ?? '', { steps: STEP_SCHEMAS });
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  const compiled = compileScenario(read.value);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.faults));
  const run = new Run(compiled.value);
  run.advance();
  return run.table;
}

describe('etcd does not answer', () => {
  let source: StageSource;
  const stage = (seconds: number) => stageAt(source, seconds * SECOND, SECOND);
  const leases = (seconds: number) =>
    [A, B].map((name) => stage(seconds).processes.get(name)?.lease);

  beforeAll(() => {
    const history = new StageHistory(runOutage());
    history.update();
    const index = new TraceIndex(history.table);
    index.update();
    const cast = castOf(history.processes, [A, B]);
    source = { history, index, cast, advertised: ADDRESSES };
  });

  it('shows leases that are held and do not run, as long as it lasts', () => {
    for (const seconds of [FROM - 1, TO + 1]) {
      expect(leases(seconds).map((lease) => lease?.stopped)).toEqual([false, false]);
    }
    const stopped = leases(FROM + 1);
    expect(stopped.map((lease) => lease?.stopped)).toEqual([true, true]);
    expect(stopped.every((lease) => (lease?.leftUs ?? 0) > SECOND)).toBe(true);
    for (const seconds of [RUN_OUT, RUN_OUT + 10, TO - 1]) {
      expect(leases(seconds)).toEqual(stopped);
      expect(stage(seconds).endpoints.addresses.map(({ lease }) => lease)).toEqual(stopped);
    }
  });

  it('agrees with the lanes of the timeline and with the store', () => {
    for (const { name, holds } of source.index.leases()) {
      const hold = holds.find(
        ({ from, to }) => from < FROM * SECOND && (to ?? Infinity) > FROM * SECOND,
      );
      expect(hold?.to ?? Infinity, name).toBeGreaterThan(TO * SECOND);
    }
    const { table } = source.history;
    const at = (seconds: number) => selectStore(table, table.lastAt(seconds * SECOND)).keys;
    for (const [name, ip] of ADDRESSES) {
      const term = at(TO - 1).get(`/registry/masterleases/${ip}`)?.lease;
      const left = term && leftOf(term, (TO - 1) * SECOND).leftUs;
      expect(left).toBe(stage(TO - 1).processes.get(name)?.lease?.leftUs);
    }
  });

  it('has the whole time begin anew when etcd answers', () => {
    const left = leases(TO + 0.001).map((lease) => lease?.leftUs ?? 0);
    expect(Math.min(...left)).toBeGreaterThanOrEqual(14 * SECOND);
  });
});
