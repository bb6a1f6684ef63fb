import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { CommandContext, PageActions } from './commands';
import { createComparison } from './compare/comparison';
import { ConsoleDrawer } from './console/drawer/drawer';
import { createEditorDoor, type EditorDoor, isScenarioText, openInEditor } from './editor-door';
import { useExporter } from './export/use-exporter';
import { translator } from './i18n';
import { toggleLesson } from './lessons/toggle-lesson';
import { MarksBars } from './marks/marks-bars';
import { UpdateNotice } from './offline/update-notice';
import { Opening } from './opening/opening';
import { openingTexts } from './opening/texts';
import { chooseFiles, type OpenFiles, useOpening } from './opening/use-opening';
import { INSPECTOR_PANELS } from './panels';
import { startPlayer } from './playback';
import { SearchBar } from './search/search-bar';
import type { SessionClient } from './session-client';
import { useLinkCopier } from './share/use-link-copier';
import type { Asking } from './shell/ask';
import { Boundary } from './shell/boundary';
import { CutQuestion } from './shell/cut-question';
import { type Fold, useFold } from './shell/fold';
import { Header } from './shell/header';
import { Hint } from './shell/hint';
import { NoticeArea, useNotice } from './shell/notice';
import { useNextTheme, useSettingsEffects } from './shell/settings';
import styles from './shell/shell.module.css';
import { type NavigationStore, type Shell, ShellContext, useShell } from './shell/shell-context';
import { CrashBanner, Loading } from './shell/states';
import { StatusBar } from './shell/status-bar';
import { useAnnouncements } from './shell/use-announcements';
import { useHotkeys } from './shell/use-hotkeys';
import { RUN_PARTS, useRunView } from './shell/use-run-view';
import { useTurns } from './shell/use-turns';
import { WaitingKeys } from './shell/waiting-keys';
import type { Orrery, SessionStatus } from './stores';
import { NARROW, useMediaQuery } from './widgets';

/** Seldom wanted, so loaded when it is. */
const CommandPalette = lazy(() => import('./palette/command-palette'));
const CompareSheet = lazy(() => import('./compare/compare-sheet'));
const FaultSheet = lazy(() => import('./faults/fault-sheet'));
const ExportSheet = lazy(() => import('./export/export-sheet'));
const ExploreSheet = lazy(() => import('./explore/explore-sheet'));
const Gallery = lazy(() => import('./gallery/gallery'));
const HelpSheet = lazy(() => import('./shell/help-sheet'));
const Empty = lazy(async () => ({ default: (await import('./shell/no-run')).Empty }));
const Refused = lazy(async () => ({ default: (await import('./shell/no-run')).Refused }));
const LessonBar = lazy(() => import('./lessons/lesson-bar'));

export interface AppProps {
  readonly orrery: Orrery;
  readonly client: SessionClient;
  readonly asking: Asking;
  readonly arrival: NavigationStore;
}

/** What lies over the page. */
type Sheet =
  | 'help'
  | 'export'
  | 'gallery'
  | 'faults'
  | 'compare'
  | 'explore'
  | 'palette'
  | undefined;

export function App(props: AppProps) {
  return (
    <NoticeArea>
      <Page {...props} />
    </NoticeArea>
  );
}

function Page({ orrery, client, asking, arrival }: AppProps) {
  const [sheet, setSheet] = useState<Sheet>();
  const [door] = useState(createEditorDoor);
  const open = useOpenFiles(orrery, client, door);
  const [consoleOpen, setConsoleOpen] = useState(false);
  const page = usePageActions(orrery, { arrival, door, open }, setSheet, setConsoleOpen);
  const [comparison] = useState(createComparison);
  const shell = useMemo<Shell>(
    () => ({ orrery, client, page, arrival, door, comparison }),
    [orrery, client, page, arrival, door, comparison],
  );
  const status = useStore(orrery.session, (state) => state.status);
  const searching = useStore(orrery.search, (state) => state.open);
  const hash = useStore(orrery.session, (state) => state.summary?.traceHash);
  const fold = useFold();
  useEffect(() => startPlayer(orrery), [orrery]);
  useEffect(() => {
    if (sheet) orrery.playback.setState({ playing: false });
  }, [sheet, orrery]);
  useSettingsEffects(orrery);
  useHotkeys(shell);
  useAnnouncements(orrery);
  const over = useOpening(orrery, open);
  return (
    <ShellContext value={shell}>
      <div className={styles.app} data-status={status} data-trace-hash={hash} data-testid="page">
        <Header />
        <UpdateNotice orrery={orrery} />
        <Boundary orrery={orrery}>
          <Body fold={fold} orrery={orrery} consoleOpen={consoleOpen} />
        </Boundary>
        <Boundary orrery={orrery}>
          <MarksBars orrery={orrery} />
        </Boundary>
        {searching && <SearchBar orrery={orrery} />}
        <StatusBar fold={fold} />
        <Boundary key={sheet} orrery={orrery} onClose={() => setSheet(undefined)}>
          <Over sheet={sheet} onClose={() => setSheet(undefined)} />
        </Boundary>
        <CutQuestion asking={asking} />
        <Boundary orrery={orrery}>
          <Opening over={over} />
        </Boundary>
      </div>
    </ShellContext>
  );
}

