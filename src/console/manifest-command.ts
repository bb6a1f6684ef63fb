import type { Command } from './command';
import type { Given } from './given';
import { failing, misused, refusing } from './refusal';

/** What reads a manifest; `-f` is the only way to name one. */
export function manifestCommand(
  act: 'apply' | 'create' | 'replace' | 'delete',
  given: Given,
): Command {
  const files = given.list('filename');
  if (files.length === 0) throw failing('must specify one of -f and -k');
  const other = files.find((file) => file !== '-');
  if (other !== undefined) throw refusing('only-stdin', other);
  if (given.args.length > 0) {
    throw misused(`kubectl ${act}`, `Unexpected args: [${given.args.join(' ')}]`);
  }
  const left = ['dry-run', 'wait', 'timeout'].find((flag) => given.has(flag));
  if (left !== undefined) throw refusing('flag-not-modelled', `--${left}`);
  const enforced = given.has('namespace');
  return { verb: 'manifest', act, namespace: given.namespace, enforced };
}
