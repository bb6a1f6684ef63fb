/** A column for each value: a band from 5 to 95 %, whiskers to the extremes, the median. */
import { scaleLinear } from 'd3-scale';
import { useId } from 'react';
import type { SweepRow, SweepSpread } from '#protocol';
import { useTexts } from '../i18n';
import { useShell } from '../shell/shell-context';
import styles from './sweep.module.css';
import { exploreTexts } from './texts';

const US_PER_SECOND = 1_000_000;
const TICKS = 4;

export const secondsText = (us: number): string => `${(us / US_PER_SECOND).toFixed(2)} s`;

interface SweepChartProps {
  readonly name: string;
  readonly rows: readonly SweepRow[];
  readonly chosen: string | undefined;
  readonly onChoose: (value: string | undefined) => void;
}

/** A column is a button; what stands in it is its share of the axis from 0. */
export function SweepChart({ name, rows, chosen, onChoose }: SweepChartProps) {
  const { orrery } = useShell();
  const t = useTexts(orrery, exploreTexts);
  const hint = useId();
  const most = Math.max(0, ...rows.map(({ spread }) => spread?.longest.us ?? 0)) / US_PER_SECOND;
  const scale = scaleLinear([0, most || 1], [0, 100]).nice(TICKS);
  const place = (us: number) => scale(us / US_PER_SECOND);
  return (
    <figure className={styles.figure}>
      <div className={styles.plot}>
        <div className={`${styles.scale} mono`} aria-hidden="true">
          {scale.ticks(TICKS).map((tick) => (
            <span key={tick} style={{ insetBlockEnd: `${scale(tick)}%` }}>{`${tick} s`}</span>
          ))}
        </div>
        <fieldset className={styles.columns} aria-label={name} aria-describedby={hint}>
          {rows.map(({ value, count, spread }) => {
            const label = spread
              ? t('sweep-column', { value, ...textsOf(spread), count })
              : t('sweep-empty', { value });
            return (
              <button
                key={value}
                type="button"
                className={styles.column}
                aria-label={label}
                title={label}
                aria-pressed={chosen === value}
                onClick={() => onChoose(chosen === value ? undefined : value)}
              >
                {spread && <Spread spread={spread} place={place} />}
              </button>
            );
          })}
        </fieldset>
      </div>
      <div className={`${styles.values} mono`} aria-hidden="true">
        {rows.map(({ value }) => (
          <span key={value}>{value}</span>
        ))}
      </div>
      <figcaption id={hint} className="dim">
        <span className="mono">{name}</span> · {t('sweep-hint')}
      </figcaption>
    </figure>
  );
}

const textsOf = ({ p5, median, p95 }: SweepSpread) => ({
  p5: secondsText(p5),
  median: secondsText(median),
  p95: secondsText(p95),
});

interface SpreadProps {
  readonly spread: SweepSpread;
  readonly place: (us: number) => number;
}

function Spread({ spread, place }: SpreadProps) {
  const { shortest, p5, median, p95, longest } = spread;
  const between = (from: number, to: number) => ({
    insetBlockEnd: `${place(from)}%`,
    blockSize: `${place(to) - place(from)}%`,
  });
  return (
    <>
      <span className={styles.whisker} style={between(shortest.us, longest.us)} />
      <span className={styles.band} style={between(p5, p95)} />
      <span className={styles.median} style={{ insetBlockEnd: `${place(median)}%` }} />
    </>
  );
}
