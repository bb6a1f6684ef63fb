import { processStep } from '../process-step';

export const startStep = processStep({
  verb: 'start',
  title: { en: 'start the process', zh: '启动进程' },
  lookAt: { en: 'its lifecycle and its hooks', zh: '它的生命周期与各个 hook' },
  act: (process) => process.start(),
  otherwise: 'it is running already',
});
