import { useMemo, useState } from 'react';
import type { Seq, TraceTable } from '#trace';
import { Term } from '../../glosses/term';
import { formatClock, formatCount, inClauses, type Translate, useTexts } from '../../i18n';
import type { Orrery } from '../../stores';
import { storeLogOf } from '../etcd/store-log';
import type { PanelProps } from '../panel';
import common from '../panels.module.css';
import { Heading } from './heading';
import { KeyPicker } from './key-picker';
import styles from './object.module.css';
import { ObjectYaml } from './object-yaml';
import { NO_RELATIONS, type Relation, relationsOf, type Store } from './relations';
import { keyToShow, type ObjectView, placeAt, selectObject } from './select';
import { objectTexts } from './texts';

/** Revisions that are shown at first, and how many times as many with each wish for more. */
const SHOWN = 60;
const MORE = 4;

export function ObjectPanel({ orrery, time, focus }: PanelProps) {
  const t = useTexts(orrery, objectTexts);
  const { table } = orrery.trace;
  const key = keyToShow(table, focus, table.lastAt(time));
  // Time goes on all the while; what is shown changes only with the revision at the playhead.
  const place = key === undefined ? -1 : placeAt(table, key, time);
  const count = key === undefined ? 0 : table.archive.history(key).length;
  const [wanted, setWanted] = useState({ key, most: SHOWN });
  const most = wanted.key === key ? wanted.most : SHOWN;
  const compactedAt = storeLogOf(table).compactionAt(table.lastAt(time))?.revision ?? 0;
  const view = useMemo(
    () =>
      key === undefined ? undefined : selectObject(table, key, place, { count, most, compactedAt }),
    [table, key, place, count, most, compactedAt],
  );
  if (!view) {
    return (
      <div className={common.emptyState}>
        <strong>{t('none-yet')}</strong>
        <p className="dim">{t('none-yet-text')}</p>
      </div>
    );
  }
  return (
    <div className={styles.columns}>
      <KeyPicker orrery={orrery} time={time} chosen={view.key} />
      <div className={styles.body}>
        <Heading orrery={orrery} view={view} place={place} count={count} />
        <Family orrery={orrery} view={view} />
        <ObjectYaml orrery={orrery} view={view} time={time} />
      </div>
      <Revisions orrery={orrery} view={view} onMore={() => setWanted({ key, most: most * MORE })} />
    </div>
  );
}

interface ViewProps {
  readonly orrery: Orrery;
  readonly view: ObjectView;
}

const storeAt = ({ archive }: TraceTable, seq: Seq): Store => ({
  keys: archive.keys(),
  objectAt: (key) => archive.at(key, seq)?.object,
});

/** Owners and owned objects, each a way to it; most objects have neither. */
function Family({ orrery, view }: ViewProps) {
  const t = useTexts(orrery, objectTexts);
  const { table } = orrery.trace;
  const seq = view.current?.seq;
  const { owners, owned } = useMemo(
    () => (seq === undefined ? NO_RELATIONS : relationsOf(storeAt(table, seq), view.key)),
    [table, view.key, seq],
  );
  const link = ({ kind, name, key, controller }: Relation) => (
    <li key={`${kind}/${name}/${key}`}>
      {key === undefined ? (
        <span translate="no">{`${kind}/${name}`}</span>
      ) : (
        <button
          type="button"
          className="text-button"
          title={key}
          translate="no"
          onClick={() => orrery.selection.setState({ selected: { kind: 'object', key } })}
        >
          {`${kind}/${name}`}
        </button>
      )}
      {key === undefined && <span className="dim"> {t('owner-gone')}</span>}
      {controller && <span className="dim"> {t('manages')}</span>}
    </li>
  );
  const lists = [
    [t('owners'), owners],
    [t('owned'), owned],
  ] as const;
  return (
    <>
      {lists.map(
        ([title, relations]) =>
          relations.length > 0 && (
            <section key={title} className={styles.family} aria-label={title}>
              <h3>
                <Term orrery={orrery} of="owner reference">
                  {title}
                </Term>
              </h3>
              <ul>{relations.map(link)}</ul>
            </section>
          ),
      )}
      <Finalizers orrery={orrery} names={finalizersOf(table, seq, view.key)} />
    </>
  );
}

function finalizersOf({ archive }: TraceTable, seq: Seq | undefined, key: string) {
  const object = seq === undefined ? undefined : archive.at(key, seq)?.object;
  const { metadata } = (object ?? {}) as { readonly metadata?: { readonly finalizers?: unknown } };
  const names = metadata?.finalizers;
  return Array.isArray(names) ? names.map(String) : [];
}

interface FinalizersProps {
  readonly orrery: Orrery;
  readonly names: readonly string[];
}

/** Who has to clear up before the object can go. */
function Finalizers({ orrery, names }: FinalizersProps) {
  const t = useTexts(orrery, objectTexts);
  if (names.length === 0) return null;
  return (
    <section className={styles.family} aria-label={t('finalizers')}>
      <h3>
        <Term orrery={orrery} of="finalizer">
          {t('finalizers')}
        </Term>
      </h3>
      <ul className="mono" translate="no">
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </section>
  );
}

function compactedTitle(writer: string | undefined, t: Translate<typeof objectTexts.en>): string {
  return inClauses([...(writer ? [writer] : []), t('compacted')], t.language);
}

/** Revisions around the playhead, newest first; those after it are dim. */
function Revisions({ orrery, view, onMore }: ViewProps & { readonly onMore: () => void }) {
  const t = useTexts(orrery, objectTexts);
  const chosen = view.current?.seq ?? -1;
  const { newer, older } = view;
  return (
    <nav className={styles.revisions} aria-label={t('revisions')}>
      <h3>{t('revisions')}</h3>
      {newer > 0 && <More text={t('newer', { count: formatCount(newer) })} onMore={onMore} />}
      <ol>
        {[...view.revisions].reverse().map(({ revision, seq, at, deleted, writer, compacted }) => (
          <li key={seq}>
            <button
              type="button"
              className={styles.revision}
              aria-current={seq === chosen}
              data-later={seq > chosen || undefined}
              data-compacted={compacted || undefined}
              title={compacted ? compactedTitle(writer, t) : writer}
              onClick={() => {
                orrery.playback.setState({ time: at, playing: false });
                orrery.selection.setState({ selected: { kind: 'object', key: view.key } });
              }}
            >
              <span className="mono">{revision}</span>
              <span className="mono dim">{formatClock(at)}</span>
              {deleted && <span className={styles.gone}>{t('gone')}</span>}
              {compacted && <span className="visually-hidden">{t('compacted')}</span>}
            </button>
          </li>
        ))}
      </ol>
      {older > 0 && <More text={t('older', { count: formatCount(older) })} onMore={onMore} />}
    </nav>
  );
}

function More({ text, onMore }: { readonly text: string; readonly onMore: () => void }) {
  return (
    <button type="button" className={`text-button ${styles.more}`} onClick={onMore}>
      {text}
    </button>
  );
}
