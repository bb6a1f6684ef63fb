import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TaskQueue } from './task-queue';

describe('TaskQueue', () => {
  it('pops in order of time, first in first out at equal times', () => {
    const operations = fc.array(
      fc.oneof(fc.record({ push: fc.integer({ min: 0, max: 20 }) }), fc.constant('pop' as const)),
      { maxLength: 400 },
    );
    fc.assert(
      fc.property(operations, (sequence) => {
        const queue = new TaskQueue<number>();
        const model: { at: number; id: number }[] = [];
        let id = 0;
        for (const operation of sequence) {
          if (operation === 'pop') {
            if (model.length === 0) continue;
            model.sort((a, b) => a.at - b.at || a.id - b.id);
            expect(queue.firstAt).toBe(model[0].at);
            expect(queue.pop()).toBe(model.shift()?.id);
          } else {
            queue.push(operation.push, id);
            model.push({ at: operation.push, id });
            id += 1;
          }
          expect(queue.size).toBe(model.length);
        }
      }),
      { seed: 1 },
    );
  });

  it('refuses to pop when empty', () => {
    expect(() => new TaskQueue().pop()).toThrow('a task to pop');
  });
});
