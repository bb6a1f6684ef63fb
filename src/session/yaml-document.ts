/**
 * The documents of files that a component reads.
 *
 * Upstream    sigs.k8s.io/yaml (YAMLToJSON), gopkg.in/yaml.v2 (yaml: line N: ...)
 * Simplified  of syntax errors only the frequent ones are said in the words of Go's reader
 */
import { bad, good, type Result } from '#base';
import { type FileData, serverAccess } from '#kube';
import { readGoYaml } from '#protocol';
import type { KubeconfigParts } from './compile-access';

/** What the reader here says, and what Go's does. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/Nested mappings are not allowed/i, 'mapping values are not allowed in this context'],
  [/(must be followed by map value|need to be on a single line)/i, "could not find expected ':'"],
  [/[Tt]abs are not allowed/, 'found character that cannot start any token'],
  [/must start at the same column/, 'did not find expected key'],
  [/(quote|terminated)/, 'found unexpected end of stream'],
  [/(Flow sequence|Flow map)/, "did not find expected ',' or ']'"],
];

/** The first document; null for a text that says nothing. In `reason` the words of the reader. */
export function readFileData(text: string): Result<FileData> {
  const read = readGoYaml(text);
  if (read.ok) return read;
  const [{ reason, line }] = read.faults;
  // What has no line is no matter of syntax, and has its words.
  if (line === undefined) return bad([{ path: '', reason }]);
  const said = WORDS.find(([pattern]) => pattern.test(reason))?.[1];
  const words = said ?? reason.replace(/^not valid YAML: /, '');
  return bad([{ path: '', reason: `yaml: line ${line}: ${words}` }]);
}

export function readYamlDocument(text: string): Result<unknown> {
  const read = readFileData(text);
  return read.ok ? good(read.value.value) : read;
}

/** What reads files, and those that say which server a component talks to. */
export const KUBECONFIGS: KubeconfigParts = {
  serverAccess,
  readDocument: readYamlDocument,
  readFileData,
};
