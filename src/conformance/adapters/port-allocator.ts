/** Area `port-allocator`: calls of the allocator of node ports over a bitmap in memory. */
import {
  type AllocationBitmap,
  type AllocationError,
  AllocatorMetrics,
  calculateRangeOffset,
  immediately,
  inMemory,
  keepsStaticPorts,
  NO_ALLOCATION,
  newInMemoryPorts,
  PortAllocator,
  type PortOperation,
  parsePortRange,
  portBitmap,
  portsFromSnapshot,
  type RangeAllocation,
  startOperation,
} from '#kube';
import { type Answer, type AreaAdapter, type Question, Unsupported } from '../adapter';
import { itemsOf, numberFrom, timesOf } from '../allocator-words';
import type { Json } from '../case';
import { ErrorFact, type Fact, type Facts } from '../facts';
import { metricsFact } from '../metrics-facts';
import { Fields, opAlone } from '../read-fields';
import { drawing } from '../rig';
import { type CallEnd, ClaimsFact, callEnd, StepOutcome } from '../step-outcome';

const oneCall = (question: Question): Answer => new Stand(question).drive([question.when]);

export const portAllocatorAdapter: AreaAdapter = {
  area: 'port-allocator',
  calls: {
    calculateRangeOffset: ({ given, when }) => {
      opAlone(when);
      const inputs = new Fields(given, 'given');
      inputs.only('portBase', 'portCount', 'min', 'max', 'step');
      const [min, max, step] = ['min', 'max', 'step'].map((name) => inputs.count(name));
      // Where the range begins is of no meaning.
      inputs.count('portBase', 0, HIGHEST_PORT);
      const offset = calculateRangeOffset(inputs.count('portCount'), { min, max, step });
      return { facts: { offset } };
    },
    allocate: oneCall,
    allocateNext: oneCall,
    forEach: oneCall,
    'operation.allocate': oneCall,
    'operation.allocateNext': oneCall,
    sequence: (question) => {
      const steps = new Fields(question.when, 'when').only('sequence').list('sequence');
      return new Stand(question).drive(steps);
    },
  },
};

const INPUTS = [
  ...['portRange', 'allocate', 'allocated', 'dryRun', 'metricsEnabled', 'featureGates'],
];

const HIGHEST_PORT = 65_535;
/** All that a step may say. */
const STEP = ['op', 'port', 'ports', 'times', 'portRange'];

export function portRangeOf(text: string) {
  const spec = parsePortRange(text);
  if (typeof spec === 'string') throw new Unsupported(`given.portRange: ${spec}`);
  return spec;
}

class Stand {
  readonly #bitmap: AllocationBitmap;
  readonly #allocator: PortAllocator;
  readonly #metrics: AllocatorMetrics | undefined;
  readonly #staticBand: boolean;
  readonly #dryRun: boolean;
  readonly #freeBefore: number;
  readonly #noted: Record<string, Fact> = {};
  #operation: PortOperation;
  #returned: readonly number[] = [];
  #snapshot: RangeAllocation | undefined;

