/**
 * The line in which records are searched; it stands under the panels while it is open. It is not
 * loaded late: what is typed behind the slash must not reach the page's keys.
 */
import { ChevronDown, ChevronUp, Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { formatCount, useTexts } from '../i18n';
import type { Orrery } from '../stores';
import { CloseButton } from '../widgets';
import { placeOfRecord } from './place-of-record';
import styles from './search.module.css';
import { searchTexts } from './texts';
import { useRecordSearch } from './use-record-search';
import { closeSearch, walkHits } from './walk-hits';

export function SearchBar({ orrery }: { readonly orrery: Orrery }) {
  const t = useTexts(orrery, searchTexts);
  const { query, hits, asked } = useStore(orrery.search);
  const field = useRef<HTMLInputElement>(null);
  useRecordSearch(orrery);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asking again puts the cursor back
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [asked]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') walkHits(orrery, event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') closeSearch(orrery);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search className={styles.bar} aria-label={t('search')}>
      <Search aria-hidden="true" />
      <input
        ref={field}
        type="text"
        value={query}
        placeholder={t('hint')}
        aria-label={t('search')}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => orrery.search.setState({ query: event.target.value })}
        onKeyDown={onKeyDown}
      />
      <output className={styles.count} data-none={(query !== '' && hits.length === 0) || undefined}>
        <Count orrery={orrery} />
      </output>
      {([-1, 1] as const).map((direction) => (
        <button
          key={direction}
          type="button"
          className="icon-button"
          aria-label={t(direction < 0 ? 'previous' : 'next')}
          title={t(direction < 0 ? 'previous' : 'next')}
          disabled={hits.length === 0}
          onClick={() => walkHits(orrery, direction)}
        >
          {direction < 0 ? <ChevronUp aria-hidden="true" /> : <ChevronDown aria-hidden="true" />}
        </button>
      ))}
      <CloseButton label={t('close')} onClose={() => closeSearch(orrery)} />
    </search>
  );
}

/** How many there are and which one is selected, or that there is none. */
function Count({ orrery }: { readonly orrery: Orrery }) {
  const t = useTexts(orrery, searchTexts);
  const { query, hits, searching } = useStore(orrery.search);
  const selected = useStore(orrery.selection, (state) => state.selected);
  if (query.trim() === '') return null;
  const count = formatCount(hits.length);
  if (searching) return t('searching', { count });
  if (hits.length === 0) return t('no-hit', { query: query.trim() });
  const place = selected?.kind === 'record' ? placeOfRecord(hits, selected.seq) : undefined;
  return place === undefined ? t('count', { count }) : t('place', { place: place + 1, count });
}
