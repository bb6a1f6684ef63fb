/** In the status bar: how many expectations hold. It opens the list that names each. */
import { Check, TriangleAlert } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { lateExpectations } from '#protocol';
import { inClauses, useTexts } from '../i18n';
import { useShell } from '../shell/shell-context';
import { Popup } from '../widgets';
import { droppedExpectations } from './dropped';
import { failedOf } from './failed';
import styles from './outcome.module.css';
import { outcomeTexts } from './texts';

const OutcomeList = lazy(() => import('./outcome-list'));

export function Held() {
  const { orrery } = useShell();
  const t = useTexts(orrery, outcomeTexts);
  const { summary, scenario, undo } = useStore(orrery.session);
  if (!summary) return null;
  const { expectations } = summary;
  const held = expectations.filter(({ ok }) => ok).length;
  const all = expectations.length;
  const dropped = droppedExpectations(scenario, undo);
  const late = scenario ? lateExpectations(scenario, failedOf(summary)).length : 0;
  if (expectations.length + dropped.length === 0) return null;
  const parts = [
    ...(all > 0 ? [t(all === 1 ? 'held-one' : 'held', { held, all })] : []),
    ...(late > 0 ? [t('late-count', { count: late })] : []),
    ...(dropped.length > 0 ? [t('not-checked', { count: dropped.length })] : []),
  ];
  const said = inClauses(parts, t.language);
  return (
    <Popup
      label={said}
      buttonClass={styles.button}
      align="above"
      button={
        <>
          {expectations.length > 0 && <Sign good={held === expectations.length && late === 0} />}
          {said}
        </>
      }
    >
      {() => (
        <Suspense>
          <OutcomeList orrery={orrery} summary={summary} dropped={dropped} />
        </Suspense>
      )}
    </Popup>
  );
}

export function Sign({ good }: { readonly good: boolean }) {
  return good ? (
    <Check className={styles.good} aria-hidden="true" />
  ) : (
    <TriangleAlert className={styles.bad} aria-hidden="true" />
  );
}
