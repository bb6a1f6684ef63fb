/** The questions that a reconcile asks, with their answers, and what follows. Pure. */
import type { Translate } from '../../i18n';
import { type RoundView, textsOf } from './select';
import type { reconcileTexts } from './texts';

export type ReconcileWords = Translate<(typeof reconcileTexts)['en']>;

export interface Question {
  readonly question: string;
  readonly answer: string;
  /** undefined where it was not asked. */
  readonly fine: boolean | undefined;
}

/** Reason of the decision of a round that found no lease at all. */
const NO_LEASES = 'NoLeasesListed';

export function questionsOf(t: ReconcileWords, view: RoundView): readonly Question[] {
  const { decision, verdict } = view.round;
  const lease = view.kind === 'lease';
  if (!decision) {
    return lease && verdict?.reason === NO_LEASES
      ? [{ question: t('empty'), answer: t('empty-yes'), fine: false }]
      : [];
  }
  const { formatCorrect, skipMirrorChanged } = decision;
  const yesNo = (yes: boolean): string => t(yes ? 'yes' : 'no');
  return [
    { question: t('format'), answer: yesNo(formatCorrect), fine: formatCorrect },
    addressQuestion(t, view),
    portQuestion(t, view),
    { question: t('label'), answer: yesNo(skipMirrorChanged), fine: !skipMirrorChanged },
    ...(lease ? [{ question: t('empty'), answer: t('no'), fine: true }] : []),
  ];
}

function addressQuestion(t: ReconcileWords, { kind, round: { decision } }: RoundView): Question {
  const { formatCorrect = false, ipsCorrect = false, addresses, leases } = decision ?? {};
  const question = t(kind === 'lease' ? 'ips' : 'ips-count');
  if (!formatCorrect) return { question, answer: t('not-looked-at'), fine: undefined };
  if (ipsCorrect) return { question, answer: t('yes'), fine: true };
  const listed = textsOf(addresses).length;
  const answer =
    kind === 'lease'
      ? t('ips-differ', { listed, leased: textsOf(leases).length })
      : t('ips-count-differ', { listed });
  return { question, answer, fine: false };
}

/** Rounds of the ten-second loop leave the ports alone; only a removal compares them. */
function portQuestion(t: ReconcileWords, { kind, round }: RoundView): Question {
  const { formatCorrect = false, portsCorrect = false } = round.decision ?? {};
  const question = t('ports');
  if (!formatCorrect) return { question, answer: t('not-looked-at'), fine: undefined };
  const asked = kind === 'lease' && round.removal;
  if (portsCorrect && !asked) return { question, answer: t('ports-not-asked'), fine: undefined };
  return { question, answer: t(portsCorrect ? 'yes' : 'no'), fine: portsCorrect };
}

/** What follows from the answers. */
export function conclusion(t: ReconcileWords, { kind, round }: RoundView): string {
  const { decision } = round;
  if (!decision) return '';
  const { action, formatCorrect, ipsCorrect, portsCorrect } = decision;
  if (action === 'none') return t('so-none');
  if (kind === 'master-count') return t(action === 'create' ? 'so-alone' : masterReason(decision));
  if (action === 'create') return t('so-create');
  if (!formatCorrect) return t('so-format');
  if (!ipsCorrect) return t(portsCorrect ? 'so-addresses' : 'so-addresses-ports');
  return t(portsCorrect ? 'so-label' : 'so-ports');
}

function masterReason({ formatCorrect, ipsCorrect, portsCorrect }: MasterAnswers) {
  if (!formatCorrect) return 'so-alone';
  if (!ipsCorrect) return 'so-own';
  return portsCorrect ? 'so-label' : 'so-ports';
}

type MasterAnswers = Pick<
  NonNullable<RoundView['round']['decision']>,
  'formatCorrect' | 'ipsCorrect' | 'portsCorrect'
>;
