/**
 * `create`, `delete`, `label` and `annotate`: what they send, and what they say of it.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd/create, cmd/delete/delete.go
 *             (DeleteResult), cmd/label/label.go (RunLabel), cmd/annotate/annotate.go (RunAnnotate)
 */
import type { CreateCommand, DeleteCommand, EditMapCommand } from '#console';
import { DRY_RUN_TEXT, type DryRun, groupKindOf } from '#console';
import type { Procedure } from '#kernel';
import type { KubeObject } from '../api/objects';
import { MERGE_PATCH } from '../api/patch-body';
import { errorText } from '../client/rest-client';
import { failureText } from './errors';
import { type Failed, heard, type Info, isKnown, type LineCall, titleOf } from './line-call';
import { type Deleted, uidOf, waitAllDeleted } from './wait-until';

/** What some kinds put before the server's words, where it refuses a `create` of them. */
const PREFIXES: Readonly<Record<string, string>> = {
  ConfigMap: 'configmap:',
  Secret: 'secret',
  ServiceAccount: 'serviceaccount:',
  PriorityClass: 'priorityclass:',
  ResourceQuota: 'quota:',
  Deployment: 'deployment:',
  Job: 'job:',
  CronJob: 'cronjob:',
};

function createPrefix({ object }: CreateCommand): string | undefined {
  const kind = String(object.kind);
  if (kind !== 'Service') {
    return Object.hasOwn(PREFIXES, kind) ? `failed to create ${PREFIXES[kind]}` : undefined;
  }
  const { type } = object.spec as { readonly type: string };
  return `failed to create ${type} service:`;
}

export function* runCreate(call: LineCall, command: CreateCommand): Procedure<void> {
  const { of, object, output, dryRun, act } = command;
  const made = object as unknown as KubeObject;
  const say = ({ metadata: { name = '' } }: KubeObject) => {
    const title = titleOf({ of, name });
    call.say(output === 'name' ? title : `${title} created${DRY_RUN_TEXT[dryRun]}`);
  };
  if (dryRun === 'client') {
    // The page prints it: the line says all of it.
    if (output === 'yaml' || output === 'json') call.print('create', []);
    else say(made);
    return;
  }
  const managed =
    act === 'run'
      ? { fieldManager: 'kubectl-run' }
      : ({ fieldManager: 'kubectl-create', fieldValidation: 'Strict' } as const);
  const result = yield* call.client.create(of, made, { ...managed, ...asked(dryRun) });
  if (result.ok) {
    say(result.object);
    return;
  }
  const prefix = createPrefix(command);
  const text = prefix === undefined ? undefined : `error: ${prefix} ${errorText(result)}`;
  call.say(text ?? failureText(result), 'error');
}

const asked = (dryRun: DryRun): { readonly dryRun?: 'All' } =>
  dryRun === 'server' ? { dryRun: 'All' } : {};

const CLUSTER_SCOPE =
  'warning: deleting cluster-scoped resources, not scoped to the provided namespace';

export function* runDelete(call: LineCall, command: DeleteCommand): Procedure<void> {
  const { selection, ignoreNotFound, warnings } = command;
  for (const warning of warnings) call.say(warning, 'warning');
  const { infos, failures } = yield* call.visit(selection, { chunkSize: 0, need: false });
  const failed: Failed[] = [...failures];
  const gone: Deleted[] = [];
  let warn = command.warnClusterScope;
  for (const info of infos) {
    if (warn && !info.of.namespaced) {
      call.say(CLUSTER_SCOPE, 'warning');
      warn = false;
    }
    failed.push(...(yield* deleteOne(call, info, command, gone)));
  }
  const errors = heard(failed, ignoreNotFound);
  if (errors.length > 0) call.fail(errors);
  else if (infos.length === 0) call.say('No resources found');
  else if (command.wait && command.dryRun === 'none') {
    const text = yield* waitAllDeleted(call, gone, command.timeout);
    if (text !== undefined) call.say(text, 'error');
  }
}

function* deleteOne(
  call: LineCall,
  info: Info,
  { policy, gracePeriod, nameOnly, dryRun }: DeleteCommand,
  gone: Deleted[],
): Procedure<readonly Failed[]> {
  const { of, namespace, name } = info;
  const grace = gracePeriod === undefined ? {} : { gracePeriodSeconds: gracePeriod };
  const dry = dryRun === 'server' ? { dryRun: ['All'] as const } : {};
  const options = { ...grace, ...dry, propagationPolicy: policy };
  if (dryRun !== 'client') {
    const result = yield* call.client.delete(of, namespace, name, options);
    if (!result.ok) return [result];
    gone.push({ of, namespace, name, uid: uidOf(result.object) });
  }
  const how = `${gracePeriod === 0 ? 'force deleted' : 'deleted'}${DRY_RUN_TEXT[dryRun]}`;
  call.say(nameOnly ? titleOf(info) : `${groupKindOf(of)} ${JSON.stringify(name)} ${how}`);
  return [];
}

