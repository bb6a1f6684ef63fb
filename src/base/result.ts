/** One fault in something a person gave us. `path` names the field, `reason` says why in words. */
export interface InputFault {
  readonly path: string;
  readonly reason: string;
  /** 1-based place in the text, where the input was text. */
  readonly line?: number;
  readonly column?: number;
  /** The file it is in, where several were given. */
  readonly file?: string;
  /** Which document of that file, from 1. */
  readonly document?: number;
}

/** What reading an input gives: the value, or every fault found (never only the first). */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly faults: readonly InputFault[] };

export const good = <T>(value: T): Result<T> => ({ ok: true, value });
export const bad = (faults: readonly InputFault[]): Result<never> => ({ ok: false, faults });

/** Input that was refused; carries all faults. */
export class RefusedInput extends Error {
  override readonly name = 'RefusedInput';
  readonly faults: readonly InputFault[];
  constructor(faults: readonly InputFault[]) {
    super(faults.map((fault) => `${fault.path}: ${fault.reason}`).join('\n'));
    this.faults = faults;
  }
}
