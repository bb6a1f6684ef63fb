import { useStore } from 'zustand';
import { useTexts, withTitle } from '../i18n';
import { useShell } from '../shell/shell-context';
import styles from './editor.module.css';
import { faultWords } from './fault-words';
import type { EditorNotice } from './first-text';
import type { EditorSession } from './session';
import { editorTexts } from './texts';

/** What the editor has to tell, with the ways to go on. */
export function Notices({ session }: { readonly session: EditorSession }) {
  const notice = useStore(session.model, (model) => model.notice);
  return notice ? <Notice session={session} notice={notice} /> : null;
}

interface NoticeProps {
  readonly session: EditorSession;
  readonly notice: EditorNotice;
}

interface Answer {
  readonly text: string;
  readonly act: () => void;
}

function Notice({ session, notice }: NoticeProps) {
  const { text, answers } = useNoticeWords(session, notice);
  return (
    <div className={styles.notice} role="status">
      <span>{text}</span>
      {answers.map((answer) => (
        <button key={answer.text} type="button" className="button" onClick={answer.act}>
          {answer.text}
        </button>
      ))}
    </div>
  );
}

function useNoticeWords(
  session: EditorSession,
  notice: EditorNotice,
): { readonly text: string; readonly answers: readonly Answer[] } {
  const { orrery } = useShell();
  const t = useTexts(orrery, editorTexts);
  const language = useStore(orrery.settings, (state) => state.language);
  const when = (at: number): string =>
    new Date(at).toLocaleString(language === 'zh' ? 'zh-CN' : 'en', {
      dateStyle: 'medium',
      timeStyle: 'short',
    });
  switch (notice.kind) {
    case 'restored':
      return {
        text: t('restored-text', { when: when(notice.draft.at) }),
        answers: [
          { text: t('keep-text'), act: () => session.keepText() },
          { text: t('discard'), act: () => session.takeRunning() },
        ],
      };
    case 'offered':
      return {
        text: t(notice.draft.open ? 'offered-tab' : 'offered-text', {
          when: when(notice.draft.at),
        }),
        answers: [
          { text: t('restore'), act: () => session.restore(notice.draft) },
          {
            text: t(notice.draft.open ? 'leave-it' : 'discard'),
            act: () => session.forget(notice.draft),
          },
        ],
      };
    case 'elsewhere':
      return {
        text: t('elsewhere-text'),
        answers: [
          { text: t('take-running'), act: () => session.takeRunning() },
          { text: t('keep-text'), act: () => session.keepText() },
        ],
      };
    case 'unmade':
      return {
        text: t('unmade-text', { reason: unmadeReason(notice.reason, language) }),
        answers: [{ text: t('unmade-close'), act: () => session.keepText() }],
      };
  }
}

function unmadeReason(reason: string, language: 'en' | 'zh'): string {
  const colon = reason.indexOf(': ');
  return withTitle(reason.slice(0, colon), faultWords(reason.slice(colon + 2), language), language);
}
