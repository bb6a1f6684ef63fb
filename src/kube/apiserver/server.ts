/**
 * The API server as a process.
 *
 * Upstream    kubernetes v1.25-v1.33 cmd/kube-apiserver
 * Acts as     kube-apiserver
 */
import { RefusedInput } from '#base';
import type { DurationRange, ProcessSpec } from '#kernel';
import type { Profile } from '../profile';
import type { HookFaults } from './hooks';
import { type ApiServerOptions, parseApiServerFlags } from './options';
import type { HookBodies } from './server-context';
import { ServerLife } from './server-life';

interface ServerSpecBase {
  readonly name: string;
  /** Name of the etcd process. */
  readonly etcd: string;
  /** From exec to the first instruction. */
  readonly startDelay: DurationRange;
  /** Address of the interface with the default route; absent when the machine has none. */
  readonly hostAddress?: string;
  /** What scenarios decide about hooks. */
  readonly hookFaults?: HookFaults;
  /** What hooks do that is not part of every script. */
  readonly hookBodies: HookBodies;
}

/** Either options that were read before, or the arguments of the command. */
export type ServerSpec = ServerSpecBase &
  (
    | { readonly options: ApiServerOptions }
    | { readonly args: readonly string[]; readonly profile: Profile }
  );

/**
 * Describes the process; each start boots a new life.
 * @throws RefusedInput when the arguments cannot be read.
 */
export function apiServerProcess(spec: ServerSpec): ProcessSpec {
  const { name, etcd, startDelay, hostAddress, hookFaults, hookBodies } = spec;
  const options = optionsOf(spec);
  return {
    name,
    startDelay,
    boot: (process) => {
      const parts = { options, etcd, hostAddress, hookFaults, hookBodies };
      const life = new ServerLife(process, parts);
      life.begin();
      return { onTerminate: (count) => life.onTerminate(count) };
    },
  };
}

function optionsOf(spec: ServerSpec): ApiServerOptions {
  if ('options' in spec) return spec.options;
  const parsed = parseApiServerFlags(spec.args, spec.profile);
  if (parsed.ok) return parsed.options;
  throw new RefusedInput([{ path: `${spec.name}.args`, reason: parsed.message }]);
}
