/**
 * Registers and runs the hooks of one life.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/apiserver/pkg/server/hooks.go
 * Acts as     hooks/...
 */
import { invariant, type SimDuration } from '#base';
import { type HostedMachine, hostMachine } from '#kernel';
import type { GenericAPIServer, HookEntry, RunnableHook } from '../chain/generic-api-server';
import { printAggregate } from '../options/aggregate';
import type { ServerContext } from '../server-context';
import type { HookFault } from './hook-faults';
import { postStartHookMachine } from './post-start-hook-machine';

export interface HookRunnerOptions {
  readonly server: ServerContext;
  readonly faults: ReadonlyMap<string, HookFault>;
}

interface RunningHook {
  readonly entry: HookEntry;
  machine: HostedMachine | undefined;
}

export class HookRunner {
  readonly #server: ServerContext;
  readonly #faults: ReadonlyMap<string, HookFault>;
  readonly #postStart: RunningHook[] = [];

  constructor({ server, faults }: HookRunnerOptions) {
    this.#server = server;
    this.#faults = faults;
  }

  /** Hosts the post-start hooks of a server that are not hosted yet; nothing runs. */
  host({ postStartHooks }: GenericAPIServer): void {
    for (const entry of postStartHooks.values()) {
      if (this.#postStart.some((running) => running.entry === entry)) continue;
      const running: RunningHook = { entry, machine: undefined };
      this.#postStart.push(running);
      this.#host(running);
    }
  }

  /** Starts every post-start hook in a task of its own, in an order drawn from the seed. */
  runPostStartHooks(chain: GenericAPIServer): void {
    const { process } = this.#server;
    chain.postStartHooksRun();
    for (const { machine } of shuffled(this.#postStart, this.#random('order'))) {
      process.later(NOW, () => machine?.send({ type: 'started' }));
    }
  }

  /**
   * Runs the pre-shutdown hooks one after another, in an order drawn from the seed. Each runs even
   * when one before it failed.
   * @param done gets the joined errors, or undefined.
   */
  runPreShutdownHooks(chain: GenericAPIServer, done: (error: string | undefined) => void): void {
    chain.preShutdownHooksRun();
    const errors: string[] = [];
    const hooks = [...chain.preShutdownHooks.values()];
    const waiting = shuffled(hooks, this.#random('pre-shutdown-order'));
    const next = (): void => {
      const hook = waiting.shift();
      if (!hook) {
        done(errors.length === 0 ? undefined : printAggregate(errors));
        return;
      }
      this.#record(hook, 'started');
      hook.run({ server: this.#server, actor: this.#actorOf(hook) }, (error) => {
        this.#record(hook, error === undefined ? 'succeeded' : 'failed');
        if (error !== undefined) errors.push(`PreShutdownHook "${hook.name}" failed: ${error}`);
        next();
      });
    };
    next();
  }

  #host(running: RunningHook): void {
    const { entry } = running;
    const { hook } = entry;
    const effects = {
      run: () => this.#run(running),
      succeed: () => {
        entry.done = true;
        this.#record(hook, 'succeeded');
        this.#server.health.changed();
      },
      fail: () => this.#record(hook, 'failed'),
    };
    const actor = this.#actorOf(hook);
    const machine = postStartHookMachine;
    running.machine = hostMachine(this.#server.process, { actor, machine, effects });
  }

  #run(running: RunningHook): void {
    const { hook } = running.entry;
    const { process } = this.#server;
    this.#record(hook, 'started');
    const fault = this.#faults.get(hook.name);
    if (fault?.fail !== undefined) {
      this.#returned(running, fault.fail);
      return;
    }
    const notBefore = process.ownTime() + (fault?.takes ?? 0);
    hook.run({ server: this.#server, actor: this.#actorOf(hook) }, (error) => {
      const left = (notBefore - process.ownTime()) as SimDuration;
      if (left <= 0) this.#returned(running, error);
      else
        process.timer(this.#actorOf(hook), 'hook-takes', left, () =>
          this.#returned(running, error),
        );
    });
  }

  #returned(running: RunningHook, error: string | undefined): void {
    const { entry, machine } = running;
    const { hook } = entry;
    invariant(machine, `hook ${hook.name} is hosted`);
    invariant(machine.matches('running'), `hook ${hook.name} returns once, while it is running`);
    if (error === undefined) {
      machine.send({ type: 'returned' });
      return;
    }
    machine.send({ type: 'errored' });
    this.#server.fatal(this.#actorOf(hook), `PostStartHook "${hook.name}" failed: ${error}`);
  }

  #record({ name, type }: RunnableHook, phase: 'started' | 'succeeded' | 'failed'): void {
    const { process, name: server } = this.#server;
    process.write('hook', this.#actorOf({ name }), { server, name, type, phase });
  }

  #actorOf({ name }: { readonly name: string }): string {
    return this.#server.actor(`hooks/${name}`);
  }

  #random(name: string): (size: number) => number {
    const stream = this.#server.process.random(`hooks/${name}`);
    return (size) => stream.int(0, size - 1);
  }
}

const NOW = 0 as SimDuration;

/** The items in an order drawn from `pick`. Stands for the random order of a Go map. */
function shuffled<T>(items: readonly T[], pick: (size: number) => number): T[] {
  const rest = [...items];
  const order: T[] = [];
  while (rest.length > 0) order.push(...rest.splice(pick(rest.length), 1));
  return order;
}
