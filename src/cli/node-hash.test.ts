import { expect, it } from 'vitest';
import { asTime } from '#base';
import { Recorder, TraceHasher, traceHash } from '#trace';
import { nodeHash } from './node-hash';

it('gives the hash that the page gives, also while the trace grows', () => {
  const recorder = new Recorder(() => asTime(7));
  const own = new TraceHasher();
  const native = new TraceHasher(nodeHash());
  for (const message of ['first', 'äöü 雪 𝄞', 'x'.repeat(10_000)]) {
    recorder.write('log', 'a', null, { level: 'info', message });
    own.update(recorder.table);
    native.update(recorder.table);
    expect(native.digest()).toBe(own.digest());
  }
  expect(traceHash(recorder.table, nodeHash())).toBe(own.digest());
});
