/** The numbers of a sweep, and what is to be known of a value beside them. */
import type { SeedSample, SweepRow } from '#protocol';
import { formatCount, useTexts } from '../i18n';
import { useShell } from '../shell/shell-context';
import styles from './explore.module.css';
import sweepStyles from './sweep.module.css';
import { secondsText } from './sweep-chart';
import { exploreTexts } from './texts';

interface SweepTableProps {
  readonly rows: readonly SweepRow[];
  readonly onEnter: (value: string, seed: number) => void;
}

export function SweepTable({ rows, onEnter }: SweepTableProps) {
  const { orrery } = useShell();
  const t = useTexts(orrery, exploreTexts);
  const heads = ['sweep-samples', 'min', 'p5', 'median', 'p95', 'max'] as const;
  return (
    <>
      <div className={sweepStyles.scrolled}>
        <table className={styles.shares}>
          <caption>{t('sweep-table')}</caption>
          <thead>
            <tr>
              {(['sweep-value', ...heads] as const).map((head) => (
                <th key={head} scope="col">
                  {t(head)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.value} row={row} onEnter={(seed) => onEnter(row.value, seed)} />
            ))}
          </tbody>
        </table>
      </div>
      {rows.flatMap(({ value, seeds, count, open, broken, selfEnded }) => [
        ...selfEnded.map(({ process, message, seeds: own }) => (
          <p key={`${value} ${process} ${message}`} className={styles.fault}>
            {t('sweep-ended', { value, process, message, own, seeds })}
          </p>
        )),
        count === 0 && (
          <p key={`${value} 0`}>
            {open === 0
              ? t('sweep-unbegun', { value, seeds })
              : t('sweep-unfinished', { value, open })}
          </p>
        ),
        broken > 0 && <p key={value}>{t('sweep-broken', { value, broken, seeds })}</p>,
      ])}
    </>
  );
}

interface RowProps {
  readonly row: SweepRow;
  readonly onEnter: (seed: number) => void;
}

function Row({ row: { value, count, spread }, onEnter }: RowProps) {
  const { orrery } = useShell();
  const t = useTexts(orrery, exploreTexts);
  const extreme = ({ seed, us }: SeedSample) => (
    <button type="button" className="button" onClick={() => onEnter(seed)}>
      {secondsText(us)} <span className="dim">{t('enter', { seed })}</span>
    </button>
  );
  return (
    <tr>
      <th scope="row" className="mono">
        {value}
      </th>
      <td className="mono">{formatCount(count)}</td>
      <td>{spread ? extreme(spread.shortest) : '–'}</td>
      {(['p5', 'median', 'p95'] as const).map((name) => (
        <td key={name} className="mono">
          {spread ? secondsText(spread[name]) : '–'}
        </td>
      ))}
      <td>{spread ? extreme(spread.longest) : '–'}</td>
    </tr>
  );
}
