/** What an exploration says at its end, as text and as JSON. */
import { formatGoDuration, type SimDuration } from '#base';
import {
  type Distribution,
  distributionOf,
  encodeShareLink,
  type Scenario,
  type SeedResult,
  type SeedSample,
  samplesOf,
  seedHolds,
  sharesOf,
} from '#protocol';
import { BEHAVIOUR_VERSION, MEASURES, withSeed } from '#session';

const US_PER_SECOND = 1_000_000;
const BAR = 40;

export interface Explored {
  readonly scenario: Scenario;
  /** In order of seeds. */
  readonly results: readonly SeedResult[];
  /** Names of measures, in the order in which they are told. */
  readonly measures: readonly string[];
  readonly workers: number;
  readonly wallSeconds: number;
}

/** From `/#` on; undefined for a scenario that is too long for a link. */
export function linkOf(scenario: Scenario, seed: number): string | undefined {
  const link = encodeShareLink(withSeed(scenario, seed));
  return link.ok ? link.value : undefined;
}

/** One object; lengths are whole µs of virtual time, means and quantiles may have fractions. */
export function jsonReport({ scenario, results, measures, ...rest }: Explored): string {
  const linked = (sample: SeedSample) => {
    return { ...sample, link: linkOf(scenario, sample.seed) ?? null };
  };
  const told = measures.map((measure) => {
    const distribution = distributionOf(results, measure);
    if (!distribution) return { measure, unit: 'us', count: 0, open: openOf(results, measure) };
    const { shortest, longest } = distribution;
    const extremes = { shortest: linked(shortest), longest: linked(longest) };
    const samples = samplesOf(results, measure);
    const shares = sharesOf(results, measure);
    return { unit: 'us', ...distribution, ...extremes, shares, samples };
  });
  const object = {
    scenario: scenario.metadata.name,
    behaviourVersion: BEHAVIOUR_VERSION,
    seeds: results.map(({ seed }) => seed),
    ...rest,
    truncated: results.filter(({ truncated }) => truncated).map(({ seed }) => seed),
    measures: told,
    failures: results
      .filter((result) => !seedHolds(result))
      .map(({ seed, failed, broken }) => {
        return {
          seed,
          expectations: failed,
          invariants: broken,
          link: linkOf(scenario, seed) ?? null,
        };
      }),
  };
  return `${JSON.stringify(object)}\n`;
}

const openOf = (results: readonly SeedResult[], measure: string): number =>
  results.flatMap(({ samples }) => samples[measure] ?? []).length;

export function textReport(explored: Explored): string {
  const { scenario, results, measures, workers, wallSeconds } = explored;
  const lines = [
    `${scenario.metadata.name}  ${seedsText(results)}  behaviour version ${BEHAVIOUR_VERSION}`,
    paceText(results.length, wallSeconds, workers),
  ];
  const cut = results.filter(({ truncated }) => truncated).length;
  if (cut > 0) lines.push(`${cut} of them TRUNCATED at the limit of records`);
  for (const measure of measures) lines.push('', ...measureLines(explored, measure));
  lines.push('', ...failureLines(scenario, results));
  return `${lines.join('\n')}\n`;
}

export function paceText(runs: number, wallSeconds: number, workers: number): string {
  const rate = wallSeconds > 0 ? (runs / wallSeconds).toFixed(1) : '-';
  const by = `${workers} ${workers === 1 ? 'worker' : 'workers'}`;
  return `${runs} runs in ${wallSeconds.toFixed(1)} s, ${rate} a second, on ${by}`;
}

export function seedsText(results: readonly SeedResult[]): string {
  const [first, last] = [results[0], results.at(-1)];
  if (first === undefined || last === undefined) return 'no seeds';
  return first === last ? `seed ${first.seed}` : `seeds ${first.seed}..${last.seed}`;
}

function measureLines({ scenario, results }: Explored, measure: string): string[] {
  const summary = MEASURES.find(({ name }) => name === measure)?.summary ?? '';
  const title = `${measure}: ${summary}`;
  const distribution = distributionOf(results, measure);
  if (!distribution) {
    const open = openOf(results, measure);
    return [title, open === 0 ? 'no samples' : `${open} begun, none over at the end of its run`];
  }
  const { count, open, mean, quantiles, shortest, longest } = distribution;
  const [low, high] = [seconds(shortest.us), seconds(longest.us)];
  const between = quantiles.map(({ q, us }) => `p${Math.round(q * 100)} ${seconds(us)}`);
  return [
    title,
    `${count} samples${open > 0 ? `, and ${open} not over at the end of their run` : ''}`,
    `min ${low}  ${between.join('  ')}  max ${high}  mean ${seconds(mean)}`,
    ...bars(distribution),
    ...shareLines(results, measure),
    extreme('shortest', shortest, scenario),
    extreme('longest', longest, scenario),
  ];
}

function bars({ histogram }: Distribution): string[] {
  const most = Math.max(...histogram.map(({ count }) => count));
  const labels = histogram.map(({ from, to }) => `${lengthText(from)} to ${lengthText(to)}`);
  const width = Math.max(...labels.map((label) => label.length));
  return histogram.map(({ count }, index) => {
    const bar = '#'.repeat(Math.ceil((count / most) * BAR));
    return `  ${labels[index].padEnd(width)}  ${String(count).padStart(6)}  ${bar}`.trimEnd();
  });
}

/** Only where the samples are about more than one. */
function shareLines(results: readonly SeedResult[], measure: string): string[] {
  const shares = sharesOf(results, measure);
  if (shares.length < 2) return [];
  const width = Math.max(...shares.map(({ whom }) => whom.length));
  return shares.map(({ whom, count, part, p5, median, p95 }) => {
    const percent = `${Math.round(part * 100)}`.padStart(3);
    const spread = `p5 ${seconds(p5)}  p50 ${seconds(median)}  p95 ${seconds(p95)}`;
    return `  ${whom.padEnd(width)}  ${String(count).padStart(6)}  ${percent} %  ${spread}`;
  });
}

/** Without a link, which is long: the JSON has it. */
function extreme(word: string, { seed, subject, us }: SeedSample, scenario: Scenario): string {
  const hint = `orrery run ${scenario.metadata.name} --seed ${seed}`;
  return `${word} ${seconds(us)}: seed ${seed}, ${subject}\n  ${hint}`;
}

function failureLines(scenario: Scenario, results: readonly SeedResult[]): string[] {
  const bad = results.filter((result) => !seedHolds(result));
  if (bad.length === 0) return ['all expectations and invariants hold in every seed'];
  return [
    `${bad.length} of ${results.length} seeds break something`,
    ...bad.flatMap(({ seed, failed, broken }) => [
      `seed ${seed}`,
      ...failed.map((name) => `  FAILED ${name}`),
      ...broken.map((name) => `  BROKEN invariant ${name}`),
      `  ${linkOf(scenario, seed) ?? 'too long for a link'}`,
    ]),
  ];
}

export const seconds = (us: number): string => `${(us / US_PER_SECOND).toFixed(3)}s`;
const lengthText = (us: number): string => formatGoDuration(Math.round(us) as SimDuration);
