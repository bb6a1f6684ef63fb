/**
 * Which API server a component asks about its own callers: that of a kubeconfig of its own, that of
 * the Pod it runs in, or none.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/server/options
 *             (authentication.go, authorization.go: getClient)
 * Simplified  where the scenario's files tell nothing of the kubeconfig, it is taken to lead to the
 *             server of the process's entry
 */
import { seconds } from '#base';
import type { Process } from '#kernel';
import type { RestClient } from '../client/rest-client';
import { ClientBuilder } from './client-builder';
import type { ComponentPlace, ServerTarget } from './component';
import type { FlagReader } from './read-flags';

/** Of these clients. Source: getClient, ClientTimeout. */
const RATE = { qps: 200, burst: 400 };
const TIMEOUT = seconds(10);

/** A component that asks who its callers are. */
export interface DelegatingParts {
  readonly process: Process;
  /** Writes the log. */
  readonly actor: string;
  /** Name of the command. */
  readonly command: string;
  readonly place: ComponentPlace;
  readonly flag: FlagReader;
}

export type DelegatedClient =
  /** Without a client there is nobody to ask. */
  | { readonly ok: true; readonly client: RestClient | undefined }
  | { readonly ok: false; readonly message: string };

/** @param about what is delegated */
export function delegatedClient(
  parts: DelegatingParts,
  about: 'authentication' | 'authorization',
): DelegatedClient {
  const { process, actor, command, place, flag } = parts;
  const kubeconfig = flag(`${about}-kubeconfig`) as string;
  const inClusterOnly = kubeconfig === '';
  const found = place.access?.({ kubeconfig, master: '', inClusterOnly });
  if (!found && inClusterOnly) return { ok: true, client: undefined };
  for (const { level, message } of found?.lines ?? []) process.log(actor, level, message);
  if (found && !found.ok) {
    if (!inClusterOnly) return found;
    const words = `failed to read in-cluster kubeconfig for delegated ${about}: ${found.message}`;
    process.log(actor, 'warning', words);
    return { ok: true, client: undefined };
  }
  const own: ServerTarget = { server: place.server, others: place.others };
  const target = found?.ok ? found.target : own;
  const clients = new ClientBuilder({ ...place, process, command, target, rate: RATE });
  return { ok: true, client: clients.client({ timeout: TIMEOUT }) };
}
