import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnyMachineSnapshot, assign, initialTransition, setup, transition } from 'xstate';
import { asTime, millis } from '#base';
import { chartOf } from './machine-chart';
import { hostMachine } from './machine-host';
import { initialStep, nextStep, statePath } from './machine-steps';
import { Network } from './network';
import { Simulation } from './simulation';

/** Nested states, guards, delays, assigns: every form that our machines use. */
const machine = setup({
  types: {
    context: {} as { readonly failures: number },
    events: {} as { type: 'ask' } | { type: 'answer' } | { type: 'fail' } | { type: 'stop' },
    tags: {} as 'waiting' | 'working' | 'failing',
  },
  delays: { backOff: ({ context }) => 100 * (context.failures + 1), poll: 250 },
  guards: { tired: ({ context }) => context.failures >= 3 },
  actions: {
    request: (_, _params: { readonly verb: string }) => {},
    giveUp: () => {},
    count: assign({ failures: ({ context }) => context.failures + 1 }),
    forget: assign({ failures: 0 }),
  },
}).createMachine({
  id: 'sample',
  context: { failures: 0 },
  initial: 'idle',
  on: { stop: '.stopped' },
  states: {
    idle: { tags: 'waiting', after: { poll: 'active' }, on: { ask: 'active' } },
    active: {
      tags: 'working',
      initial: 'asking',
      entry: { type: 'request', params: { verb: 'get' } },
      on: {
        fail: [
          { guard: 'tired', target: 'stopped', actions: 'giveUp' },
          { target: 'backingOff', actions: 'count' },
        ],
      },
      states: {
        asking: { on: { answer: { target: 'answered', actions: 'forget' } } },
        answered: { after: { poll: 'asking' } },
      },
    },
    backingOff: { tags: 'failing', after: { backOff: 'active' } },
    stopped: { type: 'final' },
  },
});

const events = ['ask', 'answer', 'fail', 'stop', 'xstate.after.poll.sample.idle'] as const;

/** The pure answer of XState itself, in the host's form. */
function oracle(snapshot: AnyMachineSnapshot, type: string) {
  const [next, actions] = transition(machine, snapshot as never, { type } as never);
  return { next, actions: actions.map((action) => ({ type: action.type, params: action.params })) };
}

