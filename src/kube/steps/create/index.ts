import { manifestStep } from '../manifest-step';

export const createStep = manifestStep({
  verb: 'create',
  title: { en: 'kubectl create', zh: 'kubectl create' },
  lookAt: { en: 'the answer: 201 or 409', zh: '应答：201 或 409' },
});
