/**
 * The steps that check and test run, and their count of passed and failed. A step that has no tests
 * of its own (types, lint, build) counts as one.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { countPageTests } from './count-page-tests.mjs';
import { ROOT } from './ensure.mjs';
import { buildFolder } from './node-build.mjs';

const BIN = {
  tsc: 'node_modules/typescript/bin/tsc',
  biome: 'node_modules/@biomejs/biome/bin/biome',
  vite: 'node_modules/vite/bin/vite.js',
  vitest: 'node_modules/vitest/vitest.mjs',
  playwright: 'node_modules/@playwright/test/cli.js',
};
export const BIOME_CONFIG = 'src/tools/style.biome.json';

/** Kinds of unit tests, by path; the first that matches counts. `unit` is all the rest. */
const KINDS = [
  ['tidy', /^src\/(tidy\.test\.ts|tools\/tidy\/)/],
  ['property', /\.property\.test\.ts$/],
  ['conformance', /^src\/conformance\//],
  ['determinism', /^src\/session\/(.*\/)?[^/]*(determinism|golden|swarm)[^/]*(\/|\.)/],
  ['unit', /./],
];
export const UNIT_KINDS = KINDS.map(([name]) => name);

/**
 * @returns what a step found: `{ name, passed, failed, skipped, seconds }`, or a list of these;
 *   page tests also say in `flaky` which of the passed ones did so only on their second try
 */
export const STEPS = {
  types: () => commandStep('types', ['tsc', '--noEmit']),
  lint: () =>
    commandStep('lint', [
      'biome',
      'check',
      `--config-path=${BIOME_CONFIG}`,
      '--max-diagnostics=50',
      '.',
    ]),
  build: () => commandStep('build', ['vite', 'build', '--logLevel=warn', '--bypass-lock']),
  e2e: endToEnd,
};

function run([program, ...args], env = {}) {
  return spawnSync(process.execPath, [join(ROOT, BIN[program]), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
}

function commandStep(name, command) {
  const started = Date.now();
  const ok = run(command).status === 0;
  return { name, passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, seconds: since(started) };
}

const since = (started) => Math.round((Date.now() - started) / 100) / 10;

/**
 * Runs the unit tests of these kinds in one go.
 * @param kinds of UNIT_KINDS; all when empty
 */
export function unitTests(kinds) {
  const started = Date.now();
  const output = resultFile('vitest.json');
  const status = run([
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${output}`,
    ...filters(kinds),
  ]).status;
  const counts = countVitest(readJson(output));
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  if (status !== 0 && failed === 0) counts.push(outcome('unit tests (did not end well)', 0, 1));
  if (counts.length > 0) counts[counts.length - 1].seconds = since(started);
  return counts;
}

/** Vitest takes parts of paths to run and globs to leave out; both are derived from the kinds. */
function filters(kinds) {
  const only = {
    tidy: ['src/tidy.test.ts', 'src/tools/tidy/'],
    property: ['.property.test.ts'],
    conformance: ['src/conformance/'],
    determinism: ['determinism', 'src/session/golden', 'swarm'],
  };
  if (kinds.length === 0 || kinds.length === UNIT_KINDS.length) return [];
  if (!kinds.includes('unit')) return ['--passWithNoTests', ...kinds.flatMap((kind) => only[kind])];
  const globs = {
    tidy: ['src/tidy.test.ts', 'src/tools/tidy/**'],
    property: ['**/*.property.test.ts'],
    conformance: ['src/conformance/**'],
    determinism: ['**/*determinism*', 'src/session/golden/**', '**/*swarm*'],
  };
  return Object.keys(globs)
    .filter((kind) => !kinds.includes(kind))
    .flatMap((kind) => globs[kind].map((glob) => `--exclude=${glob}`));
}

function countVitest(report) {
  const counts = new Map();
  for (const file of report ? report.testResults : []) {
    const path = relative(ROOT, file.name).replace(/\\/g, '/');
    const [kind] = KINDS.find(([, pattern]) => pattern.test(path));
    const count = counts.get(kind) || outcome(kind, 0, 0);
    counts.set(kind, count);
    for (const test of file.assertionResults) {
      if (test.status === 'passed') count.passed += 1;
      else if (test.status === 'failed') count.failed += 1;
      else count.skipped += 1;
    }
    // A file that could not be loaded has no results and yet has failed.
    if (
      file.status === 'failed' &&
      !file.assertionResults.some((test) => test.status === 'failed')
    ) {
      count.failed += 1;
    }
  }
  return UNIT_KINDS.filter((kind) => counts.has(kind)).map((kind) => counts.get(kind));
}

function endToEnd() {
  const started = Date.now();
  const output = resultFile('playwright.json');
  const status = run(['playwright', 'test', '--config=e2e/playwright.config.ts'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: output,
  }).status;
  const { passed, failed, skipped, flaky } = countPageTests(readJson(output));
  const result = { ...outcome('e2e', passed, failed), skipped, flaky, seconds: since(started) };
  if (status !== 0 && failed === 0) result.failed = 1;
  return result;
}

const outcome = (name, passed, failed) => ({
  name,
  passed,
  failed,
  skipped: 0,
  seconds: undefined,
});

function resultFile(name) {
  const path = join(buildFolder(), name);
  rmSync(path, { force: true });
  return path;
}

function readJson(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

/**
 * Prints a table and, as the last line, the sums.
 * @returns the exit status
 */
export function printSummary(outcomes) {
  process.stdout.write('\n');
  for (const { name, passed, failed, skipped, seconds } of outcomes) {
    const time = seconds === undefined ? '' : `${seconds.toFixed(1)} s`;
    const left = skipped > 0 ? `, ${skipped} skipped` : '';
    const word = failed > 0 ? 'FAILED' : 'ok';
    process.stdout.write(
      `${word.padEnd(7)} ${name.padEnd(14)} ${passed} passed, ${failed} failed${left}  ${time}\n`,
    );
  }
  for (const name of outcomes.flatMap(({ flaky }) => flaky ?? [])) {
    process.stdout.write(`flaky: ${name} (passed only on its second try)\n`);
  }
  const sum = (field) => outcomes.reduce((total, each) => total + each[field], 0);
  const skipped = sum('skipped');
  const tail = skipped > 0 ? `, ${skipped} skipped` : '';
  process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed${tail}\n`);
  return sum('failed') > 0 || sum('passed') === 0 ? 1 : 0;
}
