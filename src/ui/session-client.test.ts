import { beforeEach, expect, it } from 'vitest';
import { asTime, type SimTime } from '#base';
import { type FromWorker, MESSAGE_VERSION, type Scenario, type ToWorker } from '#protocol';
import { Recorder } from '#trace';
import { keepOldRun, runAgain } from './session/again';
import { SessionClient, type WorkerPort } from './session-client';
import { createOrrery, type Orrery } from './stores';

/** A worker that answers when the test says so. */
class ScriptedWorker implements WorkerPort {
  onmessage: WorkerPort['onmessage'] = null;
  onerror: WorkerPort['onerror'] = null;
  readonly received: ToWorker[] = [];
  terminated = false;
  postMessage(message: ToWorker): void {
    this.received.push(message);
  }
  terminate(): void {
    this.terminated = true;
  }
  say(message: FromWorker): void {
    this.onmessage?.({ data: message } as MessageEvent<FromWorker>);
  }
  /** One block with a record at each of these times. */
  block(runId: number, ...times: number[]): void {
    let now = asTime(0);
    const recorder = new Recorder(() => now);
    for (const time of times) {
      now = asTime(time);
      recorder.write('log', `run-${runId}`, null, { level: 'info', message: 'x' });
    }
    const block = recorder.takeBlock();
    if (block) this.say({ kind: 'block', runId, block, reached: now });
  }
  done(runId: number, virtualSeconds: number): void {
    const summary = {
      scenario: 's',
      seed: 1,
      until: '60s',
      behaviourVersion: 1,
      traceHash: 'a'.repeat(64),
      records: 1,
      truncated: false,
      virtualSeconds,
      wallSeconds: 0.1,
      expectations: [],
      invariants: [],
    };
    this.say({ kind: 'done', runId, summary });
  }
}

const scenario: Scenario = {
  apiVersion: 'kube-orrery/v1',
  kind: 'Scenario',
  metadata: { name: 's' },
  spec: { seed: 1, until: '120s', timeline: [{ at: '30s', kill: 'kube-apiserver-a' }] },
};

let worker: ScriptedWorker;
let orrery: Orrery;
let client: SessionClient;
let asked: number[];
let answer: boolean;

beforeEach(() => {
  worker = new ScriptedWorker();
  orrery = createOrrery();
  asked = [];
  answer = true;
  client = new SessionClient(orrery, {
    createWorker: () => worker,
    confirmCut: (acts) => {
      asked.push(acts);
      return Promise.resolve(answer);
    },
  });
});

const session = () => orrery.session.getState();
const actorShown = () => orrery.trace.table.actorOf(0);
const seek = (us: number) => orrery.playback.setState({ time: us as SimTime });

it('shows a first run from its first block on', () => {
  client.run(scenario);
  expect(session().status).toBe('loading');
  worker.block(1, 5, 10);
  expect(session()).toMatchObject({ status: 'running', reached: 10, runId: 1, traceVersion: 1 });
  worker.done(1, 120);
  expect(session()).toMatchObject({ status: 'done', reached: 120_000_000 });
});

it('keeps the old picture until the new run has reached the playhead', async () => {
  client.run(scenario);
  worker.block(1, 5, 60_000_000);
  worker.done(1, 120);
  seek(31_204_567);
  await client.acting.act('kill', 'kube-apiserver-b');
  worker.block(2, 5, 20_000_000);
  expect(session().replacing).toBe(true);
  expect(actorShown()).toBe('run-1');
  worker.done(2, 120);
  expect(session()).toMatchObject({ replacing: false, traceVersion: 2, status: 'done' });
  expect(actorShown()).toBe('run-2');
  expect(orrery.playback.getState().time).toBe(31_204_567);
});

it('drops what still comes from an older run', () => {
  client.run(scenario);
  client.run(scenario);
  worker.block(1, 5);
  expect(orrery.trace.table.length).toBe(0);
});

it('acts by appending a step at the playhead', async () => {
  client.run(scenario);
  seek(31_204_567);
  await client.acting.act('terminate', 'kube-apiserver-b');
  expect(asked).toEqual([]);
  expect(worker.received.at(-1)).toMatchObject({
    kind: 'run',
    scenario: {
      spec: {
        until: '120s',
        timeline: [
          { at: '30s', kill: 'kube-apiserver-a' },
          { at: '31204567us', terminate: 'kube-apiserver-b' },
        ],
      },
    },
  });
});

it('asks once before it cuts a later act, and does nothing when told not to', async () => {
  client.run(scenario);
  seek(10_000_000);
  answer = false;
  await client.acting.act('kill', 'kube-apiserver-b');
  expect(asked).toEqual([1]);
  expect(worker.received).toHaveLength(1);
});

