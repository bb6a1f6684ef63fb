/**
 * `npm test`: everything that can fail, on a fresh clone too: packages, browser, types, lint, unit
 * tests of every kind, the build, the page in Chromium. `--only NAME[,NAME]` runs a part.
 */
import {
  ensureBrowser,
  ensureDependencies,
  ensureFonts,
  ensureNode,
  runTool,
  ToolError,
} from './ensure.mjs';
import { printSummary, STEPS, UNIT_KINDS, unitTests } from './steps.mjs';

const NAMES = ['types', 'lint', ...UNIT_KINDS, 'build', 'e2e'];

runTool(() => {
  ensureNode();
  const wanted = readOptions(process.argv.slice(2));
  ensureDependencies();
  const outcomes = [];
  if (wanted.has('types')) outcomes.push(STEPS.types());
  if (wanted.has('lint')) outcomes.push(STEPS.lint());
  const kinds = UNIT_KINDS.filter((kind) => wanted.has(kind));
  if (kinds.length > 0) outcomes.push(...unitTests(kinds));
  if (wanted.has('build')) outcomes.push(STEPS.build());
  if (wanted.has('e2e')) {
    ensureBrowser();
    ensureFonts();
    outcomes.push(STEPS.e2e());
  }
  return printSummary(outcomes);
});

function readOptions(args) {
  if (args.length === 0) return new Set(NAMES);
  const joined = args.join(' ').match(/^--only[= ](\S+)$/);
  const names = joined ? joined[1].split(',') : [];
  const unknown = names.filter((name) => !NAMES.includes(name));
  if (names.length === 0 || unknown.length > 0) {
    throw new ToolError(`usage: npm test -- [--only ${NAMES.join('|')}[,...]]`);
  }
  // The page is tested as it is built.
  return new Set(names.includes('e2e') ? [...names, 'build'] : names);
}
