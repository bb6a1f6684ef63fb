import { Term } from '../../glosses/term';
import { formatCount, formatSpan, useTexts } from '../../i18n';
import { goToRecord } from '../../playback';
import type { Orrery } from '../../stores';
import common from '../panels.module.css';
import type { CacheView, WatcherView } from './select';
import { watchCacheTexts } from './texts';
import styles from './watch-cache.module.css';

export interface WatchersProps {
  readonly orrery: Orrery;
  readonly view: CacheView;
  readonly time: number;
}

/** Who watches through a cache, from where on, and what is on its way. */
export function Watchers({ orrery, view: { watchers, buffer }, time }: WatchersProps) {
  const t = useTexts(orrery, watchCacheTexts);
  if (watchers.length === 0) return <p className="dim">{t('no-watchers')}</p>;
  return (
    <>
      <table className={common.table}>
        <thead>
          <tr>
            <th scope="col">{t('client')}</th>
            <th scope="col" title={t('from-text')}>
              {t('from')}
            </th>
            <th scope="col">{t('sent')}</th>
            <th scope="col" title={t('under-way-text')}>
              {t('under-way')}
            </th>
            <th scope="col" title={t('bookmark-text')}>
              <Term orrery={orrery} of="bookmark">
                {t('bookmark')}
              </Term>
            </th>
          </tr>
        </thead>
        <tbody>
          {watchers.map((watcher) => (
            <Watcher key={watcher.seq} {...{ orrery, watcher, time }} />
          ))}
        </tbody>
      </table>
      <p className={styles.said}>{t('buffer', { count: formatCount(buffer) })}</p>
    </>
  );
}

interface WatcherProps {
  readonly orrery: Orrery;
  readonly watcher: WatcherView;
  readonly time: number;
}

function Watcher({ orrery, watcher, time }: WatcherProps) {
  const t = useTexts(orrery, watchCacheTexts);
  const { seq, client, userAgent, what, from, sent, underWay, bookmarkAt } = watcher;
  const left = (bookmarkAt ?? 0) - time;
  const due = left > 0 ? t('in', { span: formatSpan(left) }) : t('now');
  return (
    <tr>
      <th scope="row">
        <button
          type="button"
          className="text-button"
          title={userAgent}
          translate="no"
          onClick={() => goToRecord(orrery, seq)}
        >
          {what === '' ? client : `${client} ${what}`}
        </button>
      </th>
      <td>{from === '' || from === '0' ? t('all') : from}</td>
      <td>{formatCount(sent)}</td>
      <td>{formatCount(underWay)}</td>
      <td>{bookmarkAt === undefined ? t('never') : due}</td>
    </tr>
  );
}
