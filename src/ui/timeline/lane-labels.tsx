import { ChevronDown, ChevronRight, Diamond, Pin } from 'lucide-react';
import { type KeyboardEvent, memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useTexts } from '../i18n';
import { useNotice } from '../shell/notice';
import styles from './lane-labels.module.css';
import { glossId, LaneName } from './lane-name';
import { LANE_HEIGHT, type Lane } from './lanes';
import { leaseTitle } from './lease-names';
import { type TimelineWords, timelineTexts } from './texts';
import type { TimelineModel } from './timeline-model';

/** Lanes rendered beyond each edge, and the step in which the rendered part moves. */
const OVERSCAN = 6;

/** The names of the lanes, as a tree that the keyboard can walk. */
export function LaneLabels({ model }: { readonly model: TimelineModel }) {
  const t = useTexts(model.orrery, timelineTexts);
  const layout = useStore(model.lanes, (state) => state.layout);
  const height = useStore(model.lanes, (state) => state.height);
  const filtered = useStore(model.lanes, (state) => state.filtered);
  const block = useStore(model.lanes, ({ scrollTop }) =>
    Math.floor(scrollTop / LANE_HEIGHT / OVERSCAN),
  );
  const selected = useSelectedLane(model);
  const root = useRef<HTMLDivElement>(null);
  const scrolled = useRef<HTMLDivElement>(null);
  useScroll(model, root, scrolled);
  const [focused, setFocused] = useState<string>();
  const lanes = [...layout.sticky, ...layout.scrolled];
  const tabStop = lanes.some(({ id }) => id === focused) ? focused : (selected ?? lanes[0]?.id);
  const stickyHeight = layout.sticky.length * LANE_HEIGHT;
  const first = Math.max(0, block * OVERSCAN - OVERSCAN);
  const count = Math.ceil(height / LANE_HEIGHT) + 3 * OVERSCAN;
  const row = (lane: Lane) => (
    <LaneLabel
      key={lane.id}
      lane={lane}
      model={model}
      t={t}
      selected={lane.id === selected}
      tabStop={lane.id === tabStop}
      onFocus={setFocused}
    />
  );
  return (
    <div className={styles.labels} ref={root}>
      <div className={styles.labelWindow} role="tree" aria-label={t('lanes')} style={{ height }}>
        <div role="presentation" className={styles.sticky}>
          {layout.sticky.map(row)}
        </div>
        <div role="presentation" className={styles.scrolledWindow} style={{ top: stickyHeight }}>
          <div
            role="presentation"
            ref={scrolled}
            style={{ paddingTop: first * LANE_HEIGHT }}
            className={styles.scrolled}
          >
            {layout.scrolled.slice(first, first + count).map(row)}
          </div>
        </div>
      </div>
      {lanes.length === 0 && (
        <p className={styles.empty}>{filtered ? t('no-lane') : t('nothing-yet')}</p>
      )}
    </div>
  );
}

function useSelectedLane(model: TimelineModel): string | undefined {
  const [lane, setLane] = useState<string>();
  useEffect(() => {
    const take = (): void => setLane(model.selectedLane());
    const stops = [model.orrery.selection.subscribe(take), model.lanes.subscribe(take)];
    take();
    return () => {
      for (const stop of stops) stop();
    };
  }, [model]);
  return lane;
}

/** The labels move with the canvas, in the same frame and without rendering. */
function useScroll(
  model: TimelineModel,
  root: React.RefObject<HTMLDivElement | null>,
  scrolled: React.RefObject<HTMLDivElement | null>,
): void {
  useLayoutEffect(() => {
    const place = (): void => {
      const { scrollTop } = model.lanes.getState();
      if (scrolled.current) scrolled.current.style.transform = `translateY(${-scrollTop}px)`;
    };
    let turned = 0;
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      turned += event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 16 : event.deltaY;
      const lanes = Math.trunc(turned / LANE_HEIGHT);
      turned -= lanes * LANE_HEIGHT;
      model.scrollTo(model.lanes.getState().scrollTop + lanes * LANE_HEIGHT);
    };
    const element = root.current;
    element?.addEventListener('wheel', onWheel, { passive: false });
    const stop = model.lanes.subscribe(place);
    place();
    return () => {
      stop();
      element?.removeEventListener('wheel', onWheel);
    };
  }, [model, root, scrolled]);
}

interface LaneLabelProps {
  readonly lane: Lane;
  readonly model: TimelineModel;
  readonly t: TimelineWords;
  readonly selected: boolean;
  readonly tabStop: boolean;
  readonly onFocus: (id: string) => void;
}

/**
 * Letters of a name in one line of the outermost lanes, on a wide and on a narrow page. Below: how
 * many fewer an inner lane has.
 */
