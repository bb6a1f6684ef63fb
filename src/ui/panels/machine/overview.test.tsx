import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { asTime } from '#base';
import { Recorder } from '#trace';
import { createOrrery } from '../../stores';
import { Overview } from './overview';

afterEach(cleanup);

it.each([
  ['en', 'running', 'exited · SIGKILL', 'exited · terminated gracefully'],
  ['zh', '运行中', '已退出 · SIGKILL', '已退出 · 已优雅终止'],
] as const)('says what processes without a chart do: %s', (language, running, exited, ended) => {
  const orrery = createOrrery({ language });
  let now = 1;
  const recorder = new Recorder(() => asTime(now));
  const phase = (name: string, word: string, reason: string) =>
    recorder.write('process', name, null, { name, phase: word, exitCode: null, reason });
  phase('etcd', 'running', '');
  phase('kubectl', 'running', '');
  now = 2;
  phase('kubectl', 'exited', 'SIGKILL');
  phase('kube-apiserver-a', 'exited', 'terminated gracefully');
  const block = recorder.takeBlock();
  if (block) orrery.trace.append(block);
  render(<Overview orrery={orrery} time={asTime(3)} />);
  expect(screen.getByRole('button', { name: /^etcd/ }).textContent).toBe(`etcd${running}`);
  expect(screen.getByRole('button', { name: /^kubectl/ }).textContent).toBe(`kubectl${exited}`);
  const server = screen.getByRole('button', { name: /^kube-apiserver-a/ });
  expect(server.textContent).toBe(`kube-apiserver-a${ended}`);
});
