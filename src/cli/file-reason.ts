/** Why a file could not be read or written, in words. */

/** Reasons of the operating system that come up, by their code. */
const REASONS: Readonly<Record<string, string>> = {
  EISDIR: 'is a folder; expected the name of a file',
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of it is a file, not a folder',
  EACCES: 'permission denied',
  EROFS: 'the disk can only be read',
  ENOSPC: 'the disk is full',
};

/** What is wrong with a file; what is not known keeps the words of the system. */
export function fileReason(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return REASONS[code] ?? message;
}
