import sources from 'virtual:sources';
import { useStore } from 'zustand';
import { Term } from '../../glosses/term';
import { formatCount, useTexts } from '../../i18n';
import { goToRecord } from '../../playback';
import type { Orrery } from '../../stores';
import { ActorTable } from '../actor-table';
import type { PanelProps } from '../panel';
import common from '../panels.module.css';
import { RecordLine } from '../record-line';
import { useServerSwitch } from '../server-switch';
import { Constants } from '../source/constants';
import { partsOf } from '../source/sources';
import { CACHES } from './cache-log';
import { type CacheView, selectCaches, serversWithCaches } from './select';
import { watchCacheTexts } from './texts';
import styles from './watch-cache.module.css';
import { Watchers } from './watchers';

/** Shown where no cache is selected. */
const FIRST = 'namespaces';

/** One server's watch caches: the window of one of them, its watchers, and the list of all. */
export function WatchCachePanel({ orrery, time, focus }: PanelProps) {
  const t = useTexts(orrery, watchCacheTexts);
  // More of the trace may have come.
  useStore(orrery.session, (state) => state.reached);
  const servers = serversWithCaches(orrery.index);
  const { server, buttons } = useServerSwitch({ orrery, focus }, servers);
  const caches = server === undefined ? [] : selectCaches(orrery.index, server, time);
  const selected = caches.find(({ actor }) => actor === focus.actor);
  const shown = selected ?? caches.find(({ resource }) => resource === FIRST) ?? caches[0];
  return (
    <div className={common.panel}>
      {buttons}
      {shown === undefined ? (
        <div className={common.emptyState}>
          <strong>{t('none')}</strong>
          <p className="dim">{t('none-text')}</p>
        </div>
      ) : (
        <>
          <Cache orrery={orrery} view={shown} time={time} />
          <AllCaches orrery={orrery} caches={caches} shown={shown} />
        </>
      )}
    </div>
  );
}

interface CacheProps {
  readonly orrery: Orrery;
  readonly view: CacheView;
  readonly time: number;
}

function Cache({ orrery, view, time }: CacheProps) {
  const t = useTexts(orrery, watchCacheTexts);
  const constants = partsOf(sources, view.actor).filter(({ file }) => file.includes(CACHES));
  return (
    <>
      <div className={common.title}>
        <h2 translate="no">{view.actor}</h2>
        <p className="mono dim" translate="no">
          {view.state}
        </p>
      </div>
      {view.ready ? (
        <Window orrery={orrery} view={view} />
      ) : (
        <p className={styles.unready}>{t('unready')}</p>
      )}
      {view.decisions.length > 0 && (
        <section>
          <h3>{t('decided')}</h3>
          <div className={common.records}>
            {view.decisions.map((seq) => (
              <RecordLine key={seq} orrery={orrery} seq={seq} />
            ))}
          </div>
        </section>
      )}
      <section>
        <h3>{t('caption')}</h3>
        <Watchers orrery={orrery} view={view} time={time} />
      </section>
      <details className={styles.more}>
        <summary>{t('constants')}</summary>
        <Constants orrery={orrery} parts={constants} />
      </details>
    </>
  );
}

/** The ring of events between the list and the newest version. */
function Window({ orrery, view }: Omit<CacheProps, 'time'>) {
  const t = useTexts(orrery, watchCacheTexts);
  const { size, capacity, oldest, newest, listRevision, listed, servedFrom } = view;
  const filled = t('window-text', { size: formatCount(size), capacity: formatCount(capacity) });
  return (
    <section className={common.card}>
      <dl className={styles.facts}>
        <dt title={t('list-text')}>{t('list')}</dt>
        <dd>
          {listed === undefined || listRevision === undefined ? (
            '-'
          ) : (
            <button
              type="button"
              className={`text-button ${styles.link}`}
              title={t('list-text')}
              onClick={() => goToRecord(orrery, listed)}
            >
              {formatCount(listRevision)}
            </button>
          )}
        </dd>
        <dt>{t('oldest')}</dt>
        <dd>{oldest === undefined ? '-' : formatCount(oldest)}</dd>
        <dt>{t('newest')}</dt>
        <dd>{formatCount(newest)}</dd>
        <dt>{t('window')}</dt>
        <dd>{size === 0 ? `${filled}; ${t('window-empty')}` : filled}</dd>
      </dl>
      <div className={styles.bar} aria-hidden="true">
        <span style={{ inlineSize: `${(100 * size) / capacity}%` }} />
      </div>
      {servedFrom !== undefined && (
        <p className={styles.said}>{t('served', { version: formatCount(servedFrom) })}</p>
      )}
    </section>
  );
}

interface AllCachesProps {
  readonly orrery: Orrery;
  readonly caches: readonly CacheView[];
  readonly shown: CacheView;
}

function AllCaches({ orrery, caches, shown }: AllCachesProps) {
  const t = useTexts(orrery, watchCacheTexts);
  const server = shown.actor.slice(0, shown.actor.indexOf(CACHES));
  const windowHead = (
    <Term orrery={orrery} of="window">
      {t('window')}
    </Term>
  );
  return (
    <section>
      <h3>
        <Term orrery={orrery} of="watch cache">
          {t('caches', { server })}
        </Term>
      </h3>
      <ActorTable
        {...{ orrery, shown }}
        head={t('resource')}
        lines={caches}
        columns={[
          {
            name: 'window',
            head: windowHead,
            cell: ({ ready, size, capacity, state }) => (ready ? `${size}/${capacity}` : state),
            verbatim: true,
          },
          { name: 'newest', head: t('newest'), cell: ({ newest }) => formatCount(newest) },
          { name: 'watchers', head: t('watchers'), cell: ({ watchers }) => watchers.length },
        ]}
      />
    </section>
  );
}