it('undo restores what an act cut', async () => {
  client.run(scenario, { libraryName: 's' });
  seek(10_000_000);
  await client.acting.act('kill', 'kube-apiserver-b');
  expect(session().libraryName).toBeUndefined();
  client.acting.turn('undo');
  expect(session()).toMatchObject({ scenario, libraryName: 's', undo: [] });
  expect(worker.received.at(-1)).toMatchObject({ kind: 'run', scenario });
});

it('a refused scenario leaves the old run usable', () => {
  client.run(scenario);
  worker.block(1, 5);
  worker.done(1, 120);
  client.run({ ...scenario, metadata: { name: 'bad' } });
  orrery.playback.setState({ playing: true });
  worker.say({ kind: 'refused', runId: 2, faults: [{ path: 'spec.until', reason: 'missing' }] });
  expect(orrery.playback.getState().playing).toBe(false);
  expect(session()).toMatchObject({
    status: 'refused',
    scenario,
    faults: [{ path: 'spec.until' }],
  });
  expect(actorShown()).toBe('run-1');
  keepOldRun(orrery, client);
  expect(session()).toMatchObject({ status: 'done', faults: [], scenario });
});

it('a crash keeps the rows that came before it', () => {
  client.run(scenario);
  worker.block(1, 5);
  worker.say({ kind: 'crashed', runId: 1, message: 'cause 7 of record 3' });
  expect(session()).toMatchObject({ status: 'crashed', crash: 'cause 7 of record 3', scenario });
  expect(orrery.trace.table.length).toBe(1);
});

it('a worker that cannot start is a crash, and the next run starts another', () => {
  client.run(scenario);
  worker.onerror?.({ message: 'boom' } as ErrorEvent);
  expect(session()).toMatchObject({ status: 'crashed', crash: 'boom' });
  expect(worker.terminated).toBe(true);
  worker = new ScriptedWorker();
  runAgain(orrery, client);
  expect(worker.received).toHaveLength(1);
});

it('a worker of another version is a crash', () => {
  client.run(scenario);
  worker.say({ kind: 'catalogue', version: MESSAGE_VERSION + 1, catalogue: {} as never });
  expect(session().status).toBe('crashed');
});

it('redo brings back what undo took, until another act', async () => {
  client.run(scenario);
  seek(31_000_000);
  await client.acting.act('kill', 'kube-apiserver-b');
  const acted = session().scenario;
  client.acting.turn('undo');
  expect(session()).toMatchObject({ scenario, undo: [], redo: [acted] });
  client.acting.turn('redo');
  expect(session()).toMatchObject({ scenario: acted, undo: [scenario], redo: [] });
  client.acting.turn('undo');
  await client.acting.add({ etcd: { outage: true }, for: '5s' });
  expect(session()).toMatchObject({ undo: [scenario], redo: [] });
});

it('a fault is a step, and healing it ends that step at the playhead', async () => {
  client.run(scenario);
  seek(31_000_000);
  await client.acting.add({ etcd: { outage: true } });
  seek(33_000_000);
  await client.acting.heal([1]);
  expect(session().scenario?.spec.timeline).toEqual([
    { at: '30s', kill: 'kube-apiserver-a' },
    { at: '31000000us', etcd: { outage: true }, for: '2000000us' },
  ]);
  expect(session().undo).toHaveLength(2);
});

it('a changed seed runs again and can be undone', () => {
  client.run(scenario);
  client.reseed(7);
  expect(worker.received.at(-1)).toMatchObject({ scenario: { spec: { seed: 7 } } });
  client.acting.turn('undo');
  expect(session().scenario).toBe(scenario);
});

const opened = {
  kind: 'scenario',
  servers: ['a'],
  components: [],
  objects: 0,
  notes: [],
  faults: [],
} as const;
const file = { name: 'a.yaml', text: 'a: 1' };

it('what was opened takes the place of the run, and undo leads back', () => {
  client.run(scenario);
  worker.block(1, 5);
  worker.done(1, 120);
  client.open([file], []);
  expect(session().opening).toBe(true);
  expect(worker.received.at(-1)).toEqual({
    kind: 'open',
    openId: 1,
    files: [file],
    current: scenario,
  });
  const other = { ...scenario, metadata: { name: 'other' } };
  worker.say({ kind: 'opened', openId: 1, opened: { ...opened, scenario: other } });
  expect(session()).toMatchObject({ opening: false, report: undefined, scenario: other });
  expect(worker.received.at(-1)).toEqual({ kind: 'run', runId: 2, scenario: other });
  client.acting.turn('undo');
  expect(session().scenario).toBe(scenario);
});

