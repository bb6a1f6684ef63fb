/**
 * The documents of files that a component reads.
 *
 * Upstream    sigs.k8s.io/yaml (YAMLToJSON), gopkg.in/yaml.v2 (yaml: line N: ...)
 * Simplified  the text is read as YAML 1.2; of syntax errors only the frequent ones are said in the
 *             words of Go's reader
 */
import { bad, good, type Result } from '#base';
import { serverAccess } from '#kube';
import { readYaml } from '#protocol';
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

/** The first document; null for a text that says nothing. */
export function readYamlDocument(text: string): Result<unknown> {
  const read = readYaml(text, { documents: 'many' });
  if (read.ok) return good(read.value[0]?.value ?? null);
  const [{ path, reason, line }] = read.faults;
  const said = WORDS.find(([pattern]) => pattern.test(reason))?.[1];
  const twice =
    /^is given twice$/.exec(reason) && `key "${path.split('.').pop()}" already set in map`;
  const words = said ?? (twice || reason.replace(/^not valid YAML: /, ''));
  return bad([{ path: '', reason: `yaml: ${line === undefined ? '' : `line ${line}: `}${words}` }]);
}

/** What reads the files that say which server a component talks to. */
export const KUBECONFIGS: KubeconfigParts = { serverAccess, readDocument: readYamlDocument };
