import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  useMemo,
  useState,
} from 'react';
import { formatCount, namesInAList, useTexts } from '../i18n';
import type { Orrery } from '../stores';
import { type Geometry, isInBand, isReserved } from './geometry';
import styles from './grid.module.css';
import { type CellMark, SIGNS } from './marks';
import type { Owned } from './owners';
import { type GridRow, gridRows, neighbourCell, ROWS_AT_FIRST } from './rows';
import { rangeTexts } from './texts';

export interface RangeGridProps {
  readonly orrery: Orrery;
  readonly label: string;
  /** Said above the grid while no cell is pointed at. */
  readonly about: ReactNode;
  readonly geometry: Geometry;
  readonly marks: ReadonlyMap<number, CellMark>;
  /** Cells whose rows are drawn too, so that two grids have the same rows. */
  readonly alsoUsed?: ReadonlyMap<number, CellMark>;
  readonly owners: ReadonlyMap<string, Owned>;
  /** Its rows are those of the grid beside it, so they need no names there. */
  readonly bare?: boolean;
}

/** A range as a grid of cells. One tab stop; arrows move; what is pointed at is told above. */
export const RangeGrid = memo(function RangeGrid(props: RangeGridProps) {
  const { orrery, label, about, geometry, marks, alsoUsed, bare } = props;
  const t = useTexts(orrery, rangeTexts);
  const [limit, setLimit] = useState(ROWS_AT_FIRST);
  const [active, setActive] = useState<number>();
  const rows = useMemo(
    () => gridRows(geometry, [...marks.keys(), ...(alsoUsed?.keys() ?? [])], limit),
    [geometry, marks, alsoUsed, limit],
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    const from = active ?? geometry.firstCell;
    const to = neighbourCell(rows, from, event.key);
    if (to === from && !event.key.startsWith('Arrow')) return;
    setActive(active === undefined ? from : to);
    event.preventDefault();
    event.stopPropagation();
  };
  const onPointerOver = ({ target }: PointerEvent): void => {
    const cell = target instanceof HTMLElement ? target.dataset.cell : undefined;
    setActive(cell === undefined ? undefined : Number(cell));
  };
  return (
    <div className={styles.gridBox}>
      <p className={styles.told} aria-live="polite">
        {active === undefined ? about : <Told {...props} cell={active} />}
      </p>
      <div
        className={styles.grid}
        style={namesWidth(geometry)}
        data-bare={bare}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move in it
        tabIndex={0}
        aria-label={`${label}. ${t('grid-hint')}`}
        onKeyDown={onKeyDown}
        onPointerOver={onPointerOver}
        onPointerLeave={() => setActive(undefined)}
        onBlur={() => setActive(undefined)}
      >
        {rows.map((row) => (
          <Row
            key={`${row.kind} ${row.first}`}
            {...props}
            row={row}
            active={active}
            onMore={() => setLimit(limit + ROWS_AT_FIRST)}
          />
        ))}
      </div>
    </div>
  );
});

/** Room for the longest name of a row. */
function namesWidth(geometry: Geometry): CSSProperties {
  const last = geometry.shortOf(geometry.cells - 1).length;
  return { '--longest-name': `${last + 1}ch` } as CSSProperties;
}

interface RowProps extends RangeGridProps {
  readonly row: GridRow;
  readonly active: number | undefined;
  readonly onMore: () => void;
}

function Row({ orrery, geometry, marks, row, active, onMore }: RowProps) {
  const t = useTexts(orrery, rangeTexts);
  const count = row.kind === 'cells' ? 0 : row.rows;
  if (row.kind !== 'cells') {
    return (
      <div className={styles.fold}>
        {row.kind === 'fold' ? (
          <span>{t('fold', { count: formatCount(count) })}</span>
        ) : (
          <button type="button" className="text-button" onClick={onMore}>
            {t('more-rows', { count: formatCount(Math.min(count, ROWS_AT_FIRST)) })}
          </button>
        )}
      </div>
    );
  }
  const cells = Array.from({ length: row.length }, (_, place) => row.first + place);
  return (
    <div className={styles.row} aria-hidden="true">
      <span className={styles.rowName} title={geometry.itemOf(row.first)}>
        {geometry.shortOf(row.first)}
      </span>
      {cells.map((cell) => (
        <Cell
          key={cell}
          cell={cell}
          mark={marks.get(cell)}
          reserved={isReserved(geometry, cell)}
          band={isInBand(geometry, cell)}
          active={cell === active}
        />
      ))}
    </div>
  );
}

interface CellProps {
  readonly cell: number;
  readonly mark: CellMark | undefined;
  readonly reserved: boolean;
  readonly band: boolean;
  readonly active: boolean;
}

const Cell = memo(function Cell({ cell, mark, reserved, band, active }: CellProps) {
  return (
    <span
      className={styles.cell}
      data-cell={cell}
      data-mark={mark}
      data-reserved={reserved || undefined}
      data-band={band || undefined}
      data-active={active || undefined}
    >
      {mark === undefined ? undefined : SIGNS[mark]}
    </span>
  );
});

/** The address or port of a cell, and who has it. */
function Told(props: RangeGridProps & { readonly cell: number }) {
  const { orrery, cell, geometry, owners, marks } = props;
  const t = useTexts(orrery, rangeTexts);
  const item = geometry.itemOf(cell);
  const services = namesInAList(owners.get(item)?.services ?? [], t.language) || undefined;
  const holder = services ?? t(marks.has(cell) ? 'nobody' : 'cell-free');
  const words = isReserved(geometry, cell) ? [t('cell-reserved')] : [holder];
  if (isInBand(geometry, cell)) words.push(t('cell-band'));
  return (
    <span className="mono" title={words.join(' · ')}>
      <strong>{item}</strong>
      {` · ${words.join(' · ')}`}
    </span>
  );
}
