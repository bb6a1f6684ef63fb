/** What a command of the command line is. */
import type { InputFault } from '#base';

export interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Everything on standard input. */
  readonly stdin: () => string;
  /** Where a person watches: one line that the next one replaces; an empty one clears it. */
  readonly progress?: (line: string) => void;
}

export interface Command {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  /** Not offered: the contract has it, the program does not yet. */
  readonly hidden?: boolean;
  /** @returns the exit status: 0 all holds, 1 something does not, 2 refused, 3 internal error. */
  readonly run: (args: readonly string[], io: Output) => number | Promise<number>;
}

/** Exit statuses of the contract. */
export const EXIT = { ok: 0, failed: 1, refused: 2, internal: 3 } as const;

/** Input that a command refuses; each fault becomes one line on standard error. */
export class Refusal extends Error {
  readonly faults: readonly InputFault[];
  constructor(faults: readonly InputFault[]) {
    super('refused');
    this.faults = faults;
  }
}

export function refuse(path: string, reason: string): never {
  throw new Refusal([{ path, reason }]);
}
