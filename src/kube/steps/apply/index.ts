import { manifestStep } from '../manifest-step';

export const applyStep = manifestStep({
  verb: 'apply',
  title: { en: 'kubectl apply', zh: 'kubectl apply' },
  lookAt: { en: 'revisions of the object', zh: '对象的各个修订' },
});
