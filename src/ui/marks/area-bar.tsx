/** The line that says what happened in the marked area. */
import { Maximize2 } from 'lucide-react';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { formatClock, formatCount, formatSpan, useTexts } from '../i18n';
import { usePlayhead } from '../playback';
import type { Area, Orrery } from '../stores';
import { showStretch } from '../timeline/acts';
import { CloseButton } from '../widgets';
import { orderedArea } from './area';
import { areaFacts } from './area-facts';
import styles from './marks.module.css';
import { marksTexts } from './texts';

export default function AreaBar({ orrery, area }: { orrery: Orrery; area: Area }) {
  const t = useTexts(orrery, marksTexts);
  const playhead = usePlayhead(orrery);
  useStore(orrery.session, (state) => state.reached);
  const { from, to } = orderedArea(area, playhead);
  const { table } = orrery.trace;
  const { length } = table;
  // biome-ignore lint/correctness/useExhaustiveDependencies: more records, other facts
  const facts = useMemo(() => areaFacts(table, from, to), [table, length, from, to]);
  const span = { from: formatClock(from), to: formatClock(to), span: formatSpan(to - from) };
  return (
    <section className={styles.bar} aria-label={t('area')}>
      <output className={styles.facts}>
        <strong>{t('area-span', span)}</strong>
        <span>{t('records', { count: formatCount(facts.records) })}</span>
        <span>{t('requests', { count: formatCount(facts.requests) })}</span>
        {facts.codes.map(([code, count]) => (
          <span key={code} data-bad={code >= 400 || undefined}>
            {t('code', { code, count: formatCount(count) })}
          </span>
        ))}
        <span>{t('writes', { count: formatCount(facts.writes) })}</span>
        <span>{t('decisions', { count: formatCount(facts.decisions) })}</span>
        {area.end === undefined && <em>{t('area-open')}</em>}
      </output>
      <button
        type="button"
        className="icon-button"
        aria-label={t('show')}
        title={t('show')}
        disabled={to === from}
        onClick={() => showStretch(orrery, from, to)}
      >
        <Maximize2 aria-hidden="true" />
      </button>
      <CloseButton label={t('close')} onClose={() => orrery.marks.setState({ area: undefined })} />
    </section>
  );
}
