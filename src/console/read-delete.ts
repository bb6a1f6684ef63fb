/**
 * `delete`.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/delete/delete.go (Complete,
 *             Validate), cmd/util/helpers.go (GetCascadingStrategy)
 */
import { NO_DURATION, parseGoDuration, type SimDuration } from '#base';
import type { Command } from './command';
import { readDryRun } from './dry-run';
import type { Given } from './given';
import { manifestCommand } from './manifest-command';
import { failing } from './refusal';

const POLICIES = {
  background: 'Background',
  orphan: 'Orphan',
  foreground: 'Foreground',
} as const;

/** Upstream: cmdutil.GetCascadingStrategy. */
function cascade(text: string, warnings: string[]): 'Orphan' | 'Background' | 'Foreground' {
  if (text === '') return 'Background';
  const old = /^(1|t|true)$/i.test(text)
    ? 'background'
    : /^(0|f|false)$/i.test(text)
      ? 'orphan'
      : undefined;
  if (old) {
    const instead = `can be replaced with --cascade=${old}.`;
    warnings.push(`warning: --cascade=${text} is deprecated (boolean value) and ${instead}`);
    return POLICIES[old];
  }
  if (text in POLICIES) return POLICIES[text as keyof typeof POLICIES];
  throw failing(`invalid cascade value (${text}). Must be "background", "foreground", or "orphan"`);
}

/** Nothing is said for 0. */
function timeoutOf(given: Given): SimDuration | undefined {
  const length = given.has('timeout') ? parseGoDuration(given.text('timeout')) : NO_DURATION;
  return length === undefined || length === NO_DURATION ? undefined : length;
}

const FORCE_WARNING =
  'warning: Immediate deletion does not wait for confirmation that the running resource has been ' +
  'terminated. The resource may continue to run on the cluster indefinitely.';

export function readDelete(given: Given): Command {
  const warnings: string[] = [];
  const policy = cascade(given.text('cascade'), warnings);
  if (given.list('filename').length > 0) {
    return { ...manifestCommand('delete', given), policy } as Command;
  }
  const all = given.on('all');
  const selected = given.text('selector') !== '' || given.text('field-selector') !== '';
  if (all && selected) throw failing("setting 'all' parameter but found a non empty selector. ");
  let grace = given.number('grace-period', -1);
  if (given.on('now')) {
    if (grace !== -1) throw failing('--now and --grace-period cannot be specified together');
    grace = 1;
  }
  const force = given.on('force');
  if (grace === 0 && !force) grace = 1;
  if (force && grace < 0) grace = 0;
  const selection = given.selection({ allowEmptySelector: false, all });
  const output = given.text('output');
  if (output !== '' && output !== 'name') {
    throw failing(`unexpected -o output mode: ${output}. We only support '-o name'`);
  }
  if (force && grace > 0) {
    throw failing('--force and --grace-period greater than 0 cannot be specified together');
  }
  if (force) warnings.push(FORCE_WARNING);
  return {
    verb: 'delete',
    selection,
    policy,
    gracePeriod: grace < 0 ? undefined : grace,
    ignoreNotFound: given.has('ignore-not-found') ? given.on('ignore-not-found') : all || selected,
    nameOnly: output === 'name',
    warnings,
    warnClusterScope: given.has('namespace') && !given.on('all-namespaces'),
    dryRun: readDryRun(given),
    wait: given.text('wait') !== 'false',
    timeout: timeoutOf(given),
  };
}
