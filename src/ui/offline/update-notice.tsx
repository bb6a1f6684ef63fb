import { useEffect, useState } from 'react';
import { useTexts } from '../i18n';
import type { Orrery } from '../stores';
import styles from './offline.module.css';
import { offlineTexts } from './texts';

/** Keeps the page for offline use; in the built page only. Says when there is a newer version. */
export function UpdateNotice({ orrery }: { readonly orrery: Orrery }) {
  const t = useTexts(orrery, offlineTexts);
  const [takeOver, setTakeOver] = useState<() => void>();
  useEffect(() => {
    if (!import.meta.env.PROD) return;
    void import('./keep-offline').then(({ keepOffline }) =>
      keepOffline((newer) => setTakeOver(() => newer)),
    );
  }, []);
  if (!takeOver) return null;
  return (
    <section className={styles.newer} role="status">
      <span>{t('newer')}</span>
      <button type="button" className="button primary" onClick={takeOver}>
        {t('reload')}
      </button>
      <button type="button" className="button" onClick={() => setTakeOver(undefined)}>
        {t('later')}
      </button>
    </section>
  );
}
