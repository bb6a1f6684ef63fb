import { Search, X } from 'lucide-react';
import { useStore } from 'zustand';
import { useTexts } from '../i18n';
import type { Orrery } from '../stores';
import { timelineTexts } from './texts';
import styles from './timeline.module.css';

/** A text field that leaves only the lanes with these words in their path. */
export function LaneFilter({ orrery }: { readonly orrery: Orrery }) {
  const t = useTexts(orrery, timelineTexts);
  const filter = useStore(orrery.viewport, (state) => state.filter);
  const set = (text: string): void => orrery.viewport.setState({ filter: text });
  return (
    <div className={styles.filter}>
      <Search aria-hidden="true" />
      <input
        type="text"
        value={filter}
        placeholder={t('filter')}
        aria-label={t('filter')}
        spellCheck={false}
        onChange={(event) => set(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || filter === '') return;
          event.stopPropagation();
          set('');
        }}
      />
      {filter !== '' && (
        <button type="button" aria-label={t('clear-filter')} onClick={() => set('')}>
          <X aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
