/**
 * Area `etcd-allocator`: the allocators over a bitmap that is stored in etcd, and what is done to
 * their memory behind their back.
 */
import type { Procedure } from '#kernel';
import {
  type Allocated,
  AllocationBitmap,
  type AllocationError,
  IpAllocator,
  IpRange,
  keepsStaticPorts,
  NO_ALLOCATION,
  NODE_PORTS,
  PortAllocator,
  PRIMARY_IPS,
  portBitmap,
  type RangeAllocation,
  type RangeResource,
  RangeStorage,
  SECONDARY_IPS,
  snapshotIn,
  type Taken,
} from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import { itemsOf, numberFrom, textFrom, timesOf } from '../allocator-words';
import type { Json } from '../case';
import type { Facts } from '../facts';
import { Fields } from '../read-fields';
import { drawing, ETCD_PREFIX, Rig } from '../rig';
import { type CallEnd, ContainingFact, callEnd, StepOutcome } from '../step-outcome';
import { portRangeOf } from './port-allocator';

const oneCall = (question: Question): Answer => new Stand(question).drive([question.when]);

export const etcdAllocatorAdapter: AreaAdapter = {
  area: 'etcd-allocator',
  calls: {
    allocate: oneCall,
    allocateNext: oneCall,
    release: oneCall,
    sequence: (question) => {
      const steps = new Fields(question.when, 'when').only('sequence').list('sequence');
      return new Stand(question).drive(steps);
    },
  },
};

const INPUTS = ['key', 'resource', 'bitmap', 'cidr', 'portRange', 'storedObject'];
const RANGES = [PRIMARY_IPS, SECONDARY_IPS, NODE_PORTS];

/** What takes items: the bare storage, or an allocator above it. */
interface Tested {
  /** The fields by which steps name its items. */
  readonly one: string;
  readonly many: string;
  read(value: Json): Json;
  next(item: Json): Json;
  allocate(item: Json): Procedure<CallEnd>;
  allocateNext(): Procedure<CallEnd>;
  release(item: Json): Procedure<CallEnd>;
  has(item: Json): boolean;
}

class Stand {
  readonly #rig: Rig;
  readonly #of: RangeResource;
  readonly #makeBitmap: () => AllocationBitmap;
  readonly #bitmap: AllocationBitmap;
  readonly #stored: RangeStorage;
  readonly #tested: Tested;

  constructor({ given, profile, switches }: Question) {
    const inputs = new Fields(given, 'given').only(...INPUTS);
    this.#of = resourceOf(inputs);
    this.#rig = new Rig({ switches, initial: storedObject(inputs) });
    const staticBand = keepsStaticPorts({ profile, featureGates: new Map() });
    this.#makeBitmap = bitmapsOf(inputs, staticBand);
    this.#bitmap = this.#makeBitmap();
    this.#stored = this.#storage(this.#bitmap);
    this.#tested = testedOf(inputs, this.#stored);
  }

  drive(steps: readonly Json[]): Answer {
    const results = steps.map((step) => this.#step(new Fields(step, 'when')));
    const last = results[results.length - 1];
    const text = last.error.show(undefined);
    const facts: Facts = {
      results,
      ok: last.ok,
      error: last.error,
      errorType: last.errorType,
      errorContains: new ContainingFact(typeof text === 'string' ? text : null),
      dynamicOffset: this.#bitmap.bandOffset,
    };
    return {
      facts,
      steps: results.map((result) => ({ expect: result, expectError: result.error })),
    };
  }

  #storage(bitmap: AllocationBitmap): RangeStorage {
    const { process } = this.#rig;
    return new RangeStorage({
      process,
      actor: this.#rig.actor('apiserver'),
      storage: this.#rig.openStorage('ranges'),
      etcdPrefix: ETCD_PREFIX,
      of: this.#of,
      bitmap,
      itemOf: String,
    });
  }

