import { formatClock, useTexts } from '../i18n';
import { goToRecord } from '../playback';
import type { Orrery } from '../stores';
import type { AddressSync } from './address-syncs';
import styles from './lists.module.css';
import { rangeTexts } from './texts';

const VERDICTS = [
  ...(['valid', 'young', 'not-valid', 'out-of-range', 'not-allocated', 'modified'] as const),
  ...(['wrong-reference', 'already-allocated', 'others-reference', 'wrong-labels'] as const),
  'leaked' as const,
];

export interface SyncListProps {
  readonly orrery: Orrery;
  readonly syncs: readonly AddressSync[];
}

/** What the repair controllers of IPAddresses looked at; a click goes to the decision. */
export function SyncList({ orrery, syncs }: SyncListProps) {
  const t = useTexts(orrery, rangeTexts);
  return (
    <section className={styles.list}>
      <h3>{t('syncs')}</h3>
      <p className="dim">{t(syncs.length === 0 ? 'syncs-none' : 'syncs-text')}</p>
      <ol className={styles.lines}>
        {syncs.map((sync) => (
          <li key={sync.seq}>
            <Sync orrery={orrery} sync={sync} />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface SyncProps extends Pick<SyncListProps, 'orrery'> {
  readonly sync: AddressSync;
}

function Sync({ orrery, sync }: SyncProps) {
  const t = useTexts(orrery, rangeTexts);
  const { seq, at, process, name, verdict, ip, reason, sound } = sync;
  const known = VERDICTS.find((each) => each === verdict);
  return (
    <button
      type="button"
      className={styles.line}
      data-good={sound}
      data-when="done"
      title={reason}
      onClick={() => goToRecord(orrery, seq)}
    >
      <code>{ip}</code>
      <span className={styles.service}>
        {name} · {process} · {formatClock(at)}
      </span>
      <span className={styles.verdict}>
        {!sound && <span aria-hidden="true">! </span>}
        {known ? t(`sync-${known}`) : verdict}
      </span>
    </button>
  );
}
