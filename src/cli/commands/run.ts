import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { asTime, formatGoDuration, parseGoDuration, type SimDuration, type SimTime } from '#base';
import type { RunSummary, Scenario } from '#protocol';
import { compileScenario, objectsAt, Run } from '#session';
import type { TraceTable } from '#trace';
import { onlyArgument, type ParsedArguments, readArguments, textOption } from '../arguments';
import { type Command, EXIT, Refusal, refuse } from '../command';
import { fileReason } from '../file-reason';
import { nodeHash } from '../node-hash';
import { scenarioOf } from '../scenario-source';
import { warn, warnOfFailed } from '../warnings';

const MAX_SEED = 0xffffffff;
const OPTIONS = {
  seed: 'string',
  until: 'string',
  trace: 'string',
  objects: 'string',
  at: 'string',
  format: 'string',
} as const;

/** Runs a scenario and says what held. */
export const runCommand: Command = {
  name: 'run',
  usage:
    'run SCENARIO [--seed N] [--until D] [--trace FILE] [--objects FILE] [--at D,D] ' +
    '[--format text|json]',
  summary: 'runs; SCENARIO is a file, - (stdin), a share link or a library name',
  run: (args, io) => {
    const parsed = readArguments(args, OPTIONS);
    const format = textOption(parsed, 'format') ?? 'text';
    if (format !== 'text' && format !== 'json') {
      refuse('--format', `expected text or json, found ${format}`);
    }
    const scenario = withOptions(scenarioOf(onlyArgument(parsed, 'SCENARIO'), io), parsed);
    const compiled = compileScenario(scenario);
    if (!compiled.ok) throw new Refusal(compiled.faults);
    const times = timesOf(parsed, compiled.value.until);
    warn(scenario, io);
    checkFiles(parsed);
    const started = performance.now();
    const run = new Run(compiled.value, nodeHash());
    run.advance();
    const summary = run.summary((performance.now() - started) / 1_000);
    const failed = summary.expectations.filter(({ ok }) => !ok).map(({ name }) => name);
    warnOfFailed(scenario, failed, io);
    const asked = times.map((time) => asTime(Math.min(time, run.now)));
    if (times.some((time) => time > run.now)) {
      io.err(`--at: the limit of records ended the run at ${textOfTime(run.now)}\n`);
    }
    writeFiles(run.table, parsed, [...asked, run.now]);
    io.out(format === 'json' ? `${jsonOf(summary)}\n` : textOf(summary));
    return holds(summary) ? EXIT.ok : EXIT.failed;
  },
};

function withOptions(scenario: Scenario, parsed: ParsedArguments): Scenario {
  const { spec } = scenario;
  const seed = textOption(parsed, 'seed');
  const until = textOption(parsed, 'until');
  if (seed !== undefined && !(/^\d+$/.test(seed) && Number(seed) <= MAX_SEED)) {
    refuse('--seed', `expected a whole number from 0 to ${MAX_SEED}, found ${seed}`);
  }
  if (until !== undefined) instant('--until', until);
  return {
    ...scenario,
    spec: {
      ...spec,
      ...(seed === undefined ? {} : { seed: Number(seed) }),
      ...(until === undefined ? {} : { until }),
    },
  };
}

function instant(path: string, text: string): SimTime {
  const length = parseGoDuration(text);
  if (length === undefined || length < 0) {
    return refuse(path, `expected a Go duration such as 40s, found ${JSON.stringify(text)}`);
  }
  return asTime(length);
}

function timesOf(parsed: ParsedArguments, until: SimTime): readonly SimTime[] {
  const text = textOption(parsed, 'at');
  if (text === undefined) return [];
  if (textOption(parsed, 'objects') === undefined) refuse('--at', 'goes with --objects');
  return text.split(',').map((part) => {
    const time = instant('--at', part);
    if (time > until) refuse('--at', `${part} is after the end of the run, ${textOfTime(until)}`);
    return time;
  });
}

const textOfTime = (time: SimTime): string => formatGoDuration(time as number as SimDuration);

/** Refuses a file that cannot be written before the run, which may be long. */
function checkFiles(parsed: ParsedArguments): void {
  for (const option of ['trace', 'objects']) {
    const path = textOption(parsed, option);
    if (path === undefined) continue;
    try {
      closeSync(openSync(path, 'a'));
    } catch (error) {
      refuse(`--${option}`, `${path}: ${fileReason(error)}`);
    }
  }
}

function writeFiles(table: TraceTable, parsed: ParsedArguments, times: readonly SimTime[]): void {
  const trace = textOption(parsed, 'trace');
  const objects = textOption(parsed, 'objects');
  try {
    if (trace !== undefined) writeTrace(table, trace);
    if (objects !== undefined) {
      const stored = times.map((time) => objectsAt(table, time));
      writeFileSync(objects, `${JSON.stringify(stored, undefined, 2)}\n`);
    }
  } catch (error) {
    refuse('output', (error as Error).message);
  }
}

const LINES_A_WRITE = 2_000;

function writeTrace(table: TraceTable, path: string): void {
  const file = openSync(path, 'w');
  for (let first = 0; first < table.length; first += LINES_A_WRITE) {
    let chunk = '';
    const end = Math.min(table.length, first + LINES_A_WRITE);
    for (let seq = first; seq < end; seq += 1) chunk += `${table.line(seq)}\n`;
    writeSync(file, chunk);
  }
  closeSync(file);
}

function holds({ expectations, invariants }: RunSummary): boolean {
  return expectations.every(({ ok }) => ok) && invariants.every((it) => it.ok || it.expected);
}

/** Every field of the contract is there, so what there is not is null. */
function jsonOf(summary: RunSummary): string {
  const expectations = summary.expectations.map(({ name, ok, got = null, want = null, at }) => {
    return { name, ok, got, want, at };
  });
  const invariants = summary.invariants.map(({ name, ok, firstBreach = null }) => {
    return { name, ok, firstBreach };
  });
  return JSON.stringify({ ...summary, expectations, invariants });
}

function textOf(summary: RunSummary): string {
  const { scenario, seed, records, virtualSeconds, wallSeconds, traceHash } = summary;
  const speed = wallSeconds > 0 ? Math.round(virtualSeconds / wallSeconds) : 0;
  const lines = [
    `${scenario}  seed ${seed}  behaviour version ${summary.behaviourVersion}`,
    `${virtualSeconds} s simulated in ${wallSeconds.toFixed(3)} s (${speed}x real time), ` +
      `${records} records${summary.truncated ? ', TRUNCATED at the limit' : ''}`,
    `trace hash ${traceHash}`,
  ];
  for (const { ok, name, at, got, want } of summary.expectations) {
    lines.push(`${ok ? 'ok    ' : 'FAILED'} ${name} (${at})`);
    if (!ok)
      lines.push(`       want ${JSON.stringify(want)}`, `       got  ${JSON.stringify(got)}`);
  }
  for (const { ok, name, firstBreach, expected } of summary.invariants) {
    const at = ok ? '' : ` at ${firstBreach}${expected ? ', as expected' : ''}`;
    lines.push(`${ok ? 'ok    ' : 'BROKEN'} invariant ${name}${at}`);
  }
  return `${lines.join('\n')}\n`;
}
