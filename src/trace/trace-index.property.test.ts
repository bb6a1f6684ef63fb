import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asTime, type SimTime } from '#base';
import { Recorder } from './recorder';
import { TraceIndex } from './trace-index';
import type { TraceTable } from './trace-table';

/** Seed of every run here; a failure prints the counter-example. */
const SEED = 42;
const PROCESSES = ['etcd', 'kube-apiserver-a', 'kube-apiserver-b'];
const PHASES = ['starting', 'running', 'terminating', 'exited'];

const row = fc.record({
  what: fc.constantFrom('state', 'process', 'message', 'hook', 'connection', 'timer', 'etcd'),
  process: fc.nat(2),
  wait: fc.nat(3),
  pick: fc.nat(3),
  cause: fc.nat(30),
});
type Row = typeof row extends fc.Arbitrary<infer T> ? T : never;

function writeRow(recorder: Recorder, now: number, { what, process, pick, cause }: Row): void {
  const name = PROCESSES[process];
  const actor = `${name}/part-${pick % 2}`;
  const back = recorder.length - 1 - cause;
  const why = back >= 0 ? back : null;
  switch (what) {
    case 'state':
      recorder.write('state', actor, why, { machine: 'm', from: '', to: `s${pick}`, event: '' });
      break;
    case 'process':
      recorder.write('process', name, why, {
        name,
        phase: PHASES[pick],
        exitCode: null,
        reason: '',
      });
      break;
    case 'message':
      recorder.write('message', name, why, {
        of: 0,
        sentAt: now,
        arrivesAt: now + pick * 2,
        from: name,
        to: 'etcd',
        lost: pick === 0,
      });
      break;
    case 'hook':
      recorder.write('hook', actor, why, {
        server: name,
        name: `h${pick}`,
        type: 'post-start',
        phase: 'started',
      });
      break;
    case 'connection':
      recorder.write('connection', name, why, {
        client: name,
        server: 'etcd',
        phase: pick % 2 === 0 ? 'opened' : 'closed',
        reason: '',
      });
      break;
    case 'timer':
      recorder.write('timer', actor, why, { name: 't', phase: 'armed', firesAt: now + pick });
      break;
    default:
      recorder.write('etcd', 'etcd', why, {
        op: pick === 3 ? 'delete' : 'put',
        key: `/registry/masterleases/10.0.0.${process}`,
        revision: 1,
        lease: pick,
      });
  }
}

/** Writes all rows; `between` is called after each. */
function build(rows: readonly Row[], between: (table: TraceTable) => void): TraceTable {
  let now = 0;
  const recorder = new Recorder(() => now as SimTime);
  for (const one of rows) {
    now += one.wait;
    writeRow(recorder, now, one);
    between(recorder.table);
  }
  return recorder.table;
}

/** Everything an index says, at every whole time. */
function sayAll(index: TraceIndex, table: TraceTable): unknown {
  const end = table.length === 0 ? 0 : table.t[table.length - 1] + 10;
  const times = Array.from({ length: end + 1 }, (_, time) => time);
  return {
    actors: index.actors,
    processes: index.processes,
    rows: index.actors.map((actor) => [...index.rowsOf(actor)]),
    spans: [...index.actors, ...PROCESSES].map((actor) => index.spansOf(actor)),
    effects: Array.from({ length: table.length }, (_, seq) => index.effectsOf(seq)),
    leases: index.leases().map(({ name, holds, writes }) => ({ name, holds, w: writes.view() })),
    at: times.map((time) => [
      index.messagesAt(time),
      index.connectionsAt(time),
      index.masterLeasesAt(time),
      PROCESSES.map((name) => [index.hooksAt(name, time), index.processPhaseAt(name, time)]),
      index.actors.map((actor) => [index.timersAt(actor, time), index.spanAt(actor, time)]),
    ]),
  };
}

describe('the index of a trace', () => {
  it('is the same after many small updates as after one', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 60 }), (rows) => {
        let small: TraceIndex | undefined;
        const table = build(rows, (growing) => {
          small ??= new TraceIndex(growing);
          small.update();
        });
        const whole = new TraceIndex(table);
        whole.update();
        expect(sayAll(small ?? whole, table)).toEqual(sayAll(whole, table));
      }),
      { seed: SEED, numRuns: 150 },
    );
  });

  it('agrees with reading every record', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 60 }), fc.nat(120), (rows, time) => {
        const table = build(rows, () => {});
        const index = new TraceIndex(table);
        index.update();
        const records = Array.from({ length: table.length }, (_, seq) => table.record(seq));
        const past = records.filter((record) => record.t <= time);
        const flying = past.filter((one) => one.kind === 'message' && one.arrivesAt > time);
        expect(index.messagesAt(time)).toEqual(flying.map((record) => record.seq));
        for (const actor of index.actors) {
          const own = records.filter((record) => record.actor === actor);
          expect([...index.rowsOf(actor)]).toEqual(own.map((record) => record.seq));
          const name = actor.split('/')[0];
          const last = past.findLast(
            (one) =>
              (one.kind === 'state' && one.actor === actor && actor !== name) ||
              (one.kind === 'process' &&
                one.name === name &&
                (actor === name || one.phase === 'starting' || one.phase === 'exited')),
          );
          const open = last && (actor === name || last.kind === 'state') ? last.seq : undefined;
          expect(index.spanAt(actor, time)?.seq).toBe(open);
        }
        for (const { seq } of records) {
          const effects = records.filter((record) => record.cause === seq);
          expect(index.effectsOf(seq)).toEqual(effects.map((record) => record.seq));
        }
        const pairs = index.connectionsAt(asTime(time));
        expect(pairs.every((pair) => pair.open >= 0)).toBe(true);
      }),
      { seed: SEED, numRuns: 150 },
    );
  });
});
