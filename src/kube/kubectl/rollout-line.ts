/**
 * `rollout`: pauses, resumes and restarts by a patch, and waits until a change is rolled out.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/rollout (RunPause, RunResume,
 *             RunRestart, rollout_status.go: Run), pkg/polymorphichelpers (objectpauser.go,
 *             objectresumer.go, objectrestarter.go)
 * Simplified  `status` without --timeout waits for a minute
 */
import { formatTime, minutes, textAt } from '#base';
import { groupResourceOf, type RolloutCommand } from '#console';
import type { Procedure } from '#kernel';
import type { KubeObject } from '../api/objects';
import { STRATEGIC_MERGE_PATCH } from '../api/patch-body';
import { errorText } from '../client/rest-client';
import { type Info, isKnown, type LineCall, titleOf } from './line-call';
import { rolloutStatus, statusKind } from './rollout-status';
import { Patience, waitUntil } from './wait-until';

const RESTARTED_AT = 'kubectl.kubernetes.io/restartedAt';
const RESTARTABLE: ReadonlySet<string> = new Set(
  'Deployment.apps DaemonSet.apps StatefulSet.apps'.split(' '),
);
const AGAIN =
  'if restart has already been triggered within the past second, please wait before attempting ' +
  'to trigger another';
const DONE = { pause: 'paused', resume: 'resumed', restart: 'restarted' } as const;

type Change = keyof typeof DONE;

export function* runRollout(call: LineCall, command: RolloutCommand): Procedure<void> {
  const { selection, act } = command;
  const { infos, failures } = yield* call.visit(selection, { chunkSize: 0 });
  for (const info of infos) {
    if (act === 'status') yield* status(call, info, command);
    else yield* change(call, info, act, command.nameOnly);
  }
  call.fail(failures);
}

function* change(call: LineCall, info: Info, act: Change, nameOnly: boolean): Procedure<void> {
  const { of, namespace, name, object } = info;
  const patch = isKnown(object) ? patchFor(call, info, object, act) : {};
  if (typeof patch === 'string') {
    call.say(`error: ${patch}`, 'error');
    return;
  }
  const options = { fieldManager: 'kubectl-rollout' };
  const body = { contentType: STRATEGIC_MERGE_PATCH, patch, options };
  const result = yield* call.client.patch(of, namespace, name, body);
  if (!result.ok) call.say(`error: failed to patch: ${errorText(result)}`, 'error');
  else call.say(nameOnly ? titleOf(info) : `${titleOf(info)} ${DONE[act]}`);
}

/** @returns why there is nothing to patch */
function patchFor(call: LineCall, { of, name }: Info, object: KubeObject, act: Change) {
  const refused = (why: string) => `${groupResourceOf(of)} ${JSON.stringify(name)} ${why}`;
  const kind = `${of.kind}.${of.group}`;
  const paused = (object.spec as { readonly paused?: boolean } | undefined)?.paused === true;
  if (act === 'restart') {
    if (!RESTARTABLE.has(kind)) return refused('restarting is not supported');
    if (paused) return refused("can't restart paused deployment (run rollout resume first)");
    const now = formatTime(call.process.wallMs());
    const before = textAt(object, 'spec', 'template', 'metadata', 'annotations', RESTARTED_AT);
    if (before === now) return `failed to create patch for ${name}: ${AGAIN}`;
    return { spec: { template: { metadata: { annotations: { [RESTARTED_AT]: now } } } } };
  }
  if (kind !== 'Deployment.apps') {
    return refused(`${act === 'pause' ? 'pausing' : 'resuming'} is not supported`);
  }
  if (act === 'pause') return paused ? refused('is already paused') : { spec: { paused: true } };
  return paused ? { spec: { paused: null } } : refused('is not paused');
}

function* status(call: LineCall, info: Info, command: RolloutCommand): Procedure<void> {
  const { of, namespace, name, object } = info;
  const kind = statusKind(of);
  if (kind === undefined) {
    const what = of.group === '' ? of.kind : `${of.kind}.${of.group}`;
    call.say(`error: no status viewer has been implemented for ${what}`, 'error');
    return;
  }
  const look = (each: KubeObject): boolean => {
    const { text, done, failed } = rolloutStatus(kind, each);
    call.say(failed ? `error: ${text}` : text, failed ? 'error' : 'info');
    return done || failed === true;
  };
  if (!command.watch) {
    if (isKnown(object)) look(object);
    return;
  }
  const patience = new Patience(call, command.timeout ?? minutes(1));
  const wish = { met: look, gone: true, missing: 'error: object has been deleted' };
  const said = yield* waitUntil(call, { of, namespace, name }, wish, patience);
  if (patience.over) call.say('error: timed out waiting for the condition', 'error');
  else if (said !== undefined) call.say(said, 'error');
  patience.end();
}
