import { describe, expect, it } from 'vitest';
import { asTime, millis, NO_DURATION, type SimTime, seconds } from '#base';
import { Network, Simulation } from '#kernel';
import { BucketRateLimiter, type RateLimiter } from './rate-limiters';
import { TokenBucket } from './token-bucket';
import { WorkQueue } from './workqueue';

/** A queue whose work is written down and ended by hand. */
function world(workers = 2, limiterOf?: (now: () => SimTime) => RateLimiter) {
  const sim = new Simulation({ seed: 1, epochMs: 0, maxRecords: 10_000 });
  const latency = { min: NO_DURATION, max: NO_DURATION };
  const network = new Network(sim, { latency, lossPerMillion: 0 });
  const process = network.addProcess({ name: 'p', startDelay: latency, boot: () => ({}) });
  process.start();
  const advance = (length = millis(1)) => sim.advance(asTime(sim.now + length));
  advance();
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const queue = new WorkQueue({
    process,
    actor: 'p/queue',
    name: 'keys',
    workers,
    limiter: limiterOf?.(() => sim.now),
    work: (key, done) => {
      begun.push(key);
      ends.set(key, done);
    },
  });
  const end = (key: string) => {
    ends.get(key)?.();
    advance(NO_DURATION);
  };
  return { sim, queue, begun, end, advance };
}

describe('a work queue', () => {
  it('hands out a key once, and again when it comes in between', () => {
    const { queue, begun, end, advance } = world();
    for (const key of ['a', 'b', 'a']) queue.add(key);
    advance();
    expect(begun).toEqual([]);
    queue.start();
    advance();
    expect(begun).toEqual(['a', 'b']);
    queue.add('a');
    advance();
    expect(begun).toEqual(['a', 'b']);
    end('a');
    expect(begun).toEqual(['a', 'b', 'a']);
  });

  it('has as many at work as there are workers', () => {
    const { queue, begun, end, advance } = world(2);
    queue.start();
    for (const key of ['a', 'b', 'c', 'd']) queue.add(key);
    advance();
    expect(begun).toEqual(['a', 'b']);
    end('b');
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  it('waits twice as long after each failure, until it is forgotten', () => {
    const { sim, queue, begun, end, advance } = world();
    queue.start();
    queue.add('a');
    advance(NO_DURATION);
    const waits: number[] = [];
    for (let failure = 0; failure < 4; failure += 1) {
      const from = sim.now;
      queue.addRateLimited('a');
      end('a');
      const before = begun.length;
      while (begun.length === before) advance();
      waits.push((sim.now - from) / 1_000);
    }
    expect(waits).toEqual([5, 10, 20, 40]);
    expect(queue.numRequeues('a')).toBe(4);
    queue.forget('a');
    expect(queue.numRequeues('a')).toBe(0);
  });

  it('takes a token for each add, so that a key added twice as often comes ever later', () => {
    const bucket = (now: () => SimTime) =>
      new BucketRateLimiter(new TokenBucket({ qps: 5, burst: 1, now }));
    const { sim, queue, begun, end, advance } = world(1, bucket);
    queue.start();
    const times: number[] = [];
    for (let tick = 0; tick < 70; tick += 1) {
      queue.addRateLimited('a');
      for (let rest = 0; rest < 100; rest += 1) {
        advance();
        if (begun.length === times.length) continue;
        times.push(Math.round(sim.now / 100_000) * 100);
        end('a');
      }
    }
    const gaps = times.slice(1).map((time, place) => time - times[place]);
    // A bucket alone would let it through each 200 ms.
    expect(gaps.slice(0, 5)).toEqual([200, 200, 400, 800, 1_600]);
  });

  it('keeps the earlier of two waits, and drops all when it is shut down', () => {
    const { queue, begun, advance } = world();
    queue.start();
    queue.addAfter('a', seconds(9));
    queue.addAfter('a', seconds(2));
    queue.addAfter('a', seconds(5));
    queue.addAfter('b', seconds(3));
    advance(seconds(2));
    expect(begun).toEqual(['a']);
    queue.shutDown();
    advance(seconds(20));
    expect(begun).toEqual(['a']);
  });

  it('writes what happens to a key, each with its cause', () => {
    const { sim, queue, end, advance } = world(1);
    queue.start();
    queue.add('a');
    queue.add('a');
    advance();
    queue.add('a');
    queue.addRateLimited('b');
    end('a');
    end('a');
    advance(seconds(1));
    queue.forget('b');
    queue.forget('b');
    const { table } = sim.recorder;
    const told = Array.from({ length: table.length }, (_, seq) => table.recordOf(seq, 'queue'));
    const records = told.flatMap((record) => (record ? [record] : []));
    expect(records.map(({ op, key }) => `${op} ${key}`)).toEqual([
      ...['add a', 'get a', 'add a', 'requeue b', 'done a', 'get a', 'done a'],
      ...['add b', 'get b', 'forget b'],
    ]);
    const [add, get, again, requeue, done, second] = records;
    expect(add).toMatchObject({ controller: 'keys', delay: 0 });
    expect(requeue.delay).toBe(millis(5));
    expect([get.cause, done.cause, second.cause]).toEqual([add.seq, get.seq, again.seq]);
  });
});
