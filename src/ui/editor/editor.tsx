/** The scenario editor: text and form of one document, what is wrong with it, and its run. */
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { EditorDoor } from '../editor-door';
import { useTexts } from '../i18n';
import { useNotice } from '../shell/notice';
import { useShell } from '../shell/shell-context';
import { recall, remember } from '../storage';
import { useSize } from '../widgets';
import { type Editor, editorOf } from './create-editor';
import styles from './editor.module.css';
import { FaultList } from './fault-list';
import { Form } from './form/form';
import { Notices } from './notices';
import { TextView } from './text-view';
import { editorTexts } from './texts';
import { type Shown, Toolbar } from './toolbar';

/** Least width for text and form side by side, px. */
const BOTH_PX = 560;
const SHOWN_KEY = 'editor-shown';

export interface ScenarioEditorProps {
  readonly door: EditorDoor;
  readonly onClose: () => void;
}

export default function ScenarioEditor({ door, onClose }: ScenarioEditorProps) {
  const { orrery, client } = useShell();
  const t = useTexts(orrery, editorTexts);
  const editor = useMemo(() => editorOf(orrery, client, door), [orrery, client, door]);
  const [box, { width }] = useSize<HTMLElement>();
  const [chosen, setChosen] = useState<Shown>(() => readShown(recall(SHOWN_KEY)));
  const wide = width >= BOTH_PX;
  const shown = chosen === 'both' && !wide ? 'text' : chosen;
  const choose = (next: Shown): void => {
    remember(SHOWN_KEY, next);
    setChosen(next);
  };
  const run = useRun(editor, door);
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    editor.acts.leave = () => bar.current?.querySelector<HTMLElement>('[data-run]')?.focus();
    bar.current?.querySelector<HTMLElement>('[data-run]')?.focus();
  }, [editor]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const mod = event.ctrlKey || event.metaKey;
    if (mod && event.key === 'Enter') run();
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <section ref={box} className={styles.editor} aria-label={t('editor')} onKeyDown={onKeyDown}>
      <div ref={bar}>
        <Toolbar
          session={editor.session}
          shown={shown}
          wide={wide}
          onShown={choose}
          onRun={run}
          onClose={onClose}
        />
      </div>
      <Notices session={editor.session} />
      <div className={styles.halves} data-shown={shown}>
        {shown !== 'form' && <TextView orrery={orrery} session={editor.session} />}
        {shown !== 'text' && <Form orrery={orrery} session={editor.session} onApply={run} />}
      </div>
      <FaultList
        session={editor.session}
        onShow={() => flushSync(() => shown === 'form' && choose('text'))}
      />
    </section>
  );
}

const readShown = (kept: string | undefined): Shown =>
  kept === 'text' || kept === 'form' ? kept : 'both';

/** Runs what is written, and says what came of it. */
function useRun({ session, acts }: Editor, door: EditorDoor): () => void {
  const { orrery } = useShell();
  const t = useTexts(orrery, editorTexts);
  const notice = useNotice();
  const run = useCallback(() => {
    void session.apply().then((runs) => {
      const { faults } = session.model.getState();
      if (runs) notice.whisper(t('running'));
      else notice.say(t(faults.length === 1 ? 'refused-one' : 'refused', { count: faults.length }));
    });
  }, [session, notice, t]);
  useEffect(() => {
    acts.apply = run;
    door.setState({ apply: run });
    return () => door.setState({ apply: undefined });
  }, [acts, door, run]);
  return run;
}
