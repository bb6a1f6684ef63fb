/**
 * The client behind the timeline's API verbs: a process `kubectl` with its own user and latency,
 * whose requests are those of kubectl's commands.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd (create, apply, replace, delete)
 * Acts as     kubectl
 * Simplified  one long-lived process stands for all calls of kubectl. apply sends the merged object
 *             as an update, not a strategic merge patch: what the manifest no longer has stays,
 *             lists are replaced whole, and "unchanged" is never printed. Writes do not ask for
 *             strict field validation. delete does not wait until the object is gone. Discovery
 *             and OpenAPI requests are left out.
 */
import { invariant, millis } from '#base';
import { type Network, type Procedure, type Process, runProcedure } from '#kernel';
import type { ApiResource, KubeObject } from '../api/objects';
import { MERGE_PATCH } from '../api/patch-body';
import { errorText, type RestClient, type RestResult, reasonOf } from '../client/rest-client';
import type { Profile } from '../profile';
import type {
  KubectlCommand,
  KubectlLine,
  KubectlLines,
  LineClient,
  ManifestObject,
} from '../steps';
import { findType } from './find-type';

/** Name of the process and of its actor. */
export const KUBECTL = 'kubectl';
/** User of kubeadm's admin.conf. */
const ADMIN = 'kubernetes-admin';
/** Source: kubectl's annotation of apply, corev1.LastAppliedConfigAnnotation. */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

export interface KubectlParts {
  readonly network: Network;
  readonly profile: Profile;
  /** What carries out lines, where the scenario has some. */
  readonly lines: KubectlLines | undefined;
  /** A client of that API server for that user. */
  readonly clientFor: (process: Process, server: string, user: string) => RestClient;
  /** Names of the API servers; a command that names none speaks to the first. */
  readonly servers: readonly string[];
}

export class Kubectl {
  readonly #parts: KubectlParts;
  readonly #clients = new Map<string, RestClient>();
  #process: Process | undefined;

  constructor(parts: KubectlParts) {
    this.#parts = parts;
  }

  /** Runs a command; its objects one after another, as kubectl does. */
  run(command: KubectlCommand): void {
    const server = command.server ?? this.#parts.servers[0];
    const process = this.#started();
    const cause = process.sim.cause;
    if (server === undefined) {
      process.log(KUBECTL, 'error', 'The connection to the server was refused: no API server');
      return;
    }
    // The process needs its first instruction before it can call.
    process.sim.schedule(
      process.sim.now,
      () => {
        const client = this.#client(process, server, command.user ?? ADMIN);
        runProcedure(this.#carryOut(client, command), () => {});
      },
      process.life,
      cause,
    );
  }

  /** Carries out a line of the console. @returns what interrupts it. */
  runLine(line: KubectlLine): () => void {
    const { profile, servers, lines } = this.#parts;
    invariant(lines, 'what carries out lines was loaded');
    const process = this.#started();
    let interrupt = () => {};
    const start = () => {
      const clientOf: LineClient['clientOf'] = (server, user, onWarning) => {
        const client = this.#client(process, server, user ?? ADMIN);
        return client.hearing?.(onWarning) ?? client;
      };
      interrupt = lines.start({ process, actor: KUBECTL, profile, servers, clientOf }, line);
    };
    process.sim.schedule(process.sim.now, start, process.life, line.step);
    return () => interrupt();
  }

  #started(): Process {
    const { network } = this.#parts;
    if (!this.#process) {
      const startDelay = { min: millis(0), max: millis(0) };
      this.#process = network.addProcess({ name: KUBECTL, startDelay, boot: () => ({}) });
    }
    if (!this.#process.life.alive) {
      this.#clients.clear();
      this.#process.start();
    }
    return this.#process;
  }

