/**
 * `--dry-run`.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/util/helpers.go
 *             (GetDryRunStrategy, PrintFlagsWithDryRunStrategy)
 * Simplified  that a boolean value is deprecated is not logged
 */
import type { Given } from './given';
import { failing } from './refusal';

export type DryRun = 'none' | 'client' | 'server';

export function readDryRun(given: Given): DryRun {
  if (!given.has('dry-run')) return 'none';
  const text = given.text('dry-run');
  if (/^(1|t|true)$/i.test(text) || text === 'unchanged') return 'client';
  if (/^(0|f|false)$/i.test(text) || text === 'none') return 'none';
  if (text === 'client' || text === 'server') return text;
  throw failing(`Invalid dry-run value (${text}). Must be "none", "server", or "client".`);
}

/** Behind the word for what was done. */
export const DRY_RUN_TEXT: Readonly<Record<DryRun, string>> = {
  none: '',
  client: ' (dry run)',
  server: ' (server dry run)',
};