describe('machine host', () => {
  it('steps as XState does, on random sequences of events', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events), { maxLength: 30 }), (sequence) => {
        let ours = initialStep(machine).next;
        let theirs: AnyMachineSnapshot = initialTransition(machine)[0];
        for (const type of sequence) {
          const step = nextStep(machine, ours, { type });
          const expected = oracle(theirs, type);
          expect(step.next.value).toEqual(expected.next.value);
          expect(step.next.context).toEqual(expected.next.context);
          expect(step.actions).toEqual(expected.actions);
          ours = step.next;
          theirs = expected.next;
        }
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it('remembers steps without changing them, on random sequences of events', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...events.slice(0, 4)), { maxLength: 30 }),
        (sequence) => {
          const carriedOut: unknown[] = [];
          const expected: unknown[] = [];
          const { host } = hosted(carriedOut);
          let snapshot = initialStep(machine).next;
          for (const type of sequence) {
            host.send({ type });
            if (snapshot.status !== 'active') continue;
            const step = nextStep(machine, snapshot, { type });
            snapshot = step.next;
            for (const action of step.actions) {
              if (!action.type.startsWith('xstate.')) expected.push(action);
            }
            expect(host.state).toBe(statePath(snapshot.value));
            expect(host.context).toEqual(snapshot.context);
          }
          expect(carriedOut).toEqual(expected);
        },
      ),
      { seed: 2, numRuns: 200 },
    );
  });

  it('runs delays as timers that people see, and stops them on leaving', () => {
    const { host, sim } = hosted([]);
    sim.advance(asTime(millis(249)));
    expect(host.state).toBe('idle');
    sim.advance(asTime(millis(250)));
    expect(host.state).toBe('active.asking');
    host.send({ type: 'fail' });
    sim.advance(asTime(millis(300)));
    expect(host.state).toBe('backingOff');
    host.send({ type: 'stop' });
    sim.advance(asTime(millis(9_000)));
    const { table } = sim.recorder;
    const timers = [...Array(table.length).keys()].flatMap((seq) => {
      const timer = table.recordOf(seq, 'timer');
      return timer ? [`${timer.name} ${timer.phase} ${timer.firesAt}`] : [];
    });
    expect(timers).toEqual([
      'poll armed 250000',
      'backOff armed 450000',
      'backOff cancelled 450000',
    ]);
    const states = [...Array(table.length).keys()].flatMap((seq) => {
      const state = table.recordOf(seq, 'state');
      return state ? [`${state.from} -> ${state.to} on ${state.event}`] : [];
    });
    expect(states).toEqual([
      ' -> idle on start',
      'idle -> active.asking on after poll',
      'active.asking -> backingOff on fail',
      'backingOff -> stopped on stop',
    ]);
  });

  it('waits as long as each event says, with steps that it remembers and others', () => {
    const { process, sim } = hosted([]);
    const waits = setup({
      types: {
        context: {} as { readonly kept: number },
        events: {} as { type: 'once' | 'keep'; waitMs: number } | { type: 'twice'; waitMs: number },
      },
      delays: {
        asked: ({ event }) => ('waitMs' in event ? event.waitMs : 0),
        double: ({ event }) => ('waitMs' in event ? 2 * event.waitMs : 0),
        kept: ({ context }) => context.kept,
      },
      actions: {
        keep: assign({ kept: ({ event }) => ('waitMs' in event ? event.waitMs : 0) }),
      },
    }).createMachine({
      id: 'waits',
      context: { kept: 0 },
      initial: 'idle',
      states: {
        idle: { on: { once: 'once', twice: 'twice', keep: { target: 'keep', actions: 'keep' } } },
        once: { after: { asked: 'idle' } },
        twice: { after: { double: 'idle' } },
        keep: { after: { kept: 'idle' } },
      },
    });
    const host = hostMachine(process, { actor: 'p/waits', machine: waits, effects: {} });
    const lasted = (type: string, waitMs: number) => {
      const from = sim.now;
      host.send({ type, waitMs } as never);
      sim.advance(asTime(from + millis(1_000)));
      expect(host.state).toBe('idle');
      const { table } = sim.recorder;
      const seq = [...Array(table.length).keys()].findLast((at) => table.kindOf(at) === 'timer');
      const timer = table.recordOf(seq ?? 0, 'timer');
      return Number(timer?.firesAt) - from;
    };
    for (const wait of [7, 30, 7, 0, 2.5]) {
      expect(lasted('once', wait)).toBe(millis(wait));
      expect(lasted('twice', wait)).toBe(millis(2 * wait));
      expect(lasted('keep', wait)).toBe(millis(wait));
    }
  });

  it('refuses an effect that nobody carries out', () => {
    const { process } = hosted([]);
    const start = () =>
      hostMachine(process, { actor: 'x', machine, effects: {} }).send({ type: 'ask' });
    expect(start).toThrow('names the effect request, which nobody carries out');
  });

  it('draws its chart from the definition', () => {
    const root = chartOf(machine);
    expect(root.states.map((state) => state.path)).toEqual([
      'idle',
      'active',
      'backingOff',
      'stopped',
    ]);
    expect(root.initial).toBe('idle');
    expect(root.transitions).toEqual([{ event: 'stop', target: 'stopped' }]);
    expect(root.states[0]).toMatchObject({
      tags: ['waiting'],
      transitions: [
        { event: 'ask', target: 'active' },
        { event: 'after poll', target: 'active' },
      ],
    });
    expect(root.states[1].transitions).toContainEqual({
      event: 'fail',
      target: 'stopped',
      guard: 'tired',
    });
    expect(root.states[3].final).toBe(true);
  });
});

function hosted(carriedOut: unknown[]) {
  const sim = new Simulation({ seed: 1, epochMs: 0, maxRecords: 100_000 });
  const none = { min: millis(0), max: millis(0) };
  const network = new Network(sim, { latency: none, lossPerMillion: 0 });
  const process = network.addProcess({ name: 'p', startDelay: none, boot: () => ({}) });
  process.start();
  sim.advance(asTime(0));
  const effects = {
    request: (params: { readonly verb: string }) => carriedOut.push({ type: 'request', params }),
    giveUp: () => carriedOut.push({ type: 'giveUp', params: undefined }),
  };
  const host = hostMachine(process, { actor: 'p/sample', machine, effects });
  return { host, sim, process };
}
