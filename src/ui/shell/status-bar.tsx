import { Copy, Redo2, Square, SquareTerminal, Undo2 } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { commandOf, keyLabel } from '../commands';
import { drawerTexts } from '../console/drawer/texts';
import { formatClock, formatCount, namesInAList, useTexts, withKey } from '../i18n';
import { ReportButton } from '../opening/opening';
import { CutActs } from '../outcome/cut-acts';
import { Held, Sign } from '../outcome/held';
import { runAgain } from '../session/again';
import { replayVerdict } from '../share/replay-verdict';
import type { SessionState } from '../stores';
import { NARROW, useMediaQuery } from '../widgets';
import type { Fold } from './fold';
import { FoldButtons } from './fold-buttons';
import { WIDE_HEADER } from './header';
import { useNotice } from './notice';
import { RunFacts } from './run-facts';
import { useShell } from './shell-context';
import styles from './status-bar.module.css';
import { shellTexts } from './texts';

/** One quiet line: what ran, whether what must hold holds, and the hash that proves a replay. */
export function StatusBar({ fold }: { readonly fold: Fold }) {
  const { orrery } = useShell();
  const wide = useMediaQuery(WIDE_HEADER);
  const narrow = useMediaQuery(NARROW);
  const session = useStore(orrery.session);
  const bar = useRef<HTMLElement>(null);
  useTellHeight(bar);
  return (
    <footer ref={bar} className={styles.bar}>
      <div className={styles.run}>
        {!wide && <RunFacts />}
        <Records session={session} />
        <Held />
        <Invariants session={session} />
        <ReportButton className={styles.inline} />
        <CutActs />
        <TurnButton way="undo" />
        <TurnButton way="redo" />
      </div>
      <div className={styles.page}>
        <TraceHash session={session} />
        {!narrow && <ConsoleButton />}
        {!narrow && <FoldButtons fold={fold} />}
      </div>
    </footer>
  );
}

/** What is said for a moment stands above the line, however many lines it takes: see `.notice`. */
function useTellHeight(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = bar;
    if (!current || typeof ResizeObserver === 'undefined') return;
    const root = document.documentElement.style;
    const observer = new ResizeObserver(() =>
      root.setProperty('--status-height', `${current.offsetHeight}px`),
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [bar]);
}

function ConsoleButton() {
  const shell = useShell();
  const t = useTexts(shell.orrery, drawerTexts);
  const { keys, run } = commandOf('console');
  return (
    <button
      type="button"
      className={styles.inline}
      title={t('open', { key: keyLabel(keys[0]) })}
      onClick={() => run(shell)}
    >
      <SquareTerminal aria-hidden="true" />
      {t('console')}
    </button>
  );
}

function Records({ session }: { readonly session: SessionState }) {
  const { orrery, client } = useShell();
  const t = useTexts(orrery, shellTexts);
  const { summary, status } = session;
  if (session.replacing) {
    return (
      <>
        <span>{t('replacing')}</span>
        <StopButton />
      </>
    );
  }
  if (session.traceVersion === 0) return null;
  const length = summary?.records ?? orrery.trace.table.length;
  const count = formatCount(length);
  return (
    <>
      <span className="mono">
        {summary ? t('records', { count }) : t('records-so-far', { count })}
        {summary?.truncated && `, ${t('truncated')}`}
        {status === 'stopped' && `, ${t('stopped-at', { time: formatClock(session.reached) })}`}
      </span>
      {status === 'running' && <StopButton />}
      {status === 'stopped' && (
        <button type="button" className={styles.inline} onClick={() => runAgain(orrery, client)}>
          {t('try-again')}
        </button>
      )}
    </>
  );
}

function StopButton() {
  const shell = useShell();
  const t = useTexts(shell.orrery, shellTexts);
  return (
    <button
      type="button"
      className={styles.inline}
      title={t('stop-hint')}
      onClick={() => commandOf('stop-run').run(shell)}
    >
      <Square aria-hidden="true" />
      {t('stop')}
    </button>
  );
}

function Invariants({ session }: { readonly session: SessionState }) {
  const { orrery } = useShell();
  const t = useTexts(orrery, shellTexts);
  const { invariants = [] } = session.summary ?? {};
  const breaches = invariants.filter(({ ok }) => !ok);
  const broken = breaches.map(({ name }) => name);
  const expected = breaches.every((breach) => breach.expected);
  if (invariants.length === 0) return null;
  const said =
    broken.length > 0
      ? t(expected ? 'invariant-expected' : 'invariant-broken', {
          name: namesInAList(broken, t.language),
        })
      : t('invariants', { all: invariants.length });
  return (
    <span className={styles.verdict} title={said}>
      <Sign good={expected} />
      <span>{said}</span>
    </span>
  );
}

/** Back to the branch before the last act, and forward again. */
function TurnButton({ way }: { readonly way: 'undo' | 'redo' }) {
  const shell = useShell();
  const { orrery } = shell;
  const t = useTexts(orrery, shellTexts);
  const wide = useMediaQuery(WIDE_HEADER);
  const possible = useStore(orrery.session, (state) => state[way].length > 0);
  if (!possible) return null;
  const Icon = way === 'undo' ? Undo2 : Redo2;
  return (
    <button
      type="button"
      className={styles.inline}
      aria-label={t(way)}
      title={withKey(t(way), keyLabel(commandOf(way).keys[0]), t.language)}
      onClick={() => commandOf(way).run(shell)}
    >
      <Icon aria-hidden="true" />
      {wide && t(way)}
    </button>
  );
}

function TraceHash({ session }: { readonly session: SessionState }) {
  const { orrery } = useShell();
  const t = useTexts(orrery, shellTexts);
  const notice = useNotice();
  const { summary, expected } = session;
  if (!summary) return null;
  const { traceHash } = summary;
  const verdict = replayVerdict(summary, expected);
  const said = verdict?.kind === 'changed' ? t('model-changed', verdict) : t('replays-exactly');
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(traceHash);
    notice.say(t('hash-copied'));
  };
  return (
    <>
      {verdict && (
        <span className={styles.verdict} data-replay={verdict.kind} title={said}>
          <Sign good={verdict.kind === 'exact'} />
          <span>{said}</span>
        </span>
      )}
      <button
        type="button"
        className={`${styles.inline} mono`}
        aria-label={t('copy-hash', { hash: traceHash })}
        title={traceHash}
        onClick={() => void copy()}
      >
        {t('trace')}
        <output className={styles.hash} translate="no">
          {traceHash}
        </output>
        <Copy aria-hidden="true" />
      </button>
    </>
  );
}
