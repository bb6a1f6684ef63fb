/**
 * The client behind the timeline's API verbs: a process `kubectl` with its own user and latency,
 * whose requests are those of kubectl's commands.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/cmd (create, apply, replace, delete)
 * Acts as     kubectl
 * Simplified  one long-lived process stands for all calls of kubectl
 */
import { invariant, millis } from '#base';
import { type Network, type Process, runProcedure } from '#kernel';
import type { RestClient } from '../client/rest-client';
import type { Profile } from '../profile';
import type {
  CommandClient,
  KubectlCommand,
  KubectlCommands,
  KubectlLine,
  KubectlLines,
  LineClient,
} from '../steps';

/** Name of the process and of its actor. */
export const KUBECTL = 'kubectl';
/** User of kubeadm's admin.conf. */
const ADMIN = 'kubernetes-admin';

export interface KubectlParts {
  readonly network: Network;
  readonly profile: Profile;
  /** What that server serves. */
  readonly servedBy: (server: string) => Profile;
  /** What carries out commands, where the scenario has some. */
  readonly commands: KubectlCommands | undefined;
  /** What carries out lines, where the scenario has some. */
  readonly lines: KubectlLines | undefined;
  /** A client of that API server for that user. */
  readonly clientFor: (process: Process, server: string, user: string) => RestClient;
  /** Names of the API servers; a command that names none speaks to the first. */
  readonly servers: readonly string[];
  /** Names of what else serves HTTPS, of which only paths are asked. */
  readonly components: readonly string[];
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
    const { commands, servers } = this.#parts;
    invariant(commands, 'what carries out commands was loaded');
    const server = command.server ?? servers[0];
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
        const say: CommandClient['say'] = (level, text) => process.log(KUBECTL, level, text);
        runProcedure(
          commands.carryOut({ process, actor: KUBECTL, client, say }, command),
          () => {},
        );
      },
      process.life,
      cause,
    );
  }

  /** Carries out a line of the console. @returns what interrupts it. */
  runLine(line: KubectlLine): () => void {
    const { profile, servedBy, servers, components, lines } = this.#parts;
    invariant(lines, 'what carries out lines was loaded');
    const process = this.#started();
    let interrupt = () => {};
    const start = () => {
      const clientOf: LineClient['clientOf'] = (server, user, onWarning) => {
        const client = this.#client(process, server, user ?? ADMIN);
        return client.hearing?.(onWarning) ?? client;
      };
      const hosts = { servers, components, servedBy };
      interrupt = lines.start({ process, actor: KUBECTL, profile, ...hosts, clientOf }, line);
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
}
