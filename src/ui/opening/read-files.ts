/** Files of a drop, a paste or a choice to texts; what is no text is refused in words. */
import type { InputFault } from '#base';
import type { ImportFile } from '#protocol';

/** Largest document that is read, bytes: 1 MB, as on the command line. */
const DOCUMENT_MAX = 1_048_576;
/** Largest trace, bytes: half a million records, more than a page shows well. */
const TRACE_MAX = 128 * 1_048_576;
/** Most files at once. */
const FILES_MAX = 100;
/** How much of a file tells what it is, bytes. */
const HEAD_BYTES = 4_096;
/** A trace begins with its first record. */
const TRACE_START = /^\s*\{\s*"(seq|t)"\s*:/;

export interface ReadFiles {
  readonly files: readonly ImportFile[];
  readonly refused: readonly InputFault[];
}

const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(1);

/** Why a file is not read, from its size and its beginning; undefined when it is. */
function refusal(size: number, head: Uint8Array): string | undefined {
  if (size === 0) return 'is empty';
  if (head.includes(0)) return 'is binary: text in UTF-8 is expected';
  const trace = TRACE_START.test(new TextDecoder().decode(head));
  const limit = trace ? TRACE_MAX : DOCUMENT_MAX;
  if (size <= limit) return undefined;
  return `is too big: ${megabytes(size)} MB; at most ${megabytes(limit)} MB are read`;
}

async function readOne(file: File): Promise<ImportFile | InputFault> {
  const name = file.webkitRelativePath || file.name;
  try {
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
    const reason = refusal(file.size, head);
    if (reason !== undefined) return { path: name, reason };
    const bytes = await file.arrayBuffer();
    return { name, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch (error) {
    if (error instanceof TypeError) {
      return { path: name, reason: 'is binary: text in UTF-8 is expected' };
    }
    return { path: name, reason: 'cannot be read: is it a folder, or was it moved?' };
  }
}

/** Two files of one name, from two folders, are told apart by a number. */
function withOwnNames(files: readonly ImportFile[]): ImportFile[] {
  const seen = new Map<string, number>();
  return files.map(({ name, text }) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return { name: count === 1 ? name : `${name} (${count})`, text };
  });
}

export async function readFiles(given: readonly File[]): Promise<ReadFiles> {
  const read = await Promise.all(given.slice(0, FILES_MAX).map(readOne));
  const files = withOwnNames(read.flatMap((one) => ('text' in one ? [one] : [])));
  const refused = read.flatMap((one) => ('reason' in one ? [one] : []));
  const over = given.slice(FILES_MAX).map(({ name }) => ({
    path: name,
    reason: `is one too many: at most ${FILES_MAX} files are read at once`,
  }));
  return { files, refused: [...refused, ...over] };
}
