import { useEffect, useId, useMemo } from 'react';
import type { MachineDescription } from '#protocol';
import type { Translate } from '../../i18n';
import { useSize } from '../../widgets';
import styles from './chart.module.css';
import type { Edge } from './chart-edges';
import type { ChartForm } from './chart-form';
import { type ChartBox, type ChartLayout, layoutChart } from './chart-layout';
import type { MachineView } from './select';
import type { machineTexts } from './texts';

/** Distance between the lines of a label, px. */
const LABEL_LINE_PX = 12;

export interface ChartProps {
  readonly view: MachineView;
  readonly description: MachineDescription;
  readonly t: Translate<(typeof machineTexts)['en']>;
}

/** States and events are code; the types of SVG lack the attribute. */
const NO_LANGUAGE = { translate: 'no' };

/** The statechart: the lit state, the last transition in brass, and what could come next. */
export function Chart({ view, description, t }: ChartProps) {
  const [frame, room] = useSize<HTMLDivElement>();
  const layout = useMemo(
    () => (room.width > 0 ? layoutChart(description, room) : undefined),
    [description, room],
  );
  // A chart larger than its room is scrolled so that the lit state is in sight.
  useEffect(() => {
    if (!layout || view.current === undefined) return;
    const lit = frame.current?.querySelector(`[data-state="${CSS.escape(view.current)}"]`);
    lit?.scrollIntoView({ block: 'center', inline: 'center' });
  }, [frame, layout, view.current]);
  return (
    <div ref={frame} className={styles.chart}>
      {layout && <Drawing layout={layout} view={view} t={t} />}
    </div>
  );
}

interface DrawingProps extends Pick<ChartProps, 'view' | 't'> {
  readonly layout: ChartLayout;
}

type EdgeKind = 'plain' | 'next' | 'last';

function Drawing({ layout, view, t }: DrawingProps) {
  const arrowId = useId();
  const { form, scale, width, height, boxes, edges } = layout;
  const kindOf = ({ from, to }: Edge): EdgeKind => {
    if (view.current === to && view.last?.from === from) return 'last';
    return from === view.current ? 'next' : 'plain';
  };
  const labelled = ({ straight }: Edge, kind: EdgeKind): boolean => {
    if (form.id === 'labelled') return straight || kind !== 'plain';
    return form.id === 'bare' && kind !== 'plain';
  };
  const words = { machine: view.machine, states: boxes.length };
  return (
    <svg
      role="img"
      aria-label={
        view.current ? t('chart', { ...words, current: view.current }) : t('chart-nowhere', words)
      }
      className={styles.drawing}
      {...NO_LANGUAGE}
      data-form={form.id}
      viewBox={`0 0 ${width} ${height}`}
      width={width * scale}
      height={height * scale}
    >
      <ArrowHeads id={arrowId} />
      {edges.map((edge) => (
        <Line key={`${edge.from} ${edge.to}`} edge={edge} kind={kindOf(edge)} arrowId={arrowId} />
      ))}
      {boxes.map((box) => (
        <Box key={box.path} box={box} form={form} lit={view.current === box.path} />
      ))}
      {edges
        .filter((edge) => labelled(edge, kindOf(edge)))
        .map((edge) => (
          <Label key={`${edge.from} ${edge.to}`} edge={edge} kind={kindOf(edge)} />
        ))}
    </svg>
  );
}

function ArrowHeads({ id }: { readonly id: string }) {
  return (
    <defs>
      {(['plain', 'next', 'last'] as const).map((kind) => (
        <marker
          key={kind}
          id={`${id}-${kind}`}
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
  );
}

interface BoxProps {
  readonly box: ChartBox;
  readonly form: ChartForm;
  readonly lit: boolean;
}

function Box({ box, form, lit }: BoxProps) {
  const { x, y, width, height, group, lines, path } = box;
  const middle = x + width / 2;
  const groupPx = group === '' ? 0 : form.groupPx;
  const first = y + height / 2 + groupPx / 2 - ((lines.length - 1) * form.linePx) / 2;
  return (
    <g className={lit ? `${styles.state} ${styles.lit}` : styles.state} data-state={path}>
      <title>{path}</title>
      <rect x={x} y={y} width={width} height={height} rx={form.boxPx / 4.25} />
      {box.final && (
        <rect
          x={x + 2.5}
          y={y + 2.5}
          width={width - 5}
          height={height - 5}
          rx={form.boxPx / 5}
          className={styles.ring}
        />
      )}
      {box.initial && (
        <circle cx={x + 8} cy={y + 8} r={form.fontPx / 4.8} className={styles.initial} />
      )}
      {group !== '' && (
        <text x={middle} y={first - (form.linePx + groupPx) / 2 - 1} className={styles.groupName}>
          {group}
        </text>
      )}
      {lines.map((line, place) => (
        <text key={line} x={middle} y={first + place * form.linePx} fontSize={form.fontPx}>
          {line}
        </text>
      ))}
    </g>
  );
}

interface LineProps {
  readonly edge: Edge;
  readonly kind: EdgeKind;
}

function Line({ edge, kind, arrowId }: LineProps & { readonly arrowId: string }) {
  return (
    <path
      d={edge.path}
      className={`${styles.edge} ${styles[`edge-${kind}`]}`}
      markerEnd={`url(#${arrowId}-${kind})`}
    >
      <title>{edge.events.join(', ')}</title>
    </path>
  );
}

/** The first event by name, and how many more there are. */
function Label({ edge, kind }: LineProps) {
  const { events, labelX, labelY, anchor } = edge;
  const shown = kind === 'plain' ? events.slice(0, 1) : events.slice(0, 2);
  const rest = events.length - shown.length;
  const lines = rest > 0 ? [...shown.slice(0, -1), `${shown.at(-1)} +${rest}`] : shown;
  return (
    <text
      x={labelX}
      y={labelY - ((lines.length - 1) * LABEL_LINE_PX) / 2}
      className={`${styles.label} ${styles[`label-${kind}`]}`}
      textAnchor={anchor}
    >
      {lines.map((line, place) => (
        <tspan key={line} x={labelX} dy={place === 0 ? 0 : LABEL_LINE_PX}>
          {line}
        </tspan>
      ))}
    </text>
  );
}
