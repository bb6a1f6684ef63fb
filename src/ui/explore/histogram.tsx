import { useId } from 'react';
import type { Distribution, HistogramBin } from '#protocol';
import { useTexts } from '../i18n';
import { useShell } from '../shell/shell-context';
import styles from './explore.module.css';
import { lengthTextOf } from './length-text';
import { exploreTexts } from './texts';

interface HistogramProps {
  readonly distribution: Distribution;
  readonly chosen: HistogramBin | undefined;
  readonly onChoose: (bin: HistogramBin | undefined) => void;
}

/** One bar for each bin; a bar is a button. Its height is its share of the highest. */
export function Histogram({ distribution, chosen, onChoose }: HistogramProps) {
  const { orrery } = useShell();
  const t = useTexts(orrery, exploreTexts);
  const hint = useId();
  const { histogram } = distribution;
  const lengthText = lengthTextOf(distribution);
  const most = Math.max(...histogram.map(({ count }) => count));
  const first = histogram[0];
  const last = histogram[histogram.length - 1];
  return (
    <figure className={styles.histogram}>
      <fieldset className={styles.bars} aria-label={t('histogram')} aria-describedby={hint}>
        {histogram.map((bin) => {
          const label = t('bar', {
            from: lengthText(bin.from),
            to: lengthText(bin.to),
            count: bin.count,
          });
          const pressed = chosen?.from === bin.from && chosen.to === bin.to;
          return (
            <button
              key={bin.from}
              type="button"
              className={styles.bar}
              aria-label={label}
              title={label}
              aria-pressed={pressed}
              disabled={bin.count === 0}
              onClick={() => onChoose(pressed ? undefined : bin)}
            >
              <span style={{ blockSize: `${(bin.count / most) * 100}%` }} />
            </button>
          );
        })}
      </fieldset>
      <div className={`${styles.axis} mono`} aria-hidden="true">
        <span>{lengthText(first.from)}</span>
        <span>{lengthText((first.from + last.to) / 2)}</span>
        <span>{lengthText(last.to)}</span>
      </div>
      <figcaption id={hint} className="dim">
        {t('bar-hint')}
      </figcaption>
    </figure>
  );
}
