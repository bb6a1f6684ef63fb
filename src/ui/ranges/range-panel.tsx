import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import type { TraceTable } from '#trace';
import { formatClock, formatCount, useTexts } from '../i18n';
import type { PanelProps } from '../panels/panel';
import common from '../panels/panels.module.css';
import { goToRecord } from '../playback';
import { addressSyncs } from './address-syncs';
import { NowView } from './now-view';
import { lastWriteAt } from './owners';
import { PassBar } from './pass-bar';
import { passOf, type RepairPass } from './passes';
import styles from './ranges.module.css';
import { type RangeKind, type StoredRange, storedRange } from './stored-range';
import { rangeTexts } from './texts';
import { momentsOf } from './walk';
import { choosePass, momentAt, type PassChoice } from './walk-place';
import { WalkView } from './walk-view';

export interface RangePanelProps extends PanelProps {
  readonly title: string;
  /** The ranges with what their buttons say; at least one. */
  readonly ranges: readonly { readonly kind: RangeKind; readonly name: string }[];
  /** Said where nothing is stored yet. */
  readonly none: { readonly title: string; readonly text: string };
  /** What stands above the range. */
  readonly children?: ReactNode;
}

/** A stored range at the playhead, and the repair pass at or before it, which can be walked. */
export function RangePanel(props: RangePanelProps) {
  const { orrery, time, focus, title, ranges, none, children } = props;
  const t = useTexts(orrery, rangeTexts);
  const [wanted, setWanted] = useState<string>();
  const { table } = orrery.trace;
  const told = focus.seq === undefined ? undefined : table.recordOf(focus.seq, 'repair')?.allocator;
  const place = ranges.findIndex(({ kind: { id, allocator } }) =>
    told === undefined ? id === wanted : allocator === told,
  );
  const { kind } = ranges[Math.max(0, place)];
  const lastWrite = lastWriteAt(table, table.lastAt(time));
  const stored = useMemo(() => storedRange(table, kind, lastWrite), [table, kind, lastWrite]);
  return (
    <div className={styles.panel}>
      <header className={common.title}>
        <h2>{title}</h2>
        {ranges.length > 1 && (
          <fieldset className={styles.kinds} aria-label={t('family')}>
            {ranges.map(({ kind: { id }, name }) => (
              <button
                key={id}
                type="button"
                className={styles.step}
                data-state={id === kind.id ? 'now' : 'outside'}
                aria-pressed={id === kind.id}
                onClick={() => setWanted(id)}
              >
                {name}
              </button>
            ))}
          </fieldset>
        )}
        {stored && <RangeFacts orrery={orrery} stored={stored} />}
      </header>
      {children}
      <RangeView {...{ orrery, time, focus, kind, stored, none }} />
    </div>
  );
}

interface RangeViewProps extends PanelProps, Pick<RangePanelProps, 'none'> {
  readonly kind: RangeKind;
  readonly stored: StoredRange | undefined;
}

/** Each moment of the walk is a record, so walking selects records and the whole page follows. */
function RangeView({ orrery, time, focus, kind, stored, none }: RangeViewProps) {
  const { table } = orrery.trace;
  const choice = choosePass(table, kind.allocator, table.lastAt(time), focus.process);
  const pass = usePass(table, choice);
  const moments = useMemo(() => (pass ? momentsOf(pass) : []), [pass]);
  const [remembered, setRemembered] = useState(-1);
  const at = momentAt(moments, focus.seq, remembered);
  const go = (to: number): void => {
    const moment = moments[to];
    setRemembered(to);
    if (moment) goToRecord(orrery, moment.seq);
    else orrery.selection.setState({ selected: undefined });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined || at + by >= moments.length || at + by < -1) return;
    event.preventDefault();
    event.stopPropagation();
    go(at + by);
  };
  if (!pass && !stored) return <NoRange orrery={orrery} kind={kind} none={none} />;
  const walk = { orrery, moments, at, onGo: go };
  const syncs =
    kind.allocator === undefined
      ? addressSyncs(table, table.lastAt(time), focus.process)
      : undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its buttons have the focus
    <div className={styles.range} onKeyDown={onKeyDown}>
      {pass ? (
        <PassBar {...walk} choice={choice} pass={pass} />
      ) : (
        <NoPass orrery={orrery} kind={kind} />
      )}
      {pass && at >= 0 ? (
        <WalkView {...walk} kind={kind} pass={pass} owners={stored?.owners} />
      ) : (
        stored && <NowView orrery={orrery} stored={stored} syncs={syncs} />
      )}
    </div>
  );
}

function usePass(table: TraceTable, { heads, at }: PassChoice): RepairPass | undefined {
  const head = heads[at];
  const first = head?.first;
  const rows = table.length;
  // A pass may grow as long as the table does.
  // biome-ignore lint/correctness/useExhaustiveDependencies: heads are made anew each time
  return useMemo(() => (head ? passOf(table, head) : undefined), [table, first, rows]);
}

interface NoRangeProps extends Pick<RangeViewProps, 'orrery' | 'kind' | 'none'> {}

function NoRange({ orrery, kind, none }: NoRangeProps) {
  const t = useTexts(orrery, rangeTexts);
  const { table } = orrery.trace;
  const key = kind.source.keyOf(table);
  const first = key === undefined ? undefined : table.archive.history(key).at(0);
  return (
    <div className={common.emptyState}>
      <strong>{none.title}</strong>
      <p className="dim">{none.text}</p>
      {first && (
        <button type="button" className="button" onClick={() => goToRecord(orrery, first.seq)}>
          {t('first-write', { time: formatClock(table.timeOf(first.seq)) })}
        </button>
      )}
    </div>
  );
}

function NoPass({ orrery, kind }: Pick<RangeViewProps, 'orrery' | 'kind'>) {
  const t = useTexts(orrery, rangeTexts);
  const words = kind.allocator === undefined ? t('one-by-one') : t('no-pass');
  return <p className={`dim ${styles.noPass}`}>{words}</p>;
}

interface NowProps extends Pick<RangePanelProps, 'orrery'> {
  readonly stored: StoredRange;
}

/** The range in one line: how much of it is taken. */
function RangeFacts({ orrery, stored }: NowProps) {
  const t = useTexts(orrery, rangeTexts);
  const { geometry, used, free, bandUsed } = stored;
  return (
    <p className={`mono ${styles.facts}`}>
      <span>{geometry.text}</span>
      <span className={styles.used}>{t('used', { count: formatCount(used) })}</span>
      <span className="dim">{t('free', { count: formatCount(free) })}</span>
      {geometry.band > 0 && (
        <span className="dim">{t('band-used', { count: bandUsed, size: geometry.band })}</span>
      )}
    </p>
  );
}
