/** A body as SVG: its outline, letter, hooks and lease. The painter fills in the rest. */
import { hookBeadAt, hookBeadRadius, hookRing } from './bead-place';
import styles from './bodies.module.css';
import { holdsVersion, leaderMarkAt, letterSize } from './body-parts';
import { crossPath, LEADER_STAR, polygonPath, px } from './geometry';
import type { Vertex } from './layout';
import { ARC_OFFSET } from './orbits';
import { places } from './places';
import { letterOf } from './process-kind';
import type { Scene } from './scene';

const ORIGIN = { x: 0, y: 0 };
/** Size of a version below a letter, px. */
const VERSION_PX = 9;

interface BodyProps {
  readonly vertex: Vertex;
  readonly scene: Scene;
  readonly hooks: readonly string[];
}

export function Body({ vertex, scene: { unit, fontPx }, hooks }: BodyProps) {
  const { id, kind, members, radius, reach, x, y } = vertex;
  const single = members.length === 1;
  return (
    <g
      className={styles.body}
      data-part={`body:${id}`}
      data-kind={kind}
      transform={`translate(${x} ${y})`}
    >
      <circle className={styles.selection} r={reach + 2.5} />
      {kind === 'apiserver' && single && <LeaseArc id={id} radius={radius + ARC_OFFSET * unit} />}
      <path className={styles.shape} d={shapePath(vertex)} />
      {single ? <Letters vertex={vertex} fontPx={fontPx} unit={unit} /> : <Count vertex={vertex} />}
      {hooks.length > 0 && <Hooks id={id} radius={radius} unit={unit} count={hooks.length} />}
      {single && <PauseMark radius={radius} />}
      {single && (kind === 'kcm' || kind === 'scheduler') && <LeaderMark radius={radius} />}
    </g>
  );
}

/** Each kind has its own outline, so that colour is not the only difference. */
function shapePath({ kind, radius, members }: Vertex): string {
  if (kind === 'kcm') return polygonPath(ORIGIN, radius * 1.08, 6, Math.PI / 6);
  if (kind === 'scheduler') return polygonPath(ORIGIN, radius * 1.16, 4);
  if (kind === 'node' || kind === 'client') {
    const half = members.length > 1 ? radius * 0.9 : radius * 0.95;
    return roundedSquare(half, half * 0.4);
  }
  return `M0 ${-radius}A${radius} ${radius} 0 1 1 -0.01 ${-radius}Z`;
}

function roundedSquare(half: number, corner: number): string {
  const side = 2 * (half - corner);
  const arc = (dx: number, dy: number) => `a${corner} ${corner} 0 0 1 ${dx} ${dy}`;
  const right = `M${corner - half} ${-half}h${side}${arc(corner, corner)}v${side}`;
  const left = `${arc(-corner, corner)}h${-side}${arc(-corner, -corner)}v${-side}`;
  return `${right}${left}${arc(corner, -corner)}Z`;
}

function LeaseArc({ id, radius }: { id: string; radius: number }) {
  return (
    <g className={styles.lease} data-part={`lease:${id}`} data-held="false">
      <circle className={styles.leaseTrack} r={radius} />
      <path className={styles.leaseEdge} data-part={`leaseEdge:${id}`} />
      <path className={styles.leaseArc} data-part={`leaseArc:${id}`} />
      <circle className={styles.leaseHead} data-part={`leaseHead:${id}`} r={3.2} />
    </g>
  );
}

interface LettersProps {
  readonly vertex: Vertex;
  readonly fontPx: number;
  readonly unit: number;
}

function Letters({ vertex, fontPx, unit }: LettersProps) {
  const { kind, members, radius } = vertex;
  if (kind === 'etcd' && vertex.id === 'etcd') {
    return (
      <>
        <text className={styles.store} y={-radius * 0.1} fontSize={fontPx + 2.5}>
          {members[0].name}
        </text>
        <text
          className={styles.revision}
          y={radius * 0.38}
          fontSize={Math.max(9, fontPx - 2)}
          data-part="revision"
        />
      </>
    );
  }
  const letters = letterOf(members[0]);
  const size = kind === 'node' ? fontPx - 2 : letterSize(radius, fontPx + 6 * unit);
  const { version } = members[0];
  const versioned = version !== undefined && holdsVersion(radius);
  return (
    <>
      <text
        className={styles.letter}
        y={versioned ? '0.12em' : '0.34em'}
        fontSize={letters.length > 1 || versioned ? size * 0.8 : size}
      >
        {letters}
      </text>
      {versioned && (
        <text className={styles.version} y={radius * 0.62} fontSize={VERSION_PX}>
          {version}
        </text>
      )}
    </>
  );
}

function Count({ vertex: { members, radius } }: { vertex: Vertex }) {
  return (
    <text className={styles.letter} y="0.34em" fontSize={radius * 0.8}>
      {members.length}
    </text>
  );
}

interface HooksProps {
  readonly id: string;
  readonly radius: number;
  readonly unit: number;
  readonly count: number;
}

function Hooks({ id, radius, unit, count }: HooksProps) {
  const ring = hookRing({ radius }, unit);
  const size = hookBeadRadius(ring, count, unit);
  return (
    <g className={styles.hooks}>
      {places(count).map((index) => {
        const { x, y } = hookBeadAt(ring, index, count);
        return (
          <g
            key={index}
            className={styles.hook}
            data-part={`hook:${id}:${index}`}
            data-phase="waiting"
            transform={`translate(${x} ${y})`}
          >
            <circle className={styles.hookRing} r={size} />
            <path className={styles.hookHalf} d={`M0 ${-size}A${size} ${size} 0 0 1 0 ${size}Z`} />
            <path className={styles.hookCross} d={crossPath(ORIGIN, size * 1.05)} />
          </g>
        );
      })}
    </g>
  );
}

function PauseMark({ radius }: { radius: number }) {
  const [x, y] = [radius * 0.72, -radius * 0.72];
  return (
    <g className={styles.pauseMark} transform={`translate(${x} ${y})`}>
      <circle r={7} />
      <path d="M-2 -3V3M2 -3V3" />
    </g>
  );
}

/** A star at the upper left. */
function LeaderMark({ radius }: { radius: number }) {
  const { x, y, scale } = leaderMarkAt(radius);
  return (
    <path
      className={styles.leaderMark}
      transform={`translate(${px(x)} ${px(y)}) scale(${px(scale)})`}
      d={LEADER_STAR}
    />
  );
}
