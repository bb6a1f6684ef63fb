import { useTexts } from '../../i18n';
import { goToRecord } from '../../playback';
import common from '../panels.module.css';
import type { CardProps } from './read-card';
import styles from './reconcile.module.css';
import { reconcileTexts } from './texts';

/** The questions of the reconcile with their answers, and what follows from them. */
export function DecidedCard({ orrery, view }: CardProps) {
  const t = useTexts(orrery, reconcileTexts);
  const { decision, last } = view.round;
  if (!decision) {
    const over = orrery.trace.table.recordOf(last, 'state')?.to === 'idle';
    return (
      <section className={common.card}>
        <h3>{t('decided')}</h3>
        <p className="dim">{t(over ? 'failed-round' : 'going-on')}</p>
      </section>
    );
  }
  const count = (list: unknown): number => (Array.isArray(list) ? list.length : 0);
  const listed = count(decision.addresses);
  const leased = count(decision.leases);
  const yesNo = (yes: boolean): string => t(yes ? 'yes' : 'no');
  const questions = [
    [t('format'), decision.formatCorrect, yesNo(decision.formatCorrect)],
    [
      t('ips'),
      decision.ipsCorrect,
      decision.ipsCorrect ? t('yes') : t('ips-differ', { listed, leased }),
    ],
    [t('ports'), decision.portsCorrect, yesNo(decision.portsCorrect)],
    [t('label'), !decision.skipMirrorChanged, yesNo(decision.skipMirrorChanged)],
  ] as const;
  const { action } = decision;
  return (
    <section className={common.card}>
      <h3>{t('decided')}</h3>
      <dl className={styles.questions}>
        {questions.map(([question, fine, answer]) => (
          <div key={question} data-fine={fine}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
      <button
        type="button"
        className={`text-button ${styles.so}`}
        onClick={() => goToRecord(orrery, decision.seq)}
      >
        {action === 'none' ? t('so-none') : t('so', { action })}
      </button>
      {view.verdict && (
        <p className="mono dim">{`${view.verdict.name} · ${view.verdict.reason}`}</p>
      )}
    </section>
  );
}
