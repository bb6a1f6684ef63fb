/**
 * Files that a component finds on its machine.
 *
 * Simplified  a machine has only the files that the scenario gives; where it gives none, a flag
 *             that names a file stays without effect
 */
import type { Result } from '#base';
import { cleanPath } from '../client/kubeconfig/disk';

export interface FileContent {
  readonly text: string;
  /** The text read as YAML; in `reason` the words of Go's reader. */
  readonly data: () => Result<FileData>;
}

export interface FileData {
  readonly value: unknown;
  /** Keys that their mappings have already: strict decoders refuse them. */
  readonly repeated: readonly RepeatedKey[];
}

export interface RepeatedKey {
  readonly key: string;
  readonly line: number;
  /** As JSON's decoder names it. */
  readonly path: string;
}

/** By absolute path; undefined where the scenario says nothing about files. */
export type ComponentFiles = ReadonlyMap<string, FileContent> | undefined;

/** Go's words for a file that is not there. */
export const noSuchFile = (path: string): string => `open ${path}: no such file or directory`;

export const fileAt = (files: NonNullable<ComponentFiles>, path: string): FileContent | undefined =>
  files.get(cleanPath(path));
