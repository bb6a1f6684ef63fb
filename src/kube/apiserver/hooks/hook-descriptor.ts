/**
 * What the list of hooks knows of each one. A hook's file has the six parts of a controller's; its
 * header says Runs when, Blocks, If it is slow, If it fails.
 */
import { invariant } from '#base';
import type { Switches } from '../../profile';
import type { CompletedOptions } from '../options/options';
import type { ServerContext } from '../server-context';

export interface LocalText {
  readonly en: string;
  readonly zh: string;
}

/** Which server of the chain registers it. */
export type HookServer = 'generic' | 'apiextensions' | 'kube-apiserver' | 'aggregator';
export type HookType = 'post-start' | 'pre-shutdown';

/** What decides whether a server has the hook. */
export interface HookPresence {
  readonly switches: Switches;
  readonly options: CompletedOptions;
  /** Whether a feature gate is on, by its default in this version and --feature-gates. */
  readonly gate: (name: string) => boolean;
}

/** What a running hook gets. */
export interface HookContext {
  readonly server: ServerContext;
  /** `<server>/hooks/<hook>`. */
  readonly actor: string;
}

/** Upstream's function has returned: with an error text, or without. Called once. */
export type HookDone = (error?: string) => void;

export interface HookDescriptor {
  /** Upstream's name; the check is called poststarthook/<name>. */
  readonly name: string;
  readonly server: HookServer;
  readonly type: HookType;
  readonly upstream: {
    readonly version: string;
    readonly files: readonly string[];
    readonly symbol: string;
  };
  readonly present: (about: HookPresence) => boolean;
  readonly purpose: LocalText;
  /** What waits for it. */
  readonly blocks: LocalText;
  readonly ifSlow: LocalText;
  readonly ifFails: LocalText;
  readonly simplified: readonly string[];
  /** Part of the source-reading guides it belongs to. */
  readonly guide?: string;
  /** Its work, in a task of its own. */
  readonly run: (hook: HookContext, done: HookDone) => void;
}

const NAME = /^[a-z][a-z0-9/-]*$/;

/** Checks a descriptor and hands it back. */
export function defineHook(descriptor: HookDescriptor): HookDescriptor {
  const { name, purpose } = descriptor;
  invariant(NAME.test(name), `a hook's name in upstream's spelling, found ${JSON.stringify(name)}`);
  invariant(purpose.en !== '' && purpose.zh !== '', `hook ${name} has a purpose in both languages`);
  return descriptor;
}
