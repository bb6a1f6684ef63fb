import { type ReactNode, useLayoutEffect, useState } from 'react';
import { useSize } from '../widgets';
import gridStyles from './grid.module.css';
import styles from './ranges.module.css';

export interface ArcProps {
  /** What changes when other cells are to be joined. */
  readonly of: unknown;
  readonly children: ReactNode;
}

/** How far the arc swings above the cells, as a part of their distance. */
const SWING = 0.16;

/** Both grids, with an arc from the current cell of the one to that of the other. */
export function ArcBetween({ of, children }: ArcProps) {
  const [box, size] = useSize<HTMLDivElement>();
  const [path, setPath] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: cells move with moment and size
  useLayoutEffect(() => setPath(box.current ? pathIn(box.current) : undefined), [of, size]);
  return (
    <div ref={box} className={styles.grids}>
      {children}
      {path !== undefined && (
        <svg className={gridStyles.arc} aria-hidden="true">
          <path d={path} />
        </svg>
      )}
    </div>
  );
}

function pathIn(box: HTMLElement): string | undefined {
  const cells = [...box.querySelectorAll('[data-cell][data-mark="current"]')];
  if (cells.length !== 2) return undefined;
  const frame = box.getBoundingClientRect();
  const [[x1, y1, r], [x2, y2]] = cells.map((cell) => {
    const { left, top, width, height } = cell.getBoundingClientRect();
    const x = left + width / 2 - frame.left + box.scrollLeft;
    return [x, top + height / 2 - frame.top + box.scrollTop, width];
  });
  // Where they stand one below the other, or are not laid out, there is nothing to join.
  if (x2 - x1 < 3 * r || r === 0) return undefined;
  const top = Math.min(y1, y2) - SWING * (x2 - x1);
  return `M${x1 + r},${y1} Q${(x1 + x2) / 2},${top} ${x2 - r},${y2}`;
}
