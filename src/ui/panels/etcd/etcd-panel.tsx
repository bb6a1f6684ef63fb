import { useMemo, useState } from 'react';
import { Term } from '../../glosses/term';
import { formatClock, formatCount, useTexts } from '../../i18n';
import { goToRecord } from '../../playback';
import type { Orrery } from '../../stores';
import type { PanelProps } from '../panel';
import common from '../panels.module.css';
import styles from './etcd.module.css';
import { type KeyRow, keyTree, treeRows } from './key-tree';
import { type StoreView, selectStore } from './select';
import { storeLogOf } from './store-log';
import { etcdTexts } from './texts';
import { TreeGrid } from './tree-grid';

/** The key space of etcd at the playhead. */
export function EtcdPanel({ orrery, time, focus }: PanelProps) {
  const t = useTexts(orrery, etcdTexts);
  const [filter, setFilter] = useState('');
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const { table } = orrery.trace;
  const keys = table.archive.keys();
  const tree = useMemo(() => keyTree(keys), [keys]);
  // Time goes on all the while; the store changes only where it has a record of its own.
  const lastChange = storeLogOf(table).lastChangeAt(table.lastAt(time));
  const view = useMemo(() => selectStore(table, lastChange), [table, lastChange]);
  if (view.keys.size === 0) return <EmptyStore orrery={orrery} />;
  const rows = treeRows(tree, view, { time, toggled, filter });
  const open = ({ facts }: KeyRow): void => {
    orrery.selection.setState({ selected: { kind: 'object', key: facts.key } });
    orrery.settings.setState({ inspectorTab: 'object' });
  };
  const toggle = (path: string): void =>
    setToggled((before) => {
      const after = new Set(before);
      if (!after.delete(path)) after.add(path);
      return after;
    });
  return (
    <div className={styles.panel}>
      <header className={styles.head}>
        <Facts orrery={orrery} view={view} />
        <input
          type="search"
          className={styles.filter}
          placeholder={t('filter')}
          aria-label={t('filter')}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      </header>
      {rows.length === 0 ? (
        <p className={`dim ${styles.noMatch}`}>{t('no-match', { filter })}</p>
      ) : (
        <TreeGrid
          orrery={orrery}
          time={time}
          rows={rows}
          chosen={focus.key}
          onOpen={open}
          onToggle={toggle}
        />
      )}
    </div>
  );
}

/** The store in one line: its revision, its keys and leases, and from where on it can be read. */
function Facts({ orrery, view }: { readonly orrery: Orrery; readonly view: StoreView }) {
  const t = useTexts(orrery, etcdTexts);
  const { revision, stored, leases, compaction, alarm } = view;
  const count = formatCount(stored);
  return (
    <div className={common.title}>
      <h2>{t('title')}</h2>
      <p className={`mono ${styles.facts}`}>
        <strong>
          <Term orrery={orrery} of="revision">
            {t('revision', { revision: formatCount(revision) })}
          </Term>
        </strong>
        <span className="dim">{stored === 1 ? t('stored-one') : t('stored', { count })}</span>
        <span className="dim">
          <Term orrery={orrery} of="etcd lease">
            {leasesText(t, leases)}
          </Term>
        </span>
        {compaction ? (
          <button
            type="button"
            className={`text-button ${styles.compacted}`}
            title={t('compacted-text', { revision: compaction.revision })}
            onClick={() => goToRecord(orrery, compaction.seq)}
          >
            {t('compacted', {
              revision: formatCount(compaction.revision),
              time: formatClock(compaction.at),
            })}
          </button>
        ) : (
          <span className="dim">
            <Term orrery={orrery} of="compaction">
              {t('not-compacted')}
            </Term>
          </span>
        )}
        {alarm !== undefined && (
          <button
            type="button"
            className={`text-button ${styles.alarm}`}
            title={t('alarm-text')}
            onClick={() => goToRecord(orrery, alarm)}
          >
            {t('alarm')}
          </button>
        )}
      </p>
    </div>
  );
}

type Words = ReturnType<typeof useTexts<(typeof etcdTexts)['en']>>;

function leasesText(t: Words, count: number): string {
  if (count === 0) return t('no-leases');
  return count === 1 ? t('leases-one') : t('leases', { count });
}

function EmptyStore({ orrery }: { readonly orrery: Orrery }) {
  const t = useTexts(orrery, etcdTexts);
  const { table } = orrery.trace;
  const first = table.archive.rows.at(0);
  return (
    <div className={common.emptyState}>
      <strong>{t('none-yet')}</strong>
      <p className="dim">{t('none-yet-text')}</p>
      {first && (
        <button type="button" className="button" onClick={() => goToRecord(orrery, first.seq)}>
          {t('first-write', { time: formatClock(table.timeOf(first.seq)) })}
        </button>
      )}
    </div>
  );
}
