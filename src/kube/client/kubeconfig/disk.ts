/** The files that a process can read, and what Go says of those that are not there. */
import { bad, good, type Result } from '#base';

/** Reads a text of YAML or JSON. @returns in `reason` the words of the decoder for a fault. */
export type DocumentReader = (text: string) => Result<unknown>;

export interface Disk {
  /** Texts by path. */
  readonly files: ReadonlyMap<string, string>;
  readonly readDocument: DocumentReader;
}

const NOT_THERE = 'no such file or directory';

/** @returns the error of os.Stat; undefined where there is a file. */
export const statError = (disk: Disk, path: string): string | undefined =>
  disk.files.has(cleanPath(path)) ? undefined : `stat ${path}: ${NOT_THERE}`;

export function readFile(disk: Disk, path: string): Result<string> {
  const text = disk.files.get(cleanPath(path));
  return text === undefined ? bad([{ path, reason: `open ${path}: ${NOT_THERE}` }]) : good(text);
}

/** @returns the error of os.Open; undefined where there is a file. */
export function openError(disk: Disk, path: string): string | undefined {
  const read = readFile(disk, path);
  return read.ok ? undefined : read.faults[0].reason;
}

export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1) || './';

/** As filepath.Join of a folder and a path in it. */
export function joinPath(folder: string, path: string): string {
  const parts: string[] = [];
  for (const part of `${folder}/${path}`.split('/')) {
    const above = parts[parts.length - 1];
    if (part === '..' && above !== undefined && above !== '..') parts.pop();
    else if (part === '..' && folder.startsWith('/')) continue;
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `${folder.startsWith('/') ? '/' : ''}${parts.join('/')}`;
}

/** The file that an operating system finds there; a folder stays what it is. */
export const cleanPath = (path: string): string =>
  path.startsWith('/') && !path.endsWith('/') ? joinPath('/', path) : path;
