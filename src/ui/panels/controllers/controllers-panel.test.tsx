import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { asTime } from '#base';
import { Recorder } from '#trace';
import { createOrrery, type Orrery } from '../../stores';
import { focusOf } from '../panel';
import { ControllersPanel } from './controllers-panel';

const NAME = 'kube-controller-manager-a';
const LOOP = `${NAME}/main-loop`;

afterEach(cleanup);

/** Starts, starts two controllers, one of them without a cloud; exits and is left alone. */
function story(): Orrery {
  let now = 0;
  const recorder = new Recorder(() => asTime(now));
  const at = (seconds: number) => {
    now = seconds * 1_000_000;
  };
  const process = (phase: string, exitCode: number | null, reason: string) =>
    recorder.write('process', NAME, null, { name: NAME, phase, exitCode, reason });
  const state = (actor: string, machine: string, to: string) =>
    recorder.write('state', actor, null, { machine, from: '', to, event: 'go' });
  const decide = (name: string, outcome: string, reason: string, controller: string) =>
    recorder.write('decision', LOOP, null, {
      ...{ name, outcome, reason },
      saw: { controller, ...(name === 'caches synced' ? { informers: ['v1.Pod'] } : {}) },
    });
  at(1);
  process('starting', null, 'exec');
  at(2);
  state(`${NAME}/controller-manager`, 'controller-manager', 'standby');
  at(4);
  state(LOOP, 'main-loop', 'waitingForApiServer.asking');
  at(5);
  state(LOOP, 'main-loop', 'startingControllers.next');
  decide('start controller', 'started', '', 'job');
  decide('start controller', 'skipped', 'no cloud provider', 'route');
  at(6);
  state(LOOP, 'main-loop', 'running');
  decide('caches synced', 'synced', '', 'job');
  at(20);
  process('exited', 1, 'leader election lost');
  const timer = { name: 'CrashLoopBackOff', phase: 'armed', firesAt: asTime(33_000_000) };
  at(21);
  recorder.write('timer', `${NAME}/static-pod`, null, timer);
  const orrery = createOrrery();
  const block = recorder.takeBlock();
  if (block) orrery.trace.append(block);
  return orrery;
}

const show = (seconds: number, orrery = story()) => {
  const time = asTime(seconds * 1_000_000);
  render(<ControllersPanel orrery={orrery} time={time} focus={focusOf(orrery)} />);
  return orrery;
};

it('says that there is no controller manager', () => {
  show(0, createOrrery());
  expect(screen.getByText('No controller manager yet')).toBeTruthy();
});

it('says what a standby does, and that it has started nothing', () => {
  show(3);
  expect(screen.getByText(/stands by/)).toBeTruthy();
  expect(screen.getByText('It has started no controller in this life.')).toBeTruthy();
});

it('shows each controller with what became of it, and leads to its record', () => {
  const orrery = show(5.5);
  expect(screen.getByRole('button', { name: /job .*started, waits for its caches/ })).toBeTruthy();
  const route = screen.getByRole('button', { name: /route .*skipped: no cloud provider/ });
  fireEvent.click(route);
  expect(orrery.selection.getState().selected?.kind).toBe('record');
  cleanup();
  show(7);
  expect(screen.getByRole('button', { name: /job .*caches filled after 1.0 s/ })).toBeTruthy();
  expect(screen.getByText(/all controllers are started/)).toBeTruthy();
  const pods = screen.getByText('v1.Pod').parentElement;
  expect(pods?.textContent).toBe('v1.Podjob');
});

it('says in Chinese, too, why a controller was not started', () => {
  const orrery = story();
  orrery.settings.setState({ language: 'zh' });
  show(5.5, orrery);
  expect(screen.getByRole('button', { name: /route .*已跳过：没有 cloud provider/ })).toBeTruthy();
});

it('names no length for caches that were filled already', () => {
  const recorder = new Recorder(() => asTime(1));
  const process = { name: NAME, phase: 'starting', exitCode: null, reason: '' } as const;
  recorder.write('process', NAME, null, process);
  const machine = { machine: 'controller-manager', from: '', to: 'standby', event: 'go' };
  recorder.write('state', `${NAME}/controller-manager`, null, machine);
  const fields = { reason: '', saw: { controller: 'tokencleaner', informers: [] } };
  for (const [name, outcome] of [
    ['start controller', 'started'],
    ['caches synced', 'synced'],
  ]) {
    recorder.write('decision', LOOP, null, { name, outcome, ...fields });
  }
  const orrery = createOrrery();
  const block = recorder.takeBlock();
  if (block) orrery.trace.append(block);
  show(1, orrery);
  expect(screen.getByText('started, its caches were filled')).toBeTruthy();
});

it('tells of its exit, and when it is started again', () => {
  show(22);
  expect(screen.getByText('exited with 1: leader election lost')).toBeTruthy();
  expect(screen.getByText(/CrashLoopBackOff: started again at/)).toBeTruthy();
  expect(screen.getByText('has exited')).toBeTruthy();
});
