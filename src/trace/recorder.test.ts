import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asTime, type SimTime } from '#base';
import { readJsonLines } from './jsonl';
import { type FieldsOf, RECORD_FIELDS, RECORD_KINDS, type RecordKind } from './record';
import { Recorder } from './recorder';
import { TraceStore } from './trace-store';

function requestOf(verb: string) {
  const common = { group: 'g', version: 'v1', resource: 'things', subresource: '', namespace: 'n' };
  const who = { client: 'a', server: 'b', user: 'u', userAgent: 'x/1' };
  return { ...who, verb, ...common, name: 'one', query: '' };
}

function valueFor(type: string): fc.Arbitrary<unknown> {
  switch (type) {
    case 'text':
      return fc.oneof(fc.constantFrom('', 'a', 'kube-apiserver-a', '"quoted"\n'), fc.string());
    case 'flag':
      return fc.boolean();
    case 'exit':
      return fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 255 }));
    case 'json':
      return fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)));
    case 'time':
    case 'span':
      return fc.oneof(fc.integer({ min: 0, max: 2 ** 29 }), fc.integer({ min: 0, max: 2 ** 50 }));
    default:
      return fc.integer({ min: 0, max: 2 ** 30 });
  }
}

const anyRecord = fc.constantFrom(...RECORD_KINDS).chain((kind) => {
  const { slots, wide } = RECORD_FIELDS[kind];
  const fields = Object.entries({ ...slots, ...wide } as Record<string, string>);
  return fc.record({
    kind: fc.constant(kind),
    actor: fc.constantFrom('etcd', 'kube-apiserver-a/hooks/x', 'scenario'),
    gap: fc.integer({ min: 0, max: 5_000_000 }),
    cause: fc.integer({ min: -1, max: 40 }),
    also: fc.boolean(),
    fields: fc.record(
      Object.fromEntries(fields.map(([name, type]) => [name, valueFor(type)])),
    ) as fc.Arbitrary<Record<string, unknown>>,
  });
});

interface AnyRecord {
  readonly kind: RecordKind;
  readonly actor: string;
  readonly gap: number;
  readonly cause: number;
  readonly also: boolean;
  readonly fields: Record<string, unknown>;
}

function write(recorder: Recorder, clock: { now: SimTime }, record: AnyRecord): void {
  clock.now = asTime(clock.now + record.gap);
  const seq = recorder.length;
  const cause = record.cause < 0 || record.cause >= seq ? null : record.cause;
  const also = record.also && seq > 1 ? [0, 1] : undefined;
  const { kind, actor, fields } = record;
  const isRevision = kind === 'etcd' && (fields.op === 'put' || fields.op === 'delete');
  if (isRevision) recorder.writeRevision(actor, cause, fields as FieldsOf<'etcd'>, { a: 1 });
  else recorder.write(kind, actor, cause, fields as never, also);
}