  constructor({ given, profile, switches }: Question) {
    const inputs = new Fields(given, 'given').only(...INPUTS);
    const spec = portRangeOf(inputs.text('portRange'));
    this.#staticBand = keepsStaticPorts({ profile, featureGates: gatesOf(inputs) });
    this.#bitmap = portBitmap(spec, this.#staticBand, drawing());
    const measured = inputs.flag('metricsEnabled', false) && switches.nodePortAllocatorMetrics;
    this.#metrics = measured ? new AllocatorMetrics() : undefined;
    this.#allocator = new PortAllocator(spec, inMemory(this.#bitmap), this.#metrics);
    for (const port of [...inputs.list('allocate', []), ...inputs.list('allocated', [])]) {
      immediately(this.#allocator.allocate(numberFrom(port)));
    }
    this.#dryRun = inputs.flag('dryRun', false);
    this.#operation = startOperation(this.#allocator, this.#dryRun);
    this.#freeBefore = this.#allocator.free;
  }

  drive(steps: readonly Json[]): Answer {
    const results = steps.map((step) => this.#step(new Fields(step, 'when')));
    const { free, used } = this.#allocator;
    const last = results[results.length - 1];
    const facts: Facts = {
      results,
      error: last.error,
      errors: last.calls.map(({ error }) => new ErrorFact(error)),
      freeUnchanged: free === this.#freeBefore,
      dynamicOffset: this.#bitmap.bandOffset,
      free,
      used,
      ...this.#noted,
    };
    return { facts, steps: results.map(stepFacts) };
  }

  #step(step: Fields): StepOutcome {
    const outcome = this.#call(step);
    const { range } = this.#allocator;
    outcome.metrics = this.#metrics ? metricsFact({ [range]: this.#metrics }) : undefined;
    return outcome;
  }

  #call(step: Fields): StepOutcome {
    const op = step.only(...STEP).text('op', 'state');
    const ports = this.#allocator;
    switch (op) {
      case 'allocate':
        return callsOf(this.#ports(step), (port) => immediately(ports.allocate(port)));
      case 'allocateNext':
        return this.#allocateNext(timesOf(step.only('op', 'times')));
      case 'release':
        return callsOf(this.#ports(step), (port) => immediately(ports.release(port)), null);
      case 'has':
        return new StepOutcome({
          calls: this.#ports(step).map((port) => ({ ok: ports.has(port) })),
        });
      case 'state':
        return new StepOutcome({ parts: { free: ports.free, used: ports.used } });
      case 'forEach': {
        const visited: number[] = [];
        ports.forEach((port) => {
          visited.push(port);
        });
        this.#noted.visited = visited;
        return new StepOutcome({ plain: null });
      }
      default:
        return this.#snapshots(op, step) ?? this.#operationCalls(op, step);
    }
  }

  #allocateNext(times: number): StepOutcome {
    const ends = Array.from({ length: times }, (): CallEnd => {
      const next = immediately(this.#allocator.allocateNext());
      return next.ok ? { ok: true, value: next.value } : callEnd(next.error);
    });
    const outcome = new StepOutcome({ calls: ends });
    const values = outcome.values.map(numberFrom);
    this.#returned = values;
    outcome.claims = new ClaimsFact({
      distinct: () => new Set(values).size === ends.length,
      'in range': () => values.every((port) => this.#allocator.has(port)),
    });
    return outcome;
  }

  #snapshots(op: string, step: Fields): StepOutcome | undefined {
    const returned = this.#returned;
    const holdsAll = (other: PortAllocator) => returned.every((port) => other.has(port));
    const how = { staticBand: this.#staticBand, random: drawing() };
    if (op === 'snapshot') {
      this.#snapshot = this.#allocator.snapshot(NO_ALLOCATION);
      this.#noted.snapshotRange = this.#snapshot.range;
      return new StepOutcome({ plain: null });
    }
    const snapshot = this.#snapshot;
    if (!snapshot) return undefined;
    if (op === 'newFromSnapshot') {
      const made = portsFromSnapshot(snapshot, how);
      if (typeof made === 'string') return new StepOutcome({ calls: [{ ok: false, error: made }] });
      const { free, used } = made;
      Object.assign(this.#noted, { free, used, hasAll: holdsAll(made) });
      return new StepOutcome({ plain: null });
    }
    if (op !== 'restore' && op !== 'restoreIntoFresh') return undefined;
    const other = newInMemoryPorts(portRangeOf(step.text('portRange')), how);
    const error = other.restore(snapshot);
    if (op === 'restore') this.#noted.restoreOtherRangeError = new ErrorFact(error);
    const all = `hasAll${returned.length === 10 ? 'Ten' : returned.length}`;
    this.#noted.restored = { [all]: holdsAll(other), free: other.free };
    return new StepOutcome({ calls: [{ ok: error === undefined, error }] });
  }

  /** Calls within one request; a sentence may begin another one and make several. */
  #operationCalls(op: string, step: Fields): StepOutcome {
    if (op === 'operation.allocate') {
      const ports = this.#ports(step);
      return callsOf(ports, (port) => immediately(this.#operation.allocate(port)));
    }
    if (op === 'operation.allocateNext') return this.#nextOfOperation();
    const words = op.split(';').map((word) => word.trim());
    if (words.shift() !== 'newOperation') throw new Unsupported(`when: no call ${op}`);
    this.#operation = startOperation(this.#allocator, this.#dryRun);
    let last = new StepOutcome({ plain: null });
    for (const word of words) {
      const port = /^allocate (\d+)$/.exec(word)?.[1];
      if (port !== undefined) {
        const error = immediately(this.#operation.allocate(Number(port)));
        last = new StepOutcome({ calls: [callEnd(error)] });
      } else if (word === 'allocateNext') last = this.#nextOfOperation();
      else throw new Unsupported(`when: no call ${word}`);
    }
    return last;
  }

  #nextOfOperation(): StepOutcome {
    const next = immediately(this.#operation.allocateNext());
    if (!next.ok) return new StepOutcome({ calls: [callEnd(next.error)] });
    this.#returned = [next.value];
    return new StepOutcome({ calls: [{ ok: true, value: next.value }] });
  }

  #ports(step: Fields): readonly number[] {
    return itemsOf(step.only('op', 'port', 'ports'), {
      one: 'port',
      many: 'ports',
      read: numberFrom,
      next: (port) => port + 1,
      returned: this.#returned,
    });
  }
}

const stepFacts = (result: StepOutcome): Facts => ({
  expect: result.claims ?? result,
  expectError: result.error,
  expectErrorType: result.errorType,
  expectPort: result.value,
  ...(result.metrics ? { expectMetrics: result.metrics } : {}),
});

function callsOf(
  ports: readonly number[],
  call: (port: number) => AllocationError | undefined,
  plain?: Json,
): StepOutcome {
  return new StepOutcome({ calls: ports.map((port) => callEnd(call(port))), plain });
}

function gatesOf(inputs: Fields): ReadonlyMap<string, boolean> {
  if (!inputs.has('featureGates')) return new Map();
  const gates = inputs.inside('featureGates').only('ServiceNodePortStaticSubrange');
  return new Map(gates.names.map((name) => [name, gates.flag(name)]));
}
