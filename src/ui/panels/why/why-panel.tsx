import { useState } from 'react';
import { useTexts } from '../../i18n';
import { alsoNeeded } from '../../why/needs';
import type { PanelProps } from '../panel';
import common from '../panels.module.css';
import { RecordLine } from '../record-line';
import { CHAIN_STEP, recordInQuestion, selectWhy, type WhyView } from './select';
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
  return <Answer key={seq} orrery={orrery} time={time} seq={seq} />;
}

interface AnswerProps extends Pick<PanelProps, 'orrery' | 'time'> {
  readonly seq: number;
}

function Answer({ orrery, time, seq }: AnswerProps) {
  const t = useTexts(orrery, whyTexts);
  const [length, setLength] = useState(CHAIN_STEP);
  const view = selectWhy(orrery.index, seq, length, time);
  const also = alsoNeeded(orrery.index, seq);
  return (
    <div className={common.panel}>
      <section>
        <h3>{t('question')}</h3>
        <RecordLine orrery={orrery} seq={seq} current />
      </section>
      <section>
        <h3>{t('because')}</h3>
        <Lines orrery={orrery} seqs={view.chain} asCauses />
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
        {view.effects.length === 0 && <p className="dim">{t('effects-none')}</p>}
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

interface LinesProps extends Pick<PanelProps, 'orrery'> {
  readonly seqs: readonly number[];
  readonly asCauses?: boolean;
}

function Lines({ orrery, seqs, asCauses }: LinesProps) {
  return (
    <ol className={common.records}>
      {seqs.map((seq) => (
        <li key={seq}>
          <RecordLine orrery={orrery} seq={seq} asCause={asCauses} />
          {asCauses && <Also orrery={orrery} seqs={alsoNeeded(orrery.index, seq)} />}
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