const FIELD = { label: 'labels', annotate: 'annotations' } as const;
/** May be overwritten without a word. Source: polymorphichelpers.ChangeCauseAnnotation. */
const CHANGE_CAUSE = 'kubernetes.io/change-cause';

export function* runEdit(call: LineCall, command: EditMapCommand): Procedure<void> {
  const { infos, failures } = yield* call.visit(command.selection, { chunkSize: 0 });
  const { targets } = command.selection;
  const single = targets.kind === 'names' && targets.items.length === 1;
  if (command.resourceVersion !== '' && !single) {
    call.say('error: --resource-version may only be used with a single resource', 'error');
    return;
  }
  for (const info of infos) yield* editOne(call, info, command, single);
  call.fail(failures);
}

type Entries = Readonly<Record<string, string>>;

/** @returns why the entries may not be set; undefined when they may. */
function overwrites({ verb, set, overwrite }: EditMapCommand, old: Entries): string | undefined {
  if (overwrite) return undefined;
  const there = Object.keys(set).filter(
    (key) => Object.hasOwn(old, key) && !(verb === 'annotate' && key === CHANGE_CAUSE),
  );
  if (there.length === 0) return undefined;
  const each = there.map((key) => `'${key}' already has a value (${old[key]})`);
  if (verb === 'annotate') {
    const found = 'found the following declared annotation(s)';
    return `--overwrite is false but ${found}: ${each.join('; ')}`;
  }
  const all = each.map((text) => `${text}, and --overwrite is false`);
  return all.length === 1 ? all[0] : `[${all.join(', ')}]`;
}

function* editOne(
  call: LineCall,
  info: Info,
  command: EditMapCommand,
  single: boolean,
): Procedure<void> {
  const { verb, set, remove, list, resourceVersion, dryRun } = command;
  const field = FIELD[verb];
  const old: Entries = (isKnown(info.object) && info.object.metadata[field]) || {};
  if (verb === 'label' && !list) {
    for (const key of remove) {
      if (!Object.hasOwn(old, key)) call.say(`label ${JSON.stringify(key)} not found.`);
    }
  }
  const refused = overwrites(command, old);
  if (refused !== undefined) {
    call.say(`error: ${refused}`, 'error');
    return;
  }
  const entries = withoutKeys({ ...old, ...set }, remove);
  if (list) {
    call.say(listText(info, entries, single));
    return;
  }
  const done = `${titleOf(info)} ${doneWord(command, old, entries)}${DRY_RUN_TEXT[dryRun]}`;
  if (dryRun === 'client') {
    call.say(done);
    return;
  }
  const changed = changesOf(old, entries);
  const version = resourceVersion === '' ? {} : { resourceVersion };
  const metadata = { ...(changed ? { [field]: changed } : {}), ...version };
  const patch = Object.keys(metadata).length === 0 ? {} : { metadata };
  const options = { fieldManager: `kubectl-${verb}`, ...asked(dryRun) };
  const body = { contentType: MERGE_PATCH, patch, options };
  const result = yield* call.client.patch(info.of, info.namespace, info.name, body);
  if (!result.ok) call.fail([result]);
  else call.say(done);
}

const withoutKeys = (entries: Entries, keys: readonly string[]): Entries =>
  Object.fromEntries(Object.entries(entries).filter(([key]) => !keys.includes(key)));

/** The merge patch between two maps; undefined when they are the same. */
function changesOf(old: Entries, entries: Entries): Record<string, string | null> | undefined {
  const changes: Record<string, string | null> = {};
  for (const [key, value] of Object.entries(entries)) if (old[key] !== value) changes[key] = value;
  for (const key of Object.keys(old)) if (!Object.hasOwn(entries, key)) changes[key] = null;
  return Object.keys(changes).length === 0 ? undefined : changes;
}

/** Upstream: updateDataChangeMsg. */
function doneWord({ verb, overwrite }: EditMapCommand, old: Entries, entries: Entries): string {
  if (verb === 'annotate') return 'annotated';
  if (!changesOf(old, entries)) return 'not labeled';
  const shorter = JSON.stringify(entries).length < JSON.stringify(old).length;
  return !overwrite && shorter ? 'unlabeled' : 'labeled';
}

function listText({ of, name }: Info, entries: Entries, single: boolean): string {
  const lines = Object.entries(entries).map(([key, value]) => `${key}=${value}`);
  if (single) return lines.join('\n');
  const head = `Listing labels for ${of.kind}.${of.group}/${name}:`;
  return [head, ...lines.map((line) => ` ${line}`)].join('\n');
}
