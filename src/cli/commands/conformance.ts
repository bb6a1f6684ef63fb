import { runConformance } from '#conformance';
import { readArguments } from '../arguments';
import { type Command, EXIT, refuse } from '../command';
import { readText } from '../scenario-source';

/** Runs decision-table cases: a JSON line for each, then the closing line. */
export const conformanceCommand: Command = {
  name: 'conformance',
  usage: 'conformance FILE...',
  summary: 'runs decision-table cases',
  run: (args, io) => {
    const { rest } = readArguments(args, {});
    if (rest.length === 0) refuse('FILE', 'missing');
    const counts = { pass: 0, fail: 0, unsupported: 0 };
    const files = rest.map((path) => [path, casesOf(path)] as const);
    for (const [path, cases] of files) {
      for (const [index, item] of cases.entries()) {
        const outcome = runConformance(item);
        if (typeof outcome === 'string') return refuse(`${path}[${index}]`, outcome);
        counts[outcome.result] += 1;
        io.out(`${JSON.stringify(outcome)}\n`);
      }
    }
    io.out(`${counts.pass} passed, ${counts.fail} failed, ${counts.unsupported} skipped\n`);
    return counts.fail > 0 ? EXIT.failed : EXIT.ok;
  },
};

function casesOf(path: string): readonly unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(readText(path));
  } catch (error) {
    if (error instanceof SyntaxError) return refuse(path, `not JSON: ${error.message}`);
    throw error;
  }
  return Array.isArray(value) ? value : refuse(path, 'expected an array of cases');
}
