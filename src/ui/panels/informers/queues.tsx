import { useStore } from 'zustand';
import { Term } from '../../glosses/term';
import { formatCount, formatSpan, inAList, inARow, useTexts } from '../../i18n';
import type { Orrery } from '../../stores';
import styles from './informers.module.css';
import type { QueueView } from './select';
import { informerTexts } from './texts';

export interface QueuesProps {
  readonly orrery: Orrery;
  readonly process: string;
  readonly queues: readonly QueueView[];
  readonly time: number;
}

/** The work queues of a process, each with the parts that upstream's has. */
export function Queues({ orrery, process, queues, time }: QueuesProps) {
  const t = useTexts(orrery, informerTexts);
  const language = useStore(orrery.settings, (state) => state.language);
  return (
    <section>
      <h3>
        <Term orrery={orrery} of="work queue">
          {t('queues', { process })}
        </Term>
      </h3>
      {queues.length === 0 && (
        <p className="dim">{inARow([t('no-queues'), t('queue-quiet')], language)}</p>
      )}
      {queues.map((queue) => (
        <Queue key={queue.name} orrery={orrery} queue={queue} time={time} />
      ))}
    </section>
  );
}

interface QueueProps {
  readonly orrery: Orrery;
  readonly queue: QueueView;
  readonly time: number;
}

function Queue({ orrery, queue, time }: QueueProps) {
  const t = useTexts(orrery, informerTexts);
  const language = useStore(orrery.settings, (state) => state.language);
  const due = queue.waiting.map(({ key, dueAt }) =>
    dueAt > time ? t('due', { key, span: formatSpan(dueAt - time) }) : t('due-now', { key }),
  );
  const failed = queue.failing.map(({ key, failures, delay }) =>
    t('failed', { key, count: formatCount(failures), span: formatSpan(delay) }),
  );
  const parts = [
    ['waiting', queue.queue],
    ['dirty', queue.dirty],
    ['processing', queue.processing],
    ['later', due],
    ['backoff', failed],
  ] as const;
  return (
    <div className={styles.queue}>
      <h4 translate="no">{queue.name}</h4>
      <dl className={styles.facts}>
        {parts.map(([name, keys]) => (
          <div key={name} className={styles.part}>
            <dt>{t(name)}</dt>
            <dd>{keys.length === 0 ? t('idle') : inAList(keys, language)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
