import { useId } from 'react';
import type { Translate } from '../../i18n';
import styles from './chart.module.css';
import { liesIn } from './chart-graph';
import type { ChartBox, ChartEdge, ChartLayout } from './chart-layout';
import type { ChartMarks, EdgeKind } from './chart-marks';
import { LABEL_LINE_PX, LABEL_PX, NAME_PX, TITLE_PX } from './chart-sizes';
import type { MachineView } from './select';
import type { machineTexts } from './texts';

export type ChartTexts = Translate<(typeof machineTexts)['en']>;

export interface DrawingProps {
  readonly layout: ChartLayout;
  readonly marks: ChartMarks;
  readonly scale: number;
  readonly view: MachineView;
  readonly t: ChartTexts;
}

/** States and events are code; the types of SVG lack the attribute. */
const NO_LANGUAGE = { translate: 'no' };
const KINDS: readonly EdgeKind[] = ['plain', 'next', 'last'];

/** The statechart: the lit state, the last transition in brass, and what could come next. */
export function Drawing({ layout, marks, scale, view, t }: DrawingProps) {
  const arrowId = useId();
  const { width, height, boxes, edges, entries } = layout;
  const kindOf = (edge: ChartEdge): EdgeKind => marks.kinds.get(edge) ?? 'plain';
  const states = boxes.filter(({ kind }) => kind === 'state').length;
  const words = { machine: view.machine, states };
  // What matters now lies over what does not.
  const ordered = KINDS.flatMap((kind) => edges.filter((edge) => kindOf(edge) === kind));
  return (
    <svg
      role="img"
      aria-label={
        view.current ? t('chart', { ...words, current: view.current }) : t('chart-nowhere', words)
      }
      className={styles.drawing}
      {...NO_LANGUAGE}
      viewBox={`0 0 ${width} ${height}`}
      width={width * scale}
      height={height * scale}
    >
      <ArrowHeads id={arrowId} />
      {boxes.map((box) => (
        <Box key={box.path} {...{ box, marks, layout, current: view.current, t }} />
      ))}
      {entries.map(({ path }) => (
        <path key={path} d={path} className={styles.entry} markerEnd={`url(#${arrowId}-plain)`} />
      ))}
      {ordered.map((edge) => (
        <Line key={keyOf(edge)} edge={edge} kind={kindOf(edge)} arrowId={arrowId} />
      ))}
      {(layout.labelled ? ordered : []).map((edge) => (
        <Label key={keyOf(edge)} edge={edge} kind={kindOf(edge)} />
      ))}
    </svg>
  );
}

const keyOf = ({ from, to }: ChartEdge): string => `${from} ${to}`;

function ArrowHeads({ id }: { readonly id: string }) {
  return (
    <defs>
      {KINDS.map((kind) => (
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

interface BoxProps extends Pick<DrawingProps, 'layout' | 'marks' | 't'> {
  readonly box: ChartBox;
  readonly current: string | undefined;
}

function Box({ box, layout, marks, current, t }: BoxProps) {
  const { path, name, kind, x, y, width, height, final, initial, title } = box;
  const lit = current === path;
  const holds = current !== undefined && !lit && kind === 'group' && liesIn(current, path);
  const classes = [
    styles[kind],
    lit && styles.lit,
    holds && styles.holding,
    !lit && marks.next.has(path) && styles.ahead,
  ];
  const { x: left, y: top, width: wide, height: high } = title ?? box;
  return (
    <g
      className={classes.filter(Boolean).join(' ')}
      data-state={kind === 'any' ? undefined : path}
      data-box={kind}
    >
      {kind !== 'any' && <title>{path}</title>}
      <rect x={x} y={y} width={width} height={height} rx={kind === 'any' ? height / 2 : 7} />
      {final && (
        <rect
          x={x + 2.5}
          y={y + 2.5}
          width={width - 5}
          height={height - 5}
          rx={5}
          className={styles.ring}
        />
      )}
      {initial && <circle cx={x + 8} cy={y + 8} r={2.6} className={styles.initial} />}
      <text
        x={left + wide / 2}
        y={top + high / 2}
        fontSize={layout.labelled && (title || kind === 'any') ? TITLE_PX : NAME_PX}
      >
        {kind === 'any' ? t('any-state') : name}
      </text>
    </g>
  );
}

interface EdgeProps {
  readonly edge: ChartEdge;
  readonly kind: EdgeKind;
}

function Line({ edge, kind, arrowId }: EdgeProps & { readonly arrowId: string }) {
  return (
    <path
      d={edge.path}
      className={`${styles.edge} ${styles[`edge-${kind}`]}`}
      data-edge={kind}
      markerEnd={`url(#${arrowId}-${kind})`}
    >
      <title>{edge.labels.join(', ')}</title>
    </path>
  );
}

function Label({ edge, kind }: EdgeProps) {
  const { labels, label } = edge;
  const middle = label.x + label.width / 2;
  const first = label.y + label.height / 2 - ((labels.length - 1) * LABEL_LINE_PX) / 2;
  return (
    <text
      className={`${styles.label} ${styles[`label-${kind}`]}`}
      fontSize={LABEL_PX}
      data-label={kind}
    >
      {labels.map((line, place) => (
        <tspan key={line} x={middle} y={first + place * LABEL_LINE_PX}>
          {line}
        </tspan>
      ))}
    </text>
  );
}