  #step(step: Fields): StepOutcome {
    const tested = this.#tested;
    const op = step.only('op', tested.one, tested.many, 'offset', 'times').text('op');
    switch (op) {
      case 'allocate':
        return this.#calls(this.#items(step).map((item) => tested.allocate(item)));
      case 'release':
        return this.#calls(this.#items(step).map((item) => tested.release(item)));
      case 'allocateNext':
        return this.#calls(
          Array.from({ length: timesOf(step.only('op', 'times')) }, () => tested.allocateNext()),
        );
      case 'has':
        return new StepOutcome({
          calls: this.#items(step).map((item) => ({ ok: tested.has(item) })),
        });
      case 'backing.allocate':
        return new StepOutcome({ calls: [endOf(this.#bitmap.allocate(step.whole('offset')))] });
      case 'backing.release':
        this.#bitmap.release(step.whole('offset'));
        return new StepOutcome({ calls: [{ ok: true }] });
      case 'otherProcess.allocate': {
        const other = this.#storage(this.#makeBitmap());
        return this.#calls([bareCalls(other).allocate(step.whole('offset'))]);
      }
      case 'readStored':
        return this.#readStored();
      default:
        throw new Unsupported(`when: no call ${op}`);
    }
  }

  #calls(procedures: readonly Procedure<CallEnd>[]): StepOutcome {
    return new StepOutcome({ calls: procedures.map((each) => this.#rig.perform(each)) });
  }

  #readStored(): StepOutcome {
    const read = this.#rig.perform(this.#stored.get());
    if (!read.ok) return new StepOutcome({ calls: [{ ok: false, error: read.status.message }] });
    const { allocation } = read;
    const bitmap = this.#makeBitmap();
    const snapshot = snapshotIn(allocation);
    const error = typeof snapshot === 'string' ? snapshot : bitmap.restore(snapshot);
    const partOf = (name: string) => {
      const offset = /^hasOffset(\d+)AfterRestore$/.exec(name)?.[1];
      return offset === undefined ? undefined : bitmap.has(Number(offset));
    };
    const { range, data } = allocation;
    return new StepOutcome({ calls: [{ ok: !error, error }], parts: { range, data }, partOf });
  }

  #items(step: Fields): readonly Json[] {
    const { one, many, read, next } = this.#tested;
    const words = { one, many, read, next, returned: [] };
    return itemsOf<Json>(step.only('op', one, many, 'note'), words);
  }
}

function resourceOf(inputs: Fields): RangeResource {
  const place = /^\/ranges\/(\w+)$/.exec(inputs.text('key'))?.[1];
  const known = RANGES.find((each) => each.place === place);
  if (!known) throw new Unsupported('given.key: no key of a range');
  return { ...known, resource: inputs.text('resource', known.resource) };
}

function storedObject(inputs: Fields) {
  if (!inputs.has('storedObject')) return [];
  const stored = inputs.inside('storedObject').only('range', 'data');
  const value: RangeAllocation = {
    ...NO_ALLOCATION,
    range: stored.text('range'),
    data: stored.text('data', ''),
  };
  return [{ key: `${ETCD_PREFIX}${inputs.text('key')}`, value }];
}

function bitmapsOf(inputs: Fields, staticBand: boolean): () => AllocationBitmap {
  if (inputs.has('cidr')) {
    const range = new IpRange(inputs.text('cidr'));
    return () => range.bitmap(drawing());
  }
  if (inputs.has('portRange')) {
    const spec = portRangeOf(inputs.text('portRange'));
    return () => portBitmap(spec, staticBand, drawing());
  }
  const bitmap = inputs.inside('bitmap').only('max', 'rangeSpec', 'reserved');
  const [max, band] = [bitmap.count('max'), bitmap.count('reserved', 0)];
  return () => new AllocationBitmap(max, bitmap.text('rangeSpec'), band, drawing());
}

function testedOf(inputs: Fields, stored: RangeStorage): Tested {
  if (inputs.has('cidr')) {
    const range = new IpRange(inputs.text('cidr'));
    const allocator = new IpAllocator(range, stored);
    return {
      ...{ one: 'ip', many: 'ips', read: textFrom },
      next: (ip) => range.ipOf((range.offsetOf(String(ip)) ?? -1) + 1),
      allocate: (ip) => ended(allocator.allocate(String(ip))),
      allocateNext: () => handedOut(allocator.allocateNext()),
      release: (ip) => ended(allocator.release(String(ip))),
      has: (ip) => allocator.has(String(ip)),
    };
  }
  if (inputs.has('portRange')) {
    const allocator = new PortAllocator(portRangeOf(inputs.text('portRange')), stored);
    return {
      ...numbered('port'),
      allocate: (port) => ended(allocator.allocate(numberFrom(port))),
      allocateNext: () => handedOut(allocator.allocateNext()),
      release: (port) => ended(allocator.release(numberFrom(port))),
      has: (port) => allocator.has(numberFrom(port)),
    };
  }
  return bareCalls(stored);
}

const numbered = (one: string): Pick<Tested, 'one' | 'many' | 'read' | 'next'> => ({
  one,
  many: `${one}s`,
  read: numberFrom,
  next: (item) => numberFrom(item) + 1,
});

function bareCalls(stored: RangeStorage): Tested {
  return {
    ...numbered('offset'),
    *allocate(offset) {
      return endOf(yield* stored.allocate(numberFrom(offset)));
    },
    *allocateNext() {
      return endOf(yield* stored.allocateNext());
    },
    *release(offset) {
      const error = yield* stored.release(numberFrom(offset));
      return { ok: error === undefined, error };
    },
    has: (offset) => stored.bitmap.has(numberFrom(offset)),
  };
}

function* ended(call: Procedure<AllocationError | undefined>): Procedure<CallEnd> {
  return callEnd(yield* call);
}

function* handedOut(call: Procedure<Allocated<Json>>): Procedure<CallEnd> {
  const next = yield* call;
  return next.ok ? { ok: true, value: next.value } : callEnd(next.error);
}

const endOf = (taken: Taken): CallEnd =>
  taken.ok ? { ok: true, value: taken.offset } : { ok: false, error: taken.error };
