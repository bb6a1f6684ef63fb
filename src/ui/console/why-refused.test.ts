import { expect, it } from 'vitest';
import { asTime } from '#base';
import { Recorder } from '#trace';
import { createTrace } from '../stores';
import { whyRefused } from './why-refused';

const A = 'kube-apiserver-a';
const B = 'kube-apiserver-b';
const C = 'kube-apiserver-c';

/** Seconds at which a server changes its phase, or is ready first. */
type Turn = readonly [second: number, server: string, phase: string, reason?: string];
const TURNS: readonly Turn[] = [
  [1, A, 'starting'],
  [1.1, A, 'running'],
  [2.1, A, 'ready'],
  [5, B, 'starting'],
  [5, B, 'running'],
  [6, B, 'ready'],
  [8, B, 'terminating', 'SIGTERM'],
  [9, B, 'exited', 'terminated gracefully'],
  [10, A, 'running', 'SIGSTOP'],
];

const { index, trace } = createTrace();
let now = 0;
const recorder = new Recorder(() => asTime(now * 1_000_000));
for (const [second, server, phase, reason = ''] of TURNS) {
  now = second;
  if (phase === 'ready') {
    const state = { machine: 'lifecycle', from: 'serving.notReady', to: 'serving.ready' };
    recorder.write('state', `${server}/lifecycle`, null, { ...state, event: 'firstReady' });
  } else {
    recorder.write('process', server, null, { name: server, phase, exitCode: null, reason });
  }
}
const block = recorder.takeBlock();
if (block) trace.append(block);

const refused = (server: string): string =>
  `The connection to the server ${server}:6443 was refused - ` +
  'did you specify the right host or port?';
const NO_TYPE = 'error: the server doesn\'t have a resource type "widgets"';
const why = (second: number, text: string, line = 'get svc -A') =>
  whyRefused(index, [A, B, C], { line, t: asTime(second * 1_000_000), text });

it.each([
  [0, refused(A), { key: 'hint-ready', server: A, at: 2_100_000 }],
  [1.5, refused(A), { key: 'hint-ready', server: A, at: 2_100_000 }],
  [8.5, refused(B), { key: 'hint-ending', server: B }],
  [9.5, refused(B), { key: 'hint-ended', server: B, at: 9_000_000 }],
  [11, 'Unable to connect to the server: EOF', { key: 'hint-frozen', server: A }],
  [3, refused(C), { key: 'hint-never', server: C }],
] as const)('at %d s, %s', (second, text, hint) => expect(why(second, text)).toEqual(hint));

it('has a hint for what is not served yet, and none for what a ready server says', () => {
  expect(why(1.5, `error: no format\n${refused(A)}`)).toMatchObject({ key: 'hint-ready' });
  expect(why(1.5, NO_TYPE)).toMatchObject({ key: 'hint-ready', server: A });
  expect(why(3, NO_TYPE)).toBeUndefined();
  expect(why(3, NO_TYPE, `get widgets --server=${B}`)).toMatchObject({ server: B });
  const asked = { line: 'get widgets', t: asTime(3_000_000), server: B, text: NO_TYPE };
  expect(whyRefused(index, [A, B, C], asked)).toMatchObject({ key: 'hint-ready', server: B });
  expect(why(1, 'Error from server (NotFound): services "x" not found')).toBeUndefined();
  expect(why(1, refused('kube-scheduler-a'))).toBeUndefined();
});
