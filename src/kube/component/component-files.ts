/**
 * Files that a component finds on its machine.
 *
 * Simplified  a machine has only the files that the scenario gives; where it gives none, a flag
 *             that names a file stays without effect
 */
import type { Result } from '#base';

export interface FileContent {
  readonly text: string;
  /** The text read as one document of YAML. */
  readonly data: () => Result<unknown>;
}

/** By absolute path; undefined where the scenario says nothing about files. */
export type ComponentFiles = ReadonlyMap<string, FileContent> | undefined;

/** Go's words for a file that is not there. */
export const noSuchFile = (path: string): string => `open ${path}: no such file or directory`;
