/** Store against server: the versions of each key side by side, those that differ first. */
import { useMemo, useState } from 'react';
import { Term } from '../../glosses/term';
import { formatCount, useTexts } from '../../i18n';
import type { PanelProps } from '../panel';
import common from '../panels.module.css';
import styles from './informers.module.css';
import { differs, type StoreRow, selectStore } from './store-rows';
import { informerTexts } from './texts';

/** Rows that are shown at first, and how many times as many with each wish for more. */
const SHOWN = 12;
const MORE = 4;

interface StoreTableProps extends Pick<PanelProps, 'orrery'> {
  readonly actor: string;
  readonly time: number;
}

export function StoreTable({ orrery, actor, time }: StoreTableProps) {
  const t = useTexts(orrery, informerTexts);
  const { index } = orrery;
  // Both sides change with records only; between two of them the rows are kept.
  const instant = index.table.timeOf(Math.max(0, index.table.lastAt(time)));
  const rows = useMemo(() => selectStore(index, actor, instant), [index, actor, instant]);
  const [most, setMost] = useState(SHOWN);
  const different = rows.filter(differs).length;
  if (rows.length === 0) return null;
  return (
    <section aria-label={t('compare')}>
      <h3>{t('compare')}</h3>
      <p className={styles.said} data-behind={different > 0 || undefined}>
        {different === 0
          ? t('all-same', { count: formatCount(rows.length) })
          : t('some-differ', { count: formatCount(different), all: formatCount(rows.length) })}
      </p>
      <table className={`${common.table} ${styles.versions}`}>
        <thead>
          <tr>
            <th scope="col">{t('key')}</th>
            <th scope="col">
              <Term orrery={orrery} of="resourceVersion">
                {t('own')}
              </Term>
            </th>
            <th scope="col">{t('server')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, most).map((row) => (
            <Row key={row.key} orrery={orrery} row={row} />
          ))}
        </tbody>
      </table>
      {rows.length > most && (
        <button type="button" className="text-button" onClick={() => setMost(most * MORE)}>
          {t('more', { count: formatCount(rows.length - most) })}
        </button>
      )}
    </section>
  );
}

function Row({ orrery, row }: Pick<PanelProps, 'orrery'> & { readonly row: StoreRow }) {
  const t = useTexts(orrery, informerTexts);
  const { key, stored, own, server } = row;
  const different = differs(row);
  const open = (): void => {
    if (stored === undefined) return;
    orrery.selection.setState({ selected: { kind: 'object', key: stored } });
    orrery.settings.setState({ inspectorTab: 'object' });
  };
  return (
    <tr data-differs={different || undefined}>
      <th scope="row">
        <button type="button" className="text-button" translate="no" title={stored} onClick={open}>
          {key}
        </button>
        {different && <span className={styles.differs}> {t('differs')}</span>}
      </th>
      <td>{own ?? t('absent')}</td>
      <td>{server ?? t('absent')}</td>
    </tr>
  );
}
