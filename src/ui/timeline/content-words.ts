/** The words on bars, in the person's language. */
import { formatSpan } from '../i18n';
import { type StepText, stepWords } from '../why/step-words';
import type { ContentWords } from './lane-contents';
import type { TimelineWords } from './texts';

export function contentWords(t: TimelineWords, steps: StepText): ContentWords {
  return {
    starting: t('starting'),
    running: t('running'),
    terminating: t('terminating'),
    paused: t('paused'),
    ready: t('ready'),
    notReady: t('not-ready'),
    notAsked: t('not-asked'),
    exited: (code) => t('exited', { code }),
    renewedByNobody: t('renewed-by-nobody'),
    expired: t('expired'),
    removed: t('removed'),
    heldBy: (holder) => t('held-by', { holder }),
    heldAndRenewed: (holder, span) => t('held-renewed', { holder, span }),
    notRenewed: (holder) => t('not-renewed', { holder }),
    renewedLate: (holder) => t('renewed-late', { holder }),
    notRenewedShort: t('not-renewed-short'),
    overdue: t('overdue'),
    span: formatSpan,
    step: (record) => stepWords(record, steps),
  };
}
