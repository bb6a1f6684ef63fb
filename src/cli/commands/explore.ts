import { availableParallelism } from 'node:os';
import { type Scenario, type SeedResult, seedHolds } from '#protocol';
import { compileScenario, MEASURES } from '#session';
import { onlyArgument, type ParsedArguments, readArguments, textOption } from '../arguments';
import { type Command, EXIT, type Output, Refusal, refuse } from '../command';
import { type Explored, jsonReport, textReport } from '../explore/report';
import { runSeeds } from '../explore/seed-pool';
import { readSeeds, shardOf } from '../explore/seed-range';
import { type Swept, sweepJson, sweepText } from '../explore/sweep-report';
import { planSweep, runSweep } from '../explore/sweep-seeds';
import { scenarioOf } from '../scenario-source';
import { warn, warnOfFailed } from '../warnings';

const OPTIONS = {
  seeds: 'string',
  workers: 'string',
  shard: 'string',
  measure: 'string',
  sweep: 'string',
  format: 'string',
} as const;
const MOST_WORKERS = 256;

/** Runs a scenario under many seeds. */
export const exploreCommand: Command = {
  name: 'explore',
  usage:
    'explore SCENARIO --seeds A..B [--workers N] [--shard I/N] [--measure NAME] ' +
    '[--sweep FIELD=V1,V2|WHERE:--FLAG=V1,V2] [--format text|json]',
  summary: `runs every seed; measures: ${MEASURES.map(({ name }) => name).join(', ')}`,
  run: async (args, io) => {
    const parsed = readArguments(args, OPTIONS);
    const format = textOption(parsed, 'format') ?? 'text';
    if (format !== 'text' && format !== 'json') {
      refuse('--format', `expected text or json, found ${format}`);
    }
    const scenario = scenarioOf(onlyArgument(parsed, 'SCENARIO'), io);
    const range = textOption(parsed, 'seeds');
    if (range === undefined) refuse('--seeds', 'missing; expected A..B such as 0..999');
    const seeds = shardOf(readSeeds(range), textOption(parsed, 'shard'));
    const workers = Math.min(workersOf(parsed), seeds.length);
    const asked = measuresOf(parsed);
    const compiled = compileScenario(scenario);
    if (!compiled.ok) throw new Refusal(compiled.faults);
    warn(scenario, io);
    const exploring: Exploring = { parsed, scenario, io, format, seeds, workers, asked };
    const sweep = textOption(parsed, 'sweep');
    return sweep === undefined ? exploreSeeds(exploring) : exploreSweep(exploring, sweep);
  },
};

/** What the arguments ask for. */
interface Exploring {
  readonly parsed: ParsedArguments;
  readonly scenario: Scenario;
  readonly io: Output;
  readonly format: 'text' | 'json';
  readonly seeds: readonly number[];
  readonly workers: number;
  /** Names of measures. */
  readonly asked: readonly string[];
}

async function exploreSeeds(exploring: Exploring): Promise<number> {
  const { scenario, io, format, seeds, workers, asked } = exploring;
  const results: SeedResult[] = [];
  const started = performance.now();
  const onResult = (result: SeedResult) => {
    results.push(result);
    io.progress?.(`${results.length} of ${seeds.length} seeds`);
  };
  await runSeeds({ scenario, seeds, measures: asked, workers, onResult });
  const wallSeconds = (performance.now() - started) / 1_000;
  results.sort((a, b) => a.seed - b.seed);
  const measures = toldMeasures(exploring, results);
  warnOfFailed(scenario, failedIn(results), io);
  tell({ scenario, results, measures, workers, wallSeconds }, format, io);
  return results.every(seedHolds) ? EXIT.ok : EXIT.failed;
}

async function exploreSweep(exploring: Exploring, text: string): Promise<number> {
  const { scenario, io, format, seeds, workers, asked } = exploring;
  const plan = planSweep(scenario, text);
  const started = performance.now();
  const total = seeds.length * plan.scenarios.length;
  const runs = await runSweep(plan, { seeds, measures: asked, workers }, (done) => {
    io.progress?.(`${done} of ${total} runs`);
  });
  const wallSeconds = (performance.now() - started) / 1_000;
  const results = runs.flatMap((run) => run.results);
  const measures = toldMeasures(exploring, results);
  warnOfFailed(scenario, failedIn(results), io);
  const swept: Swept = { scenario, sweep: plan.sweep, runs, measures, workers, wallSeconds };
  io.progress?.('');
  io.out(format === 'json' ? sweepJson(swept) : sweepText(swept));
  return results.every(seedHolds) ? EXIT.ok : EXIT.failed;
}

function tell(explored: Explored, format: 'text' | 'json', io: Output): void {
  io.progress?.('');
  io.out(format === 'json' ? jsonReport(explored) : textReport(explored));
}

const failedIn = (results: readonly SeedResult[]): readonly string[] =>
  results.flatMap(({ failed }) => failed);

/** Unasked, only those are told that the runs have something for. */
function toldMeasures({ parsed, asked }: Exploring, results: readonly SeedResult[]) {
  if (textOption(parsed, 'measure') !== undefined) return asked;
  return asked.filter((name) => results.some(({ samples }) => samples[name].length > 0));
}

function measuresOf(parsed: ParsedArguments): readonly string[] {
  const names = MEASURES.map(({ name }) => name);
  const asked = textOption(parsed, 'measure');
  if (asked === undefined) return names;
  if (names.includes(asked)) return [asked];
  return refuse('--measure', `expected one of ${names.join(', ')}, found ${JSON.stringify(asked)}`);
}

function workersOf(parsed: ParsedArguments): number {
  const text = textOption(parsed, 'workers');
  if (text === undefined) return availableParallelism();
  if (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= MOST_WORKERS) return Number(text);
  return refuse(
    '--workers',
    `expected a whole number from 1 to ${MOST_WORKERS}, found ${JSON.stringify(text)}`,
  );
}
