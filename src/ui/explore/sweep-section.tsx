/** A parameter of the scenario with several values: how a length depends on a setting. */
import { type FormEvent, useState } from 'react';
import { useStore } from 'zustand';
import { bySubject, distributionOf, readSweep, type Scenario, sweepRows } from '#protocol';
import { formatCount, useTexts } from '../i18n';
import { Reason } from '../opening/reason';
import { withSeed } from '../session/edit-scenario';
import { useShell } from '../shell/shell-context';
import styles from './explore.module.css';
import { type Measure, Measured, MeasureField, measuresOf, partsOf } from './findings';
import sweepStyles from './sweep.module.css';
import { SweepChart } from './sweep-chart';
import { SweepTable } from './sweep-table';
import { type Sweeping, type SweptRun, sweepingOf } from './sweeping';
import { exploreTexts } from './texts';

const LARGEST_COUNT = 1_000;
const USUAL = '20';

interface SweepSectionProps {
  readonly scenario: Scenario;
  readonly workers: number;
  readonly onClose: () => void;
}

export function SweepSection({ scenario, workers, onClose }: SweepSectionProps) {
  const { orrery, client } = useShell();
  const t = useTexts(orrery, exploreTexts);
  const sweeping = sweepingOf(orrery, scenario);
  const { name, runs } = useStore(sweeping.state);
  const enter = (run: SweptRun, seed: number): void => {
    const { undo } = orrery.session.getState();
    onClose();
    client.run(withSeed(run.scenario, seed), { undo: [...undo, scenario] });
  };
  return (
    <section className={styles.findings} aria-label={t('sweep')}>
      <h3>{t('sweep')}</h3>
      <p className="dim">{t('sweep-intro')}</p>
      <SweepForm scenario={scenario} sweeping={sweeping} workers={workers} />
      <SweepState sweeping={sweeping} />
      {name !== undefined && runs.length > 0 && (
        <SweepFindings name={name} runs={runs} onEnter={enter} />
      )}
    </section>
  );
}

/** What one would ask first of the scenario. */
const usualSweep = ({ spec }: Scenario): string =>
  spec.controllerManagers
    ? 'controllerManagers:--leader-elect-lease-duration=12s,15s,20s'
    : 'spec.network.latency=1ms,10ms,50ms';

interface SweepFormProps {
  readonly scenario: Scenario;
  readonly sweeping: Sweeping;
  readonly workers: number;
}

function SweepForm({ scenario, sweeping, workers }: SweepFormProps) {
  const { orrery } = useShell();
  const t = useTexts(orrery, exploreTexts);
  const running = useStore(sweeping.state, ({ status }) => status === 'running');
  const [text, setText] = useState(() => usualSweep(scenario));
  const [count, setCount] = useState(USUAL);
  const sweep = readSweep(text);
  const many = /^\d+$/.test(count) ? Number(count) : 0;
  const right = many >= 1 && many <= LARGEST_COUNT;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!sweep.ok || !right) return;
    const seeds = Array.from({ length: many }, (_, seed) => seed);
    sweeping.start({ scenario, sweep: sweep.value, seeds, workers });
  };
  const fault = sweep.ok ? undefined : sweep.faults[0].reason;
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <label className={`${styles.field} ${sweepStyles.wide}`}>
        <span>{t('sweep-what')}</span>
        <input
          className={`text-field mono ${sweepStyles.wide}`}
          aria-invalid={fault !== undefined}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {fault !== undefined && (
          <span role="alert" className={styles.fault}>
            <Reason orrery={orrery} reason={fault} />
          </span>
        )}
      </label>
      <label className={styles.field}>
        <span>{t('sweep-count')}</span>
        <input
          className="text-field mono"
          inputMode="numeric"
          aria-invalid={!right}
          value={count}
          onChange={(event) => setCount(event.target.value)}
        />
        {!right && (
          <span role="alert" className={styles.fault}>
            {t('count-refused', { most: LARGEST_COUNT })}
          </span>
        )}
      </label>
      {running ? (
        <button key="stop" type="button" className="button" onClick={() => sweeping.stop()}>
          {t('sweep-stop')}
        </button>
      ) : (
        <button key="run" type="submit" className="button" disabled={!sweep.ok || !right}>
          {t('sweep-run')}
        </button>
      )}
    </form>
  );
}

