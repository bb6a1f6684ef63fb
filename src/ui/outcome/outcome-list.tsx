/** Every expectation by name: whether it holds, and which ones a change took out. */
import { Check, Minus, TriangleAlert } from 'lucide-react';
import { useStore } from 'zustand';
import { lateExpectations, type RunSummary } from '#protocol';
import type { Seq } from '#trace';
import { inClauses, type Translate, useTexts } from '../i18n';
import { goToRecord } from '../playback';
import type { Orrery } from '../stores';
import { expectationName } from './expectation-names-zh';
import { failedOf } from './failed';
import styles from './outcome.module.css';
import { outcomeTexts } from './texts';

interface OutcomeListProps {
  readonly orrery: Orrery;
  readonly summary: RunSummary;
  /** Names of expectations that are no longer checked. */
  readonly dropped: readonly string[];
}

export default function OutcomeList({ orrery, summary, dropped }: OutcomeListProps) {
  const t = useTexts(orrery, outcomeTexts);
  const { expectations, invariants } = summary;
  const scenario = useStore(orrery.session, (state) => state.scenario);
  const late = new Map(
    (scenario ? lateExpectations(scenario, failedOf(summary)) : []).map(
      ({ name, path, time, end }) => [
        name,
        t(path.endsWith('.until') ? 'late-until' : 'late', { time, end }),
      ],
    ),
  );
  return (
    <section className={styles.list} aria-label={t('outcome')}>
      <ul>
        {expectations.map(({ name, ok, at, got, want }) => (
          <li key={name}>
            <Mark ok={ok} word={t(ok ? 'holds' : 'missed')} />
            <span>
              {nameOf(name, t)} <span className="dim mono">{at}</span>
              {late.has(name) && <small className={styles.found}>{late.get(name)}</small>}
              {!ok && <small className={styles.found}>{wantAndGot(t, want, got)}</small>}
            </span>
          </li>
        ))}
      </ul>
      {dropped.length > 0 && (
        <>
          <h3>{t('dropped-title')}</h3>
          <p className="dim">{t('dropped-text')}</p>
          <ul>
            {dropped.map((name) => (
              <li key={name}>
                <Minus aria-hidden="true" />
                <span>{nameOf(name, t)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>{t('invariants-title')}</h3>
      <ul>
        {invariants.map(({ name, ok, firstBreach }) => (
          <li key={name}>
            <Mark ok={ok} word={t(ok ? 'holds' : 'missed')} />
            <span>
              {name}{' '}
              {firstBreach && (
                <button
                  type="button"
                  className="text-button"
                  title={t('breach-go')}
                  onClick={() => goToRecord(orrery, breachOf(orrery, name))}
                >
                  {t('breach', { at: firstBreach })}
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function wantAndGot(t: Translate<typeof outcomeTexts.en>, want: unknown, got: unknown): string {
  const parts = [`${t('want')} ${JSON.stringify(want)}`, `${t('got')} ${JSON.stringify(got)}`];
  return inClauses(parts, t.language);
}

/** The scenario's own name, or what stands for one: the run counts those that have none. */
function nameOf(name: string, t: Translate<typeof outcomeTexts.en>): string {
  const place = /^expectation (\d+)$/.exec(name)?.[1];
  return place === undefined ? expectationName(name, t.language) : t('unnamed', { place });
}

/** The record that says so; -1 where the page has not read it yet. */
function breachOf({ trace: { table } }: Orrery, name: string): Seq {
  for (let seq = table.length - 1; seq >= 0; seq -= 1) {
    const record = table.recordOf(seq, 'invariant');
    if (record?.name === name && !record.ok) return seq;
  }
  return -1;
}

function Mark({ ok, word }: { readonly ok: boolean; readonly word: string }) {
  return ok ? (
    <Check className={styles.good} aria-label={word} />
  ) : (
    <TriangleAlert className={styles.bad} aria-label={word} />
  );
}
