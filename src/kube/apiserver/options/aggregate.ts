/** Several errors as Go's aggregate prints them; equal texts are printed once. */
export function printAggregate(errors: readonly string[]): string {
  const distinct = [...new Set(errors)];
  return distinct.length === 1 ? distinct[0] : `[${distinct.join(', ')}]`;
}
