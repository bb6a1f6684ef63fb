/** What a moment of the walk says, in the person's language. Pure. */
import type { Translate } from '../i18n';
import { Bits } from './bits';
import type { RepairPass } from './passes';
import type { rangeTexts } from './texts';
import type { Moment, WalkState } from './walk';

export type RangeWords = Translate<(typeof rangeTexts)['en']>;

export interface MomentWords {
  /** What it is about, in a few words; '' where it is about the whole range. */
  readonly subject: string;
  readonly sentence: string;
}

const VERDICTS = [
  ...(['valid', 'not-allocated', 'already-allocated', 'out-of-range', 'not-valid'] as const),
  ...(['family-not-configured', 'full', 'unknown-error'] as const),
];

export const knownVerdict = (verdict: string) => VERDICTS.find((each) => each === verdict);

export function momentWords(
  t: RangeWords,
  pass: RepairPass,
  moment: Moment,
  state: WalkState,
): MomentWords {
  const range = pass.configured;
  switch (moment.step) {
    case 'snapshot': {
      const { version, data } = pass.stored;
      const count = new Bits(data).count;
      if (version === '') return { subject: '', sentence: t('say-snapshot-none', { range }) };
      return { subject: '', sentence: t('say-snapshot', { version, count }) };
    }
    case 'read': {
      const count = pass.rebuilt?.claims.length ?? 0;
      return { subject: '', sentence: t('say-read', { count, range }) };
    }
    case 'rebuild':
      return claimWords(t, pass, moment.place, state);
    case 'leaks':
      return leakWords(t, pass, moment.place);
    case 'save':
      return { subject: '', sentence: endSentence(t, pass) };
  }
}

function claimWords(
  t: RangeWords,
  { configured: range, rebuilt }: RepairPass,
  place: number,
  { claim }: WalkState,
): MomentWords {
  const { service = '', item = '', verdict = '' } = claim ?? {};
  const count = rebuilt?.claims.length ?? 0;
  const subject = t('say-claim', { place: place + 1, count, service, item });
  const known = knownVerdict(verdict);
  if (known === undefined) return { subject, sentence: t('say-other', { verdict }) };
  const sentence = known === 'out-of-range' ? t('say-out-of-range', { range }) : t(`say-${known}`);
  return { subject, sentence };
}

function leakWords(t: RangeWords, { leaks }: RepairPass, place: number): MomentWords {
  const leak = leaks[place];
  if (!leak) return { subject: '', sentence: t('say-no-leak') };
  const { item, outcome, error } = leak;
  const subject = t('say-leak', { place: place + 1, count: leaks.length });
  if (error !== undefined) return { subject, sentence: t('say-leak-error', { item, error }) };
  return { subject, sentence: t(`say-leak-${outcome}`, { item }) };
}

function endSentence(t: RangeWords, { end }: RepairPass): string {
  if (end?.kind === 'conflict') return t('say-conflict', { message: end.message });
  const version = end?.version;
  return version === undefined ? t('say-unchanged') : t('say-saved', { version });
}
