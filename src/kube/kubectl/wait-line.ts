/**
 * `wait`: until objects are gone, have a condition, or a value at a path.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/wait/wait.go (RunWait,
 *             getObjAndCheckCondition, ConditionalWait.checkCondition, JSONPathWait.checkCondition)
 * Simplified  a path that leads to several values, or to no plain one, is waited for
 */
import type { Json } from '#base';
import { evaluate, PathFault, type PathNode, type WaitCommand } from '#console';
import type { Procedure } from '#kernel';
import type { KubeObject } from '../api/objects';
import { newNotFound } from '../api/status';
import { failureText, isNotFound } from './errors';
import { type Info, isKnown, type LineCall, titleOf } from './line-call';
import { Patience, waitDeleted, waitUntil } from './wait-until';

export function* runWait(call: LineCall, command: WaitCommand): Procedure<void> {
  const { selection, until, timeout, nameOnly } = command;
  const found = yield* call.visit(selection, { chunkSize: 0 });
  const isPassed = (failed: (typeof found.failures)[number]) =>
    until.kind === 'delete' && isNotFound(failed);
  const failures = found.failures.filter((failed) => !isPassed(failed));
  if (found.infos.length === 0 && failures.length === 0 && until.kind !== 'delete') {
    call.say('error: no matching resources found', 'error');
    return;
  }
  const patience = new Patience(call, timeout);
  for (const info of found.infos) {
    const failed = yield* waitOne(call, info, command, patience);
    if (failed !== undefined) {
      call.say(failed, 'error');
      break;
    }
    call.say(nameOnly ? titleOf(info) : `${titleOf(info)} condition met`);
  }
  patience.end();
  call.fail(failures);
}

function* waitOne(
  call: LineCall,
  { of, namespace, name, object }: Info,
  { until, timeout }: WaitCommand,
  patience: Patience,
): Procedure<string | undefined> {
  const what = { of, namespace, name };
  const met = (each: KubeObject) => isMet(each, until);
  if (timeout === 0) {
    const got = yield* call.client.get(of, namespace, name);
    if (!got.ok) return until.kind === 'delete' && isNotFound(got) ? undefined : failureText(got);
    return met(got.object) ? undefined : `error: condition not met for ${of.resource}/${name}`;
  }
  if (until.kind === 'delete') {
    const uid = isKnown(object) ? object.metadata.uid : undefined;
    return yield* waitDeleted(call, { ...what, uid }, patience);
  }
  const status = newNotFound(of, name);
  const missing = failureText({ ok: false, status, transport: undefined, seq: 0 });
  return yield* waitUntil(call, what, { met, gone: false, missing }, patience);
}

function isMet(object: KubeObject, until: WaitCommand['until']): boolean {
  switch (until.kind) {
    case 'delete':
      return false;
    case 'condition':
      return hasCondition(object, until.type, until.status);
    case 'jsonpath':
      return hasValue(object, until.path, until.value);
  }
}

interface Condition {
  readonly type?: string;
  readonly status?: string;
  readonly observedGeneration?: number;
}

interface ObservedStatus {
  readonly conditions?: readonly Condition[];
  readonly observedGeneration?: number;
}

const alike = (a: string | undefined, b: string): boolean => a?.toLowerCase() === b.toLowerCase();

/** A condition of an older generation does not count. */
function hasCondition({ metadata, status }: KubeObject, type: string, wanted: string): boolean {
  const { conditions = [], observedGeneration } = (status ?? {}) as ObservedStatus;
  const found = conditions.find((each) => alike(each.type, type));
  if (!found) return false;
  const observed = found.observedGeneration ?? observedGeneration;
  const { generation } = metadata;
  const old = generation !== undefined && observed !== undefined && observed < generation;
  return !old && alike(found.status, wanted);
}

function hasValue(object: KubeObject, path: readonly PathNode[], value: string): boolean {
  try {
    const found = evaluate(path, object as unknown as Json);
    return found.length === 1 && typeof found[0] !== 'object' && String(found[0]).trim() === value;
  } catch (fault) {
    if (fault instanceof PathFault) return false;
    throw fault;
  }
}
