import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { SimTime } from '#base';
import { DEFAULT_LATENCIES } from '#protocol';
import { formatClock, formatSpan, inARow, useTexts } from '../../i18n';
import { goToRecord } from '../../playback';
import { processOf } from '../../selected';
import type { Orrery } from '../../stores';
import { Breakable } from '../../widgets';
import type { PanelProps } from '../panel';
import common from '../panels.module.css';
import styles from './request.module.css';
import {
  latestRequest,
  neighbour,
  type RequestView,
  type Row,
  requestOf,
  selectRequest,
} from './select';
import { requestTexts } from './texts';

export function RequestPanel({ orrery, time, focus }: PanelProps) {
  const t = useTexts(orrery, requestTexts);
  const { index } = orrery;
  const { table } = index;
  const selected = focus.seq === undefined ? undefined : requestOf(table, focus.seq);
  const seq = selected ?? latestRequest(table, time, focus.process);
  if (seq === undefined) {
    return (
      <div className={common.emptyState}>
        <strong>{t('none')}</strong>
        <p className="dim">{t('none-text')}</p>
      </div>
    );
  }
  return <Way orrery={orrery} time={time} seq={seq} marked={focus.seq} />;
}

interface WayProps {
  readonly orrery: Orrery;
  readonly time: SimTime;
  readonly seq: number;
  /** The selected record. */
  readonly marked: number | undefined;
}

function Way({ orrery, time, seq, marked }: WayProps) {
  const t = useTexts(orrery, requestTexts);
  const { index } = orrery;
  const known = index.table.length;
  // A run that still comes in may bring the rest of the way.
  // biome-ignore lint/correctness/useExhaustiveDependencies: more records, a longer way
  const view = useMemo(() => selectRequest(index, seq), [index, seq, known]);
  const { request, rows, lanes, leftOut } = view;
  const language = useStore(orrery.settings, (state) => state.language);
  const columns = { '--lanes': lanes.length } as React.CSSProperties;
  return (
    <div className={common.panel}>
      <header className={styles.head}>
        <div className={common.title}>
          <h2 className="mono" translate="no">
            {rows[0].text}
          </h2>
          <p className="mono dim" translate="no">
            {[request.user, formatClock(request.t)].filter(Boolean).join(' · ')}
          </p>
        </div>
        <Step orrery={orrery} seq={neighbour(index, seq, -1)} label={t('earlier')}>
          <ChevronLeft aria-hidden="true" />
        </Step>
        <Step orrery={orrery} seq={neighbour(index, seq, 1)} label={t('later')}>
          <ChevronRight aria-hidden="true" />
        </Step>
      </header>
      <p>{inARow(sentences(t, view), language)}</p>
      <div className={styles.way} style={columns}>
        <Heads orrery={orrery} view={view} />
        <ol className={styles.rows} aria-label={t('way')}>
          {rows.map((row) => (
            <li key={row.seq}>
              <RowButton
                orrery={orrery}
                row={row}
                lanes={lanes}
                isFuture={request.t + row.at > time}
                isMarked={row.seq === marked}
              />
            </li>
          ))}
        </ol>
      </div>
      <Times orrery={orrery} />
      {leftOut > 0 && <p className="dim">{t('left-out', { count: leftOut })}</p>}
    </div>
  );
}

/** What the numbers are, and where they come from; a trace from a file does not say. */
function Times({ orrery }: Pick<WayProps, 'orrery'>) {
  const t = useTexts(orrery, requestTexts);
  const spec = useStore(orrery.session, ({ scenario }) => scenario?.spec);
  const network = spec?.network?.latency ?? DEFAULT_LATENCIES.network;
  const etcd = spec?.etcd?.requestLatency ?? DEFAULT_LATENCIES.etcd;
  const models = spec ? [t('network-model', { network }), t('etcd-model', { etcd })] : [];
  const all = [t('what-times-are'), ...models, t('server-model')];
  const language = useStore(orrery.settings, (state) => state.language);
  return <p className={`dim ${styles.times}`}>{inARow(all, language)}</p>;
}

