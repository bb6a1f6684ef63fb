/** A trace as the command line exports it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export function traceOf(scenario: string): { readonly hash: string; readonly lines: string } {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-'));
  const file = join(folder, 'trace.jsonl');
  const program = fileURLToPath(new URL('../src/tools/orrery.mjs', import.meta.url));
  try {
    const args = [program, 'run', scenario, '--trace', file, '--format', 'json'];
    const printed = execFileSync(process.execPath, args, { encoding: 'utf8' });
    const { traceHash } = JSON.parse(printed) as { readonly traceHash: string };
    return { hash: traceHash, lines: readFileSync(file, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
