import type { Process } from '#kernel';
import { z } from './schema-kit';
import { defineStep, findProcess, type LocalWords, refuseStep, type Undo } from './step-descriptor';

interface ProcessStepParts {
  readonly verb: string;
  readonly title: LocalWords;
  readonly lookAt: LocalWords;
  /** @returns false when the process is in no state for it. */
  readonly act: (process: Process) => boolean;
  /** Why it was not possible. */
  readonly otherwise: string;
  /** @returns false when the process is in no state for it. */
  readonly undo?: (process: Process) => boolean;
  /** Why it cannot be undone then. */
  readonly undoOtherwise?: string;
}

/** A verb whose value is the name of a process. */
export function processStep(parts: ProcessStepParts) {
  const { verb, title, lookAt, act, otherwise, undo, undoOtherwise = '' } = parts;
  return defineStep<string>({
    verb,
    schema: z.string().check(z.minLength(1), z.meta({ description: title.en })),
    undoable: undo !== undefined,
    takes: 'process',
    title,
    lookAt,
    target: (name) => name,
    act: (world, name): Undo | undefined => {
      const process = findProcess(world, name);
      if (!process) return undefined;
      if (!act(process)) return refuseStep(world, name, otherwise);
      if (!undo) return undefined;
      return () => {
        if (!undo(process)) refuseStep(world, name, undoOtherwise);
      };
    },
  });
}