/** How far it is, and which values could not be run. */
function SweepState({ sweeping }: { readonly sweeping: Sweeping }) {
  const { orrery } = useShell();
  const t = useTexts(orrery, exploreTexts);
  const { status, done, total, runs, refused } = useStore(sweeping.state);
  if (status === 'idle') return null;
  const numbers = {
    done: formatCount(done),
    total: formatCount(total),
    ran: formatCount(runs.length),
    values: formatCount(runs.length + refused.length),
  };
  const over = refused.length === 0 ? 'done' : runs.length === 0 ? 'none' : 'part';
  return (
    <>
      <p role={status === 'running' ? undefined : 'status'} data-swept={status}>
        {t(`sweep-${status === 'done' ? over : status}`, numbers)}
      </p>
      {refused.map(({ value, reason }) => (
        <p key={value} role="alert" className={styles.fault}>
          {t('sweep-refused', { value })}
          {t.language === 'zh' ? '' : ' '}
          <Reason orrery={orrery} reason={reason} />
        </p>
      ))}
    </>
  );
}

interface SweepFindingsProps {
  readonly name: string;
  readonly runs: readonly SweptRun[];
  readonly onEnter: (run: SweptRun, seed: number) => void;
}

function SweepFindings({ name, runs, onEnter }: SweepFindingsProps) {
  const measures = measuresOf(runs.flatMap(({ results }) => results));
  const [wanted, setWanted] = useState<Measure>();
  const [chosen, setChosen] = useState<string>();
  const measure = wanted ?? measures[0];
  const all = runs.flatMap(({ results }) => results);
  const subjects = partsOf(all, measure).map(({ subject }) => subject);
  return (
    <>
      <MeasureField measures={measures} measure={measure} onMeasure={setWanted} />
      {subjects.map((subject) => (
        <SweptPart
          key={`${measure} ${subject}`}
          {...{ name, measure, subject, chosen, onEnter }}
          runs={runs.map((run) => ({ ...run, results: resultsOf(run, measure, subject) }))}
          onChoose={setChosen}
        />
      ))}
    </>
  );
}

/** What a run says of a lease; of all where there is only one. */
function resultsOf({ results }: SweptRun, measure: Measure, subject: string) {
  if (subject === '') return results;
  const nothing = results.map((one) => ({ ...one, samples: { ...one.samples, [measure]: [] } }));
  return bySubject(results, measure).find((part) => part.subject === subject)?.results ?? nothing;
}

interface SweptPartProps extends SweepFindingsProps {
  readonly measure: Measure;
  /** The lease; '' where there is only one. */
  readonly subject: string;
  readonly chosen: string | undefined;
  readonly onChoose: (value: string | undefined) => void;
}

function SweptPart(props: SweptPartProps) {
  const { name, runs, measure, subject, chosen, onChoose, onEnter } = props;
  const rows = sweepRows(runs, measure);
  const run = runs.find(({ value }) => value === chosen);
  const distribution = run && distributionOf(run.results, measure);
  return (
    <section className={styles.findings} aria-label={subject || name}>
      {subject !== '' && <h3 className="mono">{subject}</h3>}
      {rows.some(({ spread }) => spread) && (
        <SweepChart name={name} rows={rows} chosen={chosen} onChoose={onChoose} />
      )}
      <SweepTable
        rows={rows}
        onEnter={(value, seed) => {
          const own = runs.find((one) => one.value === value);
          if (own) onEnter(own, seed);
        }}
      />
      {run && distribution && (
        <section className={styles.findings} aria-label={run.value}>
          <h3 className="mono">{run.value}</h3>
          <Measured
            key={`${run.value} ${measure}`}
            distribution={distribution}
            results={run.results}
            onEnter={(seed) => onEnter(run, seed)}
          />
        </section>
      )}
    </section>
  );
}
