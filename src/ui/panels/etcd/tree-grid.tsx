import { type CSSProperties, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { formatSpan, useTexts } from '../../i18n';
import type { Orrery } from '../../stores';
import { useSize } from '../../widgets';
import styles from './etcd.module.css';
import type { BranchRow, KeyRow, TreeRow } from './key-tree';
import { leftOf } from './select';
import { etcdTexts } from './texts';
import { nextActive, type TreeMove, windowOf } from './tree-window';

/** Height of a row, and of the heading above them, px; the style sheet has the same. */
const ROW_PX = 23;

export interface TreeGridProps {
  readonly orrery: Orrery;
  readonly time: number;
  readonly rows: readonly TreeRow[];
  /** The key that is selected on the page. */
  readonly chosen: string | undefined;
  readonly onOpen: (row: KeyRow) => void;
  readonly onToggle: (path: string) => void;
}

/**
 * A tree of any length: only the rows that can be seen are in the document. One tab stop; arrows
 * move, right and left open and shut, Enter opens a key.
 */
export function TreeGrid({ orrery, time, rows, chosen, onOpen, onToggle }: TreeGridProps) {
  const t = useTexts(orrery, etcdTexts);
  const base = useId();
  const [box, size] = useSize<HTMLDivElement>();
  const [top, setTop] = useState(0);
  const [wanted, setWanted] = useState(chosen);
  const found = rows.findIndex(({ id }) => id === wanted);
  const active = Math.max(0, found);
  const shown = windowOf({ top, height: size.height, rowPx: ROW_PX, count: rows.length });
  useRevealed(box, active, wanted);
  const act = (row: TreeRow): void => {
    if (row.kind === 'key') onOpen(row);
    else onToggle(pathOf(row));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[active];
    const move = MOVES[event.key];
    if (event.key === 'Enter') act(row);
    else if (move === 'right' && isShut(row)) onToggle(pathOf(row));
    else if (move === 'left' && isOpen(row)) onToggle(pathOf(row));
    else if (move) setWanted(rows[nextActive(rows, active, move)].id);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={box}
      className={styles.rows}
      role="tree"
      tabIndex={0}
      aria-label={`${t('keys')}. ${t('hint')}`}
      aria-activedescendant={found < 0 ? undefined : `${base}-${active}`}
      onKeyDown={onKeyDown}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <Heading orrery={orrery} />
      <div className={styles.length} style={{ height: rows.length * ROW_PX }}>
        {rows.slice(shown.from, shown.to).map((row, index) => {
          const place = shown.from + index;
          return (
            <Row
              key={row.id}
              orrery={orrery}
              time={time}
              row={row}
              id={`${base}-${place}`}
              topPx={place * ROW_PX}
              chosen={row.id === chosen}
              active={place === active && found >= 0}
              onAct={() => {
                setWanted(row.id);
                act(row);
              }}
            />
          );
        })}
      </div>
    </div>
  );
}

interface RowProps extends Pick<TreeGridProps, 'orrery' | 'time'> {
  readonly row: TreeRow;
  readonly id: string;
  readonly topPx: number;
  readonly chosen: boolean;
  readonly active: boolean;
  readonly onAct: () => void;
}

function Row({ orrery, time, row, id, topPx, chosen, active, onAct }: RowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree itself takes the keys
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      className={styles.row}
      style={{ top: topPx }}
      aria-level={row.depth + 1}
      aria-expanded={row.kind === 'branch' ? row.open : undefined}
      aria-selected={chosen}
      data-active={active}
      data-lit={row.lit || undefined}
      data-gone={(row.kind === 'key' && row.facts.deleted) || undefined}
      onClick={onAct}
    >
      {row.kind === 'branch' ? (
        <Branch orrery={orrery} row={row} />
      ) : (
        <Key orrery={orrery} row={row} time={time} />
      )}
    </div>
  );
}

const MOVES: Readonly<Record<string, TreeMove>> = {
  ArrowDown: 'down',
  ArrowUp: 'up',
  ArrowRight: 'right',
  ArrowLeft: 'left',
  Home: 'first',
  End: 'last',
  PageDown: 'page-down',
  PageUp: 'page-up',
};

