/** What must be true of plain data before anything reads it as a document. */
import type { FieldFault, FieldPath } from './fault-path';

/** Keys with which data could reach into the program's own objects. */
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Deepest nesting that is read. Kubernetes' own objects stay below 30. */
export const DEPTH_MAX = 64;

/** Faults listed for one document; a longer list would help nobody. */
export const FAULTS_MAX = 200;

export interface Untrusted {
  readonly faults: readonly FieldFault[];
  /** The value without its forbidden keys, safe to read further; undefined when it is too deep. */
  readonly value: unknown;
}

interface Visit {
  readonly from: object;
  readonly to: Record<string | number, unknown>;
  readonly at: FieldPath;
}

/**
 * Copies plain data, leaving out and naming the forbidden keys. It does not recurse, so that no
 * depth of nesting can exhaust the stack.
 */
export function sift(value: unknown): Untrusted {
  const faults: FieldFault[] = [];
  const top: Record<string, unknown> = {};
  const visits: Visit[] = [{ from: { value }, to: top, at: [] }];
  for (let visit = visits.pop(); visit !== undefined; visit = visits.pop()) {
    const { from, to, at } = visit;
    for (const [key, inner] of Object.entries(from)) {
      const part = Array.isArray(from) ? Number(key) : key;
      const path = to === top ? [] : [...at, part];
      if (FORBIDDEN_KEYS.has(key)) {
        faults.push({ at: path, reason: `the key ${key} is not allowed anywhere` });
        continue;
      }
      if (typeof inner !== 'object' || inner === null) {
        to[part] = inner;
        continue;
      }
      if (path.length >= DEPTH_MAX) {
        return {
          faults: [{ at: [], reason: `nested deeper than ${DEPTH_MAX} levels` }],
          value: undefined,
        };
      }
      const copy = (Array.isArray(inner) ? [] : {}) as Record<string | number, unknown>;
      to[part] = copy;
      visits.push({ from: inner, to: copy, at: path });
    }
  }
  return { faults, value: top.value };
}
