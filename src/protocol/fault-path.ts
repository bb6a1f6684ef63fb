import type { InputFault } from '#base';

/** Way from the top of a document to one of its fields: keys and list indexes. */
export type FieldPath = readonly (string | number)[];

/** A fault with its path still in parts; `toInputFault` prints it. */
export interface FieldFault {
  readonly at: FieldPath;
  readonly reason: string;
}

/** What a fault of the whole document, or of its text, is called. */
export const DOCUMENT = 'document';

/**
 * The contract's words for what exists in Kubernetes but not yet in the simulation. Never varied.
 */
export const NOT_MODELLED = 'not modelled yet';

const PLAIN_KEY = /^[A-Za-z_$][A-Za-z0-9_$-]*$/;

/** Prints a path as `spec.timeline[2].kill`; keys of other characters as `labels["a.b/c"]`. */
export function formatPath(path: FieldPath): string {
  if (path.length === 0) return DOCUMENT;
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else if (!PLAIN_KEY.test(part)) text += `[${JSON.stringify(part)}]`;
    else text += text === '' ? part : `.${part}`;
  }
  return text;
}

const PATH_PART = /\.?([A-Za-z_$][A-Za-z0-9_$-]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/y;

/** Reads what `formatPath` prints; undefined for a text that it never prints. */
export function parsePath(text: string): FieldPath | undefined {
  if (text === DOCUMENT) return [];
  const path: (string | number)[] = [];
  PATH_PART.lastIndex = 0;
  while (PATH_PART.lastIndex < text.length) {
    const part = PATH_PART.exec(text);
    if (!part) return undefined;
    if (part[2] !== undefined) path.push(Number(part[2]));
    else path.push(part[1] ?? (JSON.parse(part[3]) as string));
  }
  return path;
}

export function toInputFault(fault: FieldFault): InputFault {
  return { path: formatPath(fault.at), reason: fault.reason };
}

/**
 * The one line for a fault: `path: reason`, and the place in the text where it is known. A reason
 * of several lines, as kubectl has them, becomes one. The words `not modelled yet` stand bare,
 * because other tools look for exactly them.
 */
export function formatFault(fault: InputFault): string {
  const file = fault.file === undefined ? '' : `${fault.file}: `;
  const reason = fault.reason.trim().replace(/\s*\n\s*/g, ' ');
  const line = `${file}${fault.path}: ${reason}`;
  if (fault.line === undefined || fault.reason === NOT_MODELLED) return line;
  return `${line} (line ${fault.line}, column ${fault.column ?? 1})`;
}

/** What is at `path` in `value`, or undefined where the path leaves it. */
export function valueAt(value: unknown, path: FieldPath): unknown {
  let found = value;
  for (const part of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, part)) {
      return undefined;
    }
    found = (found as Readonly<Record<string | number, unknown>>)[part];
  }
  return found;
}

/** Whether `value` is a mapping: an object that is no list. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
