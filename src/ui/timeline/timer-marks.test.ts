import { expect, it } from 'vitest';
import { asTime } from '#base';
import { Recorder, TraceIndex } from '#trace';
import { timerMarks } from './timer-marks';

const ENGLISH = { language: 'en' } as const;

it('shows running timers of an actor or of a whole process, with the time left', () => {
  let now = 0;
  const recorder = new Recorder(() => asTime(now));
  const arm = (us: number, actor: string, name: string, firesAt: number): void => {
    now = us;
    recorder.write('timer', actor, null, { name, phase: 'armed', firesAt: asTime(firesAt) });
  };
  arm(1_000_000, 'a/lease', 'renew', 9_000_000);
  arm(2_000_000, 'a/retry', 'back-off', 5_000_000);
  arm(2_000_000, 'scenario', 'undo partition', 7_000_000);
  arm(2_000_000, 'b/retry', 'back-off', 6_000_000);
  const index = new TraceIndex(recorder.table);
  index.update();
  expect(timerMarks(index, 'a', 3_000_000, ENGLISH)).toEqual([
    { actor: 'a/retry', firesAt: 5_000_000, forms: ['2.0 s back-off', '2.0 s'] },
    { actor: 'a/lease', firesAt: 9_000_000, forms: ['6.0 s renew', '6.0 s'] },
  ]);
  expect(timerMarks(index, 'a/lease', 3_000_000, ENGLISH)).toHaveLength(1);
  expect(timerMarks(index, 'a', 9_000_000, ENGLISH)).toEqual([]);
  const labels = (language: 'en' | 'zh') =>
    timerMarks(index, 'scenario', 3_000_000, { language }).map(({ forms }) => forms[0]);
  expect(labels('en')).toEqual(['4.0 s end of partition']);
  expect(labels('zh')).toEqual(['4.0 s 切断结束']);
});
