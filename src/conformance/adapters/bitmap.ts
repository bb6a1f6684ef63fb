/** Area `bitmap`: calls of the bitmap below the allocators, one after another. */
import { AllocationBitmap, countBits } from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import { bytesOfHex, hexOf, itemsOf, numberFrom, timesOf } from '../allocator-words';
import type { Json } from '../case';
import { ErrorFact, type Facts } from '../facts';
import { Fields, opAlone } from '../read-fields';
import { drawing } from '../rig';
import { type CallEnd, NamedFact, StepOutcome } from '../step-outcome';

const oneCall = (question: Question): Answer => new Stand(question).drive([question.when]);

export const bitmapAdapter: AreaAdapter = {
  area: 'bitmap',
  calls: {
    countBits: ({ given, when }) => {
      opAlone(when);
      const bytes = bytesOfHex(new Fields(given, 'given').only('numberHex').text('numberHex'));
      return { facts: { bits: countBits(bytes) } };
    },
    allocate: oneCall,
    allocateNext: oneCall,
    forEach: oneCall,
    sequence: (question) => {
      const steps = new Fields(question.when, 'when').only('sequence').list('sequence');
      return new Stand(question).drive(steps);
    },
  },
};

/** Source: the cases leave the range out where nothing depends on it. */
const RANGE_SPEC = 'test';
/** All that a step may say. */
const STEP = ['op', 'offset', 'offsets', 'times', 'max', 'rangeSpec', 'reserved'];

class Stand {
  #bitmap: AllocationBitmap;
  #returned: readonly number[] = [];
  #snapshot: ReturnType<AllocationBitmap['snapshot']> | undefined;
  #error: string | undefined;

  constructor({ given }: Question) {
    const inputs = new Fields(given, 'given').only('max', 'rangeSpec', 'reserved', 'allocate');
    this.#bitmap = this.#make(inputs);
    for (const offset of inputs.list('allocate', [])) this.#bitmap.allocate(numberFrom(offset));
  }

  drive(steps: readonly Json[]): Answer {
    const results = steps.map((step) => this.#step(new Fields(step, 'when')));
    const last = results[results.length - 1];
    const bitmap = this.#bitmap;
    const visited: number[] = [];
    bitmap.forEach((offset) => {
      visited.push(offset);
    });
    const facts: Facts = {
      results,
      visited,
      ok: last.ok,
      count: bitmap.count,
      free: bitmap.free,
      distinctOffsets: new Set(last.values).size,
      snapshotRangeSpec: this.#snapshot?.rangeSpec,
      snapshotBytesHex: this.#snapshot && hexOf(this.#snapshot.bytes),
      has: new NamedFact((offset) => bitmap.has(Number(offset))),
      error: new ErrorFact(this.#error),
    };
    return { facts, steps: results.map((result) => ({ expect: result })) };
  }

  #make(inputs: Fields): AllocationBitmap {
    const [max, band] = [inputs.count('max'), inputs.count('reserved', 0)];
    return new AllocationBitmap(max, inputs.text('rangeSpec', RANGE_SPEC), band, drawing());
  }

  #step(step: Fields): StepOutcome {
    const bitmap = this.#bitmap;
    const op = step.only(...STEP).text('op');
    switch (op) {
      case 'allocate':
        return this.#outcome(this.#offsets(step).map((offset) => bitmap.allocate(offset)));
      case 'allocateNext': {
        const taken = Array.from({ length: timesOf(step) }, () => bitmap.allocateNext());
        this.#returned = taken.flatMap((each) => (each.ok ? [each.offset] : []));
        return this.#outcome(taken);
      }
      case 'has':
        return new StepOutcome({ calls: this.#offsets(step).map((o) => ({ ok: bitmap.has(o) })) });
      case 'release':
        for (const offset of this.#offsets(step)) bitmap.release(offset);
        return new StepOutcome({ calls: [{ ok: true }], plain: null });
      case 'free':
        return new StepOutcome({ plain: bitmap.free, parts: { free: bitmap.free } });
      case 'state':
        return new StepOutcome({ parts: { count: bitmap.count, free: bitmap.free } });
      case 'forEach':
        return new StepOutcome({ plain: null });
      case 'snapshot':
        this.#snapshot = bitmap.snapshot();
        return new StepOutcome({ plain: null });
      case 'restoreInto':
        return this.#restoreInto(step.only('op', 'max', 'rangeSpec', 'reserved'));
      default:
        throw new Unsupported(`when: no call ${op}`);
    }
  }

  #restoreInto(step: Fields): StepOutcome {
    if (!this.#snapshot) throw new Unsupported('restoreInto: no snapshot was taken');
    this.#bitmap = this.#make(step);
    this.#error = this.#bitmap.restore(this.#snapshot);
    return new StepOutcome({ calls: [{ ok: this.#error === undefined, error: this.#error }] });
  }

  #offsets(step: Fields): readonly number[] {
    return itemsOf(step.only('op', 'offset', 'offsets'), {
      one: 'offset',
      many: 'offsets',
      read: numberFrom,
      next: (offset) => offset + 1,
      returned: this.#returned,
    });
  }

  #outcome(taken: readonly ReturnType<AllocationBitmap['allocate']>[]): StepOutcome {
    const calls = taken.map(
      (each): CallEnd =>
        each.ok ? { ok: true, value: each.offset } : { ok: false, error: each.error },
    );
    return new StepOutcome({ calls });
  }
}
