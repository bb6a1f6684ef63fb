/**
 * `npm run swarm [-- --seeds A..B]`: random faults, then healing; prints how often each fault
 * fired, how many seeds were disturbed, and a share link for each seed that did not come to rest.
 */
import { ensureDependencies, ensureNode, runTool, ToolError } from './ensure.mjs';
import { importBuilt } from './node-build.mjs';

const DEFAULT = [0, 1_999];
const SHARE_OF_DISTURBED = 0.8;
const LARGEST_SEED = 4_294_967_295;

runTool(async () => {
  ensureNode();
  ensureDependencies();
  const [first, last] = readSeeds(process.argv.slice(2));
  const { encodeShareLink, runSwarm } = await importBuilt('src/tools/swarm-entry.ts', []);
  const faults = {};
  let disturbed = 0;
  let broken = 0;
  for (let seed = first; seed <= last; seed += 1) {
    const result = runSwarm(seed);
    for (const [verb, times] of Object.entries(result.faults)) {
      faults[verb] = (faults[verb] ?? 0) + times;
    }
    if (result.disturbed) disturbed += 1;
    if (result.breaches.length === 0) continue;
    broken += 1;
    const link = encodeShareLink(result.scenario);
    const place = link.ok ? link.value : 'too long for a link';
    process.stdout.write(`seed ${seed}: ${result.breaches.join('; ')}\n  ${place}\n`);
  }
  const count = last - first + 1;
  const fired = Object.entries(faults).sort(([a], [b]) => (a < b ? -1 : 1));
  process.stdout.write(`${fired.map(([verb, times]) => `${verb} ${times}`).join(', ')}\n`);
  process.stdout.write(`${disturbed} of ${count} seeds saw an error or a restart\n`);
  process.stdout.write(`${count - broken} passed, ${broken} failed\n`);
  return broken > 0 || disturbed < SHARE_OF_DISTURBED * count ? 1 : 0;
});

function readSeeds(args) {
  if (args.length === 0) return DEFAULT;
  const range = args.join(' ').match(/^--seeds[= ](\d+)\.\.(\d+)$/);
  if (!range || Number(range[1]) > Number(range[2])) {
    throw new ToolError('usage: npm run swarm -- --seeds A..B');
  }
  if (Number(range[2]) > LARGEST_SEED) {
    throw new ToolError(`--seeds: a seed is at most ${LARGEST_SEED}, found ${range[2]}`);
  }
  return [Number(range[1]), Number(range[2])];
}
