import { describe, expect, it } from 'vitest';
import { asTime } from '#base';
import { Recorder, TraceIndex } from '#trace';
import { translator } from '../../i18n';
import { castOf } from './process-kind';
import { type StageSource, stageAt } from './select';
import { StageHistory } from './stage-history';
import { stageTexts } from './texts';
import { electedName, shortName, spokenProcess } from './wording';

const t = translator(stageTexts, { language: 'en' });
const SECOND = 1_000_000;
const [A, B] = ['kube-controller-manager-a', 'kube-controller-manager-b'];

/** a leads from 4 s, is killed at 40 s, starts again at 45 s; b takes its lease at 54 s. */
function handOff(): StageSource {
  let now = 0;
  const recorder = new Recorder(() => asTime(now));
  const phase = (at: number, name: string, to: string) => {
    now = at * SECOND;
    recorder.write('process', name, null, { name, phase: to, exitCode: null, reason: '' });
  };
  const lease = (at: number, holder: string, name = 'kube-system/kube-controller-manager') => {
    now = at * SECOND;
    const fields = { lease: name, holder, phase: 'renewed' };
    recorder.write('lease', `${holder.split('_')[0]}/leader-election`, null, fields);
  };
  for (const name of ['kube-apiserver-a', A, B]) {
    phase(1, name, 'starting');
    phase(2, name, 'running');
  }
  lease(3, 'kube-apiserver-a_1', 'kube-system/apiserver-x');
  lease(4, `${A}_1`);
  lease(38, `${A}_1`);
  phase(40, A, 'exited');
  phase(45, A, 'starting');
  phase(46, A, 'running');
  lease(54, `${B}_2`);
  const { table } = recorder;
  const history = new StageHistory(table);
  history.update();
  const index = new TraceIndex(table);
  index.update();
  const cast = castOf(history.processes, ['kube-apiserver-a']);
  return { history, index, cast, advertised: new Map() };
}

describe('who leads', () => {
  const source = handOff();
  const leaders = (seconds: number) =>
    [...stageAt(source, seconds * SECOND, SECOND).processes.values()]
      .filter(({ leads }) => leads)
      .map(({ name }) => name);

  it.each([
    [3, []],
    [5, [A]],
    [41, []],
    [47, []],
    [55, [B]],
  ])('at %d s', (seconds, names) => expect(leaders(seconds)).toEqual(names));

  it('is said in words, and behind the name, long or short', () => {
    const view = stageAt(source, 5 * SECOND, SECOND).processes.get(A);
    const other = stageAt(source, 5 * SECOND, SECOND).processes.get(B);
    if (!view || !other) throw new Error('both are on the stage');
    expect(electedName(t, view, { short: false, versioned: false })).toBe(`${A} ★ leader`);
    expect(electedName(t, view, { short: true, versioned: false })).toBe('manager a ★ leader');
    expect(electedName(t, other, { short: true, versioned: false })).toBe('manager b');
    expect(spokenProcess(t, view)).toBe(`${A}, running, leader`);
    expect(spokenProcess(t, other)).toBe(`${B}, running`);
  });
});

it.each([
  ['kube-scheduler-b', 'scheduler b'],
  ['kube-controller-manager', 'manager'],
  ['kube-scheduler', 'scheduler'],
  ['kube-apiserver-a', 'server a'],
  ['kubectl', 'kubectl'],
])('%s is called %s where there is little room', (name, short) => {
  const member = castOf([name], []).find((each) => each.name === name);
  expect(member && shortName(t, member)).toBe(short);
});