const isShut = (row: TreeRow): boolean => row.kind === 'branch' && !row.open;
const isOpen = (row: TreeRow): boolean => row.kind === 'branch' && row.open;
/** A branch's row is called by its prefix, which ends in a slash. */
const pathOf = ({ id }: TreeRow): string => id.slice(0, -1);

/** Scrolls so that the row that was moved to can be seen. */
function useRevealed(
  box: React.RefObject<HTMLDivElement | null>,
  active: number,
  wanted: string | undefined,
): void {
  const done = useRef<string>(undefined);
  useEffect(() => {
    const element = box.current;
    if (!element || wanted === undefined || done.current === wanted) return;
    done.current = wanted;
    const from = active * ROW_PX;
    if (from < element.scrollTop) element.scrollTop = from;
    const room = element.clientHeight - 2 * ROW_PX;
    if (from > element.scrollTop + room) element.scrollTop = from - room;
  }, [box, active, wanted]);
}

function Heading({ orrery }: Pick<TreeGridProps, 'orrery'>) {
  const t = useTexts(orrery, etcdTexts);
  return (
    <div className={styles.heading} aria-hidden="true">
      <span>{t('key')}</span>
      <span className={styles.number} title={t('mod-text')}>
        <span translate="no">{t('mod')}</span>
      </span>
      <span className={`${styles.number} ${styles.minor}`} title={t('create-text')}>
        <span translate="no">{t('create')}</span>
      </span>
      <span className={`${styles.number} ${styles.minor}`} title={t('version-text')}>
        <span translate="no">{t('version')}</span>
      </span>
      <span title={t('lease-text')}>{t('lease')}</span>
    </div>
  );
}

/** The style sheet makes room and lines of it. */
const indent = (depth: number): CSSProperties => ({ '--depth': depth }) as CSSProperties;

function Branch({ orrery, row }: Pick<TreeGridProps, 'orrery'> & { readonly row: BranchRow }) {
  const t = useTexts(orrery, etcdTexts);
  return (
    <span className={styles.branch} style={indent(row.depth)}>
      <span className={styles.sign} aria-hidden="true">
        {row.open ? '▾' : '▸'}
      </span>
      <span className={styles.name} translate="no">
        {row.name}/
      </span>
      <span className={styles.count}>{t('count', { count: row.count })}</span>
      {row.lit && <span className="visually-hidden">{t('just-now')}</span>}
    </span>
  );
}

interface KeyProps extends Pick<TreeGridProps, 'orrery' | 'time'> {
  readonly row: KeyRow;
}

function Key({ orrery, row, time }: KeyProps) {
  const t = useTexts(orrery, etcdTexts);
  const { facts, name, depth, lit } = row;
  const { key, deleted, modRevision, createRevision, version } = facts;
  return (
    <>
      <span className={styles.key} style={indent(depth)}>
        <span className={styles.name} title={key} translate="no">
          {name}
        </span>
        {lit && <span className="visually-hidden">{t('just-now')}</span>}
      </span>
      {deleted ? (
        <span className={styles.deleted}>{t('deleted', { revision: modRevision })}</span>
      ) : (
        <>
          <span className={styles.number} title={t('mod-text')}>
            {modRevision}
          </span>
          <span className={`${styles.number} ${styles.minor}`} title={t('create-text')}>
            {createRevision}
          </span>
          <span className={`${styles.number} ${styles.minor}`} title={t('version-text')}>
            {version}
          </span>
          <Lease orrery={orrery} facts={facts} time={time} />
        </>
      )}
    </>
  );
}

interface LeaseProps extends Pick<TreeGridProps, 'orrery' | 'time'> {
  readonly facts: KeyRow['facts'];
}

/** What is left of the key's lease, as a bar and in words. */
function Lease({ orrery, facts: { lease }, time }: LeaseProps) {
  const t = useTexts(orrery, etcdTexts);
  if (!lease) return <span />;
  const { leftUs, part } = leftOf(lease, time);
  const span = formatSpan(leftUs);
  const stopped = lease.stoppedAt !== undefined;
  return (
    <span
      className={styles.lease}
      title={t(stopped ? 'stopped-text' : 'left-text', { id: lease.id, span })}
    >
      <span className={styles.bar} aria-hidden="true">
        <span style={{ width: `${(part * 100).toFixed(1)}%` }} />
      </span>
      <span>{t(stopped ? 'stopped' : 'left', { span })}</span>
    </span>
  );
}
