/** What the chosen tab says while the selection has nothing for it, and where it would have. */
import { useStore } from 'zustand';
import { localText, useTexts } from '../i18n';
import type { Orrery } from '../stores';
import type { Focus, InspectorPanel } from './panel';
import styles from './panels.module.css';
import { inspectorTexts } from './texts';

interface NotHereProps {
  readonly orrery: Orrery;
  readonly panel: InspectorPanel;
  readonly focus: Focus;
}

export default function NotHere({ orrery, panel, focus }: NotHereProps) {
  const t = useTexts(orrery, inspectorTexts);
  const language = useStore(orrery.settings, (state) => state.language);
  const tab = localText(panel.title, language);
  const { process } = focus;
  const processes = panel.about?.processes(orrery) ?? [];
  return (
    <section className={styles.emptyState}>
      <strong>
        {process === undefined ? t('not-here-run', { tab }) : t('not-here', { process, tab })}
      </strong>
      {panel.about && (
        <p className="dim">
          {t('about', { what: localText(panel.about.what, language) })}
          {processes.length > 0 && ` ${t('choose-one')}`}
        </p>
      )}
      <div className={styles.others}>
        {processes.map((path) => (
          <button
            key={path}
            type="button"
            className="button"
            aria-label={t('select-process', { process: path })}
            onClick={() => orrery.selection.setState({ selected: { kind: 'actor', path } })}
          >
            {path}
          </button>
        ))}
      </div>
    </section>
  );
}
