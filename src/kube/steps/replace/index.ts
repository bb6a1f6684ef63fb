import { manifestStep } from '../manifest-step';

export const replaceStep = manifestStep({
  verb: 'replace',
  title: { en: 'kubectl replace', zh: 'kubectl replace' },
  lookAt: { en: 'revisions of the object', zh: '对象的各个修订' },
});
