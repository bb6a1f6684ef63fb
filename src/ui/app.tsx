import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { CommandContext, PageActions } from './commands';
import { createComparison } from './compare/comparison';
import { ConsoleDrawer, LazyConsole } from './console/drawer/drawer';
import { createEditorDoor, type EditorDoor, isScenarioText, openInEditor } from './editor-door';
import { useExporter } from './export/use-exporter';
import { FaultStrip } from './faults/fault-strip';
import strip from './faults/faults.module.css';
import { translator } from './i18n';
import { toggleLesson } from './lessons/toggle-lesson';
import { MarksBars } from './marks/marks-bars';
import { UpdateNotice } from './offline/update-notice';
import { Opening } from './opening/opening';
import { openingTexts } from './opening/texts';
import { chooseFiles, type OpenFiles, useOpening } from './opening/use-opening';
import { INSPECTOR_PANELS, Stage } from './panels';
import { Inspector } from './panels/inspector';
import { startPlayer } from './playback';
import { SearchBar } from './search/search-bar';
import type { SessionClient } from './session-client';
import { useLinkCopier } from './share/use-link-copier';
import type { Asking } from './shell/ask';
import { CutQuestion } from './shell/cut-question';
import { EditorPlace } from './shell/editor-place';
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
import { useTurns } from './shell/use-turns';
import { Workbench } from './shell/workbench';
import type { Orrery } from './stores';
import { Timeline } from './timeline';
import { NARROW, useMediaQuery } from './widgets';

/** Seldom wanted, so loaded when it is. */
const CompareBench = lazy(() => import('./compare/compare-bench'));
const CommandPalette = lazy(() => import('./palette/command-palette'));
const CompareSheet = lazy(() => import('./compare/compare-sheet'));
const FaultSheet = lazy(() => import('./faults/fault-sheet'));
const ExportSheet = lazy(() => import('./export/export-sheet'));
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
type Sheet = 'help' | 'export' | 'gallery' | 'faults' | 'compare' | 'palette' | undefined;

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
        <Body fold={fold} orrery={orrery} consoleOpen={consoleOpen} />
        <MarksBars orrery={orrery} />
        {searching && <SearchBar orrery={orrery} />}
        <StatusBar fold={fold} />
        <Over sheet={sheet} onClose={() => setSheet(undefined)} />
        <CutQuestion asking={asking} />
        <Opening over={over} />
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
  return (
    <Suspense>
      {sheet === 'help' && <HelpSheet onClose={onClose} />}
      {sheet === 'export' && <ExportSheet onClose={onClose} />}
      {sheet === 'faults' && <FaultSheet onClose={onClose} />}
      {sheet === 'palette' && <CommandPalette onClose={onClose} />}
      {sheet === 'compare' && <CompareSheet onClose={onClose} />}
      {sheet === 'gallery' && <Gallery onClose={onClose} />}
    </Suspense>
  );
}

/** What the body mounts one after the other: the frame, and each of its three parts. */
const PARTS = 4;

interface BodyProps {
  readonly orrery: Orrery;
  readonly fold: Fold;
  readonly consoleOpen: boolean;
}

/** The workbench once there is something to see, else a state that says why there is not. */
function Body({ orrery, fold, consoleOpen }: BodyProps) {
  const { page } = useShell();
  const narrow = useMediaQuery(NARROW);
  const status = useStore(orrery.session, (state) => state.status);
  const version = useStore(orrery.session, (state) => state.traceVersion);
  const turn = useTurns(version > 0, PARTS);
  const hasRun = turn > 0;
  const inLesson = useStore(orrery.lesson, (state) => state.lesson !== undefined);
  return (
    <main className={styles.main}>
      {status === 'crashed' && <CrashBanner />}
      {!hasRun && (status === 'loading' || status === 'running') && <Loading />}
      <Suspense>
        {!hasRun && (status === 'empty' || status === 'crashed') && <Empty />}
        {status === 'refused' && <Refused />}
      </Suspense>
      {hasRun && (
        <>
          {!inLesson && <Hint />}
          {inLesson && (
            <Suspense>
              <LessonBar />
            </Suspense>
          )}
          <Bench fold={fold} orrery={orrery} turn={turn} consoleOpen={consoleOpen} />
          {consoleOpen && !narrow && <ConsoleDrawer onClose={page.toggleConsole} />}
        </>
      )}
    </main>
  );
}

interface BenchProps {
  readonly orrery: Orrery;
  readonly fold: Fold;
  readonly turn: number;
  readonly consoleOpen: boolean;
}

/** The run by itself, or beside the one it is compared with. */
function Bench({ orrery, fold, turn, consoleOpen }: BenchProps) {
  const { comparison } = useShell();
  const current = useStore(comparison, (state) => state.current);
  const aside = {
    fold,
    consoleOpen,
    editor: turn > 3 && <EditorPlace />,
    console: (
      <Suspense>
        <LazyConsole />
      </Suspense>
    ),
  };
  if (current) {
    return (
      <Suspense>
        <CompareBench current={current} aside={aside} />
      </Suspense>
    );
  }
  return (
    <Workbench
      {...aside}
      stage={
        turn > 1 && (
          <div className={strip.withStrip}>
            <FaultStrip />
            <Stage orrery={orrery} onAct={orrery.acts.act} />
          </div>
        )
      }
      timeline={turn > 2 && <Timeline orrery={orrery} />}
      inspector={turn > 3 && <Inspector orrery={orrery} panels={INSPECTOR_PANELS} />}
    />
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
