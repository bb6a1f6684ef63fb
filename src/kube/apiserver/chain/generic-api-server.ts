/**
 * One server of the chain: what it registers, and what it takes over from the server behind it.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/server/{config,genericapiserver,
 *             hooks,healthz}.go, pkg/server/routes/index.go
 * Simplified  an inner server does not install health endpoints of its own; nobody reaches them
 */
import { compareText, type SimDuration, type SimTime } from '#base';
import type { HealthChecker, TextAnswer } from '../../component/healthz';
import { delayedHealthCheck, postStartHookCheck, shutdownCheck } from '../health/checks';
import type { HookDescriptor } from '../hooks/hook-descriptor';
import { StopChannel } from '../lifecycle-signals';

/** What the registry of hooks needs of one. */
export type RunnableHook = Pick<HookDescriptor, 'name' | 'type' | 'run'>;

/** A registered post-start hook. */
export interface HookEntry {
  readonly hook: RunnableHook;
  /** The server that registered it. Upstream keeps the stack. */
  readonly registeredBy: string;
  /** It has returned without an error. */
  done: boolean;
}

/** Answers a GET of a path outside the API. */
export type PathHandler = (
  query: string,
  reply: (answer: TextAnswer) => void,
  accept?: string,
) => void;

export interface GenericConfig {
  readonly name: string;
  /** The server behind this one; requests that this one does not own go there. */
  readonly delegate?: GenericAPIServer;
  /** Checks that its configuration brings. */
  readonly checks: Readonly<Record<HealthEndpoint, readonly HealthChecker[]>>;
  /** Hooks that its configuration brings. */
  readonly postStartHooks: readonly RunnableHook[];
  /** Hooks that every server has, unless the server behind it has them already. */
  readonly genericHooks: readonly RunnableHook[];
  readonly disabledPostStartHooks?: ReadonlySet<string>;
  /** --livez-grace-period. */
  readonly livezGracePeriod: SimDuration;
  readonly now: () => SimTime;
}

export const HEALTH_ENDPOINTS = ['healthz', 'livez', 'readyz'] as const;
export type HealthEndpoint = (typeof HEALTH_ENDPOINTS)[number];

const quoted = (name: string): string => JSON.stringify(name);

export class GenericAPIServer {
  readonly name: string;
  readonly postStartHooks = new Map<string, HookEntry>();
  readonly preShutdownHooks = new Map<string, RunnableHook>();
  /** What must have closed before an unknown path is a plain 404, by name. */
  readonly muxSignals = new Map<string, StopChannel>();
  readonly checks: Readonly<Record<HealthEndpoint, HealthChecker[]>>;
  readonly #config: GenericConfig;
  readonly #paths = new Map<string, PathHandler>();
  readonly #others: ((path: string) => PathHandler | undefined)[] = [];
  readonly #listed = new Set<string>();
  #postStartHooksCalled = false;
  #preShutdownHooksCalled = false;
  #healthInstalled = false;

  /** Upstream: completedConfig.New. */
  constructor(config: GenericConfig) {
    const { name, delegate, checks } = config;
    this.name = name;
    this.#config = config;
    this.checks = {
      healthz: [...checks.healthz],
      livez: [...checks.livez],
      readyz: [...checks.readyz],
    };
    // Discovery of groups. Upstream: installAPI.
    this.list('/apis');
    for (const [hook, entry] of delegate?.postStartHooks ?? []) {
      this.postStartHooks.set(hook, entry);
    }
    for (const [hook, entry] of delegate?.preShutdownHooks ?? []) {
      this.preShutdownHooks.set(hook, entry);
    }
    for (const [signal, channel] of delegate?.muxSignals ?? []) {
      this.muxSignals.set(signal, channel);
    }
    for (const hook of config.postStartHooks) this.addPostStartHook(hook.name, hook);
    for (const hook of config.genericHooks) {
      if (!this.postStartHooks.has(hook.name)) this.addPostStartHook(hook.name, hook);
    }
    const own = new Set(checks.healthz.map((check) => check.name));
    this.addHealthChecks(...(delegate?.checks.healthz ?? []).filter((each) => !own.has(each.name)));
  }

