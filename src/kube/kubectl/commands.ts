/**
 * The commands of the timeline's API verbs: their requests, and what they say.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd (create, apply, replace, delete,
 *             patch, scale)
 * Simplified  discovery and OpenAPI requests are left out. A manifest is one that comes by
 *             standard input
 */
import { invariant } from '#base';
import { groupKindOf } from '#console';
import type { Procedure } from '#kernel';
import { semanticDeepEqual } from '../api/equality';
import type { ApiResource, KubeObject, Status } from '../api/objects';
import { MERGE_PATCH } from '../api/patch-body';
import type { RestClient, RestResult, WriteOptions } from '../client/rest-client';
import type { CommandClient, KubectlCommand, KubectlCommands, ManifestObject } from '../steps';
import { apply } from './apply';
import { addSourceToErr, failureText, STDIN } from './errors';
import { findType } from './find-type';
import { uidOf, waitAllDeleted } from './wait-until';

/** Source: the constant of each command, and its flag --field-manager. */
const FIELD_MANAGERS = {
  create: 'kubectl-create',
  apply: 'kubectl-client-side-apply',
  replace: 'kubectl-replace',
  patch: 'kubectl-patch',
} as const;

/** Unknown fields are errors. Source: kubectl's flag --validate. */
const optionsOf = (verb: 'create' | 'apply' | 'replace'): WriteOptions => ({
  fieldManager: FIELD_MANAGERS[verb],
  fieldValidation: 'Strict',
});

interface OneCall {
  readonly client: RestClient;
  readonly of: ApiResource;
  readonly object: KubeObject;
  readonly command: KubectlCommand;
  readonly warn: (text: string) => void;
}

/** What came of an object, and the word for it. */
type Done = readonly [result: RestResult<unknown>, done: string];

function* carryOut(
  { client: plain, say, process, actor }: CommandClient,
  command: KubectlCommand,
): Procedure<void> {
  const heard = new Set<string>();
  const warn = (text: string) => {
    if (!heard.has(text)) say('warning', `Warning: ${text}`);
    heard.add(text);
  };
  const client = plain.hearing?.(warn) ?? plain;
  for (const manifest of command.objects) {
    const of = yield* findType(client, manifest.apiVersion, manifest.kind);
    if (!of) {
      say('error', noMapping(manifest));
      continue;
    }
    const object = withNamespace(of, manifest);
    const { name = '', generateName = '' } = object.metadata;
    if (command.verb === 'apply' && name === '' && generateName !== '') {
      say('error', `error: from ${generateName}: cannot use generate name with apply`);
      continue;
    }
    const [result, done] = yield* one({ client, of, object, command, warn });
    if (!result.ok) {
      say('error', failureText(result));
      continue;
    }
    say('info', doneText(of, object, result.object as KubeObject, done));
    if (command.verb !== 'delete') continue;
    const uid = uidOf(result.object as KubeObject | Status);
    const { namespace = '' } = object.metadata;
    const left = yield* waitAllDeleted({ process, actor, client }, [{ of, namespace, name, uid }]);
    if (left !== undefined) say('error', left);
  }
}

function* one(call: OneCall): Procedure<Done> {
  const { client, of, object, command, warn } = call;
  switch (command.verb) {
    case 'create':
      return sourced('creating', yield* client.create(of, object, optionsOf('create')), 'created');
    case 'delete':
      return yield* deleted(call);
    case 'patch':
      return yield* patched(call);
    case 'scale':
      return yield* scaled(call);
    case 'replace':
      return sourced('replacing', yield* replaced(call), 'replaced');
    case 'apply':
      return yield* apply({ client, of, object, options: optionsOf('apply'), warn });
  }
}

const sourced = (doing: string, result: RestResult<unknown>, done: string): Done => [
  result.ok ? result : addSourceToErr(doing, result),
  done,
];

function* deleted({ client, of, object, command }: OneCall): Procedure<Done> {
  const { namespace = '', name = '' } = object.metadata;
  const { propagationPolicy = 'Background', named } = command;
  const result = yield* client.delete(of, namespace, name, { propagationPolicy });
  return named ? [result, 'deleted'] : sourced('deleting', result, 'deleted');
}

/** Upstream: PatchOptions.RunPatch, whose builder reads the object first. */
function* patched({ client, of, object, command }: OneCall): Procedure<Done> {
  const { namespace = '', name = '' } = object.metadata;
  const { patch } = command;
  invariant(patch, 'a patch has a body');
  const live = yield* client.get(of, namespace, name);
  if (!live.ok) return [live, 'patched'];
  const options = { fieldManager: FIELD_MANAGERS.patch };
  const result = yield* client.patch(of, namespace, name, { ...patch, options });
  const same = result.ok && semanticDeepEqual(result.object, live.object);
  return [result, same ? 'patched (no change)' : 'patched'];
}

/** Upstream: ScaleOptions.RunScale, ScaleSimple, which patches the subresource. */
function* scaled({ client, of, object, command }: OneCall): Procedure<Done> {
  const { namespace = '', name = '' } = object.metadata;
  const live = yield* client.get(of, namespace, name);
  if (!live.ok) return [live, 'scaled'];
  const patch = { spec: { replicas: command.replicas } };
  const body = { contentType: MERGE_PATCH, patch, subresource: 'scale' };
  return [yield* client.patch(of, namespace, name, body), 'scaled'];
}

/** Without a version of its own it takes the one that is there. Upstream: Helper.Replace. */
function* replaced({ client, of, object }: OneCall): Procedure<RestResult<unknown>> {
  const { namespace = '', name = '', resourceVersion: own = '' } = object.metadata;
  const options = optionsOf('replace');
  if (own !== '') return yield* client.update(of, object, options);
  const live = yield* client.get(of, namespace, name);
  if (!live.ok) return yield* client.update(of, object, options);
  const { resourceVersion } = live.object.metadata;
  const metadata = { ...object.metadata, resourceVersion };
  return yield* client.update(of, { ...object, metadata } as KubeObject, options);
}

function doneText(of: ApiResource, object: KubeObject, written: KubeObject, done: string): string {
  const what = groupKindOf(of);
  if (done === 'deleted') return `${what} ${JSON.stringify(object.metadata.name)} deleted`;
  const name = done === 'scaled' ? object.metadata.name : written.metadata.name;
  return `${what}/${name} ${done}`;
}

function withNamespace(of: ApiResource, manifest: ManifestObject): KubeObject {
  const { metadata } = manifest;
  if (!of.namespaced || metadata.namespace) return manifest as KubeObject;
  return { ...manifest, metadata: { ...metadata, namespace: 'default' } } as KubeObject;
}

/** Upstream: Mapper.infoForData. */
function noMapping({ apiVersion, kind, metadata }: ManifestObject): string {
  const [name, namespace, from] = [metadata.name, metadata.namespace, STDIN].map((text) =>
    JSON.stringify(text ?? ''),
  );
  const what = `no matches for kind "${kind}" in version "${apiVersion}"`;
  const where = `name: ${name} namespace: ${namespace} from ${from}`;
  return `error: resource mapping not found for ${where}: ${what}\nensure CRDs are installed first`;
}

export const KUBECTL_COMMANDS: KubectlCommands = { carryOut };
