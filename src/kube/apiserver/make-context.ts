/** Makes what the hooks and controllers of one life get. */
import { type Procedure, type Process, runProcedure } from '#kernel';
import { RpcRestClient, SharedInformerFactory } from '../client';
import { userAgent } from '../profile';
import type { LifecycleSignals, StopChannel } from './lifecycle-signals';
import type { CompletedOptions } from './options';
import type {
  HealthInput,
  HookBodies,
  MuxSignal,
  ServerContext,
  ServerPart,
} from './server-context';
import { Etcd3Store, EtcdClient, type Storage } from './storage';
import { DEFAULT_LEASE_MANAGER } from './storage/lease-manager';

/** Name of the user of the loopback client. Source: user.APIServerUser. */
const LOOPBACK_USER = 'system:apiserver';

export interface ContextParts {
  readonly process: Process;
  readonly options: CompletedOptions;
  /** Name of the etcd process. */
  readonly etcd: string;
  /** The channel of the registry's storage. */
  readonly client: EtcdClient;
  readonly signals: LifecycleSignals;
  readonly stop: StopChannel;
  readonly health: HealthInput;
  readonly hookBodies: HookBodies;
  readonly closeMuxSignal: (name: MuxSignal) => void;
  readonly fatal: (actor: string, message: string) => void;
}

export function makeContext(parts: ContextParts): ServerContext {
  const { process, options, etcd, client, signals, stop, health, closeMuxSignal, fatal } = parts;
  const { hookBodies } = parts;
  const { name } = process;
  const { switches, profile } = options;
  const made = new Map<ServerPart<unknown>, unknown>();
  const loopback = new RpcRestClient({
    process,
    actor: `${name}/loopback`,
    server: name,
    user: LOOPBACK_USER,
    userAgent: userAgent('kube-apiserver', profile),
    address: `[::1]:${options.securePort}`,
  });
  const informers = new SharedInformerFactory({
    process,
    actor: `${name}/informers`,
    client: loopback,
    onSynced: () => health.changed(),
  });
  stop.onClose(() => informers.stop());
  const storageOver = (channel: EtcdClient): Storage =>
    new Etcd3Store(process, {
      client: channel,
      switches,
      codec: hookBodies.storedCodec(hookBodies.kindRules),
      leaseManager: { ...DEFAULT_LEASE_MANAGER, reuseSeconds: options.leaseReuseDurationSeconds },
    });
  const storage = storageOver(client);
  const actor = `${name}/apiserver`;
  const objects = { client: loopback, informers };
  const context: ServerContext = {
    process,
    name,
    options,
    switches,
    loopback,
    storage,
    informers,
    allocators: hookBodies.allocators({ process, actor, storage, switches, options, objects }),
    health,
    hookBodies,
    signals,
    stop,
    actor: (path) => `${name}/${path}`,
    part: <T>(part: ServerPart<T>): T => {
      if (!made.has(part)) made.set(part, part.make(context));
      return made.get(part) as T;
    },
    openStorage: (actor) => storageOver(new EtcdClient(process, { server: etcd, actor })),
    closeMuxSignal,
    run: <T>(procedure: Procedure<T>, done: (value: T) => void = () => {}) =>
      runProcedure(procedure, done),
    fatal,
  };
  return context;
}
