/** What a scenario decides about hooks: how one goes at the next start of a process. */
import type { SimDuration } from '#base';

export interface HookFault {
  /** The hook returns this error at once. */
  readonly fail?: string;
  /** The hook returns no sooner than this long after it was started. */
  readonly takes?: SimDuration;
}

/** Faults that wait for the next start, by process and hook. */
export class HookFaults {
  readonly #faults = new Map<string, Map<string, HookFault>>();

  /**
   * Holds for the next start of that process; a later call for the same hook replaces it.
   * @returns how to take it back; nothing happens when it was used or replaced.
   */
  set(process: string, hook: string, fault: HookFault): () => void {
    const hooks = this.#faults.get(process) ?? new Map<string, HookFault>();
    hooks.set(hook, fault);
    this.#faults.set(process, hooks);
    return () => {
      if (hooks.get(hook) === fault) hooks.delete(hook);
    };
  }

  /** The faults of this start; they are used up. */
  take(process: string): ReadonlyMap<string, HookFault> {
    const hooks = this.#faults.get(process) ?? new Map<string, HookFault>();
    this.#faults.delete(process);
    return hooks;
  }
}
