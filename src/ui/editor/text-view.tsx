import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useTexts, withTitle } from '../i18n';
import type { Language, Orrery } from '../stores';
import styles from './editor.module.css';
import { faultWords } from './fault-words';
import type { EditorModel, EditorSession } from './session';
import { inLanguage } from './text-extensions';
import { editorTexts } from './texts';

export interface TextViewProps {
  readonly orrery: Orrery;
  readonly session: EditorSession;
}

/**
 * The text. It stands in a shadow root: there the library adds its styles as a constructed sheet,
 * which the page's policy allows, and not as an element, which it does not.
 */
export function TextView({ orrery, session }: TextViewProps) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<EditorView>(undefined);
  const t = useTexts(orrery, editorTexts);
  const language = useStore(orrery.settings, (state) => state.language);
  useEffect(() => {
    const host = document.createElement('div');
    host.className = styles.textHost;
    place.current?.append(host);
    const root = host.attachShadow({ mode: 'open' });
    const view = new EditorView({ state: session.state, parent: root, root });
    // Keys and pastes in the text are its own: from outside their target is no field of text.
    for (const kind of ['keydown', 'paste'] as const) {
      host.addEventListener(kind, (event) => event.stopPropagation());
    }
    session.attach(view);
    shown.current = view;
    return () => {
      session.detach(view);
      view.destroy();
      host.remove();
      shown.current = undefined;
    };
  }, [session]);
  useEffect(() => {
    shown.current?.dispatch({ effects: inLanguage(language, t('text-label')) });
    const mark = ({ faults }: EditorModel): void => {
      const view = shown.current;
      if (view) view.dispatch(setDiagnostics(view.state, diagnosticsOf(view, faults, language)));
    };
    mark(session.model.getState());
    return session.model.subscribe((model, before) => {
      if (model.faults !== before.faults) mark(model);
    });
  }, [session, language, t]);
  // Comments are of whoever wrote the text; no language of the page changes them.
  return (
    <div className={styles.text}>
      <p className={`dim ${styles.comments}`}>{t('comments-stay')}</p>
      <div ref={place} className={styles.textPlace} />
    </div>
  );
}

function diagnosticsOf(
  { state }: EditorView,
  faults: EditorModel['faults'],
  language: Language,
): Diagnostic[] {
  const end = state.doc.length;
  return faults.map(({ from, to, path, reason }) => ({
    from: Math.min(from, end),
    to: Math.min(to, end),
    severity: 'error',
    message: withTitle(path, faultWords(reason, language), language),
  }));
}
