/**
 * The clock of a process. Lengths of time are told by a clock that never jumps but may run fast or
 * slow, as the monotonic clock of Go's runtime; the time of day may also be set wrong. Faults
 * distort both, each until it is undone.
 */
import { asTime, type SimDuration, type SimTime } from '#base';
import type { Simulation } from './simulation';

export interface ClockFault {
  /** Added to the time of day, µs. */
  readonly offset?: SimDuration;
  /** Its seconds a true second. */
  readonly rate?: number;
}

export class ProcessClock {
  readonly #sim: Simulation;
  /** Retimes what waits: called when the rate has changed, with the one before. */
  readonly #onRate: (before: number) => void;
  readonly #faults: ClockFault[] = [];
  #rate = 1;
  /** When the rate last changed, and what it told then. */
  #since: SimTime;
  #told: SimTime;
  /** The time of day less what is told of lengths, µs: offsets, and what setting it right took. */
  #ahead = 0;
  /** The part of it that has set drift right. */
  #corrected = 0;

  constructor(sim: Simulation, onRate: (before: number) => void) {
    this.#sim = sim;
    this.#onRate = onRate;
    this.#since = sim.now;
    this.#told = sim.now;
  }

  get rate(): number {
    return this.#rate;
  }

  /** µs since the start of the run. */
  ownTime(): SimTime {
    const passed = this.#sim.now - this.#since;
    const own = this.#rate === 1 ? passed : Math.round(passed * this.#rate);
    return (this.#told + own) as SimTime;
  }

  /** The time of day, ms since 1970. */
  wallMs(): number {
    return this.#sim.epochMs + (this.ownTime() + this.#ahead) / 1_000;
  }

  /** How long a length of its time truly takes, so that no less of it is over then. */
  trueLength(delay: SimDuration): SimDuration {
    return this.#rate === 1 ? delay : (Math.ceil(delay / this.#rate) as SimDuration);
  }

  /**
   * The rate given last counts, offsets add up. When the last fault of the rate is undone, the time
   * of day is set right as well; the other clock goes on from what it tells.
   */
  distort(fault: ClockFault): () => void {
    this.#faults.push(fault);
    this.#take();
    return () => {
      const place = this.#faults.indexOf(fault);
      if (place < 0) return;
      this.#faults.splice(place, 1);
      this.#take();
    };
  }

  #take(): void {
    const rates = this.#faults.flatMap(({ rate }) => (rate === undefined ? [] : [rate]));
    const before = this.#rate;
    this.#told = this.ownTime();
    this.#since = this.#sim.now;
    this.#rate = rates.at(-1) ?? 1;
    if (rates.length === 0) this.#corrected = this.#since - this.#told;
    this.#ahead = this.#faults.reduce((sum, { offset = 0 }) => sum + offset, this.#corrected);
    if (this.#rate !== before) this.#onRate(before);
  }
}

/** What waits by the clock of its process, and is told when it will be over instead. */
export interface ByClock {
  retimed(at: SimTime): void;
}

/** For work that nobody asks when it is due. */
export const UNWATCHED: ByClock = { retimed: () => {} };

/** When what was due at `at` is due, as the clock that had the rate `before` runs at another. */
export function retimedAt(at: SimTime, clock: ProcessClock, before: number, now: SimTime): SimTime {
  const left = Math.floor((at - now) * before) as SimDuration;
  return asTime(now + clock.trueLength(left));
}
