/**
 * A procedure: work of several dependent requests that reads like upstream's function. It is a
 * generator that yields effects and gets their results back. It belongs to the life of the process
 * that runs it and is dropped with it; none lives across two rounds of its owner.
 */

/** Starts something and hands the result to `resume`, once, now or later. */
export type Effect<T> = (resume: (value: T) => void) => void;
// The yielded effects of one procedure have results of different types.
// biome-ignore lint/suspicious/noExplicitAny: see above; `perform` restores the type.
export type Procedure<T> = Generator<Effect<any>, T, any>;

/** Waits for one effect. */
export function* perform<T>(effect: Effect<T>): Procedure<T> {
  return (yield effect) as T;
}

/** Starts several effects at once and waits for all; results stand in the order given. */
export function* performAll<T>(effects: readonly Effect<T>[]): Procedure<readonly T[]> {
  if (effects.length === 0) return [];
  return yield* perform<readonly T[]>((resume) => {
    const results: T[] = new Array(effects.length);
    let missing = effects.length;
    effects.forEach((effect, index) => {
      effect((value) => {
        results[index] = value;
        missing -= 1;
        if (missing === 0) resume(results);
      });
    });
  });
}

/** Runs a procedure; `done` gets what it returns. An effect may answer before it returns. */
export function runProcedure<T>(procedure: Procedure<T>, done: (value: T) => void): void {
  let input: unknown;
  let answered = false;
  let busy = false;
  // One for all effects: only one is waited for at a time.
  const resume = (result: unknown): void => {
    input = result;
    answered = true;
    if (busy) return;
    busy = true;
    while (answered) {
      answered = false;
      const next = procedure.next(input);
      if (next.done) {
        done(next.value);
        return;
      }
      next.value(resume);
    }
    busy = false;
  };
  resume(undefined);
}
