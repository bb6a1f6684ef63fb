/**
 * `rollout`.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/rollout (rollout_pause.go,
 *             rollout_resume.go, rollout_restart.go, rollout_status.go: Validate)
 * Simplified  `history` and `undo` are not modelled: nothing here makes ReplicaSets of a Deployment
 */
import { parseGoDuration } from '#base';
import { type Command, ROLLOUT_ACTS } from './command';
import type { Given } from './given';
import { failing, misused, refusing } from './refusal';

const OTHERS: readonly string[] = ['history', 'undo'];

export function readRollout(given: Given): Command {
  const [word, ...args] = given.args;
  if (word === undefined) throw refusing('help', 'rollout');
  if (OTHERS.includes(word)) throw refusing('verb-not-modelled', `rollout ${word}`);
  const act = ROLLOUT_ACTS.find((each) => each === word);
  if (!act) throw misused('kubectl rollout', `unknown command ${JSON.stringify(word)}`);
  if (args.length === 0) throw failing('required resource not specified');
  const labelled = given.text('selector') !== '';
  const selection = given.selection({ args, allowEmptySelector: act === 'status' && !labelled });
  const limit = parseGoDuration(given.text('timeout'));
  return {
    verb: 'rollout',
    act,
    selection,
    nameOnly: given.text('output') === 'name',
    watch: given.text('watch') !== 'false',
    timeout: limit === undefined || limit === 0 ? undefined : limit,
  };
}
