/**
 * A field's name as words: `creationTimestamp` is `Creation Timestamp`, `apiVersion` `API Version`.
 *
 * Upstream    kubernetes v1.27 staging/src/k8s.io/kubectl/pkg/describe/describe.go (smartLabelFor)
 */
const ACRONYMS = new Set(['API', 'URL', 'UID', 'GUID']);

export function smartLabel(field: string): string {
  if (!/^[\p{L}-]+$/u.test(field)) return field;
  const parts = field.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^A-Za-z]+/g) ?? [field];
  return parts
    .map((part) => {
      const upper = part.toUpperCase();
      if (ACRONYMS.has(upper)) return upper;
      return part === part.toLowerCase() ? part.charAt(0).toUpperCase() + part.slice(1) : part;
    })
    .join(' ');
}
