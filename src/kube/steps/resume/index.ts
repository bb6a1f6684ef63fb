import { processStep } from '../process-step';

export const resumeStep = processStep({
  verb: 'resume',
  title: { en: 'send SIGCONT', zh: '发送 SIGCONT' },
  lookAt: { en: 'the work that comes late', zh: '迟到的工作' },
  act: (process) => process.resume(),
  otherwise: 'it is not paused',
});
