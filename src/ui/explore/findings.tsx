/** What many seeds gave: the distribution of one measure, and the seeds that broke something. */
import { useMemo, useState } from 'react';
import {
  bySubject,
  type Distribution,
  distributionOf,
  type HistogramBin,
  type OfSubject,
  type SeedResult,
  type SeedSample,
  samplesOf,
  seedHolds,
  sharesOf,
} from '#protocol';
import { formatCount, useTexts } from '../i18n';
import { expectationName } from '../outcome/expectation-names-zh';
import { useShell } from '../shell/shell-context';
import styles from './explore.module.css';
import { Histogram } from './histogram';
import { lengthTextOf } from './length-text';
import { SeedList } from './seed-list';
import { exploreTexts } from './texts';

interface FindingsProps {
  readonly results: readonly SeedResult[];
  readonly onEnter: (seed: number) => void;
}

export type Measure = 'hand-off' | 'endpoint-staleness' | 'endpoint-arrival' | 'time-to-ready';

/** Names of the measures, those with samples first. */
export function measuresOf(results: readonly SeedResult[]): readonly Measure[] {
  const names = Object.keys(results[0].samples) as Measure[];
  const has = (name: Measure) => results.some(({ samples }) => samples[name].length > 0);
  return [...names.filter(has), ...names.filter((name) => !has(name))];
}

export function Findings({ results, onEnter }: FindingsProps) {
  const { orrery } = useShell();
  const t = useTexts(orrery, exploreTexts);
  const measures = measuresOf(results);
  const [wanted, setWanted] = useState<Measure>();
  const measure = wanted ?? measures[0];
  const parts = useMemo(() => partsOf(results, measure), [results, measure]);
  const truncated = results.filter((result) => result.truncated).length;
  return (
    <section className={styles.findings} aria-label={t(measure)}>
      <MeasureField measures={measures} measure={measure} onMeasure={setWanted} />
      {truncated > 0 && <p className={styles.fault}>{t('truncated', { count: truncated })}</p>}
      {parts.map(({ subject, results: own }) => (
        <Part key={`${measure} ${subject}`} {...{ measure, subject, onEnter }} results={own} />
      ))}
    </section>
  );
}

/**
 * What gets a chart of its own: of the time without a leader each lease, as a manager's and a
 * scheduler's have settings of their own; all else is one.
 */
export function partsOf(results: readonly SeedResult[], measure: Measure): readonly OfSubject[] {
  const leases = measure === 'hand-off' ? bySubject(results, measure) : [];
  return leases.length > 1 ? leases : [{ subject: '', results }];
}

interface PartProps extends FindingsProps {
  readonly measure: Measure;
  /** '' where there is only one. */
  readonly subject: string;
}

function Part({ measure, subject, results, onEnter }: PartProps) {
  const distribution = useMemo(() => distributionOf(results, measure), [results, measure]);
  const content = distribution ? (
    <Measured distribution={distribution} results={results} onEnter={onEnter} />
  ) : (
    <Nothing results={results} measure={measure} />
  );
  if (subject === '') return content;
  return (
    <section className={styles.findings} aria-label={subject} data-lease={subject}>
      <h3 className="mono">{subject}</h3>
      {content}
    </section>
  );
}

interface MeasureFieldProps {
  readonly measures: readonly Measure[];
  readonly measure: Measure;
  readonly onMeasure: (measure: Measure) => void;
}

/** Which measure is shown, and what it means. */
export function MeasureField({ measures, measure, onMeasure }: MeasureFieldProps) {
  const { orrery } = useShell();
  const t = useTexts(orrery, exploreTexts);
  return (
    <>
      <label className={styles.field}>
        <span>{t('measure')}</span>
        <select
          className="text-field"
          value={measure}
          onChange={(event) => onMeasure(event.target.value as Measure)}
        >
          {measures.map((name) => (
            <option key={name} value={name}>
              {t(name)}
            </option>
          ))}
        </select>
      </label>
      <p className="dim">{t(`${measure}-what`)}</p>
    </>
  );
}

function Nothing({ results, measure }: Pick<FindingsProps, 'results'> & { measure: Measure }) {
  const { orrery } = useShell();
  const t = useTexts(orrery, exploreTexts);
  const open = results.flatMap(({ samples }) => samples[measure]).length;
  return <p>{open === 0 ? t('no-samples') : t('all-open', { open: formatCount(open) })}</p>;
}

interface MeasuredProps extends FindingsProps {
  readonly distribution: Distribution;
}

