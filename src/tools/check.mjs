/** `npm run check`: types, lint and format, all unit tests. What must pass before a push. */
import { ensureDependencies, ensureNode, runTool } from './ensure.mjs';
import { printSummary, STEPS, unitTests } from './steps.mjs';

runTool(() => {
  ensureNode();
  ensureDependencies();
  return printSummary([STEPS.types(), STEPS.lint(), ...unitTests([])]);
});
