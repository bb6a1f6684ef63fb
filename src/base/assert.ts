/** A rule of ours is broken. It stops the run; the message carries the values that broke it. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/**
 * Stops the run unless `condition` holds. Stays on in production.
 * @param sentence what was expected, with the values found.
 */
export function invariant(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new InvariantError(sentence);
}

/**
 * Stops the run. For rules that every task checks: `if (...) broken(...)` builds the sentence only
 * when it is needed.
 */
export function broken(sentence: string): never {
  throw new InvariantError(sentence);
}

/** The end of an exhaustive switch. */
export function unreachable(value: never): never {
  throw new InvariantError(`this case cannot happen: ${JSON.stringify(value)}`);
}
