import { processStep } from '../process-step';

export const terminateStep = processStep({
  verb: 'terminate',
  title: { en: 'send SIGTERM', zh: '发送 SIGTERM' },
  lookAt: { en: 'the order of its shutdown signals', zh: '它的关闭信号的先后次序' },
  act: (process) => process.terminate(),
  otherwise: 'it is not running',
  undo: (process) => process.start(),
  undoOtherwise: 'it is running already, or has not ended yet',
});