interface OverProps {
  readonly sheet: Sheet;
  readonly onClose: () => void;
}

/** The sheet over the page, if any; loaded when it is first opened. */
function Over({ sheet, onClose }: OverProps) {
  const typed = useRef('');
  return (
    <Suspense fallback={<WaitingKeys onClose={onClose} typed={typed} />}>
      {sheet === 'help' && <HelpSheet onClose={onClose} />}
      {sheet === 'export' && <ExportSheet onClose={onClose} />}
      {sheet === 'faults' && <FaultSheet onClose={onClose} />}
      {sheet === 'palette' && <CommandPalette onClose={onClose} typed={typed} />}
      {sheet === 'compare' && <CompareSheet onClose={onClose} />}
      {sheet === 'explore' && <ExploreSheet onClose={onClose} />}
      {sheet === 'gallery' && <Gallery onClose={onClose} />}
    </Suspense>
  );
}

interface BodyProps {
  readonly orrery: Orrery;
  readonly fold: Fold;
  readonly consoleOpen: boolean;
}

/** How the run may stand where there is nothing of it. */
const NOTHING: ReadonlySet<SessionStatus> = new Set(['empty', 'crashed', 'stopped']);

/** The workbench once there is something to see, else a state that says why there is not. */
function Body({ orrery, fold, consoleOpen }: BodyProps) {
  const { page, arrival } = useShell();
  const narrow = useMediaQuery(NARROW);
  const status = useStore(orrery.session, (state) => state.status);
  const version = useStore(orrery.session, (state) => state.traceVersion);
  const View = useRunView();
  const lost = useStore(arrival, (state) => state.lost);
  if (lost) throw lost.error;
  const turn = useTurns(version > 0 && View !== undefined, RUN_PARTS);
  const hasRun = turn > 0;
  const inLesson = useStore(orrery.lesson, (state) => state.lesson !== undefined);
  return (
    <main className={styles.main}>
      {status === 'crashed' && <CrashBanner />}
      {!hasRun && (status === 'loading' || status === 'running') && <Loading />}
      <Suspense>
        {!hasRun && NOTHING.has(status) && <Empty />}
        {status === 'refused' && <Refused />}
      </Suspense>
      {hasRun && View && (
        <>
          {!inLesson && <Hint />}
          {inLesson && (
            <Suspense>
              <LessonBar />
            </Suspense>
          )}
          <View fold={fold} orrery={orrery} turn={turn} consoleOpen={consoleOpen} />
          {consoleOpen && !narrow && <ConsoleDrawer onClose={page.toggleConsole} />}
        </>
      )}
    </main>
  );
}

/** Reads files and hands them on; the code that reads them is loaded with the first ones. */
function useOpenFiles(orrery: Orrery, client: SessionClient, door: EditorDoor): OpenFiles {
  const { say } = useNotice();
  return useCallback(
    async (given) => {
      const { readFiles } = await import('./opening/read-files');
      const { files, refused } = await readFiles(given);
      client.open(files, refused);
      const [first] = files;
      if (refused.length > 0 || files.length !== 1) return;
      // With its comments, and also with its faults, which are marked there.
      if (isScenarioText(first.text)) openInEditor(door, first.text);
      const t = translator(openingTexts, orrery.settings.getState());
      const stop = orrery.session.subscribe(({ opening, report }) => {
        if (opening) return;
        stop();
        if (!report) say(t('opened-one', { file: first.name }));
      });
    },
    [orrery, client, door, say],
  );
}

interface PageParts {
  readonly arrival: NavigationStore;
  readonly door: EditorDoor;
  readonly open: OpenFiles;
}

function usePageActions(
  orrery: Orrery,
  { arrival, door, open }: PageParts,
  setSheet: (sheet: Sheet) => void,
  setConsoleOpen: (change: (open: boolean) => boolean) => void,
): CommandContext['page'] {
  const nextTheme = useNextTheme(orrery);
  const copyLink = useLinkCopier(orrery, arrival);
  const exportAs = useExporter(orrery);
  return useMemo<PageActions>(
    () => ({
      openHelp: () => setSheet('help'),
      openPalette: () => setSheet('palette'),
      openFaults: () => setSheet('faults'),
      openCompare: () => setSheet('compare'),
      openExplore: () => setSheet('explore'),
      openExport: () => setSheet('export'),
      openGallery: () => setSheet('gallery'),
      toggleLesson: () => toggleLesson(orrery),
      exportAs: (format) => void exportAs(format),
      copyLink: () => void copyLink(),
      openFiles: () => chooseFiles(open),
      toggleEditor: () => door.setState(({ open }) => ({ open: !open })),
      applyScenario: () => door.getState().apply?.(),
      canApply: () => door.getState().apply !== undefined,
      toggleConsole: () => setConsoleOpen((shown) => !shown),
      cycleTheme: nextTheme,
      toggleLanguage: () =>
        orrery.settings.setState(({ language }) => ({ language: language === 'en' ? 'zh' : 'en' })),
      chooseTab: (place) => {
        const panel = INSPECTOR_PANELS[place];
        if (panel) orrery.settings.setState({ inspectorTab: panel.id });
      },
    }),
    [orrery, nextTheme, copyLink, exportAs, door, setSheet, open, setConsoleOpen],
  );
}
