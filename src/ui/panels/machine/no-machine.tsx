/** What can be told of an actor that has no machine: what it is, what it did, and where more is. */
import { lazy, Suspense } from 'react';
import { useTexts } from '../../i18n';
import type { PanelProps } from '../panel';
import { RecordLine } from '../record-line';
import styles from './machine.module.css';
import { latestRows } from './select';
import { machineTexts } from './texts';

/** What is known of the code is large, and most actors have a machine. */
const Purpose = lazy(() => import('./purpose'));

interface NoMachineProps extends Required<Pick<PanelProps, 'orrery' | 'time' | 'others'>> {
  readonly actor: string;
  /** Its process has parts with machines. */
  readonly hasParts: boolean;
}

export function NoMachine({ orrery, time, others, actor, hasParts }: NoMachineProps) {
  const t = useTexts(orrery, machineTexts);
  const rows = latestRows(orrery.index, actor, time);
  return (
    <div className={`${styles.bare} scrolls-down`}>
      <strong>{t('no-machine', { actor })}</strong>
      <Suspense>
        <Purpose orrery={orrery} actor={actor} />
      </Suspense>
      <p className="dim">{t(hasParts ? 'no-machine-parts' : 'no-machine-text')}</p>
      <p className={styles.others}>
        <span className="dim">{t('more-of-it')}</span>
        {others.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            className="text-button"
            onClick={() => orrery.settings.setState({ inspectorTab: id })}
          >
            {title}
          </button>
        ))}
      </p>
      <section>
        <h3>{t('latest')}</h3>
        {rows.length === 0 && <p className="dim">{t('latest-none')}</p>}
        {rows.map((seq) => (
          <RecordLine key={seq} orrery={orrery} seq={seq} />
        ))}
      </section>
    </div>
  );
}
