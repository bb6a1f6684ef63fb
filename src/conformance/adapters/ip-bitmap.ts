/** Area `ip-bitmap`: calls of the allocator of addresses over a bitmap in memory. */
import {
  type AllocationBitmap,
  type AllocationError,
  AllocatorMetrics,
  calculateRangeOffset,
  IpAllocator,
  type IpAllocatorCalls,
  IpRange,
  immediately,
  inMemory,
  ipsFromSnapshot,
  NO_ALLOCATION,
  newInMemoryIps,
  type RangeAllocation,
} from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import { itemsOf, timesOf } from '../allocator-words';
import type { Json } from '../case';
import { ErrorFact, type Fact, type Facts } from '../facts';
import { metricsFact, sumOfMetrics } from '../metrics-facts';
import { Fields, opAlone } from '../read-fields';
import { drawing } from '../rig';
import { type CallEnd, ClaimsFact, callEnd, StepOutcome } from '../step-outcome';

const oneCall = (question: Question): Answer => new Stand(question).drive([question.when]);

/** All that a step may say. */
const STEP = ['op', 'cidr', 'ip', 'ips', 'times', 'offset', 'network'];

export const ipBitmapAdapter: AreaAdapter = {
  area: 'ip-bitmap',
  calls: {
    calculateRangeOffset: ({ given, when }) => {
      opAlone(when);
      const inputs = new Fields(given, 'given').only('cidr', 'min', 'max', 'step');
      const [min, max, step] = ['min', 'max', 'step'].map((name) => inputs.count(name));
      const { size } = new IpRange(inputs.text('cidr'));
      return { facts: { offset: calculateRangeOffset(size, { min, max, step }) } };
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

const INPUTS = ['cidr', 'cidrs', 'allocate', 'metricsEnabled', 'staticSubrange', 'allocators'];

/** One allocator of the case. */
interface Place {
  /** Of several over one range. */
  readonly name: string;
  readonly bitmap: AllocationBitmap;
  readonly allocator: IpAllocator;
  returned: readonly string[];
}

class Stand {
  readonly #places: readonly Place[];
  /** By range, as the label of the metrics says. */
  readonly #metrics: Readonly<Record<string, AllocatorMetrics>>;
  readonly #freeBefore: number;
  readonly #usedBefore: number;
  /** What a case learns only in passing. */
  readonly #noted: Record<string, Fact> = {};
  #snapshot: RangeAllocation | undefined;

  constructor({ given }: Question) {
    const inputs = new Fields(given, 'given').only(...INPUTS);
    const cidrs = inputs.has('cidr') ? [inputs.text('cidr')] : inputs.texts('cidrs');
    if (!inputs.flag('staticSubrange', true)) throw new Unsupported('the band is always there');
    const measured = inputs.flag('metricsEnabled', false);
    const named = inputs.texts('allocators', []).map((words) => namedAllocator(words));
    const metrics = cidrs.map((cidr) => [new IpRange(cidr).cidr, new AllocatorMetrics()] as const);
    this.#metrics = Object.fromEntries(metrics);
    const wanted = named.length > 0 ? named : [{ name: '', measured }];
    this.#places = cidrs.flatMap((cidr) =>
      wanted.map((each) => placeOf(cidr, each.name, each.measured ? this.#metrics : {})),
    );
    const { allocator } = this.#places[0];
    for (const ip of inputs.texts('allocate', [])) immediately(allocator.allocate(ip));
    this.#freeBefore = allocator.free;
    this.#usedBefore = allocator.used;
  }

  drive(steps: readonly Json[]): Answer {
    const results = steps.map((step) => this.#step(new Fields(step, 'when')));
    const [{ allocator, bitmap }] = this.#places;
    const sums = sumOfMetrics(this.#metrics);
    const facts: Facts = {
      results,
      error: results[results.length - 1].error,
      errors: results.map(({ error }) => error),
      freeBefore: this.#freeBefore,
      usedUnchanged: allocator.used === this.#usedBefore ? allocator.used : 'changed',
      cidr: allocator.cidr,
      family: allocator.family,
      max: allocator.range.max,
      dynamicOffset: bitmap.bandOffset,
      free: allocator.free,
      used: allocator.used,
      ...sums,
      ...this.#noted,
    };
    return { facts, steps: results.map((result) => this.#stepFacts(result)) };
  }

  #stepFacts(result: StepOutcome): Facts {
    return {
      expect: result.claims ?? result,
      expectError: result.error,
      expectErrorType: result.errorType,
      expectIP: result.value,
      expectMetrics: result.metrics,
    };
  }

  #step(step: Fields): StepOutcome {
    const before = metricsFact(this.#metrics);
    const outcome = this.#call(step);
    const after = metricsFact(this.#metrics);
    const name = this.#placesOf(step)[0].name;
    if (name !== '') this.#noted[`metricsAfter${name}`] = after.since(before);
    outcome.metrics = after;
    return outcome;
  }

  #call(step: Fields): StepOutcome {
    const op = step
      .only(...STEP)
      .text('op', 'state')
      .replace(/^[A-Z]\./, '');
    const places = this.#placesOf(step);
    const [place] = places;
    const { allocator } = place;
    switch (op) {
      case 'allocate':
        return calls(this.#ips(step, place), (ip) => immediately(allocator.allocate(ip)));
      case 'allocateNext':
        return this.#allocateNext(places, timesOf(step.only('op', 'cidr', 'times')));
      case 'release':
        return calls(this.#ips(step, place), (ip) => immediately(allocator.release(ip)), null);
      case 'has':
        return new StepOutcome({
          calls: this.#ips(step, place).map((ip) => ({ ok: allocator.has(ip) })),
        });
      case 'state': {
        const { free, used, cidr, family } = allocator;
        return new StepOutcome({ parts: { free, used, cidr, family } });
      }
      case 'forEach': {
        const visited: string[] = [];
        allocator.forEach((ip) => {
          visited.push(ip);
        });
        this.#noted.visited = visited;
        return new StepOutcome({ plain: null });
      }
      case 'dryRun.allocate':
      case 'dryRun.allocateNext':
      case 'dryRun.release':
        return this.#dryRun(op, step, allocator);
      default:
        return this.#snapshots(op, step, place);
    }
  }

  #allocateNext(places: readonly Place[], times: number): StepOutcome {
    const ends: CallEnd[] = [];
    for (const place of places) {
      const returned: string[] = [];
      for (let left = times; left > 0; left -= 1) {
        const taken = immediately(place.allocator.allocateNext());
        if (taken.ok) returned.push(taken.value);
        ends.push(taken.ok ? { ok: true, value: taken.value } : callEnd(taken.error));
      }
      place.returned = returned;
    }
    const outcome = new StepOutcome({ calls: ends });
    outcome.claims = new ClaimsFact({
      distinct: () => new Set(outcome.values).size === ends.length,
      'inside the CIDR': () =>
        places.every(({ allocator, returned }) =>
          returned.every((ip) => allocator.range.offsetOf(ip) !== undefined),
        ),
    });
    return outcome;
  }

  #dryRun(op: string, step: Fields, allocator: IpAllocator): StepOutcome {
    const dry: IpAllocatorCalls = allocator.dryRun();
    const { range } = allocator;
    const ip = () => {
      if (step.has('offset')) return range.ipOf(step.whole('offset') - 1);
      const named = step.text('ip');
      return named === 'network base' ? range.network : named;
    };
    if (op === 'dryRun.allocate') return calls([ip()], (each) => immediately(dry.allocate(each)));
    if (op === 'dryRun.release') return calls([ip()], (each) => immediately(dry.release(each)));
    const next = immediately(dry.allocateNext());
    return new StepOutcome({
      calls: [next.ok ? { ok: true, value: next.value } : callEnd(next.error)],
    });
  }

  #snapshots(op: string, step: Fields, { allocator, returned }: Place): StepOutcome {
    const holdsAll = (other: IpAllocator) => returned.every((ip) => other.has(ip));
    if (op === 'snapshot') {
      this.#snapshot = allocator.snapshot(NO_ALLOCATION);
      this.#noted.snapshotRange = this.#snapshot.range;
      return new StepOutcome({ plain: null });
    }
    const snapshot = this.#snapshot;
    if (!snapshot) throw new Unsupported(`when: no call ${op} without a snapshot`);
    switch (op) {
      case 'newFromSnapshot': {
        const made = ipsFromSnapshot(snapshot, drawing());
        if (typeof made === 'string')
          return new StepOutcome({ calls: [{ ok: false, error: made }] });
        const { free, used } = made;
        Object.assign(this.#noted, { free, used, hasAll: holdsAll(made) });
        return new StepOutcome({ plain: null });
      }
      case 'restore':
      case 'restoreIntoFresh': {
        const other = newInMemoryIps(step.text('network'), drawing());
        const error = other.restore(snapshot);
        if (op === 'restore') this.#noted.restoreOtherNetworkError = new ErrorFact(error);
        const all = `hasAll${returned.length === 10 ? 'Ten' : returned.length}`;
        this.#noted.restored = { [all]: holdsAll(other), free: other.free };
        return new StepOutcome({ calls: [{ ok: error === undefined, error }] });
      }
      default:
        throw new Unsupported(`when: no call ${op}`);
    }
  }

  /** The allocators that a step is about. */
  #placesOf(step: Fields): readonly Place[] {
    const name = /^([A-Z])\./.exec(step.text('op', ''))?.[1] ?? '';
    const cidr = step.text('cidr', '');
    if (cidr === 'both') return this.#places;
    const found = this.#places.find(
      (place) => place.name === name && (cidr === '' || place.allocator.cidr === cidr),
    );
    if (!found) throw new Unsupported(`when: no allocator ${name || cidr}`);
    return [found];
  }

  #ips(step: Fields, { allocator, returned }: Place): readonly string[] {
    const { range } = allocator;
    return itemsOf(step.only('op', 'cidr', 'ip', 'ips'), {
      one: 'ip',
      many: 'ips',
      read: String,
      next: (ip) => range.ipOf((range.offsetOf(ip) ?? -1) + 1),
      returned,
    });
  }
}

function calls(
  ips: readonly string[],
  call: (ip: string) => AllocationError | undefined,
  plain?: Json,
): StepOutcome {
  return new StepOutcome({ calls: ips.map((ip) => callEnd(call(ip))), plain });
}

function namedAllocator(words: string): { readonly name: string; readonly measured: boolean } {
  const said = /^([A-Z]) metrics (enabled|disabled)$/.exec(words);
  if (!said) throw new Unsupported(`given.allocators: ${words} is not understood`);
  return { name: said[1], measured: said[2] === 'enabled' };
}

function placeOf(
  cidr: string,
  name: string,
  metrics: Readonly<Record<string, AllocatorMetrics>>,
): Place {
  const range = new IpRange(cidr);
  const bitmap = range.bitmap(drawing());
  const allocator = new IpAllocator(range, inMemory(bitmap), metrics[range.cidr]);
  return { name, bitmap, allocator, returned: [] };
}
