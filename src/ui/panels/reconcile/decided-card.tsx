import { useTexts } from '../../i18n';
import { goToRecord } from '../../playback';
import common from '../panels.module.css';
import { conclusion, questionsOf } from './questions';
import type { CardProps } from './read-card';
import styles from './reconcile.module.css';
import type { RoundView } from './select';
import { reconcileTexts } from './texts';

/** The questions of the reconcile with their answers, and what follows from them. */
export function DecidedCard({ orrery, view }: CardProps) {
  const t = useTexts(orrery, reconcileTexts);
  const { decision, verdict } = view.round;
  const questions = questionsOf(t, view);
  const about = decision ?? verdict;
  return (
    <section className={common.card}>
      <h3>{t('decided')}</h3>
      {questions.length > 0 && (
        <dl className={styles.questions}>
          {questions.map(({ question, answer, fine }) => (
            <div key={question} data-fine={fine ?? 'not-asked'}>
              <dt>{question}</dt>
              <dd>{answer}</dd>
            </div>
          ))}
        </dl>
      )}
      {decision ? (
        <button
          type="button"
          className={`text-button ${styles.so}`}
          onClick={() => goToRecord(orrery, decision.seq)}
        >
          {conclusion(t, view)}
        </button>
      ) : (
        <p className="dim">{t(withoutDecision(view))}</p>
      )}
      {about && verdict && (
        <button
          type="button"
          className="text-button mono dim"
          onClick={() => goToRecord(orrery, verdict.seq)}
        >{`${verdict.name} · ${verdict.reason}`}</button>
      )}
    </section>
  );
}

/** Removing by count asks nothing; else a round without a decision failed, or goes on. */
function withoutDecision({ kind, round }: RoundView) {
  if (kind === 'master-count' && round.removal) return 'removal-round';
  return round.over ? 'failed-round' : 'going-on';
}
