/**
 * The page as a quiet frame in somebody else's: what happens, a button that plays, and the way to
 * the whole page. Nothing is acted on, nothing is kept.
 */
import { ExternalLink, Pause, Play } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import type { AppProps } from '../app';
import { commandTexts, type PageActions } from '../commands';
import { createComparison } from '../compare/comparison';
import { createEditorDoor } from '../editor-door';
import { localText, useTexts } from '../i18n';
import { Stage } from '../panels';
import { startPlayer, togglePlaying } from '../playback';
import { PartFailed } from '../shell/boundary';
import { Clock } from '../shell/clock';
import { Refused } from '../shell/no-run';
import { NoticeArea } from '../shell/notice';
import { useSettingsEffects } from '../shell/settings';
import { type Shell, ShellContext, useNavigation, useShell } from '../shell/shell-context';
import { CrashBanner, Loading } from '../shell/states';
import { useAnnouncements } from '../shell/use-announcements';
import { Timeline } from '../timeline';
import styles from './embed.module.css';
import type { EmbedChoices } from './embed-choices';
import { postHeight } from './post-height';
import { embedTexts } from './texts';

/** A frame has no sheets, and its looks are chosen by the page around. */
const NO_ACTIONS: PageActions = {
  openHelp: () => {},
  openGallery: () => {},
  toggleLesson: () => {},
  openPalette: () => {},
  toggleLanguage: () => {},
  cycleTheme: () => {},
  copyLink: () => {},
  openFiles: () => {},
  toggleEditor: () => {},
  applyScenario: () => {},
  canApply: () => false,
  openFaults: () => {},
  openCompare: () => {},
  openExplore: () => {},
  openExport: () => {},
  exportAs: () => {},
  chooseTab: () => {},
  toggleConsole: () => {},
};

export interface EmbedPageProps extends Pick<AppProps, 'orrery' | 'client' | 'arrival'> {
  readonly choices: EmbedChoices;
}

export function EmbedPage(props: EmbedPageProps) {
  return (
    <NoticeArea>
      <Frame {...props} />
    </NoticeArea>
  );
}

function Frame({ orrery, client, arrival, choices }: EmbedPageProps) {
  const shell = useMemo<Shell>(
    () => ({
      orrery,
      client,
      arrival,
      page: NO_ACTIONS,
      door: createEditorDoor(),
      comparison: createComparison(),
    }),
    [orrery, client, arrival],
  );
  const t = useTexts(orrery, embedTexts);
  const status = useStore(orrery.session, (state) => state.status);
  const hash = useStore(orrery.session, (state) => state.summary?.traceHash);
  const hasRun = useStore(orrery.session, (state) => state.traceVersion > 0);
  const lost = useStore(arrival, (state) => state.lost);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => startPlayer(orrery), [orrery]);
  useEffect(() => {
    if (choices.postsHeight) return postHeight(orrery, choices.view);
  }, [orrery, choices]);
  useSettingsEffects(orrery);
  useAnnouncements(orrery);
  if (lost) return <PartFailed orrery={orrery} error={lost.error} />;
  return (
    <ShellContext value={shell}>
      <div
        ref={root}
        className={styles.frame}
        data-status={status}
        data-trace-hash={hash}
        data-testid="embed"
      >
        <main className={styles.main} aria-label={t('frame')}>
          {status === 'crashed' && <CrashBanner />}
          {status === 'refused' && <Refused />}
          {!hasRun && (status === 'loading' || status === 'running') && <Loading />}
          {hasRun && choices.view === 'both' && (
            <div className={styles.stage}>
              <Stage orrery={orrery} />
            </div>
          )}
          {hasRun && (
            <div className={styles.timeline}>
              <Timeline orrery={orrery} />
            </div>
          )}
        </main>
        <Bar />
      </div>
    </ShellContext>
  );
}

function Bar() {
  const { orrery } = useShell();
  const name = useTexts(orrery, commandTexts);
  const playing = useStore(orrery.playback, (state) => state.playing);
  const language = useStore(orrery.settings, (state) => state.language);
  const title = useStore(
    orrery.session,
    ({ scenario }) =>
      scenario && (localText(scenario.metadata.title, language) || scenario.metadata.name),
  );
  const Icon = playing ? Pause : Play;
  return (
    <footer className={styles.bar}>
      <button
        type="button"
        className="button primary"
        aria-label={name('play-pause')}
        aria-pressed={playing}
        onClick={() => togglePlaying(orrery)}
      >
        <Icon aria-hidden="true" fill="currentColor" />
      </button>
      <Clock />
      <strong className={styles.title}>{title}</strong>
      <OpenLink />
    </footer>
  );
}

/** The whole page with the same run at the same time; the address is made when it is wanted. */
function OpenLink() {
  const { orrery } = useShell();
  const t = useTexts(orrery, embedTexts);
  const navigation = useNavigation();
  const page = location.origin + location.pathname;
  const renew = (event: { readonly currentTarget: HTMLAnchorElement }): void => {
    const link = navigation?.link();
    event.currentTarget.href = page + (link?.ok ? link.value.replace(/^\//, '') : location.hash);
  };
  return (
    <a
      className={styles.open}
      href={page + location.hash}
      target="_blank"
      rel="noopener"
      onFocus={renew}
      onPointerEnter={renew}
      onPointerDown={renew}
      onClick={renew}
    >
      {t('open')}
      <ExternalLink aria-hidden="true" />
    </a>
  );
}