export function Measured({ distribution, results, onEnter }: MeasuredProps) {
  const { orrery } = useShell();
  const t = useTexts(orrery, exploreTexts);
  const [chosen, setChosen] = useState<HistogramBin>();
  const { count, open, histogram, shortest, longest } = distribution;
  const lengthText = lengthTextOf(distribution);
  const extreme = (word: string, { seed, subject, us }: SeedSample) => {
    return { seed, what: `${word} · ${lengthText(us)} · ${subject}` };
  };
  const numbers = { count: formatCount(count), open: formatCount(open) };
  // While seeds still come in, the bounds of the bins may move away under the choice.
  const shown = histogram.find(({ from, to }) => from === chosen?.from && to === chosen.to);
  return (
    <>
      <p>{open === 0 ? t('samples', numbers) : t('samples-open', numbers)}</p>
      <Histogram distribution={distribution} chosen={shown} onChoose={setChosen} />
      <Figures distribution={distribution} />
      <Shares distribution={distribution} results={results} />
      <SeedList
        seeds={[extreme(t('min'), shortest), extreme(t('max'), longest)]}
        onEnter={onEnter}
      />
      {shown && (
        <section>
          <h3>{t('bar-seeds', { from: lengthText(shown.from), to: lengthText(shown.to) })}</h3>
          <SeedList seeds={within(results, distribution, shown)} onEnter={onEnter} />
        </section>
      )}
    </>
  );
}

/** Samples in a bin, in order of their length; the last bin has its upper bound in it. */
function within(results: readonly SeedResult[], distribution: Distribution, bin: HistogramBin) {
  const { measure, histogram } = distribution;
  const lengthText = lengthTextOf(distribution);
  const last = bin.to === histogram[histogram.length - 1].to;
  return samplesOf(results, measure)
    .filter(({ us }) => us >= bin.from && (us < bin.to || (last && us === bin.to)))
    .sort((a, b) => a.us - b.us || a.seed - b.seed)
    .map(({ seed, subject, us }) => ({ seed, what: `${lengthText(us)} · ${subject}` }));
}

function Figures({ distribution }: { readonly distribution: Distribution }) {
  const { orrery } = useShell();
  const t = useTexts(orrery, exploreTexts);
  const { mean, quantiles, shortest, longest } = distribution;
  const lengthText = lengthTextOf(distribution);
  const percent = (q: number) => t('quantile', { percent: Math.round(q * 100) });
  const figures = [
    { name: t('min'), us: shortest.us },
    ...quantiles.map(({ q, us }) => ({ name: percent(q), us })),
    { name: t('max'), us: longest.us },
    { name: t('mean'), us: mean },
  ];
  return (
    <dl className={styles.figures}>
      {figures.map(({ name, us }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="mono">{lengthText(us)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Whom the samples are about: which server left, which candidate won, and after how long. */
function Shares({ results, distribution }: Pick<MeasuredProps, 'results' | 'distribution'>) {
  const { orrery } = useShell();
  const t = useTexts(orrery, exploreTexts);
  const { measure } = distribution;
  const shares = useMemo(() => sharesOf(results, measure), [results, measure]);
  const lengthText = lengthTextOf(distribution);
  if (shares.length < 2) return null;
  return (
    <table className={styles.shares}>
      <caption>{t('shares')}</caption>
      <thead>
        <tr>
          {(['whom', 'share', 'p5', 'median', 'p95'] as const).map((name) => (
            <th key={name} scope="col">
              {t(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shares.map(({ whom, count, part, ...spread }) => (
          <tr key={whom}>
            <th scope="row" className="mono">
              {whom}
            </th>
            <td>
              <meter min={0} max={1} value={part} aria-hidden="true" />
              {t('share-of', { percent: Math.round(part * 100), count: formatCount(count) })}
            </td>
            {(['p5', 'median', 'p95'] as const).map((name) => (
              <td key={name} className="mono">
                {lengthText(spread[name])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Seeds in which an expectation or an invariant does not hold. */
export function BrokenSeeds({ results, onEnter }: FindingsProps) {
  const { orrery } = useShell();
  const t = useTexts(orrery, exploreTexts);
  const broken = useMemo(
    () => results.filter((result) => !seedHolds(result)).sort((a, b) => a.seed - b.seed),
    [results],
  );
  if (broken.length === 0) return <p className={styles.holds}>{t('all-hold')}</p>;
  const seeds = broken.map(({ seed, failed, broken: invariants }) => ({
    seed,
    what: [
      ...failed.map((name) => t('expectation', { name: expectationName(name, t.language) })),
      ...invariants.map((name) => t('invariant', { name })),
    ].join(' · '),
  }));
  const count = { count: formatCount(broken.length), total: formatCount(results.length) };
  return (
    <section className={styles.findings}>
      <h3 className={styles.fault}>{t('broken', count)}</h3>
      <SeedList seeds={seeds} onEnter={onEnter} />
    </section>
  );
}
