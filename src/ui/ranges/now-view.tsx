import { formatClock, useTexts } from '../i18n';
import { goToRecord } from '../playback';
import type { Orrery } from '../stores';
import type { AddressSync } from './address-syncs';
import { Legend } from './legend';
import { Holders } from './lists';
import { RangeGrid } from './range-grid';
import styles from './ranges.module.css';
import type { StoredRange } from './stored-range';
import { SyncList } from './sync-list';
import { rangeTexts } from './texts';

export interface NowProps {
  readonly orrery: Orrery;
  readonly stored: StoredRange;
  /** What the repair decided of single addresses; absent where passes rebuild the range. */
  readonly syncs: readonly AddressSync[] | undefined;
}

/** The stored range as it stands at the playhead. */
export function NowView({ orrery, stored, syncs }: NowProps) {
  const t = useTexts(orrery, rangeTexts);
  const { geometry, cells, owners, lines, revision, at } = stored;
  return (
    <div className={styles.body}>
      <div className={styles.grids}>
        <figure className={styles.figure}>
          <h3>{t('stored')}</h3>
          <RangeGrid
            orrery={orrery}
            label={geometry.text}
            about={
              <button
                type="button"
                className="text-button dim"
                onClick={() => goToRecord(orrery, stored.seq)}
              >
                {t('stored-at', { version: revision, time: formatClock(at) })}
              </button>
            }
            geometry={geometry}
            marks={cells}
            owners={owners}
          />
        </figure>
        <Legend orrery={orrery} grids={[cells]} band={geometry.band > 0} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes the focus */}
      <section className={styles.side} tabIndex={0} aria-label={t('holders')}>
        <Holders orrery={orrery} lines={lines} />
        {syncs && <SyncList orrery={orrery} syncs={syncs} />}
      </section>
    </div>
  );
}
