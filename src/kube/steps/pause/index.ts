import { processStep } from '../process-step';

export const pauseStep = processStep({
  verb: 'pause',
  title: { en: 'send SIGSTOP', zh: '发送 SIGSTOP' },
  lookAt: { en: 'what others believe of it meanwhile', zh: '其间其他进程如何看待它' },
  act: (process) => process.pause(),
  otherwise: 'it is not running, or paused already',
  undo: (process) => process.resume(),
  undoOtherwise: 'it is not paused any more',
});
