/** What an import says of what it took, changed or left out: for each thing its place and why. */

export interface ImportNote {
  /** The file it is about; absent where it is about several. */
  readonly file?: string;
  /** Which document of the file, from 1; absent where the file has one. */
  readonly document?: number;
  /** The object or the server it is about, such as `Service default/web`. */
  readonly about?: string;
  /** The field, or the flag as it was written. */
  readonly field?: string;
  /** Why, or what was done, in English. */
  readonly reason: string;
  /** Whether something that was given is not in the scenario. */
  readonly leftOut: boolean;
  /** The words of the line, where it says otherwise what it is about. */
  readonly words?: string;
}

/** The one line for a note, for the command line and the comments of the scenario. */
export function noteLine({ file, about, reason, words }: ImportNote): string {
  const parts = words === undefined ? [file, about, reason] : [file, words];
  const line = parts.filter((part) => part !== undefined).join(': ');
  return line.replace(/\p{Cc}+/gu, ' ');
}
