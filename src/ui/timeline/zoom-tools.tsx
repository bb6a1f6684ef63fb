import { Crosshair, FoldHorizontal, Maximize2, Minus, Plus } from 'lucide-react';
import { useStore } from 'zustand';
import { useTexts } from '../i18n';
import { showAll, toggleIdleFolds, zoom } from './acts';
import { timelineTexts } from './texts';
import styles from './timeline.module.css';
import type { TimelineModel } from './timeline-model';

/** Zoom by button, for those without wheel or keys, and a way back to the playhead. */
export function ZoomTools({ model }: { readonly model: TimelineModel }) {
  const { orrery } = model;
  const t = useTexts(orrery, timelineTexts);
  const follow = useStore(model.follow);
  const foldIdle = useStore(orrery.viewport, (state) => state.foldIdle);
  const tools = [
    { id: 'zoom-out', icon: Minus, run: () => zoom(orrery, -1) },
    { id: 'zoom-in', icon: Plus, run: () => zoom(orrery, 1) },
    { id: 'show-all', icon: Maximize2, run: () => showAll(orrery) },
  ] as const;
  return (
    <div className={styles.tools}>
      {tools.map(({ id, icon: Icon, run }) => (
        <button key={id} type="button" aria-label={t(id)} title={t(id)} onClick={run}>
          <Icon aria-hidden="true" />
        </button>
      ))}
      <button
        type="button"
        aria-label={t('follow')}
        title={t('follow')}
        aria-pressed={follow}
        onClick={() => model.setFollow(!follow)}
      >
        <Crosshair aria-hidden="true" />
      </button>
      <button
        type="button"
        aria-label={t('fold-idle')}
        title={t('fold-idle')}
        aria-pressed={foldIdle}
        onClick={() => toggleIdleFolds(orrery)}
      >
        <FoldHorizontal aria-hidden="true" />
      </button>
    </div>
  );
}