type Words = ReturnType<typeof useTexts<(typeof requestTexts)['en']>>;

/** What came of the request. */
function sentences(t: Words, view: RequestView): readonly string[] {
  const { request, response, storeCalls, storeUs, writes, told, lanes } = view;
  const span = formatSpan(storeUs);
  const toStore = lanes.includes(request.server);
  const store =
    storeCalls === 1 ? t('store-one', { span }) : t('store-many', { count: storeCalls, span });
  return [
    response ? t('answered', { span: formatSpan(response.t - request.t) }) : t('not-answered'),
    ...(toStore ? [] : [storeCalls === 0 ? t('no-store') : store]),
    ...writes.flatMap(({ op, key, revision }) =>
      op === 'put' || op === 'delete'
        ? [t(op === 'put' ? 'wrote' : 'deleted', { key, revision })]
        : [],
    ),
    ...(told === 0 ? [] : [told === 1 ? t('told-one') : t('told', { count: told })]),
  ];
}

interface StepProps extends Pick<WayProps, 'orrery'> {
  readonly seq: number | undefined;
  readonly label: string;
  readonly children: React.ReactNode;
}

function Step({ orrery, seq, label, children }: StepProps) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      disabled={seq === undefined}
      onClick={() => seq !== undefined && goToRecord(orrery, seq)}
    >
      {children}
    </button>
  );
}

/** Whose column is whose. */
function Heads({ orrery, view }: { readonly orrery: Orrery; readonly view: RequestView }) {
  const t = useTexts(orrery, requestTexts);
  const { lanes, request } = view;
  const part = (lane: string, place: number) => {
    if (place === 0) return t('client');
    if (lane === `${request.server}/apiserver`) return t('server');
    return processOf(lane) === 'etcd'
      ? t('store')
      : lane.endsWith('/etcd-client')
        ? t('storage')
        : '';
  };
  return (
    <div className={styles.heads} aria-hidden="true">
      {lanes.map((lane, place) => (
        <div key={lane}>
          <strong translate="no">{lane.split('/').at(place === 0 ? -1 : 0)}</strong>
          <span className="dim">{part(lane, place)}</span>
        </div>
      ))}
    </div>
  );
}

interface RowProps extends Pick<WayProps, 'orrery'> {
  readonly row: Row;
  readonly lanes: readonly string[];
  /** The playhead has not come to it. */
  readonly isFuture: boolean;
  readonly isMarked: boolean;
}

const DOES = { request: 'ask', response: 'answer', decision: 'decision', log: 'log' } as const;

function RowButton({ orrery, row, lanes, isFuture, isMarked }: RowProps) {
  const t = useTexts(orrery, requestTexts);
  const { kind, from, to, at, arrives, lost, failed, text, seq } = row;
  const inside = from === to;
  const words = { at: `+${formatSpan(at)}`, from: lanes[from], does: t(DOES[kind]), text };
  const label = inside ? t('inside-label', words) : t('row-label', { ...words, to: lanes[to] });
  const place = {
    '--from': Math.min(from, to),
    '--span': Math.abs(to - from),
  } as React.CSSProperties;
  return (
    <button
      type="button"
      className={styles.row}
      style={place}
      aria-label={lost ? `${label} (${t('lost')})` : label}
      aria-current={isMarked}
      data-kind={kind}
      data-inside={inside || undefined}
      data-left={to < from || undefined}
      data-failed={failed || lost || undefined}
      data-future={isFuture || undefined}
      onClick={() => goToRecord(orrery, seq)}
    >
      <span className={styles.at} translate="no">{`+${formatSpan(at)}`}</span>
      <span className={styles.track}>
        <span className={styles.arrow} data-lost={lost || undefined} />
        <span className={styles.text} translate="no">
          <Breakable text={text} />
          {lost && <em> · {t('lost')}</em>}
          {arrives !== undefined && (
            <em className="dim" title={t('on-its-way', { span: formatSpan(arrives - at) })}>
              {' '}
              {formatSpan(arrives - at)}
            </em>
          )}
        </span>
      </span>
    </button>
  );
}