  /** @returns why it cannot be added. Nothing happens for a hook that is disabled. */
  addPostStartHook(name: string, hook: RunnableHook | undefined): string | undefined {
    if (name === '') return 'missing name';
    if (!hook) return `hook func may not be nil: ${quoted(name)}`;
    if (this.#config.disabledPostStartHooks?.has(name)) return undefined;
    if (this.#postStartHooksCalled) {
      return `unable to add ${quoted(name)} because PostStartHooks have already been called`;
    }
    const known = this.postStartHooks.get(name);
    if (known) {
      const by = known.registeredBy;
      return `unable to add ${quoted(name)} because it was already registered by: ${by}`;
    }
    const entry: HookEntry = { hook, registeredBy: this.name, done: false };
    const error = this.addBootSequenceHealthCheck(postStartHookCheck(name, () => entry.done));
    if (error === undefined) this.postStartHooks.set(name, entry);
    return error;
  }

  /** @returns why it cannot be added. A missing function is accepted and not kept. */
  addPreShutdownHook(name: string, hook: RunnableHook | undefined): string | undefined {
    if (name === '') return 'missing name';
    if (!hook) return undefined;
    if (this.#preShutdownHooksCalled) {
      return `unable to add ${quoted(name)} because PreShutdownHooks have already been called`;
    }
    if (this.preShutdownHooks.has(name)) {
      return `unable to add ${quoted(name)} because it is already registered`;
    }
    this.preShutdownHooks.set(name, hook);
    return undefined;
  }

  /** From now on no post-start hook can be added. */
  postStartHooksRun(): void {
    this.#postStartHooksCalled = true;
  }

  preShutdownHooksRun(): void {
    this.#preShutdownHooksCalled = true;
  }

  /** Adds to all three endpoints. Upstream: AddHealthChecks. */
  addHealthChecks(...checks: readonly HealthChecker[]): string | undefined {
    if (this.#healthInstalled) return alreadyCreated('healthz');
    for (const endpoint of HEALTH_ENDPOINTS) this.checks[endpoint].push(...checks);
    return undefined;
  }

  /** Adds a check that livez spares for the grace period. Upstream: AddBootSequenceHealthChecks. */
  addBootSequenceHealthCheck(check: HealthChecker): string | undefined {
    if (this.#healthInstalled) return alreadyCreated('healthz');
    const { livezGracePeriod: grace, now } = this.#config;
    const spared = grace > 0 ? delayedHealthCheck(check, { now, addedAt: now(), grace }) : check;
    this.checks.healthz.push(check);
    this.checks.livez.push(spared);
    this.checks.readyz.push(check);
    return undefined;
  }

  addReadyzChecks(...checks: readonly HealthChecker[]): string | undefined {
    if (this.#healthInstalled) return alreadyCreated('readyz');
    this.checks.readyz.push(...checks);
    return undefined;
  }

  /** Adds the check that a shutdown fails; nothing comes after it. Upstream: PrepareRun. */
  installHealth(shutdownInitiated: () => boolean): void {
    this.addReadyzChecks(shutdownCheck(shutdownInitiated));
    this.#healthInstalled = true;
  }

  /** One more thing to wait for before MuxAndDiscoveryComplete. */
  registerMuxAndDiscoveryCompleteSignal(name: string): StopChannel {
    const channel = new StopChannel();
    this.muxSignals.set(name, channel);
    return channel;
  }

  /** Answers a path, and lists it. */
  handle(path: string, handler: PathHandler): void {
    this.handleUnlisted(path, handler);
    this.list(path);
  }

  handleUnlisted(path: string, handler: PathHandler): void {
    this.#paths.set(path, handler);
  }

  /** Answers paths that come and go; they are not listed. */
  handleOthers(find: (path: string) => PathHandler | undefined): void {
    this.#others.push(find);
  }

  #other(path: string): PathHandler | undefined {
    for (const find of this.#others) {
      const handler = find(path);
      if (handler) return handler;
    }
    return undefined;
  }

  /** Lists a path that another handler answers. */
  list(path: string): void {
    this.#listed.add(path);
  }

  /** Paths of this server and of those behind it, each once, in order of text. */
  listedPaths(): readonly string[] {
    const behind = this.#config.delegate?.listedPaths() ?? [];
    return [...new Set([...this.#listed, ...behind])].sort(compareText);
  }

  /** Answers a GET, itself or by the server behind it. @returns false when nobody owns the path. */
  serve(
    path: string,
    query: string,
    reply: (answer: TextAnswer) => void,
    accept?: string,
  ): boolean {
    const handler = this.#paths.get(path) ?? this.#other(path);
    if (!handler) return this.#config.delegate?.serve(path, query, reply, accept) ?? false;
    handler(query, reply, accept);
    return true;
  }
}

const alreadyCreated = (endpoint: string): string =>
  `unable to add because the ${endpoint} endpoint has already been created`;

/** Calls `complete` when every signal has closed. Upstream: the first goroutine of Run. */
export function awaitMuxSignals(server: GenericAPIServer, complete: () => void): void {
  let open = server.muxSignals.size;
  const closed = (): void => {
    open -= 1;
    if (open === 0) complete();
  };
  for (const channel of server.muxSignals.values()) channel.onClose(closed);
  if (server.muxSignals.size === 0) complete();
}
