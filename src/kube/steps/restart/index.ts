import { processStep } from '../process-step';

export const restartStep = processStep({
  verb: 'restart',
  title: { en: 'SIGKILL and start', zh: 'SIGKILL 后重新启动' },
  lookAt: { en: 'what it finds of its former life', zh: '它发现的前世遗留' },
  act: (process) => {
    process.kill();
    return process.start();
  },
  otherwise: 'it could not be started',
});
