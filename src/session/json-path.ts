/**
 * kubectl's JSONPath, made a path that json-path-results.ts looks up.
 *
 * Simplified  templates with text around the braces, `range` and negative steps are refused.
 */
import { bad, good, type Result } from '#base';

const refuse = (reason: string): Result<never> => bad([{ path: 'jsonPath', reason }]);

/** Reads a path such as `{.subsets[0].addresses[*].ip}`; braces may be left out. */
export function readJsonPath(text: string): Result<string> {
  const trimmed = text.trim();
  const inner = /^\{([^{}]*)\}$/.exec(trimmed)?.[1] ?? trimmed;
  if (/[{}]/.test(inner)) return refuse(`expected one expression in braces, found ${text}`);
  if (/^\s*(range|end)\b/.test(inner)) return refuse('range is not modelled yet');
  const path = inner.startsWith('$')
    ? inner
    : inner.startsWith('@')
      ? `$${inner.slice(1)}`
      : `$${inner}`;
  if (!/^\$($|[.[])/.test(path))
    return refuse(`expected a path that begins with ".", found ${text}`);
  // Kubernetes escapes dots in keys with a backslash; the library wants brackets and quotes.
  return good(
    path.replace(
      /\.((?:[^.[\]\\]|\\.)*\\\.(?:[^.[\]\\]|\\.)*)/g,
      (_all, key: string) => `['${key.replaceAll('\\.', '.')}']`,
    ),
  );
}
