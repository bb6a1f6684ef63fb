/**
 * The server that a component talks to, found as it starts: what is logged, what is decided, and
 * with what words it ends when there is none.
 *
 * Simplified  where the scenario's files tell nothing of a kubeconfig, --kubeconfig is not read: it
 *             is taken to lead to the server of the process's entry
 */
import type { Process } from '#kernel';
import type { ComponentPlace, ServerTarget } from './component';
import type { FlagReader } from './read-flags';

export type ConfiguredServer =
  | { readonly ok: true; readonly target: ServerTarget }
  | { readonly ok: false; readonly message: string };

export function configuredServer(
  process: Process,
  actor: string,
  place: ComponentPlace,
  flag: FlagReader,
): ConfiguredServer {
  const flags = { kubeconfig: flag('kubeconfig') as string, master: flag('master') as string };
  const found = place.access?.(flags);
  if (!found) return { ok: true, target: { server: place.server, others: place.others } };
  for (const { level, message } of found.lines) process.log(actor, level, message);
  if (!found.ok) return found;
  const { target, host, source } = found;
  const server = process.network.reached([target.server, ...(target.others ?? [])]);
  const saw = {
    host,
    server,
    ...(target.user !== undefined && { user: target.user }),
  };
  const fields = { name: 'client config', outcome: server, reason: source, saw };
  process.write('decision', actor, fields);
  return { ok: true, target };
}
