import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { formatClock, useTexts } from '../../i18n';
import { goToRecord } from '../../playback';
import { besides } from '../../why/needs';
import { stepsBehind } from '../../why/steps-behind';
import type { PanelProps } from '../panel';
import common from '../panels.module.css';
import { RecordLine } from '../record-line';
import { CHAIN_STEP, isUnasked, recordInQuestion, selectWhy, type WhyView } from './select';
import { whyTexts } from './texts';
import styles from './why.module.css';

export function WhyPanel({ orrery, time, focus }: PanelProps) {
  const t = useTexts(orrery, whyTexts);
  const seq = recordInQuestion(orrery.index, focus, time);
  if (seq === undefined) {
    return (
      <div className={common.emptyState}>
        <strong>{t('nothing')}</strong>
        <p className="dim">{t('nothing-text')}</p>
      </div>
    );
  }
  // Another record begins with a short chain again.
  const unasked = isUnasked(focus);
  return <Answer key={seq} orrery={orrery} time={time} seq={seq} unasked={unasked} />;
}

interface AnswerProps extends Pick<PanelProps, 'orrery' | 'time'> {
  readonly seq: number;
  /** Nobody chose this record. */
  readonly unasked: boolean;
}

function Answer({ orrery, time, seq, unasked }: AnswerProps) {
  const t = useTexts(orrery, whyTexts);
  const [length, setLength] = useState(CHAIN_STEP);
  const view = selectWhy(orrery.index, seq, length, time);
  const beside = besides(orrery.index, seq, view.chain);
  const also = beside.get(seq) ?? [];
  const steps = useMemo(() => stepsBehind(orrery.trace.table, seq), [orrery, seq]);
  return (
    <div className={common.panel}>
      <section>
        <h3>{t('question')}</h3>
        {unasked && <p className={styles.unasked}>{t('unselected')}</p>}
        <RecordLine orrery={orrery} seq={seq} current />
        <Later orrery={orrery} time={time} seq={seq} />
        <Follow orrery={orrery} seq={seq} />
      </section>
      {steps.length > 0 && (
        <section>
          <h3>{t('steps')}</h3>
          <Lines orrery={orrery} seqs={steps} />
        </section>
      )}
      <section>
        <h3>{t('because')}</h3>
        <Lines orrery={orrery} seqs={view.chain} beside={beside} />
        {view.more ? (
          <button
            type="button"
            className={styles.more}
            onClick={() => setLength(length + CHAIN_STEP)}
          >
            {t('more', { count: CHAIN_STEP })}
          </button>
        ) : (
          <p className={styles.end}>{t(endOfChain(orrery, view))}</p>
        )}
      </section>
      {also.length > 0 && (
        <section>
          <h3>{t('also')}</h3>
          <Lines orrery={orrery} seqs={also} />
        </section>
      )}
      <section>
        <h3>{t('effects')}</h3>
        {view.effects.length === 0 && (
          <p className="dim">{t(isEnd(orrery, seq) ? 'effects-silence' : 'effects-none')}</p>
        )}
        <Lines orrery={orrery} seqs={view.effects} />
      </section>
      {view.idle.length > 0 && (
        <section>
          <h3>{t('idle')}</h3>
          <Lines orrery={orrery} seqs={view.idle} />
        </section>
      )}
      <details className={styles.raw}>
        <summary>{t('raw')}</summary>
        <pre>{JSON.stringify(orrery.trace.table.record(seq), undefined, 2)}</pre>
      </details>
    </div>
  );
}

/** What a process that ended no longer does is the cause of much, and is no record. */
function isEnd({ trace: { table } }: PanelProps['orrery'], seq: number): boolean {
  return table.recordOf(seq, 'process')?.phase === 'exited';
}

/** Of the newest write of an object: whether and when it is written again. */
function Later({ orrery, time, seq }: Pick<AnswerProps, 'orrery' | 'time' | 'seq'>) {
  const t = useTexts(orrery, whyTexts);
  const status = useStore(orrery.session, (state) => state.status);
  const { table } = orrery.trace;
  const row = table.archive.bySeq(seq);
  if (!row || table.timeOf(seq) > time) return null;
  const history = table.archive.history(row.key);
  const next = history[history.indexOf(row) + 1]?.seq;
  if (next === undefined) {
    return status === 'done' ? <p className="dim">{t('last-write')}</p> : null;
  }
  const at = table.timeOf(next);
  if (at <= time) return null;
  return (
    <p className="dim">
      {t('not-yet')}{' '}
      <button type="button" className="text-button" onClick={() => goToRecord(orrery, next)}>
        {t('next-write', { time: formatClock(at) })}
      </button>
    </p>
  );
}

/** From a write, or from what came of one, to its journey. */
function Follow({ orrery, seq }: Pick<AnswerProps, 'orrery' | 'seq'>) {
  const t = useTexts(orrery, whyTexts);
  const { archive } = orrery.trace.table;
  const behind = [seq, ...orrery.index.causeChain(seq, CHAIN_STEP)];
  if (!behind.some((each) => archive.bySeq(each) !== undefined)) return null;
  const follow = () => {
    orrery.selection.setState({ selected: { kind: 'record', seq } });
    orrery.settings.setState({ inspectorTab: 'journey' });
  };
  return (
    <button type="button" className={styles.more} onClick={follow}>
      {t('follow')}
    </button>
  );
}

interface LinesProps extends Pick<PanelProps, 'orrery'> {
  readonly seqs: readonly number[];
  /** The records are causes; what each of them needed besides. */
  readonly beside?: ReadonlyMap<number, readonly number[]>;
}

function Lines({ orrery, seqs, beside }: LinesProps) {
  return (
    <ol className={common.records}>
      {seqs.map((seq) => (
        <li key={seq}>
          <RecordLine orrery={orrery} seq={seq} asCause={beside !== undefined} />
          <Also orrery={orrery} seqs={beside?.get(seq) ?? []} />
        </li>
      ))}
    </ol>
  );
}

/** Beside a cause: what else it needed. */
function Also({ orrery, seqs }: LinesProps) {
  const t = useTexts(orrery, whyTexts);
  if (seqs.length === 0) return null;
  return (
    <div className={styles.also}>
      <small className="dim">{t('also')}</small>
      <Lines orrery={orrery} seqs={seqs} />
    </div>
  );
}

function endOfChain(
  { trace }: PanelProps['orrery'],
  { chain, seq }: WhyView,
): 'chain-end-step' | 'chain-end-start' {
  const first = chain.at(-1) ?? seq;
  return trace.table.kindOf(first) === 'fault' ? 'chain-end-step' : 'chain-end-start';
}
