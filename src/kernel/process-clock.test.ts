import { expect, it } from 'vitest';
import { asTime, micros, type SimDuration, seconds } from '#base';
import { Network } from './network';
import type { Process } from './process';
import { Simulation } from './simulation';

const at = (s: number) => asTime(s * 1_000_000);

function world() {
  const sim = new Simulation({ seed: 1, epochMs: 0, maxRecords: 10_000 });
  const network = new Network(sim, {
    latency: { min: micros(200), max: micros(800) },
    lossPerMillion: 0,
  });
  const spec = { name: 'p', startDelay: { min: micros(0), max: micros(0) }, boot: () => ({}) };
  const process = network.addProcess(spec);
  sim.schedule(at(0), () => process.start());
  sim.advance(at(1));
  const timers = () => {
    const found: string[] = [];
    for (let seq = 0; seq < sim.recorder.length; seq += 1) {
      const record = sim.recorder.table.recordOf(seq, 'timer');
      if (record) found.push(`${record.t / 1e6} ${record.phase} ${record.firesAt / 1e6}`);
    }
    return found;
  };
  return { sim, process, timers };
}

const second = (process: Process) => process.ownTime() / 1e6;

it('runs at its rate from the fault on, and goes on from what it tells afterwards', () => {
  const { sim, process } = world();
  const heal = process.clock.distort({ rate: 2 });
  sim.advance(at(4));
  expect([second(process), process.wallMs()]).toEqual([7, 7_000]);
  heal();
  expect([second(process), process.wallMs()]).toEqual([7, 4_000]);
  sim.advance(at(5));
  expect([second(process), process.wallMs()]).toEqual([8, 5_000]);
});

it('jumps in the time of day alone', () => {
  const { sim, process } = world();
  const heal = process.clock.distort({ offset: seconds(-3_600) });
  sim.advance(at(2));
  expect([second(process), process.wallMs()]).toEqual([2, 2_000 - 3_600_000]);
  const healOther = process.clock.distort({ offset: seconds(5) });
  heal();
  heal();
  expect(process.wallMs()).toBe(7_000);
  healOther();
  expect(process.wallMs()).toBe(2_000);
});

it('takes the rate given last, and the one before when that is undone', () => {
  const { process } = world();
  const first = process.clock.distort({ rate: 2 });
  const last = process.clock.distort({ rate: 0.5 });
  expect(process.clock.rate).toBe(0.5);
  first();
  expect(process.clock.rate).toBe(0.5);
  const again = process.clock.distort({ rate: 3 });
  again();
  expect(process.clock.rate).toBe(0.5);
  last();
  expect(process.clock.rate).toBe(1);
});

it('arms anew what was armed before, in order, and leaves what others bring', () => {
  const { sim, process, timers } = world();
  const done: string[] = [];
  const note = (name: string) => () => void done.push(`${name} ${sim.now / 1e6}`);
  process.timer('p', 'a', seconds(4), note('a'));
  process.later(seconds(4), note('b'));
  process.timer('p', 'c', seconds(10), note('c')).cancel();
  sim.schedule(at(4), note('packet'), process.life);
  sim.advance(at(2));
  const heal = process.clock.distort({ rate: 2 });
  sim.advance(at(3));
  heal();
  sim.advance(at(20));
  expect(done).toEqual(['a 4', 'b 4', 'packet 4']);
  expect(timers()).toEqual([
    '1 armed 5',
    '1 armed 11',
    '1 cancelled 11',
    '2 cancelled 5',
    '2 armed 3.5',
    '3 cancelled 3.5',
    '3 armed 4',
  ]);
});

it('is never early: at the end of a length all of it is over by its own clock', () => {
  const { sim, process } = world();
  process.clock.distort({ rate: 1.37 });
  let late = 0;
  for (let length = 1; length < 2_000; length += 7) {
    const due = process.ownTime() + length;
    process.later(length as SimDuration, () => {
      late += 1;
      expect(process.ownTime()).toBeGreaterThanOrEqual(due);
    });
  }
  sim.advance(at(2));
  expect(late).toBe(286);
});