describe('Recorder', () => {
  it('gives back what was written, through blocks and through JSON Lines', () => {
    fc.assert(
      fc.property(
        fc.array(anyRecord, { maxLength: 60 }),
        fc.integer({ min: 1, max: 7 }),
        (list, cut) => {
          const clock = { now: asTime(0) };
          const recorder = new Recorder(() => clock.now);
          const store = new TraceStore();
          for (const [index, record] of (list as readonly AnyRecord[]).entries()) {
            write(recorder, clock, record);
            const seq = recorder.length - 1;
            const read = recorder.table.record(seq) as unknown as Record<string, unknown>;
            expect(read).toMatchObject({ ...record.fields, kind: record.kind, t: clock.now });
            if (index % cut === 0) {
              const block = recorder.takeBlock();
              if (block) store.append(structuredClone(block));
            }
          }
          const last = recorder.takeBlock();
          if (last) store.append(last);
          const lines = (table: Recorder['table']) =>
            Array.from({ length: table.length }, (_, seq) => table.line(seq));
          expect(lines(store.table)).toEqual(lines(recorder.table));
          for (const line of lines(recorder.table)) expect(() => JSON.parse(line)).not.toThrow();
          const reread = readJsonLines(
            lines(recorder.table)
              .map((line) => `${line}\n`)
              .join(''),
          );
          if (!reread.ok) throw new Error(JSON.stringify(reread.faults));
          expect(lines(reread.value)).toEqual(lines(recorder.table));
        },
      ),
      { seed: 1, numRuns: 150 },
    );
  });

  it('prints a record in the fixed order of the contract', () => {
    const recorder = new Recorder(() => asTime(5));
    const timer = { name: 'tick', phase: 'armed', firesAt: 5 };
    recorder.write('timer', 'a/loop', null, timer);
    const fields = { id: 7, code: 200, reason: '', resourceVersion: 0 };
    recorder.write('response', 'a/api', 0, fields, [0]);
    expect(recorder.table.line(1)).toBe(
      '{"seq":1,"t":5,"actor":"a/api","kind":"response","cause":0,"timer":"tick","armedAt":5,' +
        '"also":[0],"id":7,"code":200,"reason":"","resourceVersion":""}',
    );
  });

  it('prints instants of any size', () => {
    const instants = [0, 999_999, 2 ** 30 - 1, 2 ** 30, 7_200_000_001, 86_400_000_000, 2 ** 52];
    for (const t of instants) {
      const recorder = new Recorder(() => asTime(t));
      recorder.write('timer', 'a', null, { name: 'x', phase: 'armed', firesAt: asTime(t + 7) });
      const { table } = recorder;
      expect(table.line(0)).toBe(JSON.stringify(table.record(0)));
    }
  });

  it('writes frequent kinds as it writes others', () => {
    const recorder = new Recorder(() => asTime(5));
    recorder.write('log', 'a', null, { level: 'info', message: '' });
    const way = { from: 'a', to: 'b', lost: false };
    const sent = recorder.prepare('message', 'a', way);
    const far = asTime(2 ** 40);
    for (const arrivesAt of [asTime(9), far]) {
      recorder.write('message', 'a', 0, { of: 0, sentAt: asTime(5), arrivesAt, ...way });
      recorder.writeMessage(sent, 0, arrivesAt);
    }
    const asked = requestOf('range');
    recorder.write('request', 'a/x', 0, { id: 7, ...asked }, [1]);
    recorder.writeRequest(recorder.prepare('request', 'a/x', asked), 7, 0, [1]);
    const answer = { id: 7, code: 404, reason: 'NotFound', resourceVersion: 3 };
    recorder.write('response', 'b', 0, answer, [2]);
    recorder.writeResponse('b', 0, answer, [2]);
    const state = { machine: 'm', from: 'one', to: 'two', event: 'go' };
    recorder.write('state', 'a/m', 0, state);
    recorder.writeState(recorder.prepareState('a/m', state), 0, undefined);
    const timer = recorder.prepareTimer('a/m', 'retry');
    for (const firesAt of [asTime(9), far]) {
      recorder.write('timer', 'a/m', 0, { name: 'retry', phase: 'armed', firesAt }, [1]);
      recorder.writeTimer(timer, 0, { phase: 'armed', firesAt }, [1]);
    }
    const { table } = recorder;
    for (let seq = 1; seq < table.length; seq += 2) {
      expect(table.record(seq + 1)).toEqual({ ...table.record(seq), seq: seq + 1 });
    }
    expect(table.length).toBe(15);
    expect(table.wides).toHaveLength(2);
  });

  it('tells objects of one name apart, and bookmarks from objects named as their resource', () => {
    const recorder = new Recorder(() => asTime(0));
    const places = [
      ['leases', 'kube-system', 'one'],
      ['leases', 'default', 'one'],
      ['pods', 'default', 'one'],
      ['pods', '', ''],
      ['pods', '', 'pods'],
      ['leases', '', 'pods'],
    ] as const;
    const twice = [...places, ...places];
    const said = { type: 'MODIFIED', resourceVersion: 7 };
    for (const [resource, namespace, name] of twice) {
      const fields = { resource, namespace, name };
      recorder.write('watch', 'a', null, { id: 1, ...said, ...fields });
      recorder.write('delta', 'a', null, { ...said, informer: resource, namespace, name });
    }
    twice.forEach(([resource, namespace, name], index) => {
      expect(recorder.table.record(index * 2)).toMatchObject({ resource, namespace, name });
      const delta = { informer: resource, namespace, name };
      expect(recorder.table.record(index * 2 + 1)).toMatchObject(delta);
    });
    expect(recorder.table.wides).toHaveLength(2 * places.length);
  });

  it('refuses a cause that is not an earlier record', () => {
    const recorder = new Recorder(() => asTime(0));
    const log = { level: 'info', message: 'x' };
    expect(() => recorder.write('log', 'a', 0, log)).toThrow('cause 0 of record 0');
  });

  it('finds records by time', () => {
    const clock = { now: asTime(0) };
    const recorder = new Recorder(() => clock.now);
    for (const t of [0, 10, 10, 30]) {
      clock.now = asTime(t);
      recorder.write('log', 'a', null, { level: 'info', message: String(t) });
    }
    const { table } = recorder;
    expect([0, 5, 10, 11, 31].map((t) => table.firstAt(t))).toEqual([0, 1, 1, 3, 4]);
    expect([-1, 0, 10, 29, 99].map((t) => table.lastAt(t))).toEqual([-1, 0, 2, 2, 3]);
  });

  it('keeps every revision of a key, also beyond a delete', () => {
    const recorder = new Recorder(() => asTime(0));
    const put = { op: 'put', key: '/a', revision: 2, lease: 0 };
    recorder.writeRevision('etcd', null, put, { v: 1 });
    const gone = { op: 'delete', key: '/a', revision: 3, lease: 0 };
    recorder.writeRevision('etcd', null, gone, undefined);
    const { archive } = recorder.table;
    expect(archive.history('/a').map(({ object }) => object)).toEqual([{ v: 1 }, undefined]);
    expect(archive.at('/a', 0)?.object).toEqual({ v: 1 });
    expect(archive.at('/a', 1)?.object).toBeUndefined();
    expect(recorder.table.record(0)).toMatchObject({ object: { v: 1 } });
    expect(recorder.table.record(1)).not.toHaveProperty('object');
  });
});
