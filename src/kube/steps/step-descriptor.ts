/**
 * The timeline's verbs: one folder each, listed in `index.ts`. A verb brings its payload's schema,
 * says what it acts on, acts, and says how it is undone.
 */

import type { SimDuration } from '#base';
import type { Network, Procedure, Process, Simulation } from '#kernel';
import type { Seq } from '#trace';
import type { PatchBody } from '../api/patch-body';
import type { RestClient } from '../client/rest-client';
import type { Profile } from '../profile';
import type { ManifestObject } from './manifests';
import type { z } from './schema-kit';

/** What a verb can reach. */
export interface World {
  readonly sim: Simulation;
  readonly network: Network;
  readonly etcd: EtcdControls;
  /** Sends a kubectl command's requests; see `kube/kubectl`. */
  readonly kubectl: (command: KubectlCommand) => void;
  /** Carries out a line of the console; the returned function interrupts it. */
  readonly kubectlLine: (line: KubectlLine) => Undo;
  /** Decides how a post-start hook goes at the next start of that process, if not undone first. */
  readonly setHookFault: (process: string, hook: string, fault: HookFault) => Undo;
}

/** What can be done to the store past the API server. */
export interface EtcdControls {
  put(key: string, value: unknown, ttl: SimDuration | undefined): void;
  drop(key: string): void;
  /** No call is answered until the returned function is called. */
  outage(): Undo;
  /** Every call takes longer by this much until the returned function is called. */
  slow(extra: SimDuration): Undo;
  compact(): void;
  /** Lets the file shrink to what is kept. */
  defrag(): void;
  /** Takes the alarm NOSPACE back. */
  disarm(): void;
}

export interface HookFault {
  /** The error text; the hook fails with it. */
  readonly fail?: string;
  /** How long the hook takes. */
  readonly takes?: SimDuration;
}

export type KubectlCommand = {
  readonly verb: 'apply' | 'create' | 'replace' | 'delete' | 'patch' | 'scale';
  readonly objects: readonly ManifestObject[];
  /** API server to speak to; the first of the scenario when undefined. */
  readonly server: string | undefined;
  readonly user: string | undefined;
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground';
  /** The objects are named, and not read from a manifest. */
  readonly named?: boolean;
  /** Of a patch. */
  readonly patch?: PatchBody;
  /** Of a scale: how many there shall be. */
  readonly replicas?: number;
};

/** What carries out commands; loaded only for documents that have some. */
export interface KubectlCommands {
  carryOut(client: CommandClient, command: KubectlCommand): Procedure<void>;
}

/** The client process, as a command sees it. */
export interface CommandClient {
  readonly process: Process;
  /** Writes the records. */
  readonly actor: string;
  readonly client: RestClient;
  /** A line on the terminal. */
  readonly say: (level: 'info' | 'warning' | 'error', message: string) => void;
}

/** A line of the console. */
export interface KubectlLine {
  readonly line: string;
  /** The fault record of its step. */
  readonly step: Seq;
  readonly server: string | undefined;
  readonly user: string | undefined;
  /** Whether the step says how long it lasts. */
  readonly limited: boolean;
}

/** What a line is judged by before the run. */
export type LineRefusal = Pick<RefusalContext, 'undone' | 'servedBy' | 'definitions'>;

/** What reads and carries out lines; loaded only for documents that have some. */
export interface KubectlLines {
  /** Why a line cannot be carried out. */
  refuses(line: string, given: LineRefusal): readonly PayloadFault[];
  /** Starts a line on a client. @returns what interrupts it. */
  start(client: LineClient, line: KubectlLine): Undo;
}

/** The client process, as a line sees it. */
export interface LineClient {
  readonly process: Process;
  /** Writes the records. */
  readonly actor: string;
  /** Of kubectl itself. */
  readonly profile: Profile;
  /** What that server serves. */
  readonly servedBy: (server: string) => Profile;
  /** Names of the API servers. */
  readonly servers: readonly string[];
  /** Names of controller managers and schedulers, of which `get --raw` may ask. */
  readonly components: readonly string[];
  clientOf(server: string, user: string | undefined, onWarning: (text: string) => void): RestClient;
}

export interface StepContext {
  /** The fault record of this step. */
  readonly seq: Seq;
  readonly server: string | undefined;
  readonly user: string | undefined;
  /** Whether the step says how long it lasts, so that what `act` returns will be called. */
  readonly limited?: boolean;
}

export type Undo = () => void;

export interface LocalWords {
  readonly en: string;
  readonly zh: string;
}

/** A fault of a payload; `path` leads from the verb's value to the field, '' for the value. */
export interface PayloadFault {
  readonly path: string;
  readonly reason: string;
}

export interface RefusalContext {
  readonly undone: boolean;
  /** Of the server that the step asks. */
  readonly profile: Profile;
  /** What that server serves, or the one that the step asks. */
  readonly servedBy: (server?: string) => Profile;
  /** Present where the document has lines. */
  readonly lines: KubectlLines | undefined;
  /** CustomResourceDefinitions that the document holds, wherever. */
  readonly definitions: readonly unknown[];
}

export interface StepDescriptor<P = unknown> {
  readonly verb: string;
  readonly schema: z.ZodMiniType<P>;
  /** Whether `for` can undo it; then `act` returns how. */
  readonly undoable: boolean;
  readonly takes: 'process' | 'mapping' | 'manifest' | 'text';
  /** Whether the payload holds mappings with keys that the schema does not name. */
  readonly free?: boolean;
  readonly title: LocalWords;
  readonly lookAt: LocalWords;
  /** Why a payload of the right form cannot be carried out, if so. */
  readonly refuses?: (payload: P, step: RefusalContext) => readonly PayloadFault[];
  /** What the step acts on, for the fault record. */
  readonly target: (payload: P) => string;
  readonly act: (world: World, payload: P, context: StepContext) => Undo | undefined;
}

/** Marks the one export of a verb's folder. */
export function defineStep<P>(descriptor: StepDescriptor<P>): StepDescriptor {
  return descriptor as unknown as StepDescriptor;
}

/** Says in the trace that a step met nothing to act on. */
export function refuseStep(world: World, process: string, reason: string): undefined {
  const fields = { level: 'warning', message: `${process}: ${reason}` };
  world.sim.write('log', 'scenario', fields);
  return undefined;
}

/** The process of that name; undefined after saying so. */
export function findProcess(world: World, name: string): Process | undefined {
  const process = world.network.processes.get(name);
  if (!process) refuseStep(world, name, 'no such process');
  return process;
}
