/** Where a lesson's last stop leads: to the next lesson, and to all of them. */
import { ArrowRight, LayoutGrid } from 'lucide-react';
import { useStore } from 'zustand';
import { commandOf } from '../commands';
import { localText, useTexts } from '../i18n';
import { useNavigation, useShell } from '../shell/shell-context';
import styles from './lesson.module.css';
import { nextLesson } from './next-lesson';
import { lessonTexts } from './texts';

export function WaysOn() {
  const shell = useShell();
  const { orrery } = shell;
  const t = useTexts(orrery, lessonTexts);
  const language = useStore(orrery.settings, (state) => state.language);
  const name = useStore(orrery.lesson, (state) => state.lesson?.libraryName);
  const navigation = useNavigation();
  const wanted = nextLesson(name);
  const next = navigation?.library.find((each) => each.name === wanted);
  const title = next?.scenario.metadata.title ?? wanted ?? '';
  return (
    <p className={styles.waysOn}>
      {next && (
        <button
          type="button"
          className="button primary"
          onClick={() => navigation?.openLibrary(next.name, { stop: 1 })}
        >
          {t('next', { title: localText(title, language) })}
          <ArrowRight aria-hidden="true" />
        </button>
      )}
      <button type="button" className="button" onClick={() => commandOf('gallery').run(shell)}>
        <LayoutGrid aria-hidden="true" />
        {t('gallery')}
      </button>
    </p>
  );
}
