import { VERB_FLAGS, VERBS, type VerbName } from '#console';
import type { Translate } from '../i18n';
import type { consoleTexts } from './texts';

/** Our own help: what is modelled, and how the console works. */
export function helpText(t: Translate<typeof consoleTexts.en>, about: string): string {
  const [verb] = about.split(' ');
  if (Object.hasOwn(VERB_FLAGS, verb)) {
    const flags = VERB_FLAGS[verb as VerbName]
      .filter(({ modelled }) => modelled)
      .map(({ name, short }) => `  ${short ? `-${short}, ` : '    '}--${name}`);
    return [t('help-flags', { verb }), ...flags, '  -n, --namespace', '  -s, --server'].join('\n');
  }
  return [
    t('help-intro'),
    ...VERBS.map((name) => `  ${name}`),
    '',
    t('help-manifest'),
    t('help-reads'),
    t('help-own'),
  ].join('\n');
}
