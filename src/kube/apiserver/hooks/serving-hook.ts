/**
 * Hooks that only start something in the background, and hooks whose work is a length of time so
 * far.
 */
import type { DurationRange } from '#kernel';
import {
  defineHook,
  type HookContext,
  type HookDescriptor,
  type HookDone,
  type HookPresence,
  type HookServer,
  type LocalText,
} from './hook-descriptor';

/** What the short forms below need to know; the rest is the same for all of them. */
export interface ShortHook {
  readonly name: string;
  readonly server: HookServer;
  /** Upstream's version, files and symbol. */
  readonly upstream: HookDescriptor['upstream'];
  readonly purpose: LocalText;
  readonly present?: (about: HookPresence) => boolean;
  readonly ifSlow?: LocalText;
  readonly ifFails?: LocalText;
  readonly simplified?: readonly string[];
  /** What starts with it, besides nothing. */
  readonly start?: (hook: HookContext) => void;
}

const BLOCKS: LocalText = {
  en: '/readyz and /healthz, and /livez after its grace period',
  zh: '/readyz、/healthz，以及宽限期之后的 /livez',
};
const NEVER_SLOW: LocalText = {
  en: 'It returns at once; what it started goes on in the background.',
  zh: '它立即返回，启动的工作在后台继续。',
};
const FATAL: LocalText = { en: 'The process exits with code 255.', zh: '进程以退出码 255 结束。' };
export const NOT_READY: LocalText = {
  en: 'The server does not become ready until it returns.',
  zh: '它返回之前，该 server 不会就绪。',
};

/** The words that most hooks share. */
export const hookWords = { blocks: BLOCKS, ifSlow: NEVER_SLOW, ifFails: FATAL } as const;

const always = (): boolean => true;

function makeHook(hook: ShortHook, run: (hook: HookContext, done: HookDone) => void) {
  const { name, server, upstream, purpose, present = always, simplified = [] } = hook;
  const { ifFails = FATAL, ifSlow = NEVER_SLOW } = hook;
  const words = { purpose, blocks: BLOCKS, ifSlow, ifFails };
  return defineHook({
    name,
    server,
    type: 'post-start',
    upstream,
    present,
    ...words,
    simplified,
    run,
  });
}

/** A hook that starts something and is done at once. */
export function startingHook(hook: ShortHook): HookDescriptor {
  return makeHook(hook, (context, done) => {
    hook.start?.(context);
    done();
  });
}

/** A hook that takes a length of time drawn from the seed, and then starts something. */
export function timedHook(hook: ShortHook, takes: DurationRange): HookDescriptor {
  const simplified = hook.simplified ?? ['It takes a sampled time and sends no requests.'];
  return makeHook({ ifSlow: NOT_READY, ...hook, simplified }, (context, done) => {
    const { process } = context.server;
    const length = process.random(`hook/${hook.name}`).duration(takes);
    process.timer(context.actor, 'work', length, () => {
      hook.start?.(context);
      done();
    });
  });
}
