/**
 * `npm run bench [-- --only NAME[,NAME]]`: runs the benchmarks of src/tools/benches and prints one
 * JSON object: the machine, and figures by benchmark. `npm run -s bench` prints nothing else.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import {
  ensureBrowser,
  ensureDependencies,
  ensureNode,
  ROOT,
  runTool,
  ToolError,
} from './ensure.mjs';
import { importBuilt } from './node-build.mjs';

runTool(async () => {
  ensureNode();
  ensureDependencies();
  const { benchNames, runBenches } = await importBuilt('src/tools/bench-entry.ts', [
    '@playwright/test',
    'vite',
  ]);
  const names = readOptions(process.argv.slice(2), benchNames());
  buildPage();
  ensureBrowser();
  const report = await runBenches(ROOT, names);
  process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
  return Object.keys(report.faults).length > 0 ? 1 : 0;
});

/** The figures are those of the present sources, so the page is built anew. */
function buildPage() {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const done = spawnSync(process.execPath, [vite, 'build', '--logLevel=error', '--bypass-lock'], {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
  });
  if (done.status !== 0) throw new ToolError('the page could not be built');
}

function readOptions(args, known) {
  if (args.length === 0) return [];
  const joined = args.join(' ').match(/^--only[= ](\S+)$/);
  const names = joined ? joined[1].split(',') : [];
  if (names.length === 0 || names.some((name) => !known.includes(name))) {
    throw new ToolError(`usage: npm run bench -- [--only ${known.join('|')}[,...]]`);
  }
  return names;
}
