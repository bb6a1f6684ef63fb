import type { InputFault } from '#base';
import { caseFault, runConformance } from '#conformance';
import { readArguments } from '../arguments';
import { type Command, EXIT, type Output, Refusal, refuse } from '../command';
import { textOf } from '../scenario-source';

/** Runs decision-table cases: a JSON line for each, then the closing line. */
export const conformanceCommand: Command = {
  name: 'conformance',
  usage: 'conformance FILE...',
  summary: 'runs decision-table cases',
  run: (args, io) => {
    const { rest } = readArguments(args, {});
    if (rest.length === 0) refuse('FILE', 'missing');
    const counts = { pass: 0, fail: 0, unsupported: 0 };
    const files = rest.map((path) => [path, casesOf(path, io)] as const);
    const faults = files.flatMap(([path, cases]) => faultsOf(path, cases));
    if (faults.length > 0) throw new Refusal(faults);
    for (const item of files.flatMap(([, cases]) => cases)) {
      const outcome = runConformance(item);
      if (typeof outcome === 'string') return refuse('FILE', outcome);
      counts[outcome.result] += 1;
      io.out(`${JSON.stringify(outcome)}\n`);
    }
    io.out(`${counts.pass} passed, ${counts.fail} failed, ${counts.unsupported} skipped\n`);
    return counts.fail > 0 ? EXIT.failed : EXIT.ok;
  },
};

function faultsOf(path: string, cases: readonly unknown[]): readonly InputFault[] {
  return cases.flatMap((item, index) => {
    const reason = caseFault(item);
    return reason === undefined ? [] : [{ path: `${path}[${index}]`, reason }];
  });
}

function casesOf(path: string, io: Output): readonly unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(textOf(path, io));
  } catch (error) {
    if (error instanceof SyntaxError) return refuse(path, 'not JSON');
    throw error;
  }
  return Array.isArray(value) ? value : refuse(path, 'expected an array of cases');
}
