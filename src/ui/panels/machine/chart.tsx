import { Crosshair, Expand, Maximize2, Minus, Plus, Type } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { MachineDescription } from '#protocol';
import type { Orrery } from '../../stores';
import { Dialog, type Size, useSize } from '../../widgets';
import styles from './chart.module.css';
import type { ChartLayout } from './chart-layout';
import { type ChartMarks, chartMarks } from './chart-marks';
import { type ChartZoom, partInSight, scaleFor, suitedLayout } from './chart-view';
import { type ChartTexts, Drawing } from './drawing';
import type { ChartLayouts } from './layout-worker';
import type { MachineView } from './select';
import { useLayouts } from './use-layouts';
import { usePanZoom } from './use-pan-zoom';

export interface ChartProps {
  readonly orrery: Orrery;
  readonly view: MachineView;
  readonly description: MachineDescription;
  readonly t: ChartTexts;
}

/** The statechart in the room there is, or over the whole page. */
export function Chart({ orrery, view, description, t }: ChartProps) {
  const [large, setLarge] = useState(false);
  const layouts = useLayouts(description.root);
  if (layouts === undefined) return <p className="dim">{t('laying')}</p>;
  if (layouts === 'failed') return <p className="dim">{t('not-laid')}</p>;
  // Another machine begins at its own size and place.
  const same = { orrery, view, layouts, t };
  return (
    <>
      <Frame key={view.machine} {...same} onLarge={() => setLarge(true)} />
      {large && (
        <Dialog wide title={view.actor} closeLabel={t('close')} onClose={() => setLarge(false)}>
          <div className={styles.large}>
            <Frame key={view.machine} {...same} />
          </div>
        </Dialog>
      )}
    </>
  );
}

interface FrameProps extends Pick<ChartProps, 'orrery' | 'view' | 't'> {
  readonly layouts: ChartLayouts;
  readonly onLarge?: () => void;
}

function Frame({ orrery, view, layouts, t, onLarge }: FrameProps) {
  const [outside, room] = useSize<HTMLDivElement>();
  const [zoom, setZoom] = useState<ChartZoom>('readable');
  const [words, setWords] = useState<boolean>();
  /** How often one has asked to get back to the state. */
  const [asked, setAsked] = useState(0);
  const layout = useMemo(() => suitedLayout(layouts, room, words), [layouts, room, words]);
  const { current, last, next } = view;
  const marks = useMemo(
    () => chartMarks(layout.edges, { current, last, next }),
    [layout, current, last, next],
  );
  const scale = room.width > 0 ? scaleFor(zoom, layout, room) : 0;
  const frame = useRef<HTMLDivElement>(null);
  const { zoomIn, zoomOut, onKey } = usePanZoom({
    frame,
    scale,
    onScale: setZoom,
    onWhole: () => setZoom('whole'),
  });
  useFollowing(orrery, { frame, layout, marks, room, scale, zoom, current, asked });
  const follow = (): void => {
    setZoom('readable');
    setAsked((times) => times + 1);
  };
  const toggleWords = () => setWords(!layout.labelled);
  const tools = [
    { id: 'zoom-in', icon: Plus, run: zoomIn },
    { id: 'zoom-out', icon: Minus, run: zoomOut },
    { id: 'whole', icon: Maximize2, run: () => setZoom('whole'), pressed: zoom === 'whole' },
    { id: 'follow', icon: Crosshair, run: follow, pressed: zoom === 'readable' },
    { id: 'words', icon: Type, run: toggleWords, pressed: layout.labelled },
  ] as const;
  return (
    <div className={styles.chart}>
      <div className={styles.tools} role="toolbar" aria-label={t('chart-tools')}>
        {tools.map(({ id, icon: Icon, run, ...rest }) => (
          <button
            key={id}
            type="button"
            aria-label={t(id)}
            title={t(id)}
            aria-pressed={'pressed' in rest ? rest.pressed : undefined}
            onClick={run}
          >
            <Icon aria-hidden="true" />
          </button>
        ))}
        {onLarge && (
          <button type="button" aria-label={t('large')} title={t('large')} onClick={onLarge}>
            <Expand aria-hidden="true" />
          </button>
        )}
      </div>
      <div ref={outside} className={styles.room}>
        <section
          ref={frame}
          className={styles.frame}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled and zoomed by keys.
          tabIndex={0}
          aria-label={t('chart-view')}
          onKeyDown={(event: KeyboardEvent) => onKey(event.nativeEvent)}
        >
          {scale > 0 && <Drawing {...{ layout, marks, scale, view, t }} />}
        </section>
      </div>
    </div>
  );
}

interface FollowInput {
  readonly frame: React.RefObject<HTMLDivElement | null>;
  readonly layout: ChartLayout;
  readonly marks: ChartMarks;
  readonly room: Size;
  readonly scale: number;
  readonly zoom: ChartZoom;
  readonly current: string | undefined;
  readonly asked: number;
}

/** Keeps the lit state in sight, with what came before it and what could follow if they fit. */
function useFollowing(
  orrery: Orrery,
  { frame, layout, marks, room, scale, zoom, current, asked }: FollowInput,
): void {
  const reducedMotion = useStore(orrery.settings, (state) => state.reducedMotion);
  const shown = useRef<string>(undefined);
  // A size chosen by hand has an anchor of its own; only another state moves the chart then.
  const size = typeof zoom === 'number' ? undefined : scale;
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    const element = frame.current;
    const { boxes, edges } = layout;
    const lit = boxes.find(({ path }) => path === current);
    if (!element || scale === 0) return;
    if (size === undefined && shown.current === current) return;
    const touching = edges.filter((edge) => marks.kinds.get(edge) !== 'plain');
    const near = new Set(touching.flatMap(({ from, to }) => [from, to]));
    const around = boxes.filter(({ path, kind }) => kind !== 'group' && near.has(path));
    const begin = boxes.filter(({ initial }) => initial);
    const part = partInSight(lit ? [lit, ...around] : begin, scale, room);
    if (!part) return;
    const glide = shown.current !== undefined && shown.current !== current && !reducedMotion;
    shown.current = current;
    element.scrollTo({
      left: (part.x + part.width / 2) * scale - room.width / 2,
      top: (part.y + part.height / 2) * scale - room.height / 2,
      behavior: glide ? 'smooth' : 'instant',
    });
  }, [layout, current, size, room, asked]);
}
