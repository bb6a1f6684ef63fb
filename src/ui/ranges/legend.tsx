import { useTexts } from '../i18n';
import type { Orrery } from '../stores';
import styles from './grid.module.css';
import { type CellMark, SIGNS } from './marks';
import { rangeTexts } from './texts';

/** The marks in the order in which they are explained. */
const ORDER: readonly CellMark[] = [
  ...(['taken', 'nobody', 'missing', 'clash', 'stored', 'released'] as const),
  ...(['rebuilt', 'repaired', 'current', 'leaked', 'kept', 'freed'] as const),
];

export interface LegendProps {
  readonly orrery: Orrery;
  readonly grids: readonly ReadonlyMap<number, CellMark>[];
  /** Whether the range keeps a lower band. */
  readonly band: boolean;
}

/** The marks that can be seen, in words. */
export function Legend({ orrery, grids, band }: LegendProps) {
  const t = useTexts(orrery, rangeTexts);
  const seen = new Set(grids.flatMap((marks) => [...marks.values()]));
  return (
    <ul className={styles.legend}>
      {ORDER.filter((mark) => seen.has(mark)).map((mark) => (
        <li key={mark}>
          <span className={styles.cell} data-mark={mark} aria-hidden="true">
            {SIGNS[mark]}
          </span>
          {t(`mark-${mark}`)}
        </li>
      ))}
      {band && (
        <li>
          <span className={styles.cell} data-band aria-hidden="true" />
          {t('mark-band')}
        </li>
      )}
    </ul>
  );
}
