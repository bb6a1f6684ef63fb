import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
  useRef,
  useState,
} from 'react';
import styles from './shell.module.css';

/** How long a notice stays, ms: enough to read a short sentence twice. */
const NOTICE_MS = 4_000;

export interface Notice {
  /** Shows a short sentence for a while and reads it out. */
  say(text: string): void;
  /** Reads a sentence out without showing it. */
  whisper(text: string): void;
}

const NoticeContext = createContext<Notice>({ say: () => {}, whisper: () => {} });

export const useNotice = (): Notice => useContext(NoticeContext);

/** The page's one quiet voice: a line that comes and goes, and a live region. */
export function NoticeArea({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState('');
  const [spoken, setSpoken] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const say = useCallback((text: string) => {
    clearTimeout(timer.current);
    setShown(text);
    timer.current = setTimeout(() => setShown(''), NOTICE_MS);
  }, []);
  const notice = useMemo(() => ({ say, whisper: setSpoken }), [say]);
  return (
    <NoticeContext value={notice}>
      {children}
      <div className={styles.notice} role="status" data-shown={shown !== ''}>
        {shown}
      </div>
      <div className="visually-hidden" aria-live="polite">
        {spoken}
      </div>
    </NoticeContext>
  );
}
