import { type ReactNode, useEffect, useState } from 'react';
import {
  Group,
  Panel,
  type PanelImperativeHandle,
  Separator,
  useDefaultLayout,
  usePanelRef,
} from 'react-resizable-panels';
import { useStore } from 'zustand';
import { useTexts } from '../i18n';
import { layoutStorage } from '../storage';
import { NARROW, Tabs, useMediaQuery } from '../widgets';
import type { Fold, PanelName } from './fold';
import { useShell } from './shell-context';
import { shellTexts } from './texts';
import styles from './workbench.module.css';

export interface WorkbenchProps {
  /** Two timelines stand in the place of one: it is taller, and remembers its own height. */
  readonly twofold?: boolean;
  readonly stage: ReactNode;
  readonly inspector: ReactNode;
  readonly timeline: ReactNode;
  /** Takes the inspector's place while it is open. */
  readonly editor: ReactNode;
  /** A tab of its own where there is no room beside the panels. */
  readonly console: ReactNode;
  /** Whether the console was asked for. */
  readonly consoleOpen: boolean;
  readonly fold: Fold;
}

export function Workbench(props: WorkbenchProps) {
  return useMediaQuery(NARROW) ? <NarrowBench {...props} /> : <WideBench {...props} />;
}

function NarrowBench(props: WorkbenchProps) {
  const { stage, inspector, timeline, editor, console, consoleOpen } = props;
  const { orrery, door } = useShell();
  const open = useStore(door, (state) => state.open);
  const t = useTexts(orrery, shellTexts);
  const [place, setPlace] = useState<string>('stage');
  useEffect(() => setPlace(consoleOpen ? 'console' : 'stage'), [consoleOpen]);
  const chosen = open ? 'editor' : place;
  const choose = (id: string): void => {
    door.setState({ open: id === 'editor' });
    if (id !== 'editor') setPlace(id);
  };
  const contents: Readonly<Record<string, ReactNode>> = {
    stage,
    inspector,
    timeline,
    editor,
    console,
  };
  const tabs = (['stage', 'inspector', 'timeline', 'editor', 'console'] as const).map((id) => ({
    id,
    title: t(`${id}-panel`),
  }));
  const more = (count: number): string => t('more-tabs', { count });
  return (
    <div className={`${styles.bench} ${styles.frame}`}>
      <Tabs label="Kube Orrery" tabs={tabs} chosen={chosen} onChoose={choose} more={more}>
        {contents[chosen]}
      </Tabs>
    </div>
  );
}

function WideBench({ stage, inspector, timeline, editor, fold, twofold }: WorkbenchProps) {
  const { orrery, door } = useShell();
  const editing = useStore(door, (state) => state.open);
  useEffect(() => {
    if (editing) fold.set('inspector', false);
  }, [editing, fold.set]);
  const t = useTexts(orrery, shellTexts);
  const rows = useDefaultLayout({ id: twofold ? 'rows-of-two' : 'rows', storage: layoutStorage });
  const columns = useDefaultLayout({ id: 'columns', storage: layoutStorage });
  const frames = {
    stage: useFoldable('stage', fold),
    inspector: useFoldable('inspector', fold),
    timeline: useFoldable('timeline', fold),
  };
  return (
    <Group className={styles.bench} orientation="vertical" id="rows" {...saved(rows)}>
      <Panel id="top" defaultSize={twofold ? '48%' : '56%'} minSize={160}>
        <Group orientation="horizontal" id="columns" {...saved(columns)}>
          <Frame name="stage" size="46%" label={t('stage-panel')} foldable={frames.stage}>
            {stage}
          </Frame>
          <Separator className={styles.columnGap} aria-label={t('resize-columns')} />
          <Frame
            name="inspector"
            size="54%"
            label={t(editing ? 'editor-panel' : 'inspector-panel')}
            foldable={frames.inspector}
          >
            {editing ? editor : inspector}
          </Frame>
        </Group>
      </Panel>
      <Separator className={styles.rowGap} aria-label={t('resize-rows')} />
      <Frame
        name="timeline"
        size={twofold ? '52%' : '44%'}
        label={t('timeline-panel')}
        foldable={frames.timeline}
      >
        {timeline}
      </Frame>
    </Group>
  );
}

function saved({ defaultLayout, onLayoutChanged }: ReturnType<typeof useDefaultLayout>) {
  return { defaultLayout, onLayoutChanged };
}

type Foldable = Pick<React.ComponentProps<typeof Panel>, 'panelRef' | 'onResize'>;

/**
 * Ties a panel to its fold button: the button folds the panel, dragging it shut presses the button.
 */
function useFoldable(name: PanelName, { folded, set }: Fold): Foldable {
  const panelRef = usePanelRef();
  const wanted = folded.has(name);
  useEffect(() => {
    const panel: PanelImperativeHandle | null = panelRef.current;
    if (!panel || panel.isCollapsed() === wanted) return;
    if (wanted) panel.collapse();
    else panel.expand();
  }, [panelRef, wanted]);
  const onResize: Foldable['onResize'] = () => {
    const collapsed = panelRef.current?.isCollapsed() ?? false;
    if (collapsed !== wanted) set(name, collapsed);
  };
  return { panelRef, onResize };
}

interface FrameProps {
  readonly name: PanelName;
  readonly size: string;
  readonly label: string;
  readonly foldable: Foldable;
  readonly children: ReactNode;
}

/** Least size of an open panel, px. Narrower and its content would be cut. */
const LEAST_SIZE: Readonly<Record<PanelName, number>> = {
  stage: 300,
  inspector: 360,
  timeline: 140,
};

function Frame({ name, size, label, foldable, children }: FrameProps) {
  return (
    <Panel
      id={name}
      className={styles.frame}
      defaultSize={size}
      minSize={LEAST_SIZE[name]}
      collapsible
      {...foldable}
    >
      <section className={styles.fill} aria-label={label} data-panel={name}>
        {children}
      </section>
    </Panel>
  );
}
