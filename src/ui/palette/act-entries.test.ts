import { beforeEach, expect, it, vi } from 'vitest';
import { asTime } from '#base';
import { Recorder } from '#trace';
import { createOrrery, type Orrery } from '../stores';
import { actEntries, doAct } from './act-entries';
import { findEntries } from './find-entries';

const A = 'kube-apiserver-a';
const B = 'kube-apiserver-b';
let orrery: Orrery;

beforeEach(() => {
  orrery = createOrrery();
  const recorder = new Recorder(() => asTime(1));
  for (const [name, phase, reason] of [
    ['etcd', 'running', ''],
    [A, 'running', ''],
    [B, 'running', 'SIGSTOP'],
  ]) {
    recorder.write('process', name, null, { name, phase, exitCode: null, reason });
  }
  const block = recorder.takeBlock();
  if (block) orrery.trace.append(block);
  const apiServers = [{ name: A }, { name: B }, { name: 'kube-apiserver-c' }];
  orrery.session.setState({ scenario: { spec: { apiServers } } as never });
  orrery.playback.setState({ time: asTime(2) });
});

const found = (query: string, language: 'en' | 'zh' = 'en') =>
  findEntries(actEntries(orrery, { language }), query).map(({ title, refused }) =>
    refused === undefined ? title : `${title}: ${refused}`,
  );

it('offers what is typed for every process, without a selection, and says what cannot be', () => {
  expect(found('kill')).toEqual([
    `Kill ${A} (SIGKILL)`,
    `Kill ${B} (SIGKILL)`,
    'Kill etcd (SIGKILL)',
    'Kill kube-apiserver-c (SIGKILL): It does not run now.',
  ]);
  expect(found('pause')).toEqual([
    `Freeze ${A} (SIGSTOP)`,
    'Freeze etcd (SIGSTOP)',
    `Freeze ${B} (SIGSTOP): It is frozen: let it go on first.`,
    'Freeze kube-apiserver-c (SIGSTOP): It does not run now.',
  ]);
  expect(found(`resume ${A}`)).toEqual([`Let ${A} go on (SIGCONT): It is not frozen.`]);
  expect(found('start etcd')).toContain('Start etcd: It runs already.');
});

it.each([
  [`delete pod ${A}`, `Kill ${A} (SIGKILL)`],
  [`rollout restart ${A}`, `Restart ${A}`],
  ['cut', `Cut ${A} off from etcd`],
  ['slow', `Slow ${A} down on its way to etcd`],
  ['partition', `Cut ${A} off from etcd`],
])('%s finds %s', (query, title) => expect(found(query)[0]).toBe(title));

it('speaks and understands Chinese', () => {
  expect(found('杀死', 'zh')[0]).toBe(`杀死 ${A}（SIGKILL）`);
  expect(found('kill', 'zh').at(-1)).toBe('杀死 kube-apiserver-c（SIGKILL）: 它此刻没有运行。');
  expect(found('断网', 'zh')[0]).toBe(`把 ${A} 与 etcd 断开`);
});

it('leaves acts out while nothing is asked for, and refuses all in a run that only shows', () => {
  expect(found('')).toEqual([]);
  orrery.session.setState({ fixed: true });
  expect(found(`kill ${A}`)).toEqual([`Kill ${A} (SIGKILL): This run cannot be changed.`]);
});

it('does them', () => {
  const act = vi.fn();
  const add = vi.fn();
  orrery.acts = { ...orrery.acts, act, add };
  doAct(orrery, `kill ${A}`);
  doAct(orrery, `slow ${A}`);
  expect(act).toHaveBeenCalledWith('kill', A);
  expect(add.mock.calls[0][0]).toMatchObject({ delay: { between: [A], and: ['etcd'] } });
});
