/**
 * The timeline: lanes by actor over virtual time, drawn on canvas, with a minimap, the playhead and
 * causal arrows. Everything it shows is a record of the trace; everything chosen is in the stores.
 */
import { useEffect, useId, useLayoutEffect, useMemo, useRef } from 'react';
import { invariant } from '#base';
import { formatClock, inARow, useTexts } from '../i18n';
import { useNotice } from '../shell/notice';
import type { Orrery } from '../stores';
import { stepTexts } from '../why/step-words';
import { reveal } from './acts';
import { Breadcrumbs } from './breadcrumbs';
import { contentWords } from './content-words';
import { handleKey } from './keyboard';
import { LaneFilter } from './lane-filter';
import { LaneLabels } from './lane-labels';
import { LaneScrollbar } from './lane-scrollbar';
import { listenOnMinimap } from './minimap-pointing';
import { Pointing } from './pointing';
import { RecordsTable } from './records-table';
import { TimelineScene } from './scene';
import { noteShown } from './shown';
import { timelineTexts } from './texts';
import styles from './timeline.module.css';
import { TimelineModel } from './timeline-model';
import { Tooltip } from './tooltip';
import { ZoomTools } from './zoom-tools';

export interface TimelineProps {
  readonly orrery: Orrery;
  /** The actor whose lane is to be in view. */
  readonly about?: string;
}

export function Timeline({ orrery, about }: TimelineProps) {
  const model = useMemo(() => new TimelineModel(orrery), [orrery]);
  const t = useTexts(orrery, timelineTexts);
  const area = useRef<HTMLDivElement>(null);
  const minimapArea = useRef<HTMLDivElement>(null);
  useScene(model, { area, minimapArea });
  useEffect(() => noteShown(model), [model]);
  useFollowers(model);
  useEffect(() => (about === undefined ? undefined : model.keepInView(about)), [model, about]);
  const onKeyDown = useKeys(model);
  const help = useId();
  return (
    <div className={styles.timeline} data-testid="timeline">
      <LaneFilter orrery={orrery} />
      <div className={styles.minimap} ref={minimapArea} title={t('minimap')}>
        <canvas data-layer="minimap" />
      </div>
      <ZoomTools model={model} />
      <LaneLabels model={model} />
      <div
        className={styles.area}
        ref={area}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes the focus itself
        tabIndex={0}
        role="application"
        aria-roledescription={t('timeline')}
        aria-label={t('timeline')}
        aria-describedby={help}
        onKeyDown={onKeyDown}
      >
        <canvas data-layer="base" />
        <div className={styles.veil} data-layer="veil" />
        <div className={styles.playhead} data-layer="playhead" />
        <canvas data-layer="overlay" />
        <Tooltip model={model} />
        <LaneScrollbar model={model} />
      </div>
      <Breadcrumbs orrery={orrery} />
      <p id={help} className="visually-hidden">
        {inARow([t('help-move'), t('help-walk'), t('help-why')], t.language)}
      </p>
      <RecordsTable model={model} />
    </div>
  );
}

interface Areas {
  readonly area: React.RefObject<HTMLDivElement | null>;
  readonly minimapArea: React.RefObject<HTMLDivElement | null>;
}

/** Ties the scene to the page: canvases, size, theme, words, pointer. */
function useScene(model: TimelineModel, { area, minimapArea }: Areas): void {
  const t = useTexts(model.orrery, timelineTexts);
  const scene = useRef<TimelineScene>(undefined);
  const steps = useTexts(model.orrery, stepTexts);
  const words = useMemo(() => contentWords(t, steps), [t, steps]);
  const firstWords = useRef(words);
  useLayoutEffect(() => {
    if (!area.current || !minimapArea.current) return;
    const parts = {
      base: layerIn<HTMLCanvasElement>(area.current, 'base'),
      overlay: layerIn<HTMLCanvasElement>(area.current, 'overlay'),
      veil: layerIn(area.current, 'veil'),
      playhead: layerIn(area.current, 'playhead'),
      minimap: layerIn<HTMLCanvasElement>(minimapArea.current, 'minimap'),
    };
    const made = new TimelineScene(model, parts, firstWords.current);
    scene.current = made;
    const stops = [
      watchSize(area.current, (width, height) => {
        made.resize(width, height, window.devicePixelRatio || 1);
      }),
      watchTheme(() => made.themeChanged()),
      new Pointing(model, made.contents, area.current).listen(),
      listenOnMinimap(model, minimapArea.current),
    ];
    made.start();
    return () => {
      for (const stop of stops) stop();
      made.stop();
      scene.current = undefined;
    };
  }, [model, area, minimapArea]);
  useEffect(() => {
    firstWords.current = words;
    scene.current?.setWords(words);
  }, [words]);
}

function layerIn<T extends HTMLElement = HTMLElement>(area: HTMLElement, layer: string): T {
  const element = area.querySelector<T>(`[data-layer=${layer}]`);
  invariant(element, `the timeline has no layer ${layer}`);
  return element;
}

function watchSize(element: HTMLElement, onSize: (width: number, height: number) => void) {
  const measure = (): void => onSize(element.clientWidth, element.clientHeight);
  const observer = new ResizeObserver(measure);
  observer.observe(element);
  measure();
  // The zoom of the page changes how many device pixels a css pixel has, not the size.
  const ratio = window.matchMedia(`(resolution: ${window.devicePixelRatio || 1}dppx)`);
  ratio.addEventListener('change', measure);
  return () => {
    observer.disconnect();
    ratio.removeEventListener('change', measure);
  };
}

/** Tells when the colours may have changed: by the page's choice, or by the system's. */
function watchTheme(onChange: () => void): () => void {
  const root = document.documentElement;
  const observer = new MutationObserver(onChange);
  observer.observe(root, { attributes: true, attributeFilter: ['data-theme', 'style', 'class'] });
  const queries = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) =>
    window.matchMedia(query),
  );
  for (const query of queries) query.addEventListener('change', onChange);
  return () => {
    observer.disconnect();
    for (const query of queries) query.removeEventListener('change', onChange);
  };
}

/** Lanes follow choices; the window follows a seek or a selection made elsewhere. */
function useFollowers(model: TimelineModel): void {
  useEffect(() => {
    const { viewport, playback, selection } = model.orrery;
    const stops = [
      viewport.subscribe(() => model.layoutAgain()),
      playback.subscribe(({ time, playing }, before) => {
        if (playing && !before.playing) model.follow.setState(true, true);
        if (!playing && !before.playing && time !== before.time) reveal(model.orrery, time);
      }),
      selection.subscribe(({ selected }, before) => {
        if (selected === before.selected || model.choosing) return;
        model.revealLane();
        const { table } = model.orrery.trace;
        // A record of a run that is still to come is not where the old run has it.
        if (model.orrery.session.getState().replacing) return;
        if (selected?.kind === 'record' && selected.seq < table.length) {
          reveal(model.orrery, table.t[selected.seq]);
        }
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [model]);
}

function useKeys(model: TimelineModel) {
  const t = useTexts(model.orrery, timelineTexts);
  const { whisper } = useNotice();
  return (event: React.KeyboardEvent<HTMLElement>): void => {
    const outcome = handleKey(model, event);
    if (outcome === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (outcome === 'no-cause' || outcome === 'no-effect') whisper(t(outcome));
    if (outcome !== 'moved') return;
    const { from, to } = model.goal;
    whisper(t('showing', { from: formatClock(from), to: formatClock(to) }));
  };
}
