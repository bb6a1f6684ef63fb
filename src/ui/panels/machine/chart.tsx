import { useEffect, useId, useMemo, useState } from 'react';
import type { MachineDescription } from '#protocol';
import type { Translate } from '../../i18n';
import { useSize } from '../../widgets';
import {
  type ChartBox,
  type ChartDirection,
  type ChartEdge,
  type ChartLayout,
  layoutChart,
} from './chart-layout';
import styles from './machine.module.css';
import type { MachineView } from './select';
import type { machineTexts } from './texts';

/** A chart is made no smaller than this; below it scrolls, so that its words stay readable. */
const LEAST_SCALE = 0.78;
const LARGEST_SCALE = 1.2;

export interface ChartProps {
  readonly view: MachineView;
  readonly description: MachineDescription;
  readonly t: Translate<(typeof machineTexts)['en']>;
}

export function Chart({ view, description, t }: ChartProps) {
  const [frame, size] = useSize<HTMLDivElement>();
  const layouts = useLayouts(description);
  const fitted = useMemo(() => layouts && bestFit(layouts, size), [layouts, size]);
  const states = fitted?.layout.boxes.length ?? 0;
  const label = view.current
    ? t('chart', { machine: view.machine, states, current: view.current })
    : t('chart-nowhere', { machine: view.machine, states });
  return (
    <div ref={frame} className={styles.chart}>
      {fitted ? (
        <Drawing {...fitted} view={view} label={label} />
      ) : (
        <p className="dim">{t('laying')}</p>
      )}
    </div>
  );
}

type Layouts = Readonly<Record<ChartDirection, ChartLayout>>;

/** Both directions of the chart, laid out once a machine. */
function useLayouts(description: MachineDescription): Layouts | undefined {
  const [layouts, setLayouts] = useState<Layouts>();
  useEffect(() => {
    let wanted = true;
    setLayouts(undefined);
    void Promise.all([layoutChart(description, 'LR'), layoutChart(description, 'TB')]).then(
      ([LR, TB]) => wanted && setLayouts({ LR, TB }),
    );
    return () => {
      wanted = false;
    };
  }, [description]);
  return layouts;
}

interface Fitted {
  readonly layout: ChartLayout;
  readonly scale: number;
}

/** The direction in which the chart comes out larger in this frame. */
function bestFit({ LR, TB }: Layouts, size: { width: number; height: number }): Fitted {
  const scaleOf = ({ width, height }: ChartLayout): number =>
    Math.min(size.width / width, size.height / height);
  const layout = scaleOf(TB) > scaleOf(LR) ? TB : LR;
  return { layout, scale: Math.min(LARGEST_SCALE, Math.max(LEAST_SCALE, scaleOf(layout))) };
}

interface DrawingProps extends Fitted {
  readonly view: MachineView;
  readonly label: string;
}

function Drawing({ layout, scale, view, label }: DrawingProps) {
  const arrowId = useId();
  const { width, height, boxes, edges } = layout;
  const isLast = ({ from, to }: ChartEdge): boolean =>
    view.last !== undefined && view.current === to && view.last.from === from;
  const isNext = ({ from }: ChartEdge): boolean => from === view.current;
  return (
    <svg
      role="img"
      aria-label={label}
      className={styles.drawing}
      viewBox={`0 0 ${width} ${height}`}
      width={width * scale}
      height={height * scale}
    >
      <defs>
        {(['plain', 'next', 'last'] as const).map((kind) => (
          <marker
            key={kind}
            id={`${arrowId}-${kind}`}
            className={styles[`head-${kind}`]}
            viewBox="0 0 10 10"
            refX="9"
            refY="5"
            markerWidth="8"
            markerHeight="8"
            markerUnits="userSpaceOnUse"
            orient="auto"
          >
            <path d="M0,0L10,5L0,10z" />
          </marker>
        ))}
      </defs>
      {boxes
        .filter((box) => box.group)
        .map((box) => (
          <Box key={box.path} box={box} current={view.current} />
        ))}
      {edges.map((edge) => (
        <Edge
          key={`${edge.from} ${edge.to}`}
          edge={edge}
          kind={isLast(edge) ? 'last' : isNext(edge) ? 'next' : 'plain'}
          arrowId={arrowId}
        />
      ))}
      {boxes
        .filter((box) => !box.group)
        .map((box) => (
          <Box key={box.path} box={box} current={view.current} />
        ))}
    </svg>
  );
}

function Box({ box, current }: { readonly box: ChartBox; readonly current: string | undefined }) {
  const lit = current === box.path;
  const holds = !lit && current?.startsWith(`${box.path}.`) === true;
  const className = `${styles.state} ${box.group ? styles.group : ''} ${lit ? styles.lit : ''}`;
  return (
    <g className={className} data-holds={holds || undefined} data-state={box.path}>
      <rect x={box.x} y={box.y} width={box.width} height={box.height} rx={box.group ? 12 : 8} />
      {box.final && (
        <rect
          x={box.x + 3}
          y={box.y + 3}
          width={box.width - 6}
          height={box.height - 6}
          rx={6}
          className={styles.finalRing}
        />
      )}
      {box.initial && <circle cx={box.x + 11} cy={box.y + 11} r={2.6} className={styles.initial} />}
      <text x={box.x + box.width / 2} y={box.group ? box.y + 15 : box.y + box.height / 2}>
        {box.label}
      </text>
    </g>
  );
}

interface EdgeProps {
  readonly edge: ChartEdge;
  readonly kind: 'plain' | 'next' | 'last';
  readonly arrowId: string;
}

function Edge({ edge, kind, arrowId }: EdgeProps) {
  const { path, events, labelX, labelY } = edge;
  return (
    <g className={`${styles.edge} ${styles[`edge-${kind}`]}`}>
      <path d={path} markerEnd={`url(#${arrowId}-${kind})`} />
      {events.map((event, line) => (
        <text key={event} x={labelX} y={labelY + (line - (events.length - 1) / 2) * 14}>
          {event}
        </text>
      ))}
    </g>
  );
}