it('files that are refused leave the run alone and are reported with those not even read', () => {
  client.run(scenario);
  worker.block(1, 5);
  worker.done(1, 120);
  const [unread, bad] = ['a.png', 'a.yaml'].map((path) => ({ path, reason: 'is empty' }));
  client.open([file], [unread]);
  worker.say({ kind: 'opened', openId: 1, opened: { kind: 'refused', faults: [bad] } });
  expect(session()).toMatchObject({
    status: 'done',
    scenario,
    undo: [],
    report: { files: ['a.yaml', 'a.png'], opened: { kind: 'refused', faults: [bad, unread] } },
  });
  client.open([], [unread]);
  expect(worker.received).toHaveLength(2);
  expect(session().report?.opened).toEqual({ kind: 'refused', faults: [unread] });
});

it('keeps the last report, also when later files give nothing to report', () => {
  client.run(scenario);
  worker.block(1, 5);
  worker.done(1, 120);
  client.open([], [{ path: 'a.png', reason: 'is empty' }]);
  const { report } = session();
  orrery.session.setState({ report: undefined });
  client.open([file], []);
  worker.say({ kind: 'opened', openId: 2, opened: { ...opened, scenario } });
  expect(report).toBeDefined();
  expect(session()).toMatchObject({ report: undefined, lastReport: report });
});

it('shows a trace without a scenario; a bad one brings the old run back', () => {
  client.run(scenario);
  worker.block(1, 5);
  worker.done(1, 120);
  client.open([file], []);
  worker.say({ kind: 'opened', openId: 1, opened: { kind: 'trace' } });
  expect(worker.received.at(-1)).toEqual({ kind: 'show', runId: 2, file });
  expect(session()).toMatchObject({ traceFile: 'a.yaml', scenario: undefined, undo: [scenario] });
  worker.say({ kind: 'refused', runId: 2, faults: [{ path: 'line 1', reason: 'not JSON: x' }] });
  keepOldRun(orrery, client);
  expect(session()).toMatchObject({ status: 'done', traceFile: undefined, scenario, undo: [] });
});

it('the answer to an older choice of files is dropped', () => {
  client.open([file], []);
  client.open([file], []);
  worker.say({ kind: 'opened', openId: 1, opened: { ...opened, scenario } });
  expect(session().scenario).toBeUndefined();
});

it('keeps a selected record that a link chose, and forgets one of another run', () => {
  const selected = { kind: 'record', seq: 1 } as const;
  orrery.selection.setState({ selected });
  client.run(scenario, { keepSelection: true });
  worker.block(1, 0, 1_000);
  expect(orrery.selection.getState().selected).toEqual(selected);
  client.run(scenario);
  worker.block(2, 0, 1_000);
  expect(orrery.selection.getState().selected).toBeUndefined();
});

it('keeps the picture when the worker of the next run is lost before its first row', () => {
  client.run(scenario);
  worker.block(1, 5);
  worker.done(1, 120);
  client.reseed(7);
  worker.onerror?.({ message: 'gone' } as ErrorEvent);
  expect(session()).toMatchObject({ status: 'crashed', crash: 'gone', workerLost: true });
  expect(orrery.trace.table.length).toBe(1);
});

it('a run that is stopped keeps what came of it, and runs again when asked', () => {
  client.run(scenario);
  worker.block(1, 1, 2, 3);
  client.stop();
  expect(worker.received.at(-1)).toEqual({ kind: 'cancel', runId: 1 });
  expect(orrery.session.getState()).toMatchObject({ status: 'stopped', reached: 3 });
  worker.block(1, 4);
  worker.done(1, 60);
  expect(orrery.session.getState().status).toBe('stopped');
  expect(orrery.trace.table.length).toBe(3);
  client.stop();
  expect(worker.received.filter(({ kind }) => kind === 'cancel')).toHaveLength(1);
  runAgain(orrery, client);
  expect(worker.received.at(-1)).toMatchObject({ kind: 'run', scenario });
});

it('stopping a run that is not on screen yet leaves the old one', () => {
  client.run(scenario);
  worker.block(1, 1, 40_000_000);
  worker.done(1, 120);
  client.reseed(9);
  expect(orrery.session.getState()).toMatchObject({ status: 'running', replacing: true });
  client.stop();
  expect(orrery.session.getState()).toMatchObject({ status: 'done', replacing: false, scenario });
  expect(orrery.trace.table.length).toBe(2);
});
