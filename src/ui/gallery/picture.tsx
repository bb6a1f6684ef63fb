/** The small picture of a card. */
import { useTexts } from '../i18n';
import { useShell } from '../shell/shell-context';
import styles from './gallery.module.css';
import type { Sketch, SketchMark } from './sketch';
import { galleryTexts } from './texts';

const WIDTH = 240;
const HEIGHT = 84;
const MARGIN = 6;
/** Height of the store's lane at the bottom. */
const STORE = 22;

const xOf = (share: number): number => MARGIN + share * (WIDTH - 2 * MARGIN);

/** @param sketch `null`: not drawn yet; undefined: the run failed */
export function Picture({ sketch }: { readonly sketch: Sketch | undefined | null }) {
  const { orrery } = useShell();
  const t = useTexts(orrery, galleryTexts);
  if (!sketch) {
    return (
      <div className={styles.picture} data-drawn={sketch === null ? 'not-yet' : 'failed'}>
        {sketch === null ? t('drawing') : t('undrawn')}
      </div>
    );
  }
  const countOf = (kind: SketchMark) => sketch.marks.filter((mark) => mark.kind === kind).length;
  const words = {
    servers: sketch.lanes.length,
    acts: countOf('act'),
    events: countOf('event'),
    writes: countOf('endpoints'),
  };
  return (
    <svg
      className={styles.picture}
      data-drawn="yes"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={t('picture', words)}
    >
      <Lanes lanes={sketch.lanes} />
      <Store sketch={sketch} />
      {sketch.marks.map(({ seq, kind, at }) => (
        <Mark key={seq} kind={kind} x={xOf(at)} />
      ))}
    </svg>
  );
}

function Lanes({ lanes }: Pick<Sketch, 'lanes'>) {
  const room = HEIGHT - STORE - 2 * MARGIN;
  const step = room / Math.max(1, lanes.length);
  const height = Math.min(12, step - 3);
  return lanes.map((bars, lane) => {
    const y = MARGIN + lane * step + (step - height) / 2;
    return bars.map(({ seq, from, to, style }) => (
      <rect
        key={seq}
        className={styles.bar}
        data-style={style}
        x={xOf(from)}
        y={y}
        width={Math.max(2.5, xOf(to) - xOf(from) - 0.5)}
        height={height}
        rx="2"
      />
    ));
  });
}

function Store({ sketch: { writes } }: { readonly sketch: Sketch }) {
  const width = (WIDTH - 2 * MARGIN) / writes.length;
  const points = writes.map((share, column) => {
    const y = HEIGHT - MARGIN - share * (STORE - 6);
    return `H${MARGIN + column * width}V${y.toFixed(1)}H${MARGIN + (column + 1) * width}`;
  });
  const floor = HEIGHT - MARGIN;
  return <path className={styles.store} d={`M${MARGIN} ${floor}${points.join('')}V${floor}Z`} />;
}

/** An act is a line through everything, an Event a triangle, a write of the endpoints a dot. */
function Mark({ kind, x }: { readonly kind: SketchMark; readonly x: number }) {
  const floor = HEIGHT - STORE - MARGIN;
  if (kind === 'act') {
    return <path className={styles.act} d={`M${x} ${MARGIN - 3}V${HEIGHT - MARGIN}`} />;
  }
  if (kind === 'event') {
    return <path className={styles.event} d={`M${x - 3} ${floor + 5}h6l-3 -5z`} />;
  }
  return <circle className={styles.endpoints} cx={x} cy={floor + 3} r="2" />;
}