const LINE_LETTERS = 27;
const NARROW_LINE_LETTERS = 16;
const LETTERS_PER_DEPTH = 2;
/** The pin of a pinned lane takes as much as two depths. */
const PIN_DEPTHS = 2;

/** What acts on the run is named in the reader's language; processes keep their names. */
function laneName(t: TimelineWords, { lease, title }: Lane): string {
  if (lease) return leaseTitle(t, lease);
  return title === 'scenario' || title === 'simulation' ? t(`lane-${title}`) : title;
}

/** Whether the name is too long for a line: on any page, on a narrow one, or on none. */
function longOn(lane: Lane, name: string): 'any' | 'narrow' | undefined {
  const depth = lane.pinned ? PIN_DEPTHS : Math.min(3, lane.depth);
  const letters = name.length + depth * LETTERS_PER_DEPTH;
  if (letters > LINE_LETTERS) return 'any';
  return letters > NARROW_LINE_LETTERS ? 'narrow' : undefined;
}

const LaneLabel = memo(function LaneLabel(props: LaneLabelProps) {
  const { lane, model, t, selected, tabStop, onFocus } = props;
  const { whisper } = useNotice();
  const name = laneName(t, lane);
  const shown = lane.pinned && lane.node?.parent ? lane.node.path : name;
  const fold = (): void => {
    if (lane.folded === undefined) return;
    model.toggleFold(lane.id);
    whisper(t(lane.folded ? 'unfolded' : 'folded', { lane: name }));
  };
  const pin = (): void => {
    model.togglePin(lane.id);
    whisper(t(lane.pinned ? 'unpinned' : 'pinned', { lane: name }));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (!handleTreeKey(event, { lane, fold, pin, choose: () => model.selectLane(lane) })) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      className={styles.label}
      role="treeitem"
      aria-level={lane.depth + 1}
      aria-expanded={lane.folded === undefined ? undefined : !lane.folded}
      aria-selected={selected}
      tabIndex={tabStop ? 0 : -1}
      data-component={lane.component}
      data-depth={lane.pinned ? 0 : Math.min(3, lane.depth)}
      data-pinned={lane.pinned || undefined}
      data-long={longOn(lane, shown)}
      title={lane.node?.path}
      aria-describedby={glossId(lane)}
      onClick={() => model.selectLane(lane)}
      onDoubleClick={fold}
      onKeyDown={onKeyDown}
      onFocus={() => onFocus(lane.id)}
    >
      <FoldMark
        lane={lane}
        words={t(lane.folded ? 'unfold' : 'fold', { lane: name })}
        onFold={fold}
      />
      <LaneName orrery={model.orrery} lane={lane} shown={shown} />
      <button
        type="button"
        className={styles.pin}
        tabIndex={-1}
        aria-label={t(lane.pinned ? 'unpin' : 'pin', { lane: name })}
        onClick={(event) => {
          event.stopPropagation();
          pin();
        }}
      >
        <Pin aria-hidden="true" />
      </button>
    </div>
  );
});

interface FoldMarkProps {
  readonly lane: Lane;
  readonly words: string;
  readonly onFold: () => void;
}

function FoldMark({ lane, words, onFold }: FoldMarkProps) {
  if (lane.lease) return <Diamond aria-hidden="true" className={styles.diamond} />;
  if (lane.folded === undefined) return <span className={styles.noFold} />;
  const Icon = lane.folded ? ChevronRight : ChevronDown;
  return (
    <button
      type="button"
      className={styles.fold}
      tabIndex={-1}
      aria-label={words}
      onClick={(event) => {
        event.stopPropagation();
        onFold();
      }}
    >
      <Icon aria-hidden="true" />
    </button>
  );
}

interface TreeActs {
  readonly lane: Lane;
  readonly fold: () => void;
  readonly pin: () => void;
  readonly choose: () => void;
}

/** @returns whether the key meant something. */
function handleTreeKey(event: KeyboardEvent<HTMLElement>, acts: TreeActs): boolean {
  const { lane, fold, pin, choose } = acts;
  const item = event.currentTarget;
  switch (event.key) {
    case 'ArrowDown':
      return focusItem(item, 1);
    case 'ArrowUp':
      return focusItem(item, -1);
    case 'ArrowRight':
      if (lane.folded) fold();
      return true;
    case 'ArrowLeft':
      if (lane.folded === false) fold();
      return true;
    case 'Enter':
    case ' ':
      choose();
      return true;
    case 'p':
      pin();
      return true;
    default:
      return false;
  }
}

function focusItem(item: HTMLElement, direction: 1 | -1): boolean {
  const tree = item.closest('[role=tree]');
  const items = [...(tree?.querySelectorAll<HTMLElement>('[role=treeitem]') ?? [])];
  items[items.indexOf(item) + direction]?.focus({ preventScroll: true });
  return true;
}
