#!/usr/bin/env node
/**
 * The command line: `npm run -s orrery -- COMMAND ...` in a checkout, `kube-orrery COMMAND ...`
 * when installed. Builds src/cli when needed, runs it, and writes nothing of its own to standard
 * output.
 */
import { ensureDependencies, ensureNode, runTool } from './ensure.mjs';
import { importBuilt } from './node-build.mjs';

/** Exit status of a fault of ours, as opposed to a refused input. */
const INTERNAL_ERROR = 3;

// A reader that has seen enough (`| head`) is no fault.
process.stdout.on('error', (error) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`standard output: ${error.message}\n`);
  process.exit(INTERNAL_ERROR);
});
// Without a place for messages the exit status still tells.
process.stderr.on('error', () => {});

runTool(async () => {
  ensureNode();
  ensureDependencies();
  const { main } = await importBuilt('src/cli/main.ts');
  return main(process.argv.slice(2));
}, INTERNAL_ERROR);
