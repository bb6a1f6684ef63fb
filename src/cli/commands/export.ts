import { closeSync, openSync, writeSync } from 'node:fs';
import { asTime, parseGoDuration, type SimTime } from '#base';
import { EXPORTERS, type Exporter, type RunToExport, type Scenario } from '#protocol';
import { compileScenario, Run } from '#session';
import { onlyArgument, type ParsedArguments, readArguments, textOption } from '../arguments';
import { type Command, EXIT, type Output, Refusal, refuse } from '../command';
import { fileReason } from '../file-reason';
import { nodeHash } from '../node-hash';
import { scenarioOf } from '../scenario-source';

/** Characters gathered before they are written. */
const CHUNK = 1 << 16;

const formats = EXPORTERS.map(({ id }) => id);

/** Runs a scenario and writes what other tools read. */
export const exportCommand: Command = {
  name: 'export',
  usage: `export SCENARIO --as ${formats.join('|')} [--at D] [--out FILE]`,
  summary: 'writes a run in a format that existing tools read',
  run: (args, io) => {
    const parsed = readArguments(args, {
      as: 'string',
      at: 'string',
      out: 'string',
    });
    const exporter = exporterOf(parsed);
    const scenario = scenarioOf(onlyArgument(parsed, 'SCENARIO'), io);
    const at = textOption(parsed, 'at');
    if (at !== undefined && exporter.id !== 'objects') refuse('--at', 'goes with --as objects');
    write(exporter.write(runToEnd(scenario, at)), textOption(parsed, 'out'), io);
    return EXIT.ok;
  },
};

function exporterOf(parsed: ParsedArguments): Exporter {
  const wanted = textOption(parsed, 'as');
  const found = EXPORTERS.find(({ id }) => id === wanted);
  const known = formats.join(', ');
  if (wanted === undefined) return refuse('--as', `missing; expected one of ${known}`);
  return found ?? refuse('--as', `expected one of ${known}, found ${JSON.stringify(wanted)}`);
}

function runToEnd(scenario: Scenario, at: string | undefined): RunToExport {
  const compiled = compileScenario(scenario);
  if (!compiled.ok) throw new Refusal(compiled.faults);
  const time = at === undefined ? undefined : instantOf(at, compiled.value.until);
  const run = new Run(compiled.value, nodeHash());
  run.advance();
  const { traceHash, behaviourVersion } = run.summary(0);
  return {
    scenario,
    table: run.table,
    traceHash,
    behaviourVersion,
    time: time ?? run.now,
  };
}

function instantOf(text: string, until: SimTime): SimTime {
  const length = parseGoDuration(text);
  if (length === undefined || length < 0) {
    const found = JSON.stringify(text);
    return refuse('--at', `expected a Go duration such as 40s, found ${found}`);
  }
  if (length > until) return refuse('--at', `${text} is after the end of the run`);
  return asTime(length);
}

function write(pieces: Iterable<string>, path: string | undefined, io: Output): void {
  if (path === undefined) {
    for (const text of chunks(pieces)) io.out(text);
    return;
  }
  try {
    const file = openSync(path, 'w');
    for (const text of chunks(pieces)) writeSync(file, text);
    closeSync(file);
  } catch (error) {
    refuse('--out', `${path}: ${fileReason(error)}`);
  }
}

function* chunks(pieces: Iterable<string>): Generator<string> {
  let chunk = '';
  for (const piece of pieces) {
    chunk += piece;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}
