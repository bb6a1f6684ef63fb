import { useMemo, useState } from 'react';
import { useTexts } from '../../i18n';
import type { Orrery } from '../../stores';
import type { PanelProps } from '../panel';
import { KeyName } from './key-name';
import {
  hasKey,
  type KeyBranch,
  type KeyFilter,
  type KeyLeaf,
  keyFilter,
  selectKeyTree,
} from './key-tree';
import styles from './object.module.css';
import { objectTexts } from './texts';

interface PickerProps extends Pick<PanelProps, 'orrery' | 'time'> {
  readonly chosen: string;
}

/** All keys as a tree; those not there at the playhead are dim and say so. */
export function KeyPicker({ orrery, time, chosen }: PickerProps) {
  const t = useTexts(orrery, objectTexts);
  const [filter, setFilter] = useState('');
  const { table } = orrery.trace;
  const keys = table.archive.keys();
  // The tree changes only where etcd was written, so it is kept between two writes.
  const lastWrite = lastWriteUpTo(table.archive.rows, table.lastAt(time));
  const tree = useMemo(
    () => selectKeyTree(table.archive, keys, lastWrite),
    [table, keys, lastWrite],
  );
  const filtered = filter.trim() !== '';
  const isWanted = useMemo(() => keyFilter(filter), [filter]);
  return (
    <nav className={styles.keys} aria-label={t('keys')}>
      <input
        type="search"
        className={styles.filter}
        placeholder={t('filter')}
        aria-label={t('filter')}
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
      />
      {hasKey(tree, isWanted) ? (
        // Hits stand open, also in a branch that was shut under another filter.
        <Branch key={filter} {...{ branch: tree, orrery, chosen, isWanted, filtered }} />
      ) : (
        <p className={styles.none}>{t('no-key')}</p>
      )}
    </nav>
  );
}

/** The newest record up to `upTo` that wrote a revision; -1 when there is none. */
function lastWriteUpTo(rows: readonly { readonly seq: number }[], upTo: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle].seq <= upTo) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? -1 : rows[low - 1].seq;
}

interface BranchProps {
  readonly branch: KeyBranch;
  readonly orrery: Orrery;
  readonly chosen: string;
  readonly isWanted: KeyFilter;
  readonly filtered: boolean;
}

function Branch({ branch, orrery, chosen, isWanted, filtered }: BranchProps) {
  const leaves = branch.leaves.filter(({ key }) => isWanted(key));
  return (
    <ul className={styles.branch}>
      {branch.branches
        .filter((inner) => hasKey(inner, isWanted))
        .map((inner) => (
          <li key={inner.path}>
            <details open={filtered || chosen.includes(`${inner.path}/`)}>
              <summary title={inner.name} translate="no">
                <KeyName name={inner.name} />
              </summary>
              <Branch branch={inner} {...{ orrery, chosen, isWanted, filtered }} />
            </details>
          </li>
        ))}
      {leaves.map((leaf) => (
        <Leaf key={leaf.key} leaf={leaf} orrery={orrery} chosen={chosen} />
      ))}
    </ul>
  );
}

interface LeafProps extends Pick<BranchProps, 'orrery' | 'chosen'> {
  readonly leaf: KeyLeaf;
}

function Leaf({ leaf, orrery, chosen }: LeafProps) {
  const t = useTexts(orrery, objectTexts);
  const { name, key, presence } = leaf;
  return (
    <li>
      <button
        type="button"
        className={styles.leaf}
        translate="no"
        aria-current={key === chosen}
        data-presence={presence}
        title={key}
        onClick={() => orrery.selection.setState({ selected: { kind: 'object', key } })}
      >
        <span>
          <KeyName name={name} />
        </span>
        {presence !== 'there' && <small>{t(presence)}</small>}
      </button>
    </li>
  );
}
