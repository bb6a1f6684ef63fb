/**
 * `patch`.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/patch/patch.go (Complete,
 *             RunPatch)
 * Simplified  the patch is JSON, not YAML
 */
import type { Command, PatchCommand } from './command';
import { type DryRun, readDryRun } from './dry-run';
import type { Given } from './given';
import { readSubresource } from './read-subresource';
import { failing, refusing } from './refusal';

const TYPES = ['json', 'merge', 'strategic'] as const;

export function readPatch(given: Given): Command {
  const text = given.text('patch');
  if (text === '') {
    throw failing('must specify --patch or --patch-file containing the contents of the patch');
  }
  const asked = given.has('type') ? given.text('type').toLowerCase() : 'strategic';
  const type = TYPES.find((each) => each === asked);
  if (type === undefined) {
    throw failing(`--type must be one of [${TYPES.join(' ')}], not ${JSON.stringify(asked)}`);
  }
  const subresource = readSubresource(given);
  return {
    verb: 'patch',
    subresource,
    selection: given.selection({ allowEmptySelector: false, subresource }),
    type,
    patch: patchOf(text),
    nameOnly: given.text('output') === 'name',
    dryRun: dryRunOf(given),
  };
}

/** What a patch would do is asked of the server alone. */
function dryRunOf(given: Given): DryRun {
  const dryRun = readDryRun(given);
  if (dryRun === 'client') throw refusing('flag-not-modelled', '--dry-run=client');
  return dryRun;
}

function patchOf(text: string): PatchCommand['patch'] {
  try {
    const patch: unknown = JSON.parse(text);
    if (typeof patch === 'object' && patch !== null) return patch;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw failing(`unable to parse ${JSON.stringify(text)}: a patch is JSON here`);
}