  #client(process: Process, server: string, user: string): RestClient {
    const key = `${server}|${user}`;
    let client = this.#clients.get(key);
    if (!client) {
      client = this.#parts.clientFor(process, server, user);
      this.#clients.set(key, client);
    }
    return client;
  }

  *#carryOut(client: RestClient, command: KubectlCommand): Procedure<void> {
    for (const manifest of command.objects) {
      const of = yield* findType(client, manifest.apiVersion, manifest.kind);
      if (!of) {
        const { kind, apiVersion } = manifest;
        this.#say('error', `no matches for kind "${kind}" in version "${apiVersion}"`);
        continue;
      }
      const object = withNamespace(of, manifest);
      const [result, done] = yield* this.#one({ client, of, object, command });
      this.#report(of, object, result, done);
    }
  }

  *#one(call: OneCall): Procedure<[RestResult<unknown>, string]> {
    const { client, of, object, command } = call;
    const { namespace = '', name = '' } = object.metadata;
    switch (command.verb) {
      case 'create':
        return [yield* client.create(of, object), 'created'];
      case 'delete': {
        const { propagationPolicy = 'Background' } = command;
        const options = { propagationPolicy };
        return [yield* client.delete(of, namespace, name, options), 'deleted'];
      }
      case 'patch': {
        const body = command.patch;
        invariant(body, 'a patch has a body');
        return [yield* client.patch(of, namespace, name, body), 'patched'];
      }
      case 'scale':
        return [yield* this.#scale(call), 'scaled'];
      case 'replace': {
        const live = yield* client.get(of, namespace, name);
        if (!live.ok) return [live, 'replaced'];
        const { resourceVersion } = live.object.metadata;
        const metadata = { resourceVersion, ...object.metadata };
        return [yield* client.update(of, { ...object, metadata }), 'replaced'];
      }
      case 'apply':
        return yield* this.#apply(call);
    }
  }

  /** Upstream: ScaleSimple, which patches the subresource. */
  *#scale({ client, of, object, command }: OneCall): Procedure<RestResult<unknown>> {
    const { namespace = '', name = '' } = object.metadata;
    const patch = { spec: { replicas: command.replicas } };
    const body = { contentType: MERGE_PATCH, patch, subresource: 'scale' };
    return yield* client.patch(of, namespace, name, body);
  }

  *#apply({ client, of, object }: OneCall): Procedure<[RestResult<unknown>, string]> {
    const { namespace = '', name = '' } = object.metadata;
    const applied = withLastApplied(object);
    const live = yield* client.get(of, namespace, name);
    if (!live.ok) {
      if (reasonOf(live) !== 'NotFound') return [live, 'configured'];
      return [yield* client.create(of, applied), 'created'];
    }
    const merged = mergeObjects(live.object, applied) as KubeObject;
    if (JSON.stringify(merged) === JSON.stringify(live.object)) return [live, 'unchanged'];
    return [yield* client.update(of, merged), 'configured'];
  }

  #report(of: ApiResource, object: KubeObject, result: RestResult<unknown>, done: string): void {
    const singular = of.kind.toLowerCase();
    const what = `${singular}${of.group === '' ? '' : `.${of.group}`}`;
    const { name } = object.metadata;
    if (!result.ok) {
      const reason = reasonOf(result);
      const from = reason === '' ? '' : `Error from server (${reason}): `;
      this.#say('error', `${from}${errorText(result)}`);
    } else if (done === 'deleted') this.#say('info', `${what} "${name}" deleted`);
    else this.#say('info', `${what}/${name} ${done}`);
  }

  #say(level: 'info' | 'error', message: string): void {
    this.#process?.log(KUBECTL, level, message);
  }
}

interface OneCall {
  readonly client: RestClient;
  readonly of: ApiResource;
  readonly object: KubeObject;
  readonly command: KubectlCommand;
}

function withNamespace(of: ApiResource, manifest: ManifestObject): KubeObject {
  const { metadata } = manifest;
  if (!of.namespaced || metadata.namespace !== undefined) return manifest as KubeObject;
  return { ...manifest, metadata: { ...metadata, namespace: 'default' } } as KubeObject;
}

function withLastApplied(object: KubeObject): KubeObject {
  const text = `${JSON.stringify(object)}\n`;
  const annotations = { ...object.metadata.annotations, [LAST_APPLIED]: text };
  return { ...object, metadata: { ...object.metadata, annotations } };
}

/** Fields of `change` over those of `base`; lists are replaced, null removes. */
function mergeObjects(base: unknown, change: unknown): unknown {
  if (!isMapping(base) || !isMapping(change)) return change;
  const merged: Record<string, unknown> = { ...base };
  for (const [field, value] of Object.entries(change)) {
    if (value === null) delete merged[field];
    else merged[field] = mergeObjects(base[field], value);
  }
  return merged;
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
