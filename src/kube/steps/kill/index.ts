import { processStep } from '../process-step';

/** The one to copy for a verb that takes a process. */
export const killStep = processStep({
  verb: 'kill',
  title: { en: 'send SIGKILL', zh: '发送 SIGKILL' },
  lookAt: {
    en: 'its lease, which runs on without it',
    zh: '它的租约：进程已死，租约仍在倒计时',
  },
  act: (process) => process.kill(),
  otherwise: 'it is not running',
  undo: (process) => process.start(),
  undoOtherwise: 'it is running already',
});
