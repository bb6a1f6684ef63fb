import { ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { formatClock, useTexts, withKey } from '../i18n';
import type { Orrery } from '../stores';
import { timelineTexts } from './texts';
import styles from './timeline.module.css';
import { goBack, trailOf, watchTrail } from './trail';

/** The windows that one zoomed in from, widest first; a click goes back to one. */
export function Breadcrumbs({ orrery }: { readonly orrery: Orrery }) {
  const t = useTexts(orrery, timelineTexts);
  const trail = useStore(trailOf(orrery));
  useEffect(() => watchTrail(orrery), [orrery]);
  if (trail.length === 0) return null;
  return (
    <nav className={styles.trail} aria-label={t('trail')}>
      {trail.map(({ from, to }, place) => {
        const span = { from: formatClock(from), to: formatClock(to) };
        return (
          <button
            key={`${from}/${to}`}
            type="button"
            aria-label={t('trail-back', span)}
            title={
              place === trail.length - 1
                ? withKey(t('trail-back', span), 'Backspace', t.language)
                : undefined
            }
            onClick={() => goBack(orrery, place)}
          >
            {`${span.from} – ${span.to}`}
            <ChevronRight aria-hidden="true" />
          </button>
        );
      })}
    </nav>
  );
}
